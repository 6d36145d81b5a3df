"""After a change of rules, games replay, verify and go on by the edition they began with.

No game has a second edition yet: one of Wapi that is made up here stands for all.
"""

from dataclasses import replace

import pytest
from msgspec import structs

from tests.support.protocol.played_games import played
from watai.engine.bots.wapi.bot import WapiBot
from watai.engine.catalogue import GAMES, Entry, UnknownEdition
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import TABLES
from watai.protocol import replay
from watai.protocol.replay import BadReplay, Rerun
from watai.server.audit.recheck import Difference, recheck
from watai.server.match import match, runner
from watai.server.match.match import Match
from watai.server.match.runner import deal
from watai.server.storage import records
from watai.server.storage.archive import as_records


class WapiSecondEdition(Wapi):
    """Wapi with two totems each instead of three."""

    edition = 2
    tables = replace(TABLES, totems=2)


@pytest.fixture
def _upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program after the release that changed the rules of Wapi."""
    games = {**GAMES, "wapi": Entry(WapiSecondEdition, WapiBot, (Wapi,))}
    for module in (replay, match, runner):
        monkeypatch.setattr(module, "GAMES", games)


upgraded = pytest.mark.usefixtures("_upgraded")


@upgraded
def test_a_game_from_before_plays_again_by_the_rules_of_its_time() -> None:
    rerun = Rerun(played("wapi"))
    list(rerun)
    assert type(rerun.game) is Wapi
    assert recheck(played("wapi")).inputs == len(played("wapi").inputs)


@upgraded
def test_the_new_rules_do_not_agree_with_it() -> None:
    with pytest.raises(BadReplay):
        list(Rerun(structs.replace(played("wapi"), edition=2)))


@upgraded
def test_an_edition_changed_afterwards_breaks_the_chain() -> None:
    with pytest.raises(Difference, match="chain"):
        recheck(structs.replace(played("wapi"), edition=2))


@upgraded
def test_a_game_that_runs_during_the_upgrade_ends_by_the_rules_it_began_with() -> None:
    finished = played("wapi")
    started, *inputs = as_records(finished)
    assert isinstance(started, records.Started)
    running = Match("wapi", finished.options, started, 64)
    for record in inputs:
        assert isinstance(record, records.Played | records.Ticked)
        assert not running.over
        running.replay(record)
    assert running.over


@upgraded
def test_a_new_game_begins_with_the_new_rules() -> None:
    started = deal("wapi", ["Ana", "Bo"], 7)
    assert type(Match("wapi", {}, started, 64).game) is WapiSecondEdition


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_has_every_edition_up_to_its_newest_and_no_other(name: str) -> None:
    entry = GAMES[name]
    for edition in range(1, entry.game.edition + 1):
        assert entry.rules(edition).edition == edition
    for edition in (0, entry.game.edition + 1):
        with pytest.raises(UnknownEdition):
            entry.rules(edition)


def test_a_replay_of_an_edition_not_known_here_says_what_to_do() -> None:
    with pytest.raises(BadReplay, match=r"edition 9 of the rules of wapi.*newer watai"):
        Rerun(structs.replace(played("wapi"), edition=9))
