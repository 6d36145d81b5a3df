"""Finished games as they leave the archive."""

import pytest
from msgspec import structs

from tests.support.protocol.played_games import played
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.protocol.errors import Denied
from watai.protocol.messages import PromptLine, SceneLine
from watai.protocol.replay import Rerun, read_replay
from watai.server.storage import archive
from watai.server.storage.archive import record_part, recorded, scenes


def test_the_parts_of_a_record_make_the_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PART_CHARACTERS", 1000)
    finished = played("wapi")
    file, parts, total = "", 0, 1
    while len(file) < total:
        part = record_part(7, finished, len(file))
        total = part.total
        assert (part.n, part.match, part.offset) == (7, finished.match, len(file))
        file, parts = file + part.part, parts + 1
    assert parts == -(-len(file) // 1000) > 1
    assert file.encode() == finished.to_json()
    assert read_replay(file.encode()) == finished


@pytest.mark.parametrize("offset", [-1, 10**9, 2**63])
def test_there_is_nothing_outside_the_file(offset: int) -> None:
    part = record_part(7, played("wapi"), offset)
    assert (part.part, part.offset) == ("", offset)


def film(game: str, seat: int | None) -> list[SceneLine]:
    """All scenes of a game, part by part, as a client fetches them."""
    finished = played(game)
    found: list[SceneLine] = []
    while not found or found[-1].seq < finished.ended.events:
        part = scenes(7, finished, seat, found[-1].seq if found else 0)
        assert (part.n, part.match, part.seat) == (7, finished.match, seat)
        assert part.total == finished.ended.events
        assert part.scenes
        found += part.scenes
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_the_scenes_of_a_game_are_what_each_seat_saw(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "PART_BYTES", 50_000)
    for seat in (None, Seat(1)):
        rerun, seen = Rerun(played(game)), []
        for _, events in rerun:
            if events:
                seen.append((rerun.seq, rerun.game.view(seat)))
        assert [(scene.seq, scene.view) for scene in film(game, seat)] == seen


def test_a_scene_says_who_was_asked_what_and_how_long_there_was_left() -> None:
    first, second, *_ = film("wapi", None)
    assert first.prompts == [PromptLine(0, "totem", 60_000)]
    assert second.prompts == [PromptLine(1, "coin", 60_000)]


def test_a_part_has_one_scene_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PART_BYTES", 1)
    finished = played("wapi")
    assert len(scenes(7, finished, None, 0).scenes) == 1
    assert scenes(7, finished, None, finished.ended.events).scenes == []


def test_a_game_older_than_a_change_of_its_rules_is_told_as_not_found() -> None:
    finished = structs.replace(played("wapi"), edition=99)
    for ask in (lambda: recorded(7, finished), lambda: scenes(7, finished, None, 0)):
        with pytest.raises(Denied, match="edition 99") as denied:
            ask()
        assert denied.value.code == "game/not_found"


@pytest.mark.parametrize("seat", [-1, 9])
def test_nobody_sees_through_the_eyes_of_a_seat_that_was_not(seat: int) -> None:
    with pytest.raises(Denied, match="no such seat"):
        scenes(7, played("wapi"), seat, 0)
