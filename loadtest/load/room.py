"""One room of racing players: makes their plays, and compares what each player receives with what the first received.

The server sends all players of a room the same events. The first player to receive some has them checked and kept as a
block of bytes; for the others a comparison of bytes is enough. That makes the generator cheaper than the server.
"""

from collections.abc import Sequence
from typing import Final

from watai.loadtest.load.brain import TURN, Brain
from watai.loadtest.load.stream import Block, LoadCounts, Stream
from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import CHUNK, CLOSE, PING, frame_at
from watai.loadtest.oracle.checker import Checker
from watai.protocol.messages import Act, Look, Ready, Rematch, Start

_EVENT: Final = b"\xa4type\xa5event"
_DONE: Final = b"\xa4type\xa4done"
_REFUSED: Final = b"\xa4type\xa7refused"
_PENDING: Final = b"\xa4type\xa7pending"
_VIEW: Final = b"\xa4type\xa4view"
_PROMPTS: Final = b"\xa4type\xa7prompts"
GONE: Final = -1
_CHORE: Final = (0, 0)  # pending, but not a play


class LoadRoom:
    """The players of one room, seat by seat, after the first view."""

    def __init__(self, clients: Sequence[RawClient], checker: Checker, counts: LoadCounts) -> None:
        self.clients = clients
        self.checker = checker
        self.counts = counts
        self.brain: Brain | None = None
        self.reading = True
        """Whether events are checked, or only compared between players."""
        self.open_loop = False
        self.stirred = False
        """Whether events have come since the parked players last looked for a play."""
        self.parked: list[RawClient] = []
        self.looking = False
        """Whether a view was asked for, to be compared with the table."""
        self.stream = Stream(len(clients), checker.seq, counts)
        self._getting_ready = 0
        for seat, client in enumerate(clients):
            client.room, client.seat = self, seat

    @property
    def racing(self) -> bool:
        return self.checker.table is None or self.checker.table.phase == "race"

    @property
    def pending(self) -> int:
        return sum(len(client.pending) for client in self.clients)

    # playing

    def play(self, client: RawClient, intended: int, now: int) -> bool:
        """Make a play; False if the rules allow none."""
        brain, table = self.brain, self.checker.table
        if brain is None or table is None:
            number = client.turn()
        else:
            play = brain.decide(table, client.seat, client.flying)
            if play is None:
                return False
            if play is TURN:
                number = client.turn()
            else:
                number = client.act(*play, self.stream.last, (now - self.stream.at) // 1000)
                client.flying[number] = play[1].get("card", "")
        client.pending[number] = (intended, now)
        return True

    def lead(self) -> None:
        """Say Go, if the round waits for it."""
        table = self.checker.table
        if table is not None and table.phase == "waiting":
            leader = self.clients[table.leader]
            self.expect_answer(leader, leader.say(lambda n: Act(n, "Go")))

    def expect_answer(self, client: RawClient, number: int) -> None:
        """Note a message that is no play, but will be answered too."""
        client.pending[number] = _CHORE

    # receiving

    def receive(self, client: RawClient, now: int) -> int:
        """Read what has come for this player; returns how many plays it answered, or GONE."""
        try:
            data = client.sock.recv(CHUNK)
        except BlockingIOError:
            return 0  # over TLS: a part of a record
        except ConnectionError:
            data = b""
        if not data:
            return self._hang_up(client, "lost its connection", now)
        if client.rest:
            data = client.rest + data
        at, end, answered = 0, len(data), 0
        while at < end:
            block = self.stream.next(client)
            if block is not None and not client.offset and data.startswith(block.data, at):
                at += len(block.data)
                self.stream.received(client, block, now)
                continue
            bounds = frame_at(data, at)
            if bounds is None:
                break
            start, stop = bounds
            if data[start + 1 : start + 12] == _EVENT:
                at = self._events(client, block, data, at, now)
            elif data[at] == CLOSE:
                return self._hang_up(client, "was sent away", now)
            else:
                answered += self._message(client, data[at], data[start:stop], now)
                at = stop
        client.rest = data[at:]
        return answered

    def _message(self, client: RawClient, opcode: int, payload: bytes, now: int) -> int:
        """Handle anything but an event; returns how many plays it answers. Other messages are ignored."""
        kind = payload[1:11]
        if kind == _DONE or payload[1:14] == _REFUSED:
            return self._answer(client, read_message(payload), now)
        if payload[1:14] == _PENDING:
            client.held[read_message(payload)["n"]] = now
        elif opcode == PING:
            client.pong(payload)
        elif kind == _VIEW:
            self._view(payload)
        elif payload[1:14] == _PROMPTS:
            self.checker.check_contested(read_message(payload))
        return 0

    def _answer(self, client: RawClient, answer: AnyMessage, now: int) -> int:
        n = answer["n"]
        times = client.pending.pop(n, None)
        if times is None:
            self.checker.fault(f"seat {client.seat} got an answer to {n}, which waits for none")
            return 0
        if client.flying:
            client.flying.pop(n, None)
        if times is _CHORE:
            self._chore_done(client)
            return 0
        intended, sent = times
        recorder = self.counts.recorder
        recorder.plays += 1
        recorder.frames += 1
        recorder.add("ack", now - intended)
        if self.open_loop:
            recorder.add("service", now - sent)
            held = client.held.pop(n, 0)
            recorder.add("own", (held or now) - intended)
            if held:
                recorder.add("wait", now - held)
        seq: int | None = answer.get("seq")
        if seq is not None:
            self.stream.expect(seq, intended, now)
        elif answer["type"] == "refused":
            clause = answer.get("clause")
            why = f"{answer['code']} {clause}" if clause else answer["code"]
            self.counts.refused[why] = self.counts.refused.get(why, 0) + 1
        return 1

    def _events(
        self, client: RawClient, block: Block | None, data: bytes, at: int, now: int
    ) -> int:
        """Take the events from this index on, new ones or a part of a block; returns where they end."""
        if client.strayed or block is not None:
            bounds = frame_at(data, at)
            assert bounds is not None
            event = data[at : bounds[1]]
            if block is not None and not self.stream.part(client, block, event, now):
                self._stray(client, "heard something else than the others", now)
            return bounds[1]
        start, names, payload = at, [], b""
        while (bounds := frame_at(data, at)) is not None:
            if data[bounds[0] + 1 : bounds[0] + 12] != _EVENT:
                break
            payload = data[bounds[0] : bounds[1]]
            if self.reading:
                names.append(self.checker.check(payload))
            at = bounds[1]
        last = self.checker.seq if self.reading else read_message(payload)["seq"]
        self.stream.add(client, data[start:at], last, now)
        self.stirred = True
        if names:
            self._happened(names)
        return at

    def _stray(self, client: RawClient, why: str, now: int) -> None:
        self.checker.fault(f"seat {client.seat} {why}")
        self.stream.stray(client, now)

    def _hang_up(self, client: RawClient, why: str, now: int) -> int:
        if not client.strayed:
            self._stray(client, why, now)
        client.pending.clear()
        return GONE

    # between rounds and matches

    def _happened(self, names: Sequence[str]) -> None:
        if "RoundOpened" in names:
            self.lead()
        if "Won" in names:
            host = self.clients[0]
            self.expect_answer(host, host.say(Rematch))

    def _chore_done(self, client: RawClient) -> None:
        """Take the next step from a finished match to the next one; nothing to do if it was Go."""
        if not self.checker.finished:
            return
        host, others = self.clients[0], self.clients[1:]
        if client is host and not self._getting_ready:
            self._getting_ready = len(others)
            for other in others:
                self.expect_answer(other, other.say(Ready))
        elif client is not host:
            self._getting_ready -= 1
            if not self._getting_ready:
                self.expect_answer(host, host.say(Start))

    def _view(self, payload: bytes) -> None:
        if self.checker.finished:
            self.checker.begin(read_message(payload))
            self.stream.begin(self.checker.seq)
            self.lead()
        elif self.looking:
            view = read_message(payload)
            self.looking = view["seq"] < self.checker.seq
            if self.looking:  # another player has received more since
                self.look()
            else:
                self.checker.compare(view)

    def look(self) -> None:
        """Ask for a view, to compare it with the table; only while no play is on its way."""
        witness = self.clients[0]
        self.looking = self.reading and not witness.strayed
        if self.looking:
            self.expect_answer(witness, witness.say(Look))
