"""Plays a finished game again and checks every shuffle against its commitment and every race against its records.

The same inputs give the same events, and the same case the same verdict. So the check finds whatever was changed,
removed or added afterwards. It cannot check what only the server saw: when bytes were read and written.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from watai.engine.dice import opens
from watai.engine.game import Committed, Event, Revealed, Seat, Slot
from watai.protocol.arbitration import Arbitration
from watai.protocol.messages import Race
from watai.protocol.problem import Problem
from watai.protocol.replay import Input, Numbered, Replay, Rerun
from watai.server.arbitration.arbiter import decide, late
from watai.server.arbitration.races import STRICT, VERSION, Case, Ruling, Verdict, encode
from watai.server.arbitration.view_time import FLOOR, reacts_from
from watai.server.clock import Micros
from watai.server.match.ledger import Broken, check_chain
from watai.server.match.replies import race_told, tie_key
from watai.server.storage import records

_Move = tuple[str, dict[str, object]]
"""The name of a move, and its arguments."""


class Difference(Problem):
    """The first thing in a replay that contradicts the rest of it."""


@dataclass(slots=True)
class Counts:
    """How many things were checked, and what is not there to be checked."""

    inputs: int = 0
    shuffles: int = 0
    decisions: int = 0
    late: int = 0
    unnamed: tuple[int, ...] = ()
    """The seats whose names have been taken out."""


@dataclass(frozen=True, slots=True)
class _Expected:
    """A move of a decided race: the next input must be this move, unless the rules no longer allow it."""

    ruling: Ruling
    slot: Slot
    move: _Move
    race: Race
    at: Micros


def recheck(replay: Replay, commitment: str = "") -> Counts:
    """Check a replay, also against the commitment a player was told, if given. Raises Difference or BadReplay at the first fault."""
    try:
        if commitment and not opens(commitment.lower(), replay.seed):
            raise Difference("the seed is not the one that was committed to when the game began")
        check_chain(replay)
        notes = [(each.after, records.from_note(each)) for each in replay.notes]
    except Broken as broken:
        raise Difference("the chain of hashes is broken: {why}", why=str(broken)) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Difference("a record of a race cannot be read ({error})", error=error) from None
    counts = _Recheck(replay, notes).run()
    counts.unnamed = _check_names(replay)
    return counts


def _check_names(replay: Replay) -> tuple[int, ...]:
    """Raise Difference unless each name is the one whose hash is in the chain. Returns the seats without a name."""
    for number, each in enumerate(replay.names, 1):
        if not each.holds():
            raise Difference(
                "the name of seat {seat} is not the one the game began with", seat=number
            )
    return tuple(seat for seat, each in enumerate(replay.names) if each.name is None)


class _Recheck:
    """One pass over the inputs and notes of a replay, in the order in which the server wrote them."""

    def __init__(self, replay: Replay, notes: Iterable[tuple[int, records.NoteRecord]]) -> None:
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
        self.openings: dict[Slot, Micros] = {}
        """When each slot was opened."""
        self.misplaced: dict[tuple[int, str], list[Micros]] = defaultdict(list)
        """By seat and pile, when misplaced plays arrived."""
        self.opened: dict[int, list[records.Judged]] = defaultdict(list)
        """The races by the position at which their cases were opened."""
        for _, note in self.notes:
            if isinstance(note, records.Judged):
                self.opened[note.since].append(note)

    def run(self) -> Counts:
        for done, (step, numbered) in enumerate(self.rerun):
            self._check_seeds(step.events)
            self._note_openings(numbered)
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

    def _read(self, note: records.NoteRecord) -> None:
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
            case records.Misplaced(seat, aim, arrived):
                self.misplaced[seat, aim].append(arrived)

    def _judged(self, case: Case, verdict: Verdict, moves: tuple[_Move, ...]) -> None:
        if case.cap != self.cap or case.match != self.match or self.cap == STRICT:
            raise self._wrong("a race is not one of this room", case.slot)
        if case.version != VERSION:
            raise self._wrong("a race is of a version that is not known here", case.slot)
        if encode(decide(case, self.key)) != encode(verdict):
            raise self._wrong("a race is decided otherwise", case.slot)
        self.decided[case.slot] = verdict
        self.counts.decisions += 1
        made = {play.seat: move for play, move in zip(case.plays, moves, strict=True)}
        self._check_reactions(case, verdict, made)
        for ruling in verdict.order:
            race = race_told(verdict, ruling)
            self.expected.append(_Expected(ruling, case.slot, made[ruling.seat], race, verdict.at))

    def _note_openings(self, events: Iterable[Numbered]) -> None:
        for each in events:
            slot = self.rerun.game.opens(each.event)
            if slot is not None:
                self.openings[slot] = Micros(each.t)

    def _check_reactions(self, case: Case, verdict: Verdict, made: Mapping[int, _Move]) -> None:
        """Nobody counts as quicker than a person from the opening on, or as a slower person after guesses."""
        opened = self.openings.get(case.slot)
        if opened is None:
            return
        arrived = {play.seat: play.arrived for play in case.plays}
        for each in verdict.order:
            move = self.rerun.move(*made[each.seat])
            aim = None if move is None else self.rerun.game.aim(move)
            misplaced = () if aim is None else self.misplaced[each.seat, aim]
            counts_from = reacts_from(opened, arrived[each.seat], misplaced)
            if each.view_time < counts_from + FLOOR:
                raise self._wrong("a play counts as quicker than a person", case.slot)

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
