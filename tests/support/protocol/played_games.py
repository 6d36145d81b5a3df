"""Finished games as replays, played by bots in virtual time."""

from functools import cache

import msgspec

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.playout import playout
from watai.protocol.replay import Ended, Input, Replay

SEED = bytes(range(32))


@cache
def played(name: str) -> Replay:
    """One whole game with as few players as it takes; always the same."""
    entry = GAMES[name]
    seats = entry.game.seats[0]
    game = entry.game(entry.game.options_type.parse({}), seats, Dice(SEED))
    bots = {
        Seat(seat): entry.bot(Seat(seat), entry.bot.strengths[0], Dice.from_text(f"bot {seat}"))
        for seat in range(seats)
    }
    inputs, events = [], len(game.opening)
    for step in list(playout(game, bots))[1:]:
        if step.refused is None:
            events += len(step.events)
            args = {} if step.move is None else msgspec.json.decode(msgspec.json.encode(step.move))
            move = "" if step.move is None else type(step.move).__name__
            inputs.append(Input(step.at, step.at * 1000, step.seat, move, args, None))
    return Replay(
        server="watai-arena/test",
        match="5a1e0c9d3b7f2846",
        game=name,
        edition=entry.game.edition,
        options={},
        names=("Ana", "Bo", "Chloé", "Dan", "Eva", "Félix")[:seats],
        seed=SEED.hex(),
        started=1_790_000_000,
        inputs=tuple(inputs),
        ended=Ended.of(game, events),
    )
