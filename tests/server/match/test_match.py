"""A match: every event numbered, every input recorded, and the records enough to have it all again."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from watai.engine.bots.crew import Crew
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.fingerprint import fingerprint
from watai.engine.game import IllegalMove, Millis, Seat
from watai.engine.watai.moves import Go, Say, Turn
from watai.protocol.errors import Denied
from watai.protocol.hashed_name import HashedName
from watai.protocol.replay import Numbered
from watai.server.clock import Micros
from watai.server.match.match import Match
from watai.server.storage.records import Played, Started, Ticked, decode_match_record, encode

SETUPS = {
    "watai": (3, {"target": 5}),
    "waka-tanka": (3, {}),
    "wapi": (2, {}),
    "duel": (2, {}),
    "waka-waka": (2, {}),
}


def new_match(game: str, history: int = 100_000) -> Match:
    seats, options = SETUPS[game]
    names = tuple(HashedName.of(f"Bot {seat}", bytes(16)) for seat in range(seats))
    return Match(game, options, Started("m", bytes(range(32)), names, 0, 1), history)


def played_by_bots(match: Match, game: str, steps: int) -> tuple[list[bytes], list[Numbered]]:
    """The records and events of so many inputs, each at the instant it was due."""
    dice = Dice.from_text("bots")
    bots = {
        Seat(seat): GAMES[game].bot(Seat(seat), "easy", dice.fork(str(seat)))
        for seat in range(len(match.started.names))
    }
    match.crew = Crew(bots)
    match.crew.wake(match.game, Millis(0))
    records: list[bytes] = []
    events: list[Numbered] = []
    while len(records) < steps and (due := match.due()) is not None:
        done = match.step(due, Micros(due * 1000 + len(records) % 7))
        if done is not None:
            records.append(encode(done[0]))
            events.extend(done[1])
    return records, events


@pytest.mark.parametrize("game", SETUPS)
def test_replayed_it_is_the_same_in_every_field(game: str) -> None:
    live = new_match(game)
    records, _ = played_by_bots(live, game, 300)
    assert len(records) > 20
    again = new_match(game)
    for body in records:
        again.replay(decode_match_record(body))
    assert fingerprint(again.game) == fingerprint(live.game)
    assert list(again.history) == list(live.history)
    assert (again.seq, again.t, again.at) == (live.seq, live.t, live.at)


@pytest.mark.parametrize("game", SETUPS)
def test_numbers_have_no_gaps_and_times_only_grow(game: str) -> None:
    match = new_match(game)
    opening = list(match.history)
    _, events = played_by_bots(match, game, 150)
    numbered: Sequence[Numbered] = [*opening, *events]
    assert [each.seq for each in numbered] == list(range(1, match.seq + 1))
    times = [each.t for each in numbered]
    assert all(before < after for before, after in pairwise(times))


def test_a_refused_move_leaves_no_trace() -> None:
    match = new_match("watai")
    before = fingerprint(match.game), match.seq, match.t, match.at, len(match.history)
    with pytest.raises(IllegalMove):
        match.play(Seat(0), Turn(), Millis(10), Micros(10_000), 1)
    assert (fingerprint(match.game), match.seq, match.t, match.at, len(match.history)) == before


def test_a_move_the_journal_cannot_hold_is_refused_before_it_is_played() -> None:
    match = new_match("watai")
    before = fingerprint(match.game)
    with pytest.raises(Denied) as denied:
        match.play(Seat(0), Say(2**70), Millis(10), Micros(10_000), 1)
    assert denied.value.code == "move/unknown"
    assert fingerprint(match.game) == before


def test_the_record_of_a_move_says_whose_it_was_and_when() -> None:
    match = new_match("watai")
    leader = next(seat for seat in range(3) if Go() in match.game.moves(Seat(seat)))
    record, events = match.play(Seat(leader), Go(), Millis(5), Micros(5_321), 77)
    assert record == Played(5, 5_321, leader, "Go", b"\x80", 77)
    assert events[0].t == 5_321


def test_a_tick_comes_before_a_bot_that_is_due_at_the_same_instant() -> None:
    match = new_match("watai")
    due = match.game.due()
    assert due is not None
    done = match.step(due, Micros(due * 1000))
    assert done is not None
    assert isinstance(done[0], Ticked)
    assert match.step(Millis(due - 1), Micros(0)) is None


def test_in_a_race_too_a_tick_comes_before_a_bot_that_is_due_at_the_same_instant() -> None:
    match = new_match("watai")
    due = match.game.due()
    assert due is not None
    match.crew.schedule(Seat(0), Turn(), due)
    ticked = match.tick_if_due(due, Micros(due * 1000))
    assert ticked is not None
    assert isinstance(ticked[0], Ticked)


def test_a_bot_that_is_due_before_the_rules_comes_before_them() -> None:
    match = new_match("watai")
    due = match.game.due()
    assert due is not None
    match.crew.schedule(Seat(0), Turn(), Millis(due - 1))
    assert match.tick_if_due(due, Micros(due * 1000)) is None


def test_the_ring_keeps_the_last_events() -> None:
    match = new_match("wapi", history=5)
    played_by_bots(match, "wapi", 10)
    last = match.seq
    assert [each.seq for each in match.since(last - 5) or ()] == list(range(last - 4, last + 1))
    assert match.since(last) == []
    for unknown in (last - 6, 0, -1, last + 1):
        assert match.since(unknown) is None
