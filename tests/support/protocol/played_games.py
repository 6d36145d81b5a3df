"""Finished games as replays, played by bots in virtual time."""

from collections import deque
from functools import cache

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.playout import playout
from watai.protocol.recording import Recording
from watai.protocol.replay import Replay

NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eva", "Félix")


@cache
def played(name: str) -> Replay:
    """One whole game with as few players as it takes; always the same."""
    entry, dice = GAMES[name], Dice(bytes(range(32)))
    seats = entry.game.seats[0]
    game = entry.game(entry.game.options_type.parse({}), seats, dice)
    bots = {
        Seat(seat): entry.bot(Seat(seat), entry.bot.strengths[0], Dice.from_text(f"bot {seat}"))
        for seat in range(seats)
    }
    recording = Recording(game, {}, NAMES[:seats], dice, "watai-arena/test")
    steps = playout(game, bots)
    next(steps)
    deque(recording.follow(steps), 0)
    return recording.finish()
