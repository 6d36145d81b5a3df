"""A client's model, fed with what a server would say of whole games: it shows what the engine shows, or knows that it does not."""

import msgspec
import pytest

from watai.clients.cli.commands.simulate import hire
from watai.clients.state.model import Model
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Game, Millis, Seat
from watai.engine.playout import playout
from watai.engine.watai.moves import Turn
from watai.protocol.messages import (
    Done,
    Happened,
    MoveLine,
    Pending,
    PromptLine,
    Prompts,
    Refused,
    RoomState,
    Said,
    ViewNow,
)

pytestmark = pytest.mark.slow

EYES = (None, Seat(0), Seat(1))


def room(game: str, match: str = "m") -> RoomState:
    return RoomState("AB-CDE", game, "playing", False, {}, 0, [], 0, 0, match, False, [])


def shown(game: Game, seat: Seat | None, seq: int, at: Millis) -> ViewNow:
    """The view as it comes out of the codec."""
    moves = () if seat is None else game.moves(seat)
    lines = [MoveLine(type(each).__name__, msgspec.to_builtins(each)) for each in moves]
    view = msgspec.to_builtins(game.view(seat))
    return ViewNow(seq, seq, at, seat, view, [], lines, "m", "")


@pytest.mark.parametrize("seat", EYES)
@pytest.mark.parametrize("name", GAMES)
def test_the_model_shows_what_the_engine_shows_or_knows_that_it_is_stale(
    name: str, seat: Seat | None
) -> None:
    entry = GAMES[name]
    seats = entry.game.seats[-1]
    game = entry.game(entry.game.options_type.parse({}), seats, Dice.from_text(f"model {name}"))
    model = Model().hear(room(name), 0.0)
    model = model.hear(shown(game, seat, 0, Millis(0)), 0.0)
    seq = 0
    for step in playout(game, hire(entry, seats, "model", None)):
        for event in step.events:
            seq += 1
            known = game.tell(event, seat)
            kind = "" if known is None else type(known).__name__
            model = model.hear(Happened(seq, seq, kind, msgspec.to_builtins(known)), 0.0)
        assert model.table is not None
        assert model.table.seq == seq
        if step.events and model.table.stale:
            model = model.hear(shown(game, seat, seq, step.at), step.at / 1000)
        assert model.table is not None
        if step.events:
            assert model.table.view == game.view(seat)
    assert model.table is not None
    assert model.table.moves == ()
    assert game.outcome() is not None


def test_a_move_is_pending_until_it_is_answered() -> None:
    model = Model().played(3, Turn(), 1.0).played(4, Turn(), 2.0)
    assert [each.since for each in model.pending.values()] == [1.0, 2.0]
    model = model.hear(Pending(4), 2.1).hear(Pending(5), 2.1)
    assert [each.held for each in model.pending.values()] == [False, True]
    model = model.answered(Done(3, 17))
    assert list(model.pending) == [4]
    refusal = Refused(4, "move/illegal", "no", "WATAI-9")
    model = model.answered(refusal)
    assert not model.pending
    assert model.refused == ((Turn(), refusal),)


def test_another_match_clears_the_table_and_keeps_the_chat() -> None:
    model = Model().hear(room("watai"), 0.0).hear(Said("Ana", 0, "hello"), 0.0)
    model = model.played(1, Turn(), 0.0).hear(Happened(1, 1, "", None), 0.0)
    again = model.hear(room("watai", "another"), 1.0)
    assert (again.pending, again.happened, again.table) == ({}, (), None)
    assert again.said == model.said


def test_deadlines_are_on_the_game_clock() -> None:
    entry = GAMES["wapi"]
    game = entry.game(entry.game.options_type.parse({}), 2, Dice.from_text("clock"))
    model = Model().hear(room("wapi"), 0.0).hear(shown(game, None, 3, Millis(5_000)), 100.0)
    model = model.hear(Prompts([PromptLine(1, "totem", 2_000), PromptLine(0, "coin", None)]), 101.0)
    assert model.table is not None
    assert model.table.clock(101.0) == 6_000
    assert [each.until for each in model.table.prompts] == [8_000, None]


def test_another_question_to_oneself_makes_the_table_stale_even_if_nothing_happened() -> None:
    entry = GAMES["wapi"]
    game = entry.game(entry.game.options_type.parse({}), 2, Dice.from_text("asked"))
    model = Model().hear(room("wapi"), 0.0).hear(shown(game, Seat(0), 3, Millis(0)), 0.0)
    for prompts, stale in (
        ([PromptLine(1, "coin", 9_000)], False),
        ([PromptLine(0, "coin", 9_000), PromptLine(1, "coin", 9_000)], True),
    ):
        model = model.hear(Prompts(prompts), 1.0)
        assert model.table is not None
        assert model.table.stale == stale
