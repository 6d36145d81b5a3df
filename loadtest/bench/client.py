"""`watai bench client`: how soon a key press is on the wire, and how soon an event is on the screen, in the real client.

The client plays Wataï in a terminal of its own, against seven bots, through a relay that hears what goes by. A key is
the one that turns the Stock, from the instant it goes down to the instant its message comes out of the client. An event
is a line of chat with a word of its own, from the instant it goes into the client to the instant the word is drawn:
it takes the way of every other event, through the link, the model and the picture of the whole table.
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import asdict

from watai.loadtest.net.masked_frames import payloads
from watai.loadtest.net.messages import AnyMessage
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.net.relay import relay
from watai.loadtest.results.files import write_json
from watai.loadtest.results.latency import summary_of
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import ROOMY, own_server
from watai.loadtest.systems.pty_client import PtyClient
from watai.protocol.messages import Chat, Watch

SCHEMA: Final = 1
PATIENCE: Final = 60.0
STEP: Final = 0.15
"""Seconds between two things that are measured, more or less."""
LATEST: Final = 1.0
"""Seconds after which something counts as lost."""
LETTERS: Final = "bcdfghjklmnpqrstvwxz"
SWITCH: Final = 0.0002
"""Seconds until a thread lets another run: the relay's threads must not wait for each other."""
TURN: Final = b"Turn"
KEY: Final = " "
"""The key that turns the Stock."""


@dataclass(slots=True)
class Observations:
    """What relay, screen and spectator have seen, and the word that is looked for."""

    turned: list[float] = field(default_factory=list)
    word: bytes = b""
    came: float = 0.0
    """When the word came to the client."""
    drawn: float = 0.0
    racing: bool = False
    news: threading.Condition = field(default_factory=threading.Condition)

    def up(self, at: float, data: bytes) -> None:
        """The client sent bytes."""
        if any(TURN in payload for payload in payloads(data)):
            with self.news:
                self.turned.append(at)
                self.news.notify_all()

    def down(self, at: float, data: bytes) -> None:
        """The server sent bytes."""
        if self.word and self.word in data:
            self.came = at

    def screen(self, at: float, data: bytes) -> None:
        """The client drew bytes."""
        if self.word and self.word in data and self.came:
            with self.news:
                self.drawn = at
                self.news.notify_all()

    def spectate(self, message: AnyMessage) -> bool:
        """The spectator received a message: note whether there is a race."""
        if message["type"] == "event" and message["event"] in ("Started", "Shouted", "Blocked"):
            with self.news:
                self.racing = message["event"] == "Started"
                self.news.notify_all()
        return False


def measure(seconds: float, bots: int, speed: float) -> dict[str, Any]:
    """Play for so long, measuring a key and an event in turn."""
    seen = Observations()
    sys.setswitchinterval(SWITCH)
    with (
        own_server("process", (*ROOMY, f"bot_speed={speed:g}")) as server,
        relay(server.address, seen.up, seen.down) as wire,
        tempfile.TemporaryDirectory() as folder,
    ):
        words = ["host", "watai", "--bots", str(bots), "--server", wire.address]
        words += ["--option", "variants=off", "--option", "target=500"]
        with PtyClient(words, Path(folder), on_output=seen.screen) as client:
            spectator = _sit_down(client, server.address, bots)
            threading.Thread(target=_listen, args=(spectator, seen), daemon=True).start()
            drawing = threading.Thread(target=_draw, args=(client,))
            drawing.start()
            try:
                client.press("s")
                keys, redraws, lost = _race(client, spectator, seen, seconds)
            finally:
                spectator.close()
                client.kill()
                drawing.join()
    return {
        "schema": SCHEMA,
        "bench": "client",
        "bots": bots,
        "bot_speed": speed,
        "key_to_wire_ms": summary_of(keys),
        "event_to_redraw_ms": summary_of(redraws),
        "lost": lost,
        "load_average": Path("/proc/loadavg").read_text().split()[0],
        "environment": environment(),
    }


