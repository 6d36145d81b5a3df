"""Finished games in the journal: each kept as a replay, from which its events are computed again."""

import sys
from collections.abc import Iterator

from msgspec import Struct, json, msgpack, structs

from watai.engine.game import Game, Millis, Seat
from watai.protocol.chain import from_input
from watai.protocol.errors import Denied
from watai.protocol.messages import Happened, PromptLine, Recorded, RecordPart, SceneLine, Scenes
from watai.protocol.replay import BadReplay, Replay, Rerun, happened
from watai.server.storage import records
from watai.server.storage.journal import Journal, JournalReader

PART_CHARACTERS = 131_072
"""Of a record in one message: at most half of an outbox, even if every character takes four bytes."""

PART_BYTES = 262_144
"""Of scenes in one message, as JSON: a quarter of an outbox. One scene more than that may be in it."""


class Summary(Struct, frozen=True):
    """What a list of finished games shows of one."""

    game: str
    names: tuple[str, ...]
    """Empty where a name has been taken out."""
    winners: tuple[int, ...]
    reason: str


class Archive:
    """Reads the finished games of a journal."""

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal

    def find(self, match: str) -> Replay | None:
        """The replay of a finished match; None if the journal has none of that id."""
        body = self._journal.archived(match)
        return None if body is None else msgpack.decode(body, type=Replay)

    def newest(self, limit: int) -> list[tuple[str, int, Summary]]:
        """The latest games to end, newest first, each as (match, unix second, summary)."""
        rows = self._journal.archives(limit)
        return [(match, at, msgpack.decode(summary, type=Summary)) for match, at, summary in rows]


def keep(journal: Journal, replay: Replay, at: int, room: str | None = None) -> None:
    """Archive a finished game that was played in this room, dated `at` (unix seconds)."""
    ended = replay.ended
    summary = Summary(replay.game, tuple(_names(replay)), ended.winners, ended.reason)
    journal.archive(replay.match, msgpack.encode(summary), msgpack.encode(replay), at, room)


def take_out_name(journal: Journal, finished: Replay, seat: int) -> None:
    """Archive a finished game anew, dated as before, without the name of this seat."""
    names = list(finished.names)
    names[seat] = names[seat].without_name()
    games = journal.archives(sys.maxsize)
    at = next(at for match, at, _ in games if match == finished.match)
    keep(journal, structs.replace(finished, names=tuple(names)), at)


def _names(replay: Replay) -> list[str]:
    """The players' names by seat, empty where one has been taken out."""
    return [each.name or "" for each in replay.names]


def as_records(
    replay: Replay,
) -> Iterator[records.Started | records.InputRecord | records.NoteRecord]:
    """The records of a finished match as the stream of its room held them."""
    yield records.Started.of(replay)
    notes = list(reversed(replay.notes))
    for index, each in enumerate(replay.inputs):
        while notes and notes[-1].after <= index:
            yield records.from_note(notes.pop())
        yield from_input(each)
    for note in reversed(notes):
        yield records.from_note(note)


def told(replay: Replay) -> list[Happened]:
    """Every event of a finished game as a spectator saw it. Raises BadReplay if the rules have changed since."""
    rerun = Rerun(replay)
    return [
        happened(each, rerun.game.tell(each.event, None)) for _, events in rerun for each in events
    ]


def recorded(n: int, finished: Replay) -> Recorded:
    """The reply to a request for a finished game. It plays the whole game again: call it in a thread, not in a pass."""
    try:
        events = told(finished)
    except BadReplay as bad:  # the game is older than a change of its rules
        raise Denied("game/not_found", str(bad)) from None
    names = _names(finished)
    return Recorded(n, finished.match, finished.game, names, finished.options, events)


def record_part(n: int, finished: Replay, offset: int) -> RecordPart:
    """The reply to a request for the record of a finished game: a part of the file that `watai export` writes."""
    file = finished.to_json().decode()
    part = file[offset : offset + PART_CHARACTERS] if offset >= 0 else ""
    return RecordPart(n, finished.match, offset, len(file), part)


def scenes(n: int, finished: Replay, seat: int | None, after: int) -> Scenes:
    """The reply to a request for the tables of a finished game. It plays the game again: call it in a thread, not in a pass."""
    eyes = None if seat is None else Seat(seat)
    if eyes is not None and eyes not in range(len(finished.names)):
        raise Denied("game/not_found", "That game has no such seat.")
    found: list[SceneLine] = []
    size = 0
    try:
        rerun = Rerun(finished)
        for step, _ in rerun:
            if rerun.seq > max(after, found[-1].seq if found else 0) and size < PART_BYTES:
                found.append(_scene(rerun.game, rerun.seq, step.at, eyes))
                size += len(json.encode(found[-1]))
    except BadReplay as bad:  # the game is older than a change of its rules
        raise Denied("game/not_found", str(bad)) from None
    return Scenes(n, finished.match, seat, finished.ended.events, found)


def _scene(game: Game, seq: int, at: Millis, seat: Seat | None) -> SceneLine:
    prompts = [
        PromptLine(each.seat, each.ask, None if each.until is None else max(0, each.until - at))
        for each in game.prompts()
    ]
    return SceneLine(seq, at, game.view(seat), prompts)
