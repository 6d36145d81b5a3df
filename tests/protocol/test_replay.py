"""A replay survives its file, plays again exactly, and whatever was done to it is found."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.protocol.played_games import played
from watai.engine.catalogue import GAMES
from watai.engine.wapi.moves import Place
from watai.protocol.replay import BadReplay, Input, Rerun, number, read_replay

every_game = pytest.mark.parametrize("name", list(GAMES))
WAPI = played("wapi").to_json()


def rerun(data: bytes) -> None:
    for _ in Rerun(read_replay(data)):
        pass


def changed(change: Callable[[Any], None]) -> bytes:
    content = json.loads(WAPI)
    change(content)
    return json.dumps(content).encode()


@every_game
def test_a_game_survives_its_file_and_plays_again_to_the_same_end(name: str) -> None:
    replay = played(name)
    again = read_replay(replay.to_json())
    assert again == replay
    rerun = Rerun(again)
    events = [each for _, numbered in rerun for each in numbered]
    assert [each.seq for each in events] == list(range(1, replay.ended.events + 1))
    assert all(one.t < other.t for one, other in pairwise(events))
    assert rerun.game.outcome() is not None


def test_the_file_says_everything_one_input_a_line() -> None:
    lines = WAPI.decode().splitlines()
    content = json.loads(WAPI)
    assert (content["format"], content["version"], content["game"]) == ("watai-replay", 1, "wapi")
    assert set(content) == {
        *("format", "version", "server", "match", "game", "edition", "options", "names", "seed"),
        *("started", "inputs", "ended", "room", "notes", "chain"),
    }
    first_move = next(each for each in content["inputs"] if "seat" in each)
    assert {"at", "t", "seat", "move"} <= set(first_move)
    assert len(lines) == len(content["inputs"]) + len(content) + 3


@pytest.mark.parametrize("size", [0, 1, 30, len(WAPI) // 2, len(WAPI) - 3])
def test_a_file_that_was_cut_off_is_refused(size: int) -> None:
    with pytest.raises(BadReplay, match=r"cut off or damaged.*export the game again"):
        read_replay(WAPI[:size])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{}", "not a replay"),
        (b"[1, 2]", "not a replay"),
        (b'"watai-replay"', "not a replay"),
        (b'{"format": 3}', "not a replay"),
        (b"PK\x03\x04", "cut off or damaged"),
        (b'{"format": "\xff"}', "cut off or damaged"),
        (b'{"format": "watai-replay", "version": 2}', "version 2, only 1 is known"),
        (b'{"format": "watai-replay"}', "version 0, only 1 is known"),
        (b'{"format": "watai-replay", "version": 1}', "missing required field"),
        (changed(lambda it: it.update(surplus=1)), "surplus"),
        (changed(lambda it: it["inputs"][0].update(at="soon")), r"inputs\[0\]\.at"),
        (changed(lambda it: it.update(names=[])), "players, not 0"),
        (changed(lambda it: it.update(options={"colour": "mauve"})), "no such option"),
        (changed(lambda it: it.update(seed="abc")), "damaged"),
        (changed(lambda it: it.update(seed="00")), "16 to 64 bytes"),
        (changed(lambda it: it.update(game="chess")), "chess is not known here: use a newer"),
    ],
)
def test_what_is_no_replay_of_ours_is_refused_and_says_what_to_do(data: bytes, said: str) -> None:
    with pytest.raises(BadReplay, match=said):
        rerun(data)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda it: it["inputs"].pop(3), "input|ends differently|stops before"),
        (lambda it: it["inputs"].pop(), "stops before the end"),
        (lambda it: it["inputs"].append(it["inputs"][-1]), "input"),
        (lambda it: it["inputs"].insert(0, {"at": 0, "t": 0}), r"input 1 \(nothing was due\)"),
        (lambda it: it["inputs"][4].update(at=-1), "backwards"),
        (lambda it: it["inputs"][4].update(seat=9), "no such seat or move"),
        (lambda it: it["inputs"][4].update(seat=0, move="Resign"), "no such seat or move"),
        (lambda it: it["inputs"][-1].update(at=10**12), "something was due before"),
        (lambda it: it.update(seed="11" * 32), "input|ends differently"),
        (lambda it: it["ended"].update(winners=[]), "ends differently"),
        (lambda it: it["ended"].update(events=3), "ends differently"),
        (lambda it: it["ended"].update(table="00" * 32), "ends differently"),
    ],
)
def test_a_file_that_was_changed_is_found_out(change: Callable[[Any], None], said: str) -> None:
    with pytest.raises(BadReplay, match=said):
        rerun(changed(change))


def test_a_move_with_wrong_fields_is_found_out() -> None:
    replay = played("wapi")
    index = next(i for i, each in enumerate(replay.inputs) if each.seat is not None and each.args)
    inputs = list(replay.inputs)
    inputs[index] = msgspec.structs.replace(inputs[index], args={"wrong": [1]})
    with pytest.raises(BadReplay, match=f"input {index + 1} "):
        for _ in Rerun(msgspec.structs.replace(replay, inputs=tuple(inputs))):
            pass


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(st.integers(0, len(WAPI) - 1), st.binary(min_size=0, max_size=4))
def test_damage_anywhere_gives_a_game_or_a_clear_refusal(where: int, damage: bytes) -> None:
    said = "a game"
    try:
        read_replay(WAPI[:where] + damage + WAPI[where + len(damage) :])
    except BadReplay as bad:
        said = str(bad)
    assert said


def test_numbers_have_no_gaps_and_instants_only_grow() -> None:
    events = list(Rerun(played("duel")).game.opening) * 3
    numbered = number(events, 7, 100, 90)
    assert [each.seq for each in numbered] == list(range(8, 8 + len(events)))
    assert [each.t for each in numbered] == list(range(101, 101 + len(events)))
    assert number(events[:1], 0, 0, 500)[0].t == 500
    assert number([], 7, 100, 90) == []


def test_a_tick_is_short_in_the_file() -> None:
    assert msgspec.json.encode(Input(5, 5000)) == b'{"at":5,"t":5000}'


def test_a_rerun_knows_the_moves_of_its_game_by_name() -> None:
    rerun = Rerun(played("wapi"))
    assert rerun.move("Place", {"symbol": "owl"}) == Place("owl")
    assert rerun.move("Shout", {}) is None
    assert rerun.move("Place", {"symbol": 7}) is None
