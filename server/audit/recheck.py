"""Plays a finished game again and checks every shuffle against its commitment and every race against its records.

The same inputs give the same events, and the same case the same verdict. So the check finds whatever was changed,
removed or added afterwards. It cannot check what only the server saw: when bytes were read and written.
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
from server.clock import Micros
from server.match.ledger import Broken, check_chain
from server.match.replies import race_told, tie_key
from server.storage import records


class Difference(Problem):
    """The first thing in a replay that contradicts the rest of it."""


@dataclass(slots=True)
class Counts:
    """How many things were checked."""

    inputs: int = 0
    shuffles: int = 0
    decisions: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class _Expected:
    """A move of a decided race: the next input must be this move, unless the rules no longer allow it."""

    ruling: Ruling
    slot: Slot
    move: tuple[str, dict[str, object]]
    race: Race
    at: Micros


def recheck(replay: Replay) -> Counts:
    """Check a replay. Raises Difference or BadReplay at the first fault."""
    try:
        check_chain(replay)
        notes = [(each.after, records.from_note(each)) for each in replay.notes]
    except Broken as broken:
        raise Difference("the chain of hashes is broken: {why}", why=str(broken)) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Difference("a record of a race cannot be read ({error})", error=error) from None
    return _Recheck(replay, notes).run()


class _Recheck:
    """One pass over the inputs and notes of a replay, in the order in which the server wrote them."""

    def __init__(self, replay: Replay, notes: Iterable[tuple[int, records.Note]]) -> None:
        self.rerun = Rerun(replay)
        self.inputs = replay.inputs
        self.match = replay.match
        self.cap = Micros(Arbitration.parse(replay.room).longest_wait * 1_000)
        self.key = tie_key(bytes.fromhex(replay.seed))
        self.counts = Counts()
        self.notes = deque(notes)
        self.position = 0
        """How many records of the match were read."""
        self.connected: tuple[int, ...] = ()
        self.commitments: set[str] = set()
        self.expected: deque[_Expected] = deque()
        self.decided: dict[Slot, Verdict] = {}
        self.opened: dict[int, list[records.Judged]] = defaultdict(list)
        """The races by the position at which their cases were opened."""
        for _, note in self.notes:
            if isinstance(note, records.Judged):
                self.opened[note.since].append(note)

    def run(self) -> Counts:
        for done, (step, _) in enumerate(self.rerun):
            self._check_seeds(step.events)
            self.counts.inputs = done
            self.position += bool(done)
            self._check_rivals()
            while self.notes and self.notes[0][0] == done:
                self._check_none_missing()
                self._read(self.notes.popleft()[1])
                self.position += 1
                self._check_rivals()
            if done < len(self.inputs):
                self._check_input(done + 1, self.inputs[done])
        if self.notes or self.commitments:
            raise Difference("records are left over at the end of the game")
        return self.counts

    # shuffles

    def _check_seeds(self, events: Iterable[Event]) -> None:
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
            case records.ConnectedSeats(seats):
                self.connected = seats
            case records.Judged(case, verdict, moves):
                self._judged(case, verdict, moves)
            case records.Missed(found):
                known = self.decided.get(found.slot)
                if known is None or late(known, found.play) != found:
                    raise self._wrong("a late play is judged otherwise", found.slot)
                self.counts.late += 1

    def _judged(
        self, case: Case, verdict: Verdict, moves: tuple[tuple[str, dict[str, object]], ...]
    ) -> None:
        if case.cap != self.cap or case.match != self.match or self.cap == STRICT:
            raise self._wrong("a race is not one of this room", case.slot)
        if encode(decide(case, self.key)) != encode(verdict):
            raise self._wrong("a race is decided otherwise", case.slot)
        self.decided[case.slot] = verdict
        self.counts.decisions += 1
        made = {play.seat: move for play, move in zip(case.plays, moves, strict=True)}
        for ruling in verdict.order:
            race = race_told(verdict, ruling)
            self.expected.append(_Expected(ruling, case.slot, made[ruling.seat], race, verdict.at))

    def _check_rivals(self) -> None:
        """A race that was opened at this position had every rival that the rules name, and no other."""
        for race in self.opened.pop(self.position, ()):
            first, case = race.case.plays[0], race.case
            stake = self._stake(first.seat, *race.moves[0])
            rivals = tuple((each.seat, each.takes) for each in case.rivals)
            if stake != (case.slot, first.takes, rivals):
                raise self._wrong("a race had other rivals", case.slot)

    def _stake(
        self, seat: int, move: str, args: dict[str, object]
    ) -> tuple[Slot, bool, tuple[tuple[Seat, bool], ...]] | None:
        """The slot a move races for now, whether it takes it, and its connected rivals; None if it races for nothing."""
        made = self.rerun.move(move, args)
        stake = None if made is None else self.rerun.game.stake(Seat(seat), made)
        if stake is None or stake.slot is None or self.cap == STRICT:
            return None
        rivals = tuple(each for each in stake.rivals if each[0] in self.connected)
        return stake.slot, stake.takes, rivals

    def _check_input(self, index: int, given: Input) -> None:
        """The next input is the expected move of a race, or a move that raced against nobody."""
        while self.expected:
            expected = self.expected.popleft()
            if self._allowed(expected):
                if not self._is(expected, given):
                    raise Difference("input {index} is not the one that had won", index=index)
                return
        if given.race is not None:
            raise Difference("input {index} tells of a race that was not run", index=index)
        if given.seat is None:
            return
        stake = self._stake(given.seat, given.move, given.args)
        if stake is not None and stake[2]:
            raise Difference("input {index} did not wait for its rivals", index=index)

    def _check_none_missing(self) -> None:
        """No expected move may be left before the next note."""
        while self.expected:
            expected = self.expected.popleft()
            if self._allowed(expected):
                raise self._wrong("a move that had won is missing", expected.slot)

    def _allowed(self, expected: _Expected) -> bool:
        move = self.rerun.move(*expected.move)
        return move is not None and move in self.rerun.game.moves(Seat(expected.ruling.seat))

    def _is(self, expected: _Expected, given: Input) -> bool:
        ruling = expected.ruling
        at = max(self.rerun.t + 1, expected.at)
        return (given.seat, given.n or 0, given.t) == (ruling.seat, ruling.n, at) and (
            (given.move, given.args, given.race) == (*expected.move, expected.race)
        )

    def _wrong(self, what: str, slot: Slot) -> Difference:
        return Difference(
            "record {position} ({slot}): {what}",
            position=self.position,
            slot=slot,
            what=what,
        )
