"""`watai bench browser`: how soon a key press is on the wire, and how soon an event is on the screen, in a real browser.

A headless Chromium plays Wataï against seven bots, through a relay that hears what goes by. A key is the one that turns
the Stock: from the event's own timeStamp, when the browser got it, to the instant its message has left the browser's
socket. An event is any of the race: from the instant before its bytes are written to the browser to the instant at
which the browser had painted the frame in which the page had drawn it, and to the instant at which that frame was on
the screen. Before that, the page is loaded a few times without a cache: its requests, compressed bytes, and the time to
its first paint.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict

from watai.loadtest.bench.arguments import EXIT_CODES, Nonsense, read_assertion
from watai.loadtest.bench.browser_figures import (
    WireLog,
    busy_part,
    goes_first,
    invalid,
    key_to_wire,
)
from watai.loadtest.bench.race import INVALID, exit_code
from watai.loadtest.net.relay import Relay, relay
from watai.loadtest.results.assertions import BadAssertion
from watai.loadtest.results.files import write_json
from watai.loadtest.results.latency import summary_of
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import ROOMY, own_server

if TYPE_CHECKING:
    from watai.loadtest.systems.browser import Browser, Page

SCHEMA: Final = 1
PATIENCE: Final = 60.0
STEP: Final = 0.15
"""Seconds between two keys, more or less."""
LATEST: Final = 1.0
"""Seconds after which a key counts as lost."""
SWITCH: Final = 0.0002
"""Seconds until a thread lets another run: the relay's threads must not wait for each other."""
NO_SELENIUM: Final = (
    "the browser is driven by selenium, which is not installed: pip install 'watai-arena[browser]'"
)


def measure(seconds: float, bots: int, speed: float, loads: int) -> dict[str, Any]:
    """Load the page, sit down, and race for so long."""
    from watai.loadtest.systems.browser import open_browser

    busy = busy_part()
    wire = WireLog()
    sys.setswitchinterval(SWITCH)
    with (
        own_server("process", (*ROOMY, f"bot_speed={speed:g}")) as server,
        relay(server.address, wire.up, wire.down) as between,
        tempfile.TemporaryDirectory() as folder,
        open_browser(Path(folder)) as browser,
    ):
        first = _load(browser, between, loads)
        page = _sit_down(browser, between, bots)
        keys, lost = _race(page, wire, seconds)
        return _whole(page, wire, keys, lost, busy) | {
            "bots": bots,
            "bot_speed": speed,
            "first_load": first,
        }


def _load(browser: "Browser", between: Relay, loads: int) -> dict[str, Any]:
    """Medians of some loads, each by a browser that has nothing of the page yet."""
    from watai.loadtest.systems.page_probe import read_load

    page = browser.open("about:blank")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    found = []
    for _ in range(loads):
        page.driver.get(f"http://{between.address}/")
        page.find(".game .primary")
        page.until(lambda _: read_load(page)["first_content_ms"], "nothing is painted")
        found.append(read_load(page))
    return {name: statistics.median(each[name] or 0.0 for each in found) for name in found[0]}


def _sit_down(browser: "Browser", between: Relay, bots: int) -> "Page":
    from watai.loadtest.systems.page_probe import insert_probe
    from watai.loadtest.systems.web_guest import open_room, start_with_bots

    page = browser.open("about:blank")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    insert_probe(page)
    page.driver.get(f"http://{between.address}/")
    page.find(".game .primary")
    page.type(".name input", "Ana")
    open_room(page, "watai", bots + 1, {"variants": "off", "target": "500"})
    start_with_bots(page)
    return page


def _race(page: "Page", wire: WireLog, seconds: float) -> tuple[list[tuple[float, float]], int]:
    """Turn the Stock now and then while there is a race: when each key went down at the latest, and was on the wire."""
    from watai.loadtest.systems.page_probe import press

    dice, end, lost = Random(1), 0.0, 0
    keys: list[tuple[float, float]] = []
    while True:
        _wait_for_race(page, wire)
        end = end or time.monotonic() + seconds
        if time.monotonic() > end:
            return keys, lost
        wire.turned = 0.0
        pressed = press(page, " ", "Space")
        with wire.news:
            wire.news.wait_for(lambda: wire.turned, LATEST)
        if wire.turned:
            keys.append((pressed, wire.turned))
        elif wire.racing:
            lost += 1
        time.sleep(STEP * dice.uniform(0.5, 1.5))


