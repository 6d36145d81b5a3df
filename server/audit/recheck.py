"""A finished game gone through again: every shuffle against its commitment, every race against its records.

The rules make the same events of the same inputs, and the arbiter the same verdict of the same case; so whatever was
changed, left out or put in afterwards shows somewhere. What cannot be checked is what only the server could know:
when bytes came and went.
"""

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from engine.game import Committed, Event, Revealed, Seat, Slot
from protocol.arbitration import Arbitration
from protocol.messages import Race
from protocol.problem import Problem
from protocol.replay import Input, Replay, Rerun
from server.arbitration.arbiter import decide, late
from server.arbitration.races import STRICT, Case, Ruling, Verdict, encode
from server.match.ledger import Broken, check_chain
from server.match.replies import race_told, tie_key
from server.storage import records


class Difference(Problem):
    """The first thing that is not as it must have been."""


@dataclass(slots=True)
class Counts:
    """How much was checked."""

    inputs: int = 0
    shuffles: int = 0
    decisions: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class _Due:
    """A move that must come next if the rules allow it."""

    ruling: Ruling
    slot: Slot
    move: tuple[str, dict[str, object]]
    race: Race
    at: int


def recheck(replay: Replay) -> Counts:
    """Everything that can be checked; Difference or BadReplay at the first fault."""
    try:
        check_chain(replay)
        notes = [(each.after, records.from_note(each)) for each in replay.notes]
    except Broken as broken:
        raise Difference("the chain of hashes is broken: {why}", why=str(broken)) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Difference("a record of a race cannot be read ({error})", error=error) from None
    return _Recheck(replay, notes).run()


class _Recheck:
    def __init__(self, replay: Replay, notes: Iterable[tuple[int, records.Note]]) -> None:
        self.rerun = Rerun(replay)
        self.inputs = replay.inputs
        self.match = replay.match
        self.cap = Arbitration.parse(replay.room).longest_wait * 1_000
        self.key = tie_key(bytes.fromhex(replay.seed))
        self.counts = Counts()
        self.notes = deque(notes)
        self.position = 0
        self.attending: tuple[int, ...] = ()
        self.commitments: set[str] = set()
        self.due: deque[_Due] = deque()
        self.decided: dict[Slot, tuple[Case, Verdict]] = {}
        self.begun: dict[int, list[records.Judged]] = defaultdict(list)
        for _, note in self.notes:
            if isinstance(note, records.Judged):
                self.begun[note.since].append(note)

    def run(self) -> Counts:
        for done, (step, _) in enumerate(self.rerun):
            self._shuffled(step.events)
            self.counts.inputs = done
            self.position += bool(done)
            self._look_around()
            while self.notes and self.notes[0][0] == done:
                self._nothing_due()
                self._read(self.notes.popleft()[1])
                self.position += 1
                self._look_around()
            if done < len(self.inputs):
                self._expect(done + 1, self.inputs[done])
        if self.notes or self.commitments:
            raise Difference("records are left over at the end of the game")
        return self.counts

    # shuffles

    def _shuffled(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Committed):
                self.commitments.add(event.commitment)
            elif isinstance(event, Revealed):
                commitment = sha256(bytes.fromhex(event.seed)).hexdigest()
                if commitment not in self.commitments:
                    raise Difference("seed {seed} was never committed to", seed=event.seed)
                self.commitments.remove(commitment)
                self.counts.shuffles += 1

    # races

    def _read(self, note: records.Note) -> None:
        match note:
            case records.Attending(seats):
                self.attending = seats
            case records.Judged(case, verdict, moves):
                self._judged(case, verdict, moves)
            case records.Missed(found):
                known = self.decided.get(found.slot)
                if known is None or late(*known, found.play) != found:
                    raise self._wrong("a late play is judged otherwise", found.slot)
                self.counts.late += 1

    def _judged(
        self, case: Case, verdict: Verdict, moves: tuple[tuple[str, dict[str, object]], ...]
    ) -> None:
        if case.cap != self.cap or case.room != self.match or self.cap == STRICT:
            raise self._wrong("a race is not one of this room", case.slot)
        if encode(decide(case, self.key)) != encode(verdict):
            raise self._wrong("a race is decided otherwise", case.slot)
        self.decided[case.slot] = (case, verdict)
        self.counts.decisions += 1
        made = {play.seat: move for play, move in zip(case.plays, moves, strict=True)}
        for ruling in verdict.order:
            race = race_told(verdict, ruling)
            self.due.append(_Due(ruling, case.slot, made[ruling.seat], race, verdict.at))

    def _look_around(self) -> None:
        """Races that began here had all the rivals there were, and no others."""
        for begun in self.begun.pop(self.position, ()):
            first, case = begun.case.plays[0], begun.case
            stake = self._stake(first.seat, *begun.moves[0])
            rivals = tuple((each.seat, each.takes) for each in case.rivals)
            if stake != (case.slot, first.takes, rivals):
                raise self._wrong("a race had other rivals", case.slot)

    def _stake(
        self, seat: int, move: str, args: dict[str, object]
    ) -> tuple[Slot, bool, tuple[tuple[Seat, bool], ...]] | None:
        """What a move races for as the table stands, and those of its rivals who were there."""
        made = self.rerun.move(move, args)
        stake = None if made is None else self.rerun.game.stake(Seat(seat), made)
        if stake is None or stake.slot is None or self.cap == STRICT:
            return None
        rivals = tuple(each for each in stake.rivals if each[0] in self.attending)
        return stake.slot, stake.takes, rivals

    def _expect(self, index: int, given: Input) -> None:
        """The next input is one that may come now."""
        while self.due:
            due = self.due.popleft()
            if self._allowed(due):
                if not self._is(due, given):
                    raise Difference("input {index} is not the one that had won", index=index)
                return
        if given.race is not None:
            raise Difference("input {index} tells of a race that was not run", index=index)
        if given.seat is None:
            return
        stake = self._stake(given.seat, given.move, given.args)
        if stake is not None and stake[2]:
            raise Difference("input {index} did not wait for its rivals", index=index)

    def _nothing_due(self) -> None:
        while self.due:
            due = self.due.popleft()
            if self._allowed(due):
                raise self._wrong("a move that had won is missing", due.slot)

    def _allowed(self, due: _Due) -> bool:
        move = self.rerun.move(*due.move)
        return move is not None and move in self.rerun.game.moves(Seat(due.ruling.seat))

    def _is(self, due: _Due, given: Input) -> bool:
        ruling = due.ruling
        at = max(self.rerun.t + 1, due.at)
        return (given.seat, given.n or 0, given.t) == (ruling.seat, ruling.n, at) and (
            (given.move, given.args, given.race) == (*due.move, due.race)
        )

    def _wrong(self, what: str, slot: Slot) -> Difference:
        return Difference(
            "record {position} ({slot}): {what}",
            position=self.position,
            slot=slot,
            what=what,
        )
