"""A room's events as bytes: what the first player heard, how far the others are, and when the last of them has it."""

from loadtest.load.recorder import Recorder
from loadtest.net.raw_websocket import Line


class Block:
    """Events that came together: their bytes, their numbers, and how many players have heard them."""

    __slots__ = ("at", "data", "first", "heard", "last")

    def __init__(self, data: bytes, first: int, last: int, heard: int, at: int) -> None:
        self.data = data
        self.first = first
        self.last = last
        self.heard = heard
        self.at = at


class Tally:
    """What happened to plays, over all rooms of a process."""

    def __init__(self) -> None:
        self.refused: dict[str, int] = {}
        self.skipped = 0
        self.recorder = Recorder()


class Stream:
    """Blocks that somebody has still to hear. `block` and `offset` of a line say how far it is."""

    def __init__(self, players: int, seq: int, tally: Tally) -> None:
        self.players = players
        self.tally = tally
        self.last = seq
        """The last event that anybody has heard."""
        self.at = 0
        """When that was."""
        self._told = seq  # the last event that everybody has heard
        self._blocks: list[Block] = []
        self._base = 0
        self._strayed = 0
        self._awaited: dict[int, int] = {}

    def begin(self, seq: int) -> None:
        """A new match: its numbers begin anew."""
        self.last = self._told = seq
        self._awaited.clear()

    def next(self, line: Line) -> Block | None:
        """What this player has to hear next; None if nobody knows."""
        index = line.block - self._base
        return self._blocks[index] if 0 <= index < len(self._blocks) else None

    def add(self, line: Line, data: bytes, last: int, now: int) -> None:
        """News, up to the event of that number."""
        block = Block(data, self.last + 1, last, self._strayed, now)
        self.last, self.at = last, now
        self._blocks.append(block)
        self.heard(line, block, now)

    def part(self, line: Line, block: Block, event: bytes, now: int) -> bool:
        """One event of a block that comes in parts; False if it is another one than the first player heard."""
        if not block.data.startswith(event, line.offset):
            return False
        line.offset += len(event)
        if line.offset == len(block.data):
            line.offset = 0
            self.heard(line, block, now)
        return True

    def heard(self, line: Line, block: Block, now: int) -> None:
        """This player has heard all of it."""
        line.block += 1
        block.heard += 1
        recorder = self.tally.recorder
        events = block.last - block.first + 1
        recorder.frames += events
        if block.heard >= self.players:
            recorder.add("skew", now - block.at, events)
            self._everybody_heard(block, now)

    def _everybody_heard(self, block: Block, now: int) -> None:
        if self._awaited:
            for seq in range(block.first, block.last + 1):
                intended = self._awaited.pop(seq, 0)
                if intended:
                    self.tally.recorder.add("seen_by_all", now - intended)
        self._told = block.last
        blocks = self._blocks
        while blocks and blocks[0].heard >= self.players:
            del blocks[0]
            self._base += 1

    def expect(self, seq: int, intended: int, now: int) -> None:
        """A play was accepted as this event: how long until everybody has heard it?"""
        if seq <= self._told:
            self.tally.recorder.add("seen_by_all", now - intended)
        else:
            self._awaited[seq] = intended

    def stray(self, line: Line, now: int) -> None:
        """This player is not followed any more; as far as the others go, it has heard everything."""
        self._strayed += 1
        for block in self._blocks[line.block - self._base :]:
            self.heard(line, block, now)
        line.strayed, line.offset, line.block = True, 0, -1
