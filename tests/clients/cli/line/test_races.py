"""Races in lines: each is told when it begins and when it ends, and no sentence says what another has said."""

from collections.abc import Sequence

import pytest

from tests.support.clients.client_game import ClientGame
from tests.support.screens.around_games import a_scene
from watai.clients.cli.line.reporter import Reporter
from watai.engine.game import Seat
from watai.protocol.messages import Beaten, Happened, Prompts, Race, ViewNow

GAME = ClientGame("watai", 3, "lines", {})
ME, BO, CHLOE = 0, 1, 2
VIEW = ViewNow(1, 0, 0, 0, {}, [], [], "m", "")


def reporter(language: str = "en") -> Reporter:
    return Reporter(a_scene(language, model=GAME.model(Seat(ME))))


def told(reporter: Reporter, *messages: Prompts | Happened) -> list[str]:
    return [line for each in messages for line in reporter.tell(each, 0.0)]


def contested(*places: str) -> Prompts:
    return Prompts([], list(places))


def placed(seat: int, beat: Sequence[tuple[int, int]] = (), pile: int = 3) -> Happened:
    data = {
        "seat": seat,
        "card": "Gr7",
        "pile": pile,
        "height": 6,
        "closes": False,
        "slot": 0,
        "uncovered": None,
    }
    race = Race(0, 0, [Beaten(*each) for each in beat])
    return Happened(9, 9, "Placed", data, race)


def shouted(seat: int, beat: Sequence[tuple[int, int]]) -> Happened:
    return Happened(9, 9, "Shouted", {"seat": seat}, Race(0, 0, [Beaten(*each) for each in beat]))


@pytest.mark.parametrize(
    ("language", "begun", "ended"),
    [
        ("en", "Pile 3: a race, decided in a moment.", "Pile 3: Bo before Chloé, by 23 ms."),
        (
            "fr",
            "Pile 3 : course en cours, tranchée dans un instant.",
            "Pile 3 : Bo avant Chloé, de 23 ms.",
        ),
    ],
)
def test_a_race_of_others_is_told_when_it_begins_and_when_it_ends(
    language: str, begun: str, ended: str
) -> None:
    lines = told(
        reporter(language), contested("pile/3"), placed(BO, [(CHLOE, 23)]), contested(), contested()
    )
    assert lines == [begun, ended]


def test_a_draw_is_said_to_be_by_lot() -> None:
    assert told(reporter(), placed(BO, [(CHLOE, 0)])) == ["Pile 3: Bo before Chloé, by lot."]


def test_one_s_own_victory_says_over_whom() -> None:
    lines = told(reporter(), contested("pile/3"), placed(ME, [(BO, 5), (CHLOE, 40)]), contested())
    assert lines[-2:] == ["Pile 3: you before Bo, by 5 ms.", "Pile 3: you before Chloé, by 40 ms."]


def test_one_s_own_defeat_is_left_to_the_refusal() -> None:
    assert told(reporter(), placed(BO, [(ME, 12)])) == []
    lines = told(reporter(), placed(BO, [(ME, 12), (CHLOE, 40)]))
    assert lines == ["Pile 3: Bo before Chloé, by 40 ms."], "how the others fared is"


def test_a_race_in_which_nobody_else_came_names_who_has_the_place() -> None:
    lines = told(reporter(), contested("pile/3"), placed(BO), contested())
    assert lines[1:] == ["Pile 3 goes to Bo; nobody else came."]
    assert told(reporter(), placed(BO)) == [], "nobody was told of this one"


def test_a_race_without_a_card_is_told_to_be_off() -> None:
    lines = told(reporter(), contested("pile/3", "pile/4"), contested("pile/4"))
    assert lines[2:] == ["Pile 3: the race is off, no card was laid."]


def test_a_race_for_the_shout_is_told_too() -> None:
    lines = told(reporter(), contested("shout"), shouted(BO, [(CHLOE, 8)]), contested())
    assert lines[0] == "A shout: who was first is decided in a moment."
    assert lines[-1] == "The shout: Bo before Chloé, by 8 ms."


def test_a_race_that_ended_before_a_whole_view_is_not_told_any_more() -> None:
    watching = reporter()
    told(watching, contested("pile/3"))
    list(watching.tell(VIEW, 0.0))
    assert told(watching, contested()) == []
