"""Players of the harness make moves that the rules allow, and shout when they may."""

from random import Random

import msgspec

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Seat
from watai.engine.watai.moves import Go, Open, Place, Shout, Turn
from watai.loadtest.load.brain import Brain
from watai.loadtest.oracle.side import Side
from watai.loadtest.oracle.table import OracleTable

MOVES = {"Open": Open, "Place": Place, "Turn": Turn, "Shout": Shout}


def test_a_round_played_by_brains_is_legal_and_ends() -> None:
    rules = GAMES["watai"].game
    options = rules.options_type.parse({"variants": "off", "refusal": "off"})
    game = rules(options, 4, Dice.from_text("brain"))
    table = OracleTable(msgspec.to_builtins(game.view(None)), Side)
    brain = Brain(Random("brain"), 1.0)
    events = list(game.play(Seat(table.leader), Go(), Millis(0)))
    events += game.tick(Millis(3_000))
    seat = 0
    while not any(type(event).__name__ == "Scored" for event in events):
        for event in events:
            table.apply(type(event).__name__, msgspec.to_builtins(event))
        seat = (seat + 1) % 4
        play = brain.decide(table, seat, {})
        if play is None:
            events = []
            continue
        move = MOVES[play[0]](**play[1])
        assert move in game.moves(Seat(seat))
        events = list(game.play(Seat(seat), move, Millis(4_000)))
    assert any(type(event).__name__ in ("Shouted", "Blocked") for event in events)


def test_a_card_on_its_way_is_not_played_twice_and_nobody_plays_before_go() -> None:
    rules = GAMES["watai"].game
    game = rules(rules.options_type.parse({"variants": "off"}), 8, Dice.from_text("brain"))
    table = OracleTable(msgspec.to_builtins(game.view(None)), Side)
    brain = Brain(Random("brain"), 1.0)
    assert brain.decide(table, 0, {}) is None
    table.phase = "race"
    seat = next(seat for seat in range(8) if (brain.decide(table, seat, {}) or [""])[0] == "Open")
    flying: dict[int, str] = {}
    cards = set()
    while (play := brain.decide(table, seat, flying)) is not None and play[0] == "Open":
        flying[len(flying)] = play[1]["card"]
        cards.add(play[1]["card"])
    assert play == ("Turn", {})
    assert len(cards) == len(flying) >= 1