def _wait_for_race(page: "Page", wire: WireLog) -> None:
    """Between rounds the same key says Go, if this player leads the round."""
    from watai.loadtest.systems.page_probe import press

    deadline = time.monotonic() + PATIENCE
    while not wire.racing:
        if time.monotonic() > deadline:
            raise TimeoutError("no race begins")
        press(page, " ", "Space")
        with wire.news:
            wire.news.wait_for(lambda: wire.racing, LATEST)


def _whole(
    page: "Page", wire: WireLog, keys: list[tuple[float, float]], lost: int, busy: float
) -> dict[str, Any]:
    from watai.loadtest.systems.page_probe import read_load, read_probe

    noted = read_probe(page)
    to_wire = [found for each in keys if (found := key_to_wire(each, noted)) is not None]
    to_paint = [at - wire.came[seq] for seq, at in noted.painted.items() if seq in wire.came]
    to_screen = [at - wire.came[seq] for seq, at in noted.presented.items() if seq in wire.came]
    reasons = invalid(noted, len(keys), to_wire, to_paint, busy)
    unpainted = len(wire.came) - len(to_paint)
    return {
        "schema": SCHEMA,
        "bench": "browser",
        "valid": not reasons,
        "invalid_because": reasons,
        "key_to_wire_ms": summary_of(to_wire),
        "event_to_paint_ms": summary_of(to_paint),
        "event_to_screen_ms": summary_of(to_screen),
        "lost_keys": lost,
        "events_without_change": unpainted,
        "at_the_table": read_load(page),
        "browser": page.driver.capabilities["browserVersion"],
        "busy_before": round(busy, 3),
        "real_time": goes_first(),
        "environment": environment(),
    }


def _missing() -> str:
    """What must be installed first."""
    try:
        from watai.loadtest.systems.browser import missing_browser
    except ImportError:
        return NO_SELENIUM
    return missing_browser()


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="watai bench browser",
        description=__doc__,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--seconds", type=float, default=60.0, help="how long to play (default: 60)")
    add("--bots", type=int, default=7, choices=range(1, 8), help="how many rivals (default: 7)")
    add("--bot-speed", type=float, default=4.0, metavar="X", help="times a person's (default: 4)")
    add("--loads", type=int, default=5, help="how often to load the page first (default: 5)")
    add("--assert", dest="asserts", action="append", default=[], metavar="DEMAND",
        help="such as 'key_to_wire.p99<=8ms', 'event_to_paint.p99<=33ms', 'first_load.kb<=120'")  # fmt: skip
    add("--json", metavar="FILE", help="write one JSON object; - for standard output")
    return parser


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser()
    args = parser.parse_args(argv)
    try:
        asserts = [read_assertion(text) for text in args.asserts]
        if min(args.seconds, args.bot_speed, args.loads) <= 0:
            raise Nonsense("--seconds, --bot-speed and --loads are more than nothing")
        if missing := _missing():
            raise OSError(missing)
        whole = measure(args.seconds, args.bots, args.bot_speed, args.loads)
        whole["asserts"] = [each.judge(whole) for each in asserts]
    except (Nonsense, BadAssertion) as why:
        parser.error(str(why))
    except (TimeoutError, OSError) as problem:
        print(f"watai bench browser: {problem}", file=sys.stderr)
        return INVALID
    if not write_json(whole, args.json):
        show(whole)
    return exit_code(0, whole["valid"], whole["asserts"])


def show(whole: dict[str, Any]) -> None:
    """Print the figures."""
    for name in ("key_to_wire_ms", "event_to_paint_ms", "event_to_screen_ms"):
        figures = "  ".join(f"{key} {value}" for key, value in asdict(whole[name]).items())
        print(f"{name:<18} {figures}")
    for name in ("first_load", "at_the_table"):
        print(f"{name:<18} {'  '.join(f'{key} {value}' for key, value in whole[name].items())}")
    print(f"{whole['lost_keys']} keys lost, {whole['events_without_change']} events without change")
    for each in whole["asserts"]:
        print(f"{'met' if each.passed else 'NOT MET'}: {each.text} ({each.value})")
    for reason in whole["invalid_because"]:
        print(f"INVALID: {reason}")
