"""Writes the record of a game that bots play in virtual time, as `watai export` writes that of a game on a server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import msgpack

from watai.engine.dice import Dice
from watai.engine.game import Game
from watai.engine.playout import Step
from watai.protocol.chain import Chain, Played, Started, Ticked, as_input
from watai.protocol.hashed_name import SALT_BYTES, HashedName
from watai.protocol.messages import OptionValue
from watai.protocol.replay import GameEnd, Input, Replay

NEVER: Final = 0
"""When a simulated game began: in virtual time, so that the same seed gives the same record."""
BY_ARRIVAL: Final[Mapping[str, OptionValue]] = {"arbitration": "arrival"}
"""Nobody is waited for where there are no latencies."""


class Recording:
    """The record of one game, which grows as its steps go by."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        names: Sequence[str],
        dice: Dice,
        server: str,
    ) -> None:
        self._game = game
        self._options = dict(options)
        self._room = dict(BY_ARRIVAL if game.races else {})
        self._server = server
        seed = bytes.fromhex(dice.reveal())
        match = dice.commitment()[:16]
        hashed = tuple(HashedName.of(name, _salt(dice, seat)) for seat, name in enumerate(names))
        self._started = Started(match, seed, hashed, NEVER, game.edition)
        self._chain = Chain(game.name, {**self._options, **self._room}, self._started)
        self._inputs: list[Input] = []
        self._events = len(game.opening)

    def follow(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The same steps after the opening, each taken down when it is asked for."""
        for step in steps:
            if step.refused is None:
                self._take_down(step)
            yield step

    def _take_down(self, step: Step) -> None:
        t = step.at * 1000
        record: Played | Ticked = Ticked(step.at, t)
        if step.seat is not None:
            move = type(step.move).__name__
            record = Played(step.at, t, step.seat, move, msgpack.encode(step.move))
        self._chain.add(msgpack.encode(record))
        self._inputs.append(as_input(record))
        self._events += len(step.events)

    def finish(self) -> Replay:
        """The record of the game, which is over."""
        ended = GameEnd.of(self._game, self._events)
        return Replay(
            server=self._server,
            match=self._started.match,
            game=self._game.name,
            edition=self._started.edition,
            options=self._options,
            room=self._room,
            names=self._started.names,
            seed=self._started.seed.hex(),
            started=self._started.unix,
            inputs=tuple(self._inputs),
            ended=ended,
            chain=self._chain.sealed(self._server, ended),
        )


def _salt(dice: Dice, seat: int) -> bytes:
    """The same for the same seed: a bot's name is no secret."""
    return bytes.fromhex(dice.fork(f"salt {seat}").reveal())[:SALT_BYTES]
