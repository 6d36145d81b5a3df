"""A replay as a list of snapshots: what a spectator knew after every input that had visible events. No I/O."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import structs, to_builtins

from watai.clients.state.model import REMEMBERED, Model
from watai.clients.state.table_view import TableView
from watai.clients.state.tally import Tally
from watai.engine.catalogue import GAMES
from watai.engine.game import Prompt, Seat, View
from watai.protocol.messages import Happened, RoomState, SeatState
from watai.protocol.replay import Numbered, Replay, Rerun, happened

ROUNDS: Final = {"watai": "RoundOpened", "duel": "Fought"}
"""The event that begins a round, in games that have rounds; of the Duel it is a duel."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one instant of the game clock, after `seen` events."""

    at: float
    """In seconds."""
    seen: int
    view: View
    prompts: tuple[Prompt, ...]


class ReplayTimeline:
    """All snapshots of one game; raises BadReplay if the rules do not agree with it."""

    def __init__(self, replay: Replay, names: Sequence[str]) -> None:
        self._replay = replay
        self._names = names
        self.game = replay.game
        self._happened: list[Happened] = []
        self.snapshots: list[Snapshot] = []
        self.rounds: list[int] = []
        """The snapshots with which a round begins; in a game without rounds, a turn."""
        self.races: list[int] = []
        """The snapshots in which a race was decided."""
        self._turn: Seat | None = None
        self._tally = Tally(whole=True)
        race = GAMES[replay.game].game.races
        rerun = Rerun(replay)
        for step, events in rerun:
            told = [_told(rerun, each) for each in events]
            for each in told:
                tally = self._tally
                self._tally = tally.heard(each, 0.0) if race else tally.moved_on(each.t)
            self._happened += told
            if events:
                self._mark(told, rerun)
                game = rerun.game
                seen, prompts = len(self._happened), tuple(game.prompts())
                self.snapshots.append(Snapshot(step.at / 1000, seen, game.view(None), prompts))

    def _mark(self, told: Sequence[Happened], rerun: Rerun) -> None:
        """Note that the next snapshot begins a round, or that a race was decided in it."""
        opens, prompts = ROUNDS.get(self.game), rerun.game.prompts()
        if opens is None:  # a game without rounds is told turn by turn
            turn = prompts[0].seat if prompts else self._turn
            begins, self._turn = turn != self._turn, turn
        else:
            begins = any(each.event == opens for each in told)
        if begins:
            self.rounds.append(len(self.snapshots))
        if any(each.race is not None and each.race.beat for each in told):
            self.races.append(len(self.snapshots))

    @property
    def last(self) -> int:
        """The number of the last snapshot."""
        return len(self.snapshots) - 1

    def at(self, clock: float) -> int:
        """The number of the snapshot that is shown at this instant."""
        return max(0, bisect_right(self.snapshots, clock, key=lambda snapshot: snapshot.at) - 1)

    def model(self, number: int) -> Model:
        """What a spectator knew at this snapshot. Drawn with the game clock in seconds as `now`."""
        snapshot = self.snapshots[number]
        happened = tuple(self._happened[max(0, snapshot.seen - REMEMBERED) : snapshot.seen])
        table = TableView(
            game=self._replay.game,
            seat=None,
            seq=happened[-1].seq,
            view=snapshot.view,
            moves=(),
            prompts=snapshot.prompts,
            stale=False,
            started=0.0,
        )
        races = [each for each in self._happened[: snapshot.seen] if each.race is not None]
        return Model(
            room=self._room(number),
            table=table,
            happened=happened,
            races=tuple(races[-REMEMBERED:]),
            tally=self._tally if number == self.last else Tally(),
        )

    def _room(self, number: int) -> RoomState:
        replay = self._replay
        return RoomState(
            code=replay.match,
            game=replay.game,
            status="finished" if number == self.last else "playing",
            public=False,
            options=replay.options,
            host=None,
            seats=[SeatState("player", name, True, True) for name in self._names],
            watching=1,
            you=None,
            match=replay.match,
            paused=False,
            watchers=[],
        )


def _told(rerun: Rerun, numbered: Numbered) -> Happened:
    event = rerun.game.tell(numbered.event, None)
    return structs.replace(happened(numbered, event), data=to_builtins(event))