def _sit_down(client: PtyClient, address: tuple[str, int], bots: int) -> RawClient:
    """Wait until all players sit; returns a spectator who will chat."""
    last = f"Bot {bots + 1}".encode()
    client.wait_for(lambda: last in client.written, PATIENCE)
    code = re.search(rb"watai join (\w{4}-\w{4}-\w{4})", client.written)
    if code is None:
        raise TimeoutError("the client shows no code")
    spectator = RawClient(address, "Bo")
    spectator.ask(lambda n: Watch(n, code[1].decode()))
    return spectator


def _listen(spectator: RawClient, seen: Observations) -> None:
    try:
        spectator.sock.settimeout(None)
        spectator.wait(seen.spectate)
    except (OSError, Refusal):
        pass  # the run is over


def _draw(client: PtyClient) -> None:
    """Read the screen until the client ends: a client whose output is not read stands still."""
    while client.read():
        pass


def _race(
    client: PtyClient, spectator: RawClient, seen: Observations, seconds: float
) -> tuple[list[float], list[float], dict[str, int]]:
    dice, end = Random(1), 0.0
    keys: list[float] = []
    redraws: list[float] = []
    lost = {"keys": 0, "events": 0}
    for number in count():
        _wait_for_race(client, seen)
        end = end or time.monotonic() + seconds
        if time.monotonic() > end:
            return keys, redraws, lost
        found = _key(client, seen) if number % 2 else _event(spectator, seen, dice)
        if found is not None:
            (keys if number % 2 else redraws).append(found)
        elif seen.racing:
            lost["keys" if number % 2 else "events"] += 1
        time.sleep(STEP * dice.uniform(0.5, 1.5))
    raise AssertionError


def _wait_for_race(client: PtyClient, seen: Observations) -> None:
    """Between rounds the same key says Go, if this client leads the round.

    Pause after that: the spectator may learn of the race before the client does, and the client takes a key that
    follows those pressed meanwhile too soon for a key held down.
    """
    deadline = time.monotonic() + PATIENCE
    waited = False
    while not seen.racing:
        waited = True
        if time.monotonic() > deadline:
            raise TimeoutError("no race begins")
        client.press(KEY)
        with seen.news:
            seen.news.wait_for(lambda: seen.racing, LATEST)
    if waited:
        time.sleep(STEP)


def _key(client: PtyClient, seen: Observations) -> float | None:
    """Seconds from the key to its message."""
    with seen.news:
        seen.turned.clear()
    pressed = client.press(KEY)
    with seen.news:
        seen.news.wait_for(lambda: seen.turned, LATEST)
        return seen.turned[0] - pressed if seen.turned else None


def _event(spectator: RawClient, seen: Observations, dice: Random) -> float | None:
    """Seconds from an event to its picture."""
    word = "".join(dice.choices(LETTERS, k=12))
    with seen.news:
        seen.word, seen.came, seen.drawn = word.encode(), 0.0, 0.0
    spectator.say(lambda n: Chat(n, word))
    with seen.news:
        seen.news.wait_for(lambda: seen.drawn, LATEST)
        return seen.drawn - seen.came if seen.drawn else None


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="watai bench client",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--seconds", type=float, default=60.0, help="how long to play (default: 60)")
    add("--bots", type=int, default=7, help="how many rivals, 1 to 7 (default: 7)")
    add("--bot-speed", type=float, default=4.0, metavar="X", help="times a person's (default: 4)")
    add("--json", metavar="FILE", help="write one JSON object; - for standard output")
    args = parser.parse_args(argv)
    try:
        whole = measure(args.seconds, args.bots, args.bot_speed)
    except (TimeoutError, OSError) as problem:
        print(f"watai bench client: {problem}", file=sys.stderr)
        return 1
    if write_json(whole, args.json):
        return 0
    for name in ("key_to_wire_ms", "event_to_redraw_ms"):
        figures = "  ".join(f"{key} {value}" for key, value in asdict(whole[name]).items())
        print(f"{name:<20} {figures}")
    lost = ", ".join(f"{number} {name}" for name, number in whole["lost"].items())
    print(f"lost: {lost}; load average {whole['load_average']}")
    return 0
