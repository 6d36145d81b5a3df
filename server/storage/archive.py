"""Finished games in the journal: kept whole as replays, told again by playing them again."""

from collections.abc import Iterator

from msgspec import Struct, msgpack

from protocol.errors import Denied
from protocol.messages import Happened, Recorded
from protocol.replay import BadReplay, Replay, Rerun, happened
from server.storage import records
from server.storage.journal import Journal, JournalReader


class Summary(Struct, frozen=True):
    """A finished game in a line."""

    game: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str


class Archive:
    """The finished games in a journal, for whoever may only read it."""

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal

    def find(self, match: str) -> Replay | None:
        body = self._journal.archived(match)
        return None if body is None else msgpack.decode(body, type=Replay)

    def newest(self, limit: int) -> list[tuple[str, int, Summary]]:
        """The last games to end, newest first."""
        rows = self._journal.archives(limit)
        return [(match, at, msgpack.decode(summary, type=Summary)) for match, at, summary in rows]


def keep(journal: Journal, replay: Replay, at: int) -> None:
    """Put a game that is over into the archive."""
    ended = replay.ended
    summary = Summary(replay.game, replay.names, ended.winners, ended.reason)
    journal.archive(replay.match, msgpack.encode(summary), msgpack.encode(replay), at)


def as_records(replay: Replay) -> Iterator[records.Started | records.Input | records.Note]:
    """The match of a replay as a room's journal had it."""
    yield records.Started(replay.match, bytes.fromhex(replay.seed), replay.names, replay.started)
    notes = list(reversed(replay.notes))
    for index, each in enumerate(replay.inputs):
        while notes and notes[-1].after <= index:
            yield records.from_note(notes.pop())
        yield records.from_input(each)
    for note in reversed(notes):
        yield records.from_note(note)


def told(replay: Replay) -> list[Happened]:
    """Every event of a game, as a spectator may know it, with the numbers it had; BadReplay if the rules have changed."""
    rerun = Rerun(replay)
    return [
        happened(each, rerun.game.tell(each.event, None)) for _, events in rerun for each in events
    ]


def recorded(n: int, finished: Replay) -> Recorded:
    """A finished game told as a spectator may know it. It is played again for that: for a thread, not for a pass."""
    try:
        events = told(finished)
    except BadReplay as bad:  # a game from before a change of its rules
        raise Denied("game/not_found", str(bad)) from None
    names = list(finished.names)
    return Recorded(n, finished.match, finished.game, names, finished.options, events)
