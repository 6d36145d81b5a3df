"""After the storm: plays every match again from the journal, and compares it with what everybody was told."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import msgpack

from tests.proofs.secrecy.visible import Needle
from tests.proofs.secrecy.words import event_may_say, excess, spelled, table_may_say
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.witness import Testimony
from watai.engine.game import Seat
from watai.engine.watai.events import RoundOpened
from watai.engine.watai.rules import Watai
from watai.protocol.codec import CODECS, Codec
from watai.protocol.replay import BadReplay, Numbered, Replay, happened
from watai.server.audit.recheck import Difference, recheck
from watai.server.match.match import Match
from watai.server.rooms.session_journal import SESSIONS
from watai.server.storage import records
from watai.server.storage.archive import as_records

Acted = tuple[str, int, int, int]
"""Match, seat, the player's own number, and the number of the first event."""
ALL = 1 << 30


class Kept(Protocol):
    """What the storage has when all is over."""

    @property
    def streams(self) -> Mapping[str, Sequence[bytes]]:
        """The records of each room."""

    @property
    def games(self) -> Collection[str]:
        """The names of the finished games."""

    def archived(self, stream: str) -> bytes | None:
        """A finished game."""

    def appended(self) -> Iterable[tuple[str, bytes]]:
        """Every record that was ever stored with its stream, in order."""


@dataclass(slots=True)
class JournalledMatch:
    """A match as the journal has it."""

    game: str
    options: dict[str, str | int | bool]
    started: records.Started
    inputs: list[records.InputRecord] = field(default_factory=list)


def recorded(journal: Kept) -> dict[str, JournalledMatch]:
    """Every match that was ever stored, by id."""
    rooms: dict[str, records.Opened] = {}
    running: dict[str, JournalledMatch] = {}
    matches: dict[str, JournalledMatch] = {}
    for stream, body in journal.appended():
        if stream == SESSIONS:
            continue
        record = records.decode(body)
        if isinstance(record, records.Opened):
            rooms[stream] = record
        elif isinstance(record, records.Started):
            opened = rooms[stream]
            running[stream] = JournalledMatch(opened.game, dict(opened.options), record)
            matches[record.match] = running[stream]
        elif isinstance(record, records.Played | records.Ticked):
            running[stream].inputs.append(record)
    for match in journal.games:
        if match in matches:
            _complete(matches[match], match, journal)
    return matches


def _complete(kept: JournalledMatch, match: str, journal: Kept) -> None:
    """The last inputs of a finished game may be in its record only: they were stored together."""
    body = journal.archived(match)
    assert body is not None
    whole = as_records(msgpack.decode(body, type=Replay))
    inputs = [each for each in whole if isinstance(each, records.Played | records.Ticked)]
    if inputs[: len(kept.inputs)] != kept.inputs:
        raise Violation("lost", f"game {match} is kept otherwise than it was played")
    kept.inputs = inputs


def check(journal: Kept, testimony: Testimony, acted: Iterable[Acted]) -> int:
    """Compare; raises the first Violation. Returns how many finished games were verified."""
    matches = recorded(journal)
    claims: dict[str, dict[int, Acted]] = defaultdict(dict)
    for act in acted:
        claims[act[0]][act[3]] = act
    for match, _ in [*testimony.events, *testimony.views]:
        if match not in matches:
            raise Violation("lost", f"somebody saw match {match}, and the journal does not have it")
    for match, kept in matches.items():
        _Again(match, kept, testimony, claims[match]).run()
    for stream, bodies in journal.streams.items():
        _check_stream(journal, stream, bodies)
    for name in journal.games:
        body = journal.archived(name)
        assert body is not None
        try:
            recheck(msgpack.decode(body, type=Replay))
        except (Difference, BadReplay) as wrong:
            raise Violation("broken", f"game {name} does not verify: {wrong}") from None
    return len(journal.games)


def _check_stream(journal: Kept, stream: str, bodies: Sequence[bytes]) -> None:
    """A finished game is in the archive, and no longer among the records of its room."""
    if stream != SESSIONS:
        for record in map(records.decode, bodies):
            if isinstance(record, records.Started) and record.match in journal.games:
                raise Violation("unbounded", f"{stream} keeps the inputs of a game in the archive")


