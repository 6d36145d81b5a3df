"""One room of racing players: what they play, and what each of them hears, held against what the first one heard.

The server tells everybody the same, so the first player to hear some events has them read and kept as a block of bytes;
for the others a comparison of bytes is enough. That is what makes the generator cheaper than the server.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from loadtest.load.brain import TURN, Brain
from loadtest.load.stream import Block, Stream, Tally
from loadtest.net.raw_websocket import CHUNK, CLOSE, PING, Line, frame_at
from loadtest.oracle.checker import Checker
from protocol.messages import Act, Look, Ready, Rematch, Start

_EVENT: Final = b"\xa4type\xa5event"
_DONE: Final = b"\xa4type\xa4done"
_REFUSED: Final = b"\xa4type\xa7refused"
_VIEW: Final = b"\xa4type\xa4view"
GONE: Final = -1
_CHORE: Final = (0, 0)  # pending, but not a play


class Answer(msgspec.Struct):
    """`done` or `refused`, as far as the harness cares."""

    n: int
    seq: int | None = None
    code: str | None = None
    clause: str | None = None


class _Seq(msgspec.Struct):
    seq: int


_read_answer = msgspec.msgpack.Decoder(Answer).decode
_read_seq = msgspec.msgpack.Decoder(_Seq).decode
_read_any = msgspec.msgpack.Decoder().decode


class Room:
    """The players of one room, seat by seat, after the first view."""

    def __init__(self, lines: Sequence[Line], checker: Checker, tally: Tally) -> None:
        self.lines = lines
        self.checker = checker
        self.tally = tally
        self.brain: Brain | None = None
        self.reading = True
        """Whether events are read, or only compared."""
        self.open_loop = False
        self.stirred = False
        """Whether anything has happened since the parked players last looked."""
        self.parked: list[Line] = []
        self.looking = False
        """Whether a view is to come that is to be compared with the table."""
        self.stream = Stream(len(lines), checker.seq, tally)
        self._getting_ready = 0
        for seat, line in enumerate(lines):
            line.room, line.seat = self, seat

    @property
    def racing(self) -> bool:
        return self.checker.table is None or self.checker.table.phase == "race"

    @property
    def pending(self) -> int:
        return sum(len(line.pending) for line in self.lines)

    # playing

    def play(self, line: Line, intended: int, now: int) -> bool:
        """Make a play; False if there is none to make."""
        brain, table = self.brain, self.checker.table
        if brain is None or table is None:
            number = line.turn()
        else:
            play = brain.decide(table, line.seat, line.flying)
            if play is None:
                return False
            if play is TURN:
                number = line.turn()
            else:
                number = line.act(*play, self.stream.last, (now - self.stream.at) // 1000)
                line.flying[number] = play[1].get("card", "")
        line.pending[number] = (intended, now)
        return True

    def lead(self) -> None:
        """Say Go, if that is what everybody waits for."""
        table = self.checker.table
        if table is not None and table.phase == "waiting":
            leader = self.lines[table.leader]
            self.expect_answer(leader, leader.say(lambda n: Act(n, "Go")))

    def expect_answer(self, line: Line, number: int) -> None:
        """This message of the player is no play, but will be answered too."""
        line.pending[number] = _CHORE

    # hearing

    def hear(self, line: Line, now: int) -> int:
        """Read what has come for this player; how many plays were answered by it, or GONE."""
        try:
            data = line.sock.recv(CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            return self._hang_up(line, "lost its connection", now)
        if line.rest:
            data = line.rest + data
        at, end, answered = 0, len(data), 0
        while at < end:
            block = self.stream.next(line)
            if block is not None and not line.offset and data.startswith(block.data, at):
                at += len(block.data)
                self.stream.heard(line, block, now)
                continue
            bounds = frame_at(data, at)
            if bounds is None:
                break
            start, stop = bounds
            if data[start + 1 : start + 12] == _EVENT:
                at = self._events(line, block, data, at, now)
            elif data[at] == CLOSE:
                return self._hang_up(line, "was sent away", now)
            else:
                answered += self._message(line, data[at], data[start:stop], now)
                at = stop
        line.rest = data[at:]
        return answered

    def _message(self, line: Line, opcode: int, payload: bytes, now: int) -> int:
        """Anything but an event; how many plays it answers. What the harness does not know is none of its business."""
        kind = payload[1:11]
        if kind == _DONE or payload[1:14] == _REFUSED:
            return self._answer(line, _read_answer(payload), now)
        if opcode == PING:
            line.pong(payload)
        elif kind == _VIEW:
            self._view(payload)
        return 0

    def _answer(self, line: Line, answer: Answer, now: int) -> int:
        n = answer.n
        times = line.pending.pop(n, None)
        if times is None:
            self.checker.fault(f"seat {line.seat} got an answer to {n}, which waits for none")
            return 0
        if line.flying:
            line.flying.pop(n, None)
        if times is _CHORE:
            self._chore_done(line)
            return 0
        intended, sent = times
        recorder = self.tally.recorder
        recorder.plays += 1
        recorder.frames += 1
        recorder.add("ack", now - intended)
        if self.open_loop:
            recorder.add("service", now - sent)
        if answer.seq is not None:
            self.stream.expect(answer.seq, intended, now)
        elif answer.code is not None:
            why = f"{answer.code} {answer.clause}" if answer.clause else answer.code
            self.tally.refused[why] = self.tally.refused.get(why, 0) + 1
        return 1

    def _events(self, line: Line, block: Block | None, data: bytes, at: int, now: int) -> int:
        """Events begin here: a part of what others have heard, or news. Where they end."""
        if line.strayed or block is not None:
            bounds = frame_at(data, at)
            assert bounds is not None
            event = data[at : bounds[1]]
            if block is not None and not self.stream.part(line, block, event, now):
                self._stray(line, "heard something else than the others", now)
            return bounds[1]
        start, names, payload = at, [], b""
        while (bounds := frame_at(data, at)) is not None:
            if data[bounds[0] + 1 : bounds[0] + 12] != _EVENT:
                break
            payload = data[bounds[0] : bounds[1]]
            if self.reading:
                names.append(self.checker.hear(payload))
            at = bounds[1]
        last = self.checker.seq if self.reading else _read_seq(payload).seq
        self.stream.add(line, data[start:at], last, now)
        self.stirred = True
        if names:
            self._happened(names)
        return at

    def _stray(self, line: Line, why: str, now: int) -> None:
        self.checker.fault(f"seat {line.seat} {why}")
        self.stream.stray(line, now)

    def _hang_up(self, line: Line, why: str, now: int) -> int:
        if not line.strayed:
            self._stray(line, why, now)
        line.pending.clear()
        return GONE

    # between rounds and matches

    def _happened(self, names: Sequence[str]) -> None:
        if "RoundOpened" in names:
            self.lead()
        if "Won" in names:
            host = self.lines[0]
            self.expect_answer(host, host.say(Rematch))

    def _chore_done(self, line: Line) -> None:
        """Go was said, or one step from a finished match to the next one."""
        if not self.checker.finished:
            return
        host, others = self.lines[0], self.lines[1:]
        if line is host and not self._getting_ready:
            self._getting_ready = len(others)
            for other in others:
                self.expect_answer(other, other.say(Ready))
        elif line is not host:
            self._getting_ready -= 1
            if not self._getting_ready:
                self.expect_answer(host, host.say(Start))

    def _view(self, payload: bytes) -> None:
        if self.checker.finished:
            self.checker.begin(_read_any(payload))
            self.stream.begin(self.checker.seq)
            self.lead()
        elif self.looking:
            view = _read_any(payload)
            self.looking = view["seq"] < self.checker.seq
            if self.looking:  # another player has heard more since
                self.look()
            else:
                self.checker.compare(view)

    def look(self) -> None:
        """Ask for the whole table, to hold it against the events; only while nothing is on its way."""
        witness = self.lines[0]
        self.looking = self.reading and not witness.strayed
        if self.looking:
            self.expect_answer(witness, witness.say(Look))
