"""What a client counts of a match, and what it leaves out because it was not there."""

from typing import TypeGuard

import msgspec
import pytest

from tests.support.clients.client_game import ClientGame, as_text, make_face
from tests.support.screens.watai_positions import room
from watai.clients.cli.commands.simulate import hire
from watai.clients.cli.games import FACES
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.figures import duration, figure_sentences
from watai.clients.state.figures import Figures
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Event, Seat
from watai.engine.playout import playout
from watai.engine.watai.cards import Card
from watai.engine.watai.events import Placed
from watai.engine.watai.moves import Place, Turn
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai
from watai.protocol.messages import Beaten, Happened, PromptLine, Prompts, Race, ViewNow


def whole_game() -> Model:
    """A game of three, as the client on seat 0 hears it from its first view to its end."""
    entry = GAMES["watai"]
    game = Watai(WataiOptions.parse({"target": 20, "variants": "off"}), 3, Dice.from_text("s"))
    model = Model().hear(room(3, {}), 0.0)
    view = msgspec.to_builtins(game.view(Seat(0)))
    model = model.hear(ViewNow(0, 0, 0, 0, view, [], [], "m", ""), 0.0)
    seq, at = 0, 0
    for step in playout(game, hire(entry, 3, "s", "strong")):
        at = step.at
        for event in step.events:
            seq += 1
            race = Race(0, 0, [Beaten((event.seat + 1) % 3, 40)]) if _raced(event, seq) else None
            kind, data = type(event).__name__, msgspec.to_builtins(event)
            model = model.hear(Happened(seq, at * 1000 + seq, kind, data, race), at / 1000)
    last = msgspec.to_builtins(game.view(Seat(0)))
    return model.hear(ViewNow(seq, 0, at, 0, last, [], [], "m", ""), at / 1000)


def _raced(event: Event, seq: int) -> TypeGuard[Placed]:
    return isinstance(event, Placed) and seq % 2 == 1


def test_a_whole_game_is_counted_for_everybody() -> None:
    model = whole_game()
    figures = Figures.of(model)
    assert figures is not None
    assert figures.races
    assert len(figures.players) == 3
    won, lost = (sum(getattr(each, name) for each in figures.players) for name in ("won", "lost"))
    assert won == lost > 0
    assert all(each.cards_a_minute > 5 and each.lead == 40 for each in figures.players)
    shown = as_text(make_face(FACES["watai"]).draw(model, 0.0, Size(80, 22)))
    assert "cards/min" in shown
    assert "40 ms" in shown
    assert f"Rounds: {figures.rounds}. Playing time:" in shown


def test_after_a_gap_only_what_is_known_is_told() -> None:
    model = whole_game()
    assert model.table is not None
    view = msgspec.to_builtins(model.table.view)
    gap = model.hear(ViewNow(model.table.seq + 7, 0, 0, 0, view, [], [], "m", ""), 0.0)
    figures = Figures.of(gap)
    assert figures is not None
    assert figures.players == ()
    told = list(figure_sentences(Text("en"), figures, 0))
    assert len(told) == 1
    assert "Rounds" in told[0]


def test_a_reaction_counts_from_the_last_change_that_made_the_play_possible() -> None:
    tally = Model().tally.heard(Happened(1, 0, "Started", {}), 10.0)
    laid = {"seat": 1, "pile": 2, "card": "b-r6", "uncovered": None}
    tally = tally.heard(Happened(2, 1, "Placed", laid), 12.0)
    tally = tally.heard(Happened(3, 2, "Turned", {"seat": 0, "top": "g-r7"}), 12.5)
    tally = tally.pressed(Place(Card("g-r7"), 2), 13.0).pressed(Place(Card("g-r9"), 2), 13.25)
    assert tally.reactions == (500, 1250)
    assert tally.pressed(Turn(), 14.0).reactions == (500, 1250), "turning answers nothing"


def test_in_a_calm_game_the_time_to_decide_counts_from_the_question() -> None:
    game = ClientGame("wapi", 2, "s", {})
    seat = game.game.prompts()[0].seat
    model = game.model(seat)
    move = game.game.moves(seat)[0]
    assert model.played(1, move, 2.5).tally.reactions == (2500,)
    again = model.hear(Prompts([PromptLine(seat, "elsewhere", None)]), 4.0)
    assert again.played(1, move, 4.5).tally.reactions == (500,)


@pytest.mark.parametrize(("language", "wanted"), [("en", "1.5 s"), ("fr", "1,5 s")])
def test_times_are_short(language: str, wanted: str) -> None:
    assert duration(Text(language), 1500) == wanted
    assert duration(Text(language), 999) == "999 ms"
