"""Finished games: kept whole as their inputs, told again by playing them again."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, msgpack

from protocol.messages import Happened, OptionValue
from server import records
from server.audience import happened
from server.journal import Journal
from server.match import Match, Numbered


class Finished(Struct, frozen=True):
    """Everything a finished game was made of."""

    game: str
    options: dict[str, OptionValue]
    started: records.Started
    inputs: Sequence[records.Played | records.Ticked]

    @property
    def match(self) -> str:
        return self.started.match

    @property
    def names(self) -> tuple[str, ...]:
        return self.started.names

    def again(self) -> Iterator[tuple[Match, Sequence[Numbered]]]:
        """The match after each input, with what it caused; first of all its opening."""
        match = Match(self.game, self.options, self.started, history_events=10_000)
        yield match, list(match.history)
        for record in self.inputs:
            yield match, match.replay(record)

    def told(self) -> list[Happened]:
        """Every event, as a spectator may know it."""
        return [happened(match, each, None) for match, events in self.again() for each in events]


class Summary(Struct, frozen=True):
    """A finished game in a line."""

    game: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str


class Archive:
    """The finished games in the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def keep(self, finished: Finished, match: Match, at: int) -> None:
        """Put a game that is over into the archive."""
        outcome = match.game.outcome()
        assert outcome is not None
        summary = Summary(finished.game, finished.names, outcome.winners, outcome.reason)
        body = msgpack.encode(finished)
        self._journal.archive(match.id, msgpack.encode(summary), body, at)

    def find(self, match: str) -> Finished | None:
        body = self._journal.archived(match)
        return None if body is None else msgpack.decode(body, type=Finished)

    def newest(self, limit: int) -> list[tuple[str, int, Summary]]:
        """The last games to end, newest first."""
        rows = self._journal.archives(limit)
        return [(match, at, msgpack.decode(summary, type=Summary)) for match, at, summary in rows]
