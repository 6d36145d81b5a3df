"""The reference pages of the protocol, written from its types: `python -m watai.protocol.pages` after any change of them.

docs/protocol.md            its second half, from the mark on: every message, refusal and close code
docs/protocol-games.md      every option, move, event and view of every game
docs/protocol.schema.json   the messages as JSON Schema
"""

import inspect
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, UnsetType
from msgspec.structs import fields as struct_fields

from watai import child
from watai.engine.catalogue import GAMES
from watai.engine.game import Game
from watai.engine.options import Options
from watai.protocol import messages
from watai.protocol.arbitration import Arbitration
from watai.protocol.docs_types import called, illegal_moves, note, word
from watai.protocol.errors import CLOSES, CODES
from watai.protocol.game_types import parts, view_type
from watai.protocol.json_schema import schema
from watai.protocol.reasons import key_of
from watai.protocol.vocabulary import GRAMMARS, VOCABULARY

ROOT: Final = child.ROOT
DOCS: Final = ROOT / "docs"
MARK: Final = "<!-- From here on the page is written by `python -m watai.protocol.pages`. -->\n"

PARTS: Final = (
    messages.SeatState,
    messages.RoomLine,
    messages.GameLine,
    messages.SeatRange,
    messages.OptionLine,
    messages.PromptLine,
    messages.SceneLine,
    messages.MoveLine,
    messages.Race,
    messages.Beaten,
)


def pages() -> dict[str, str]:
    """Every page by name, as it should be."""
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    by_hand, mark, _ = page.partition(MARK)
    assert mark, "docs/protocol.md has lost the mark that divides it"
    return {
        "protocol.md": by_hand + mark + _lines(_reference()),
        "protocol-games.md": _lines(_games()),
        "protocol.schema.json": _lines(_schema()),
    }


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# the messages


def _reference() -> Iterator[str]:
    yield from ("", "## What a client says", "")
    yield "Besides the fields below, everything but `hello` has `n`:"
    yield note(messages.Intent, "n")
    for said in messages.CLIENT_MESSAGES:
        yield from _message(said)
    yield from ("", "## What the server says")
    for each in (*messages.SERVER_MESSAGES, *PARTS):
        yield from _message(each)
    yield from ("", "## Refusals", "")
    yield from _table(("code", "what it means"), ((f"`{code}`", CODES[code]) for code in CODES))
    yield from ("", "## Close codes", "")
    yield from _table(("code", "why"), ((str(code), CLOSES[code]) for code in CLOSES))


def _message(kind: type[Struct]) -> Iterator[str]:
    """The section of one message: heading, meaning, answers, fields."""
    what, _, refusals = inspect.cleandoc(kind.__doc__ or "").partition("\n\nRefused: ")
    what, _, answer = what.partition(" → ")
    answer, _, more = answer.partition("\n\n")
    tag = kind.__struct_config__.tag
    yield from ("", f"### {tag or called(kind)}", "", what)
    if answer:
        yield from (
            "",
            f"Answered by {answer}; or by refused." if refusals else f"Answered by {answer}.",
        )
    if more:
        yield from ("", more)
    if refusals:
        yield from (
            "",
            "Refusals: "
            + ", ".join(f"`{code}`" for code in refusals.rstrip(".").split(", "))
            + ".",
        )
    shown = [
        each for each in struct_fields(kind) if (each.name, kind.__base__) != ("n", messages.Intent)
    ]
    if shown:
        yield ""
        rows = (
            (
                f"`{each.name}`",
                _typed(each.type, each.default, each.default_factory),
                note(kind, each.name),
            )
            for each in shown
        )
        yield from _table(("field", "type", "meaning"), rows)


def _typed(kind: Any, default: Any, factory: Any) -> str:
    if UnsetType in get_args(kind) or factory is not NODEFAULT:
        return f"{word(kind)}; may be left out"
    if default is NODEFAULT:
        return word(kind)
    return f"{word(kind)}; {json.dumps(default)} if left out"


# the schema


def _schema() -> Iterator[str]:
    """A line for each definition: whoever changes one type reviews one line."""
    head, definitions = schema() | {"$defs": {}}, schema()["$defs"]
    yield _one_line(head).removesuffix("}}")
    *most, last = (f"{_one_line(name)}: {_one_line(each)}" for name, each in definitions.items())
    yield from (f"{each}," for each in most)
    yield last
    yield "}}"


def _one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# the games


def _games() -> Iterator[str]:
    yield "# Moves, events and views of every game"
    yield ""
    yield "This page is written by `python -m watai.protocol.pages`. [protocol.md](protocol.md) says how they travel:"
    yield "a move is `move` and `args` of `act`, an event `event` and `data` of `event`, a view `view` of `view`."
    yield "Fields that may be secret are null or empty for those who may not know them. What the rules mean stands in `rules/`."
    for name, entry in GAMES.items():
        yield from _game(name, entry.game, entry.bot.strengths)


def _game(name: str, rules: type[Game], strengths: Sequence[str]) -> Iterator[str]:
    fewest, most = rules.seats[0], rules.seats[-1]
    seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    yield from ("", f"## {name}", "")
    yield f"For {seats} players; bots are {_enumeration(strengths)}. Rules: [rules/{name.replace('-', '_')}.md](rules/{name.replace('-', '_')}.md)."
    yield from ("", f"### Options of {name}", "")
    types: tuple[type[Options], ...] = (rules.options_type,)
    yield from _options((*types, Arbitration) if rules.races else types)
    yield from ("", f"### Words of {name}", "")
    yield from _table(("where", "what may stand there"), _spoken(name))
    if name in GRAMMARS:
        yield from ("", GRAMMARS[name])
    yield from ("", f"### Illegal moves of {name}", "")
    package = ROOT / "engine" / name.replace("-", "_")
    keys = ((f"`{key_of(why)}`", why) for why in illegal_moves(package))
    yield from _table(("key", "why"), keys)
    view = view_type(rules)
    for title, types in (
        ("Moves", rules.move_types),
        ("Events", rules.event_types),
        ("View", (view,)),
        ("Parts", tuple(parts((*rules.event_types, view)))),
    ):
        yield from ("", f"### {title} of {name}", "")
        yield from _table(
            (title.rstrip("s").lower(), "fields", "what it says"), map(_record, types)
        )


def _spoken(game: str) -> Iterator[tuple[str, str]]:
    for where, words in VOCABULARY[game].items():
        yield where, ", ".join(f"`{each}`" for each in words)


def _options(types: Iterable[type[Options]]) -> Iterator[str]:
    rows = [
        (f"`{each.name}`", str(kind.kinds()[each.name]), f"`{each.default}`")
        for kind in types
        for each in fields(kind)
    ]
    yield from _table(("option", "what it may be", "default"), rows)


def _record(kind: type) -> tuple[str, str, str]:
    """A dataclass of the engine as a row: its fields with their types, its docstring and theirs."""
    hints = get_type_hints(kind)
    named = [f"`{name}`: {word(hints[name])}" for name in hints]
    notes = [inspect.cleandoc(kind.__doc__ or "").replace("\n", " ")]
    notes += [f"`{name}`: {said}" for name in hints if (said := note(kind, name))]
    return f"`{kind.__name__}`", "<br>".join(named) or "–", "<br>".join(notes)


# tables


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _enumeration(words: Sequence[str]) -> str:
    *most, last = (f"`{word}`" for word in words)
    return f"{', '.join(most)} or {last}" if most else last


def main() -> None:
    """Write every page that is not current."""
    for name, content in pages().items():
        path = DOCS / name
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")
            print(f"docs/{name} is written anew")


if __name__ == "__main__":
    main()
