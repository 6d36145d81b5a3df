"""`watai serve`: reads the arguments and runs a server."""

import argparse
import logging
import socket
import sys
import time
from ipaddress import ip_address

import trio

from watai.protocol.problem import Problem
from watai.protocol.settings import BadSetting
from watai.server.app import App, open_journal
from watai.server.certificate import certificate_warning
from watai.server.ops.gc_policy import GcPolicy
from watai.server.ops.logs import set_up_logs
from watai.server.settings.config import Config, read_settings
from watai.server.settings.flags import make_parser
from watai.server.settings.translations import TextTable, Translations
from watai.server.settings.version import SERVER
from watai.server.supervisor import Supervisor

log = logging.getLogger("watai.serve")

STOPPED, CANNOT_RUN, WRONG_SETTING = 0, 1, 2
EVERYWHERE = ("0.0.0.0", "::")


def command_line(text: TextTable | None = None) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    return make_parser(Translations(text), Config())


def main(argv: list[str], text: TextTable | None = None) -> int:
    """Run the server. Returns 0 after a graceful stop, 1 if it cannot run, 2 for a wrong setting."""
    translations = Translations(text)
    try:
        settings = read_settings(argv, translations=translations)
        if settings.print_only:
            print(settings.to_toml())
        else:
            _serve(settings.config, argv, translations)
    except BadSetting as bad:
        print(f"watai serve: {translations.explain(bad)}", file=sys.stderr)
        return WRONG_SETTING
    except Problem as problem:
        print(f"watai serve: {translations.explain(problem)}", file=sys.stderr)
        return CANNOT_RUN
    return STOPPED


def _serve(config: Config, argv: list[str], translations: Translations) -> None:
    set_up_logs(config)
    _warn_of_certificate(config, translations)
    if config.nodes > 1:
        trio.run(Supervisor(config, argv).run, lambda address: _tell_health(address, translations))
        return
    with open_journal(config) as journal:
        app = App(config, journal, GcPolicy(time.monotonic()))
        try:
            trio.run(app.run, lambda addresses: _greet(app, addresses, translations))
        except Problem:
            journal.discard()
            raise


def _warn_of_certificate(config: Config, translations: Translations) -> None:
    """Tell the operator, in the log and in their language, of a certificate that has expired or will soon."""
    if (warning := certificate_warning(config)) is not None:
        log.warning(str(warning))
        if config.log_format == "text":  # otherwise standard error is for machines
            print(f"watai serve: {translations.explain(warning)}", file=sys.stderr)


def _greet(app: App, addresses: list[tuple[str, int]], translations: Translations) -> None:
    """Print where the server listens and how to play. Called once players can connect."""
    urls = [_url(app.config, host, port) for host, port in addresses]
    for url in urls:
        print(translations.say("{server} listens on {url}", server=SERVER, url=url))
    host, port = addresses[0]
    near = _url(app.config, socket.gethostname(), port) if host in EVERYWHERE else urls[0]
    if app.config.web == "on":
        page = near.replace("ws", "http", 1)
        print(translations.say("To play in a browser: {url}", url=page))
    print(translations.say("To play: watai host --server {url}", url=near))
    print(translations.say("To join a friend: watai join CODE --server {url}", url=near))
    if all(ip_address(host).is_loopback for host, _ in addresses):
        print(
            translations.say(
                "Only this machine reaches it; for others: --host 0.0.0.0, or a proxy."
            )
        )
    print(translations.say("Ctrl-C stops it."))
    if app.status_address is not None:
        host, port = app.status_address
        url = f"http://{_bracketed(host)}:{port}/metrics"
        print(translations.say("Metrics: {url}", url=url))
    sys.stdout.flush()


def _tell_health(address: tuple[str, int], translations: Translations) -> None:
    """Print where the health of all nodes is; each of them prints where its own metrics are."""
    host, port = address
    url = f"http://{_bracketed(host)}:{port}/readyz"
    print(translations.say("Health of all nodes: {url}", url=url), flush=True)


def _url(config: Config, host: str, port: int) -> str:
    return f"{'wss' if config.tls_cert else 'ws'}://{_bracketed(host)}:{port}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
