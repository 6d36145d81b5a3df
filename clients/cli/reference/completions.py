"""`watai completions SHELL`: what the shell needs to know to finish a line, made from the command lines themselves."""

import argparse
import shlex
from collections.abc import Iterator

from clients.cli.config.flags import make_parser, told
from clients.cli.exits import OK
from clients.cli.reference.outline import Command, Flag, commands
from clients.text.catalogue import LANGUAGES, Text


def command_line(text: Text) -> argparse.ArgumentParser:
    """What may be typed."""
    parser = make_parser(text, "completions")
    parser.add_argument("shell", metavar="SHELL", choices=list(SHELLS), help=told(text)("shell"))
    parser.add_argument("--lang", choices=LANGUAGES, help=told(text)("lang"))
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    args = command_line(text).parse_args(argv)
    print("\n".join(SHELLS[args.shell](list(commands(text)))))
    return OK


def _bash(known: list[Command]) -> Iterator[str]:
    names = " ".join(command.name for command in known)
    yield from (
        "_watai() {",
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}",
        '    local words="" flags="" files=""',
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f'        words="{names}"; flags="--help --version"',
        "    else",
        '    case "${COMP_WORDS[1]} $prev" in',
    )
    for command in known:
        for flag in command.flags:
            if flag.names and flag.takes:
                cases = "|".join(f'"{command.name} {name}"' for name in flag.names)
                yield f"        {cases}) {_bash_value(flag)} ;;"
    yield '        *) case "${COMP_WORDS[1]}" in'
    for command in known:
        flags = " ".join(name for flag in command.flags for name in flag.names)
        placed = [flag for flag in command.flags if not flag.names]
        words = " ".join(choice for flag in placed for choice in flag.choices)
        files = "files=1" if any(flag.is_file for flag in placed) else ":"
        yield f'            {command.name}) words="{words}"; flags="{flags}"; {files} ;;'
    yield from (
        "        esac ;;",
        "    esac; fi",
        # flags are offered once a dash is typed, or where there is nothing else, as in other shells
        '    case "$cur$words$files" in ""|-*) words=$flags ;; esac',
        '    COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        '    if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$cur")); fi',
        "}",
        "complete -o filenames -F _watai watai",
    )


def _bash_value(flag: Flag) -> str:
    return "files=1" if flag.is_file else f'words="{" ".join(flag.choices)}"'


def _zsh(known: list[Command]) -> Iterator[str]:
    yield from ("#compdef watai", "_watai() {", "  local -a known", "  known=(")
    for command in known:
        yield f"    {shlex.quote(f'{command.name}:{command.about}')}"
    yield "  )"
    yield "  if (( CURRENT == 2 )); then _describe command known; return; fi"
    yield "  shift words; (( CURRENT-- ))"
    yield "  case $words[1] in"
    for command in known:
        told = " ".join(shlex.quote(each) for flag in command.flags for each in _zsh_flag(flag))
        yield f"    {command.name}) _arguments {told or '*:file:_files'} ;;"
    yield from (
        "  esac",
        "}",
        'if [ "$funcstack[1]" = "_watai" ]; then _watai "$@"; else compdef _watai watai; fi',
    )


def _zsh_flag(flag: Flag) -> Iterator[str]:
    about = flag.about.replace("[", "(").replace("]", ")").replace(":", "\\:").replace("\n", " ")
    values = "_files" if flag.is_file else f"({' '.join(flag.choices)})" if flag.choices else " "
    if not flag.names:
        yield f"1:{flag.takes}:{values}"
    for name in flag.names:
        yield f"{name}[{about}]" + (f":{flag.takes}:{values}" if flag.takes else "")


def _fish(known: list[Command]) -> Iterator[str]:
    yield "complete -c watai -f"
    for command in known:
        about = shlex.quote(command.about)
        yield f"complete -c watai -n __fish_use_subcommand -a {command.name} -d {about}"
        inside = f"complete -c watai -n '__fish_seen_subcommand_from {command.name}'"
        for flag in command.flags:
            yield f"{inside} {_fish_flag(flag)}"


def _fish_flag(flag: Flag) -> str:
    words = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names]
    if flag.is_file:
        words.append("-r -F" if flag.names else "-F")
    elif flag.takes and flag.names:
        words.append("-x")
    if flag.choices:
        words.append(f"-a {shlex.quote(' '.join(flag.choices))}")
    return " ".join([*words, f"-d {shlex.quote(' '.join(flag.about.split()))}"])


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