class _Again:
    """One match, played again."""

    def __init__(
        self, name: str, kept: JournalledMatch, testimony: Testimony, claims: dict[int, Acted]
    ) -> None:
        self._name = name
        self._kept = kept
        self._testimony = testimony
        self._claims = claims
        self._shown = set[str]()
        """Cards of Wataï that have lain face up in this round."""
        self._round = 0

    def run(self) -> None:
        kept, told = self._kept, self._testimony
        match = Match(kept.game, kept.options, kept.started, ALL)
        views: dict[tuple[int, int | None], Counter[Needle]] = {}
        wanted: dict[int, set[int | None]] = defaultdict(set)
        for (name, seq), shown in told.views.items():
            if name == self._name:
                wanted[seq] |= {eyes[0] for eyes, _ in shown}
        numbers = Counter[tuple[int, int]]()
        for record, events in self._steps(match):
            self._look_at_cards(match, events)
            for each in events:
                self._compare(match, each)
            self._acknowledge(record, events, numbers)
            for seat in wanted.get(match.seq, ()):
                # a move without an event changes the table and not its number: either may be shown
                allowed = table_may_say(match.game, None if seat is None else Seat(seat))
                views[match.seq, seat] = views.get((match.seq, seat), Counter()) | allowed
        last = max((seq for name, seq in told.events if name == self._name), default=0)
        if max(last, *wanted, *self._claims, 0) > match.seq:
            raise Violation("lost", f"events after {match.seq} were told and are not kept")
        if self._claims:
            raise Violation("lost", f"acknowledged moves are not kept: {self._claims}")
        self._search_views(views)

    def _steps(self, match: Match) -> Iterator[tuple[records.InputRecord | None, list[Numbered]]]:
        yield None, list(match.history)
        for record in self._kept.inputs:
            yield record, list(match.replay(record))

    def _compare(self, match: Match, numbered: Numbered) -> None:
        """An event was told as the rules tell it, to each pair of eyes, and says no more than it may."""
        game = self._kept.game
        looked = set[tuple[str, bytes]]()
        for (seat, name), payload in self._testimony.events.get(
            (self._name, numbered.seq), {}
        ).items():
            if match.open_to_all:
                if (name, payload) in looked:
                    continue  # the same bytes, and all may know the same
                looked.add((name, payload))
            eyes, codec = None if seat is None else Seat(seat), CODECS[name]
            if codec.encode(happened(numbered, match.tell(numbered, eyes))) != payload:
                raise Violation(
                    "reordered", f"event {numbered.seq} was told otherwise: {payload!r}"
                )
            found = spelled(game, encoding(codec), _timeless(codec, payload, numbered.t))
            if more := excess(found, event_may_say(game, numbered.event, eyes)):
                raise Violation("leaked", f"seat {seat} reads {more} in event {numbered.seq}")
            if isinstance(match.game, Watai):
                hidden = {str(each) for each in found} - self._shown
                if hidden:
                    raise Violation("leaked", f"{hidden} lie face down: event {numbered.seq}")

    def _look_at_cards(self, match: Match, events: list[Numbered]) -> None:
        game = match.game
        if not isinstance(game, Watai):
            return
        if game.round != self._round:
            self._round = game.round
            if any(isinstance(each.event, RoundOpened) for each in events[:1]):
                self._shown.clear()
        for pile in game.race.arena.piles:
            self._shown.update(pile.cards)
        for player in game.players:
            self._shown.update(player.face_up())
        self._shown.update(game.variant.aside)  # turned up, and out of the round (WATAI-V13)

    def _acknowledge(
        self,
        record: records.InputRecord | None,
        events: list[Numbered],
        numbers: Counter[tuple[int, int]],
    ) -> None:
        if not isinstance(record, records.Played) or record.n is None:
            return
        numbers[record.seat, record.n] += 1
        if numbers[record.seat, record.n] > 1:
            raise Violation("duplicated", f"seat {record.seat} made move {record.n} twice")
        claim = self._claims.pop(events[0].seq, None) if events else None
        if claim is not None and claim[1:3] != (record.seat, record.n):
            raise Violation("lost", f"{claim} was acknowledged, and {record} was kept")

    def _search_views(self, allowed: dict[tuple[int, int | None], Counter[Needle]]) -> None:
        for (match, seq), shown in self._testimony.views.items():
            if match == self._name:
                for (seat, name), payload in shown:
                    may = allowed[seq, seat]
                    found = spelled(self._kept.game, encoding(CODECS[name]), payload)
                    if more := excess(found, may):
                        raise Violation("leaked", f"seat {seat} reads {more} in view {seq}")


def encoding(codec: Codec) -> str:
    """The short name of an encoding."""
    return codec.name.rpartition(".")[2]


def _timeless(codec: Codec, payload: bytes, t: int) -> bytes:
    """A payload without its time stamp, whose bytes may spell anything."""
    return payload.replace(codec.encode(t), b"", 1)
