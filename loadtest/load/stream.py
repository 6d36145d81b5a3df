"""A room's events as bytes: what the first player received, how far the others are, and when the last has it."""

from watai.loadtest.load.recorder import Recorder
from watai.loadtest.net.raw_client import RawClient


class Block:
    """Events that came together: their bytes, their numbers, and how many players have received them."""

    __slots__ = ("at", "data", "first", "last", "received")

    def __init__(self, data: bytes, first: int, last: int, received: int, at: int) -> None:
        self.data = data
        self.first = first
        self.last = last
        self.received = received
        self.at = at


class LoadCounts:
    """What became of the plays of all rooms of a process."""

    def __init__(self) -> None:
        self.refused: dict[str, int] = {}
        self.skipped = 0
        self.recorder = Recorder()


class Stream:
    """Blocks that some player has still to receive. `block` and `offset` of a client say how far it is."""

    def __init__(self, players: int, seq: int, counts: LoadCounts) -> None:
        self.players = players
        self.counts = counts
        self.last = seq
        """The last event that any player has received."""
        self.at = 0
        """When that was."""
        self._told = seq  # the last event that all players have received
        self._blocks: list[Block] = []
        self._base = 0
        self._strayed = 0
        self._awaited: dict[int, int] = {}

    def begin(self, seq: int) -> None:
        """A new match begins; so do its numbers."""
        self.last = self._told = seq
        self._awaited.clear()

    def next(self, client: RawClient) -> Block | None:
        """What this player must receive next; None if no player has received it yet."""
        index = client.block - self._base
        return self._blocks[index] if 0 <= index < len(self._blocks) else None

    def add(self, client: RawClient, data: bytes, last: int, now: int) -> None:
        """Keep a new block, which ends with event `last`."""
        block = Block(data, self.last + 1, last, self._strayed, now)
        self.last, self.at = last, now
        self._blocks.append(block)
        self.received(client, block, now)

    def part(self, client: RawClient, block: Block, event: bytes, now: int) -> bool:
        """Compare one event of a block that comes in parts; False if the first player received another."""
        if not block.data.startswith(event, client.offset):
            return False
        client.offset += len(event)
        if client.offset == len(block.data):
            client.offset = 0
            self.received(client, block, now)
        return True

    def received(self, client: RawClient, block: Block, now: int) -> None:
        """This player has received all of a block."""
        client.block += 1
        block.received += 1
        recorder = self.counts.recorder
        events = block.last - block.first + 1
        recorder.frames += events
        if block.received >= self.players:
            recorder.add("skew", now - block.at, events)
            self._received_by_all(block, now)

    def _received_by_all(self, block: Block, now: int) -> None:
        if self._awaited:
            for seq in range(block.first, block.last + 1):
                intended = self._awaited.pop(seq, 0)
                if intended:
                    self.counts.recorder.add("seen_by_all", now - intended)
        self._told = block.last
        blocks = self._blocks
        while blocks and blocks[0].received >= self.players:
            del blocks[0]
            self._base += 1

    def expect(self, seq: int, intended: int, now: int) -> None:
        """A play was accepted as this event: time how long all players take to receive it."""
        if seq <= self._told:
            self.counts.recorder.add("seen_by_all", now - intended)
        else:
            self._awaited[seq] = intended

    def stray(self, client: RawClient, now: int) -> None:
        """Follow this player no further; for the others it counts as having received everything."""
        self._strayed += 1
        for block in self._blocks[client.block - self._base :]:
            self.received(client, block, now)
        client.strayed, client.offset, client.block = True, 0, -1
