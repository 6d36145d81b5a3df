"""Games from before a change of rules: they replay, verify and go on by the edition they began with."""

from pathlib import Path

import pytest
from msgspec import msgpack, structs

from watai.engine.catalogue import GAMES, UnknownEdition
from watai.protocol.replay import BadReplay, Replay, Rerun, read_replay
from watai.server.audit.recheck import Difference, recheck
from watai.server.match.ledger import Chain
from watai.server.match.match import Match
from watai.server.storage import records
from watai.server.storage.archive import as_records

RECORDED = Path(__file__).parents[2] / "data" / "replays"
"""Written by the last release whose records named no edition; each has what the second edition forbids."""

every_recorded_game = pytest.mark.parametrize("name", ["waka-waka", "watai"])


def recorded(name: str) -> Replay:
    return read_replay((RECORDED / f"{name}-edition-1.json").read_bytes())


@every_recorded_game
def test_a_game_of_the_first_edition_still_verifies(name: str) -> None:
    replay = recorded(name)
    assert (replay.version, replay.edition) == (2, 1)
    assert recheck(replay).inputs == len(replay.inputs)


@every_recorded_game
def test_the_rules_of_today_do_not_agree_with_it(name: str) -> None:
    with pytest.raises(BadReplay):
        list(Rerun(structs.replace(recorded(name), edition=2)))


@every_recorded_game
def test_an_edition_changed_afterwards_breaks_the_chain(name: str) -> None:
    with pytest.raises(Difference, match="chain"):
        recheck(structs.replace(recorded(name), edition=2))


@every_recorded_game
def test_a_game_that_runs_during_the_upgrade_ends_by_the_rules_it_began_with(name: str) -> None:
    """The journal of a server before the upgrade has a start without an edition; the inputs after it fit that one."""
    replay = recorded(name)
    started, *kept = as_records(replay)
    old = records.decode(msgpack.encode(msgpack.decode(records.encode(started))[:-1]))
    assert old == started
    assert isinstance(old, records.Started)
    match = Match(name, {**replay.options, **replay.room}, old, 64)
    for record in kept:
        assert isinstance(record, records.Played | records.Ticked)
        assert not match.over
        match.replay(record)
    assert match.over


def test_the_hash_of_a_start_is_what_it_was_before_there_were_editions() -> None:
    started = records.Started("m", bytes(32), ("Ana", "Bo"), 7)
    before = msgpack.encode(["started", "m", bytes(32), ["Ana", "Bo"], 7])
    assert records.hashed(started) == before
    later = structs.replace(started, edition=2)
    assert Chain("wapi", {}, later).so_far() != Chain("wapi", {}, started).so_far()


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_has_every_edition_up_to_its_newest_and_no_other(name: str) -> None:
    entry = GAMES[name]
    for edition in range(1, entry.game.edition + 1):
        assert entry.rules(edition).edition == edition
    for edition in (0, entry.game.edition + 1):
        with pytest.raises(UnknownEdition):
            entry.rules(edition)


def test_a_replay_of_an_edition_not_known_here_says_what_to_do() -> None:
    with pytest.raises(BadReplay, match=r"edition 9 of the rules of watai.*newer watai"):
        Rerun(structs.replace(recorded("watai"), edition=9))
