"""The command line of `watai serve`: every flag with its translations, and the examples of its help."""

import argparse

from watai.protocol.settings import flag
from watai.server.settings.translations import Translations

HELP = {
    "host": "address to listen on; 0.0.0.0 or :: for all",
    "port": "port to listen on; 0 for any free one",
    "journal": "file that keeps running and finished games",
    "durability": "process: nothing is lost when the server is killed; power: nor when the machine is",
    "keep_days": "how many days finished games are kept",
    "keep_games": "how many finished games are kept at most",
    "metrics_host": "address for /metrics and /healthz",
    "metrics_port": "port for /metrics and /healthz; 0 for any free one, -1 for none",
    "tls_cert": "certificate chain, for wss://",
    "tls_key": "private key of the certificate, if it is not in the same file",
    "behind_proxy": "yes: players come through a proxy, so the kernel knows only how far away that is",
    "moved_to": "address of the server that everybody is sent to, instead of being let in",
    "redis": "address of a Redis that several servers share, such as redis://127.0.0.1:6379; empty: this server is alone",
    "advertise": "address at which players reach this server, for the others that share its Redis; empty: the one it listens on",
    "drain_seconds": "how long a server that shares a Redis waits for races to end before it hands them over and stops",
    "nodes": "how many servers to start on this machine; each has the next port, and they share a Redis",
    "origin": "sites whose pages may connect, such as https://games.example.org; * for all",
    "web": "on: browsers get a page to play on; off: programs only",
    "log_level": "debug, info, warning or error",
    "log_format": "text, or json: one object a line",
}
EXAMPLES = {
    "watai serve": "for this machine only",
    "watai serve --host 0.0.0.0 --journal games.sqlite": "for everybody in the house",
    "watai serve --config watai.toml --metrics-port 9777": "as a service",
    "WATAI_PORT=8000 watai serve --limit rooms=100 --print-config": "see what would be used",
}


def make_parser(translations: Translations, defaults: object) -> argparse.ArgumentParser:
    """Return the parser of `watai serve`; its help shows the defaults."""
    width = max(map(len, EXAMPLES))
    examples = [f"  {line:<{width}}  {translations.say(why)}" for line, why in EXAMPLES.items()]
    epilogue = [
        translations.say(
            "Each setting can also be a WATAI_ variable (WATAI_PORT, WATAI_LIMIT_ROOMS) or a line of the file; "
            "a flag counts more than a variable, and that more than the file."
        ),
        "\n".join([translations.say("examples:"), *examples]),
        translations.say("exit codes: 0 stopped as asked, 1 cannot run, 2 wrong setting"),
    ]
    parser = argparse.ArgumentParser(
        prog="watai serve",
        description=translations.say("Run a Wataï Arena server."),
        epilog="\n\n".join(epilogue),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_settings(parser, translations, defaults)
    return parser


def _add_settings(
    parser: argparse.ArgumentParser, translations: Translations, defaults: object
) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help=translations.help("a TOML file with any of these settings")
    )
    for name, help_ in HELP.items():
        default = translations.help("(default: {value})", value=repr(getattr(defaults, name)))
        parser.add_argument(flag(name), metavar="X", help=f"{translations.help(help_)} {default}")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help=translations.help("another number for one of the limits; may be repeated"),
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help=translations.help("show what would be used, and where it came from, and stop"),
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
