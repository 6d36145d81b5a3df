"""A game as one player or spectator sees it: the last view of the server, with the events since folded into it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self, get_type_hints

import msgspec

from watai.clients.state.folds import FOLDS
from watai.engine.catalogue import GAMES
from watai.engine.game import Event, Millis, Move, Outcome, Prompt, Seat, View
from watai.protocol.messages import Happened, MoveLine, PromptLine, ViewNow


@dataclass(frozen=True, slots=True)
class TableView:
    """What is on the table now, in the engine's own types. `now` is the client's clock in seconds."""

    game: str
    seat: Seat | None
    seq: int
    view: View
    moves: tuple[Move, ...]
    """The player's legal moves as of the last view; empty for a spectator."""
    prompts: tuple[Prompt, ...]
    """Which seats must answer what, and until when on the game clock."""
    stale: bool
    """Whether an event came that the fold does not know, so that the view must be asked for again."""
    started: float
    """When the game clock was 0, by the client's clock."""
    stopped: Millis | None = None
    """What the game clock shows while the game is paused."""

    @classmethod
    def seen(cls, game: str, shown: ViewNow, now: float) -> Self:
        """The table as the server shows it."""
        started = now - shown.at / 1000
        view = msgspec.convert(shown.view, view_type(game))
        moves = tuple(read_move(game, line) for line in shown.moves)
        seat = None if shown.seat is None else Seat(shown.seat)
        prompts = _prompts(shown.prompts, shown.at)
        return cls(game, seat, shown.seq, view, moves, prompts, False, started)

    def after(self, happened: Happened) -> Self:
        """The table after an event. Moves stay those of the last view: a fold knows what is visible, not what is legal."""
        event = read_event(self.game, happened)
        fold = FOLDS.get(self.game)
        view = None if fold is None or event is None else fold(self.view, event)
        if view is None:
            return replace(self, seq=happened.seq, stale=True)
        return replace(self, seq=happened.seq, view=view)

    def asked(self, lines: Sequence[PromptLine], now: float) -> Self:
        """The table with other prompts. A new prompt for the player makes it stale: the legal moves have changed."""
        prompts = _prompts(lines, self.clock(now))
        other = asks(prompts, self.seat) != asks(self.prompts, self.seat)
        return replace(self, prompts=prompts, stale=self.stale or other)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        outcome: Outcome | None = getattr(self.view, "outcome", None)
        return outcome

    def paused(self, paused: bool, now: float) -> Self:
        """The table while its clock stands still, or goes on from there."""
        if paused:
            return replace(self, stopped=self.clock(now))
        started = self.started if self.stopped is None else now - self.stopped / 1000
        return replace(self, started=started, stopped=None)

    def clock(self, now: float) -> Millis:
        """The game clock now, as far as the client knows."""
        if self.stopped is not None:
            return self.stopped
        return Millis(max(0, int((now - self.started) * 1000)))


def read_event(game: str, happened: Happened) -> Event | None:
    """The event in the engine's own type; None if it is hidden from this player or unknown to this client."""
    kind = _kinds(game).get(happened.event)
    return None if kind is None else msgspec.convert(happened.data, kind)


def read_move(game: str, line: MoveLine) -> Move:
    """A move the server offers, in the engine's own type."""
    kind = next(each for each in GAMES[game].game.move_types if each.__name__ == line.move)
    return msgspec.convert(line.args, kind)


@cache
def view_type(game: str) -> type[View]:
    """The type of this game's views."""
    kind: type[View] = get_type_hints(GAMES[game].game.view)["return"]
    return kind


@cache
def _kinds(game: str) -> Mapping[str, type[Event]]:
    return {kind.__name__: kind for kind in GAMES[game].game.event_types}


def asks(prompts: Sequence[Prompt], seat: Seat | None) -> list[str]:
    """What this seat is asked."""
    return [prompt.ask for prompt in prompts if prompt.seat == seat]


def _prompts(lines: Sequence[PromptLine], at: int) -> tuple[Prompt, ...]:
    return tuple(
        Prompt(Seat(each.seat), each.ask, None if each.left is None else Millis(at + each.left))
        for each in lines
    )
