"""The bots of Waka Waka: whole games from views alone, no refusal, no fault, no clock run out."""

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, do, position
from watai.engine.bots.waka_waka.bot import WakaWakaBot
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.options import BadOption
from watai.engine.playout import playout
from watai.engine.waka_waka.events import TimedOut
from watai.engine.waka_waka.moves import Buy, Draw, Gather, Pay, Peek, Play, PlayFaceDown, Rise
from watai.engine.waka_waka.options import WakaWakaOptions
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.tables import STANDARD, Tables, parse_tables

ODD = parse_tables(
    {
        "boats": [{"price": 0, "goods": 1, "eye": 1}, {"price": 4, "goods": 6, "eye": 6}],
        "gold_symbols": ["chimpanzee", "rainmaker", "seer"],
        "drummer_extra": 2,
        "orders": {"board": ["aaJ", "FFF", "abcdef"]},
    }
)


def bot(strength: str, seat: Seat = YOU) -> WakaWakaBot:
    return WakaWakaBot(seat, strength, Dice.from_text(f"bot {seat}"))


@pytest.mark.parametrize(
    ("strengths", "orders", "tables"),
    [
        (("strong", "easy"), "board", STANDARD),
        (("easy", "strong", "easy"), "tile1", STANDARD),
        (("easy",) * 4, "tile2", STANDARD),
        (("easy", "easy"), "tile3", STANDARD),
        (("easy", "strong"), "tile4", STANDARD),
        (("strong", "easy", "easy"), "board", ODD),
    ],
)
def test_bots_play_whole_games(strengths: tuple[str, ...], orders: str, tables: Tables) -> None:
    options = WakaWakaOptions(orders=orders, turn_seconds=5, answer_seconds=5)
    game = WakaWaka(options, len(strengths), Dice.from_text(f"bots {orders}"), tables=tables)
    bots = {Seat(seat): bot(strength, Seat(seat)) for seat, strength in enumerate(strengths)}
    for step in playout(game, bots):
        assert step.refused is None, step
        assert not any(isinstance(event, TimedOut) for event in step.events)
        assert game.faults() == ()
    assert game.outcome() is not None


@pytest.mark.parametrize("strength", WakaWakaBot.strengths)
def test_a_bot_asked_nothing_has_no_plan(strength: str) -> None:
    game = position(JUNK, JUNK)
    assert bot(strength, LEFT).think(game.view(LEFT), at=game.table.since) is None


def test_a_bot_rises_when_it_can() -> None:
    game = position(["merchant", "chimpanzee"], JUNK, stocks=[["tea", "tea"]])
    plan = bot("strong").think(game.view(YOU), at=game.table.since)
    assert plan is not None
    assert plan.move == Play("merchant")
    do(game, YOU, plan.move)
    plan = bot("strong").think(game.view(YOU), at=game.table.since)
    assert plan is not None
    assert plan.move == Rise(("tea", "tea"))


def test_a_strong_bot_uses_what_its_chimpanzee_has_seen() -> None:
    boats = [["tea", "tea"], ["tea", "jewel", "fruit"], ["tea", "tea", "tea"], ["tea"] * 4]
    game = position(["merchant", "merchant"], JUNK, boats=boats, status=[1])
    for boat in game.table.boats:
        boat.seen = {cell: {YOU} for cell in boat.hidden_cells()}
    do(game, YOU, Play("merchant"))
    plan = bot("strong").think(game.view(YOU), at=game.table.since)
    assert plan is not None
    assert plan.move == Buy(2)


def test_a_bot_pays_for_a_good_it_needs() -> None:
    game = position(
        ["gatherer", "seer"], ["merchant"], stocks=[[], ["jewel"]], village=["tea", "fruit"]
    )
    game.table.players[LEFT].status = 1
    do(game, YOU, Play("gatherer"), Gather("tea"))
    plan = bot("strong", LEFT).think(game.view(LEFT), at=game.table.since)
    assert plan is not None
    assert plan.move == Pay()


def test_a_bot_looks_at_the_boat_it_knows_least_of_and_there_at_what_it_does_not_know() -> None:
    boats = [["tea", "tea"], ["tea", "jewel", "fruit"], ["tea", "tea", "tea"], ["tea"] * 4]
    game = position(["chimpanzee", "seer"], JUNK, boats=boats)
    boat = game.table.boats[3]
    known, *unknown = boat.hidden_cells()
    boat.seen[known] = {YOU}
    for other in game.table.boats[:3]:
        other.seen = {cell: {YOU} for cell in other.hidden_cells()}
    do(game, YOU, Play("chimpanzee"))
    plan = bot("easy").think(game.view(YOU), at=game.table.since)
    assert plan is not None
    assert plan.move == Peek(4, tuple(unknown))


def test_a_bot_without_a_card_draws_nothing_with_its_drummer() -> None:
    game = position(["drummer"], JUNK)
    do(game, YOU, Play("drummer"))
    plan = bot("easy").think(game.view(YOU), at=game.table.since)
    assert plan is not None
    assert plan.move == Draw()


def test_a_bot_of_unknown_strength_is_refused() -> None:
    with pytest.raises(BadOption, match="strength"):
        bot("divine")


@pytest.mark.parametrize("strength", WakaWakaBot.strengths)
def test_waka_11_a_bot_puts_no_cards_face_down_while_it_has_a_merchant(strength: str) -> None:
    face_down = 0
    for seed in range(6):
        game = WakaWaka(WakaWakaOptions(), 3, Dice.from_text(f"face down {seed}"))
        bots = {
            Seat(seat): WakaWakaBot(Seat(seat), strength, Dice.from_text(f"{seed} {seat}"))
            for seat in range(3)
        }
        for step in playout(game, bots):
            assert step.refused is None, step
            face_down += isinstance(step.move, PlayFaceDown)
    assert face_down > 0, "no bot ever put cards face down: this test proves nothing"
