"""A finished game watched again in a terminal; told in lines where there is none."""

import subprocess
from pathlib import Path

from msgspec.structs import replace

from tests.support.clients.tmux import tmux_pane
from tests.support.protocol.played_games import NAMES, played
from watai import child
from watai.child import ROOT
from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.protocol.messages import Beaten, Race
from watai.protocol.replay import Replay


def test_a_replay_is_a_film_with_the_keys_of_a_player(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played("watai").to_json())
    with tmux_pane(tmp_path) as terminal:
        terminal.watai(f"replay {path}")
        terminal.until("playing  ×1")
        terminal.press("+")
        terminal.until("playing  ×2")
        terminal.press("g")
        terminal.until("paused  ×2")
        terminal.press("Right")
        shown = terminal.until(" 2/")
        assert "0:00.7" in shown
        terminal.press("G")
        terminal.until(" wins!")
        terminal.press("q")
        terminal.finished()
        assert terminal.state("alternate_on", "cursor_flag") == ["0", "1"]


def with_races(replay: Replay, *numbers: int) -> Replay:
    """The same game, as if these cards, counted from 0, had landed in races that seat by seat the other player lost."""
    laid = [at for at, each in enumerate(replay.inputs) if each.move == "Place"]
    inputs = list(replay.inputs)
    for number in numbers:
        each = inputs[laid[number]]
        assert each.seat is not None
        race = Race(0, 0, [Beaten(1 - each.seat, 20 + number)])
        inputs[laid[number]] = replace(each, race=race)
    return replace(replay, inputs=tuple(inputs))


def test_a_replay_jumps_by_round_and_by_race(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    replay = with_races(played("watai"), 2, 90)
    path.write_bytes(replay.to_json())
    timeline = ReplayTimeline(replay, NAMES)
    first, second = timeline.races
    rounds = [each for each in timeline.rounds if each]
    assert first < rounds[0] < second, "a race in each of two rounds"

    def at(number: int) -> str:
        return f" {number + 1}/{timeline.last + 1}"

    with tmux_pane(tmp_path) as terminal:
        terminal.watai(f"replay {path}")
        terminal.until("n/p round  r/R race")
        terminal.press("g")
        terminal.until("paused  ×1")
        terminal.press("r")
        terminal.until(at(first))
        terminal.until("22 ms")
        terminal.press("r")
        terminal.until(at(second))
        terminal.until("110 ms")
        terminal.press("r")  # there is no other one
        terminal.press("R")
        terminal.until(at(first))
        for number in rounds[:3]:
            terminal.press("n")
            shown = terminal.until(at(number))
        assert "Round 4" in shown
        terminal.press("p")
        shown = terminal.until(at(rounds[1]))
        assert "Round 3" in shown
        terminal.press("Up")
        terminal.until_changed(shown)
        terminal.press("q")
        terminal.finished()


def test_without_a_terminal_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played("wapi").to_json())
    words = child.command("", "replay", str(path), "--lang", "en")
    told = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert told.returncode == 0
    assert "wins." in told.stdout.splitlines()[-1]
