"""Wataï played by keys alone: a whole round, and a race that is lost."""

import re
from pathlib import Path

from loadtest.relay import relay
from tests.clients.terminal.hands import play, press_one
from tests.clients.terminal.pane import needs_tmux, pane
from tests.clients.terminal.rival import Rival
from tests.clients.terminal.script import script
from tests.clients.terminal.served import served

SHORT = "--option target=1 --option variants=off"
CARDS = "asdfg"


@needs_tmux
def test_a_whole_round_by_keys_alone(tmp_path: Path) -> None:
    with served(tmp_path, bot_speed=8) as server, pane(tmp_path) as terminal:
        terminal.watai(f"host watai --bots 3 --server {server.url} {SHORT}")
        terminal.until("Bot 4")
        terminal.press("s")
        shown = play(terminal, "n play again")
        laid = re.search(r"Ana +(\d+) ", shown)
        assert laid is not None
        assert int(laid[1]) > 0, shown
        assert "Rounds played: 1" in shown


@needs_tmux
def test_a_lost_race_is_shown_with_who_was_quicker(tmp_path: Path) -> None:
    with (
        served(tmp_path, messages_per_second=10_000, burst_messages=10_000) as server,
        relay(("127.0.0.1", server.port)) as wire,
        pane(tmp_path) as terminal,
    ):
        terminal.watai(f"host watai --seats 2 --server {wire.address} {SHORT}")
        shown = terminal.until("watai join")
        code = re.search(r"watai join (\S+)", shown)
        assert code is not None
        with script("join", code[1], "--server", server.url, home=tmp_path) as program:
            rival = Rival(program)
            program.say("ready", ready=True)
            terminal.until("✓ ready")
            terminal.press("s")
            terminal.until("Talon")
            terminal.press("Space")  # Go, if it is Ana who says it
            rival.act("Go")  # or Bo
            program.hear(lambda message: message.get("event") == "Started")
            clash = rival.find_clash(lambda: press_one(terminal))
            terminal.until(lambda shown: f"{clash.pile}" in shown)
            wire.hold()
            before = terminal.shown
            rival.act("Place", card=clash.card, pile=clash.pile)
            program.hear(lambda message: message.get("event") == "Placed")
            terminal.press(CARDS[clash.slot])
            terminal.until_changed(before)
            wire.release()
            shown = terminal.until("comes back")
            assert re.search(r"comes back\. .*\bBo\b", shown), shown
