"""Wataï played by keys alone: a whole round, and a race that is lost."""

import re
from pathlib import Path

import pytest

from tests.support.clients.json_player import json_player
from tests.support.clients.rival import Rival
from tests.support.clients.screen_player import OTHER, begin, play, room_code
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import TmuxPane, tmux_pane
from watai.loadtest.net.relay import relay

pytestmark = pytest.mark.slow

SHORT = "--option target=1 --option variants=off"
CARDS = "asdfg"
STOCK = "j"
ONE_PLACE = re.compile(r"⇡\d+|new pile")
CELL = 11
"""Columns for each of one's own cards on a terminal of 80."""


def test_a_whole_round_by_keys_alone(tmp_path: Path) -> None:
    # bots not so quick that the round could be over before a slow machine has laid a card
    with shared_server(tmp_path, bot_speed=2) as server, tmux_pane(tmp_path) as terminal:
        terminal.watai(f"host watai --bots 3 --server {server.url} {SHORT}")
        terminal.until("Bot 4")
        begin(terminal)
        play(terminal, "n play again")
        shown = terminal.until(lambda shown: re.search(r"Ana +\d+ .*Rounds: 1\.", shown, re.DOTALL))
        laid = re.search(r"Ana +(\d+) ", shown)
        assert laid is not None
        assert int(laid[1]) > 0, shown


def test_a_lost_race_is_shown_with_who_was_quicker(tmp_path: Path) -> None:
    with (
        shared_server(tmp_path, messages_per_second=10_000, burst_messages=10_000) as server,
        relay(("127.0.0.1", server.port)) as wire,
        tmux_pane(tmp_path) as terminal,
    ):
        terminal.watai(f"host watai --seats 2 --server {wire.address} {SHORT}")
        code = room_code(terminal)
        with json_player("join", code, "--server", server.url, home=tmp_path) as program:
            rival = Rival(program)
            program.say("ready", ready=True)
            terminal.until("✓ ready")
            begin(terminal)
            terminal.until("Talon")
            terminal.press("Space")  # Go, if it is Ana who says it
            rival.act("Go")  # or Bo
            program.hear_event("Started")
            clash = rival.find_clash(lambda: lay_or_turn(terminal))
            key = CARDS[clash.slot]
            terminal.until(lambda shown: goes_to(shown, clash.slot) == f"⇡{clash.pile}")
            wire.hold()
            rival.act("Place", card=clash.card, pile=clash.pile)
            program.hear_event("Placed", seat=1, card=clash.card)
            since = len(terminal.written)
            terminal.press(OTHER, key)
            terminal.until(lambda shown: key not in keys(shown))
            wire.release()
            # it is shown for some seconds only
            terminal.until_written(r"comes back\. [^\x1b]*\bBo\b", since)


def lay_or_turn(terminal: TmuxPane) -> None:
    """One key of Ana's that is one move: a card that goes to one place only, or the Stock."""
    shown = terminal.until(lambda shown: "Space" in keys(shown))
    cards = [
        key for slot, key in enumerate(CARDS + STOCK) if ONE_PLACE.fullmatch(goes_to(shown, slot))
    ]
    terminal.press(OTHER, cards[0] if cards else "Space")


def keys(shown: str) -> list[str]:
    """The keys above Ana's cards. A card on its way has none."""
    return (shown.splitlines()[-4:] or [""])[0].split()


def goes_to(shown: str, slot: int) -> str:
    """What it says below a card of Ana's."""
    return (shown.splitlines()[-2:] or [""])[0][slot * CELL :][:CELL].strip()
