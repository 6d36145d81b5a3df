"""One simulated connection: bytes that take time both ways, and everything that can happen to them."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tests.proofs.storm.timeline import MS, Timeline
from tests.proofs.storm.witness import ConnectionWitness, Frame
from watai.server.clock import Nanos
from watai.server.transport.channel import Channel


class Peer(Protocol):
    """Whoever is at the other end."""

    name: str

    def hear(self, link: "SimulatedLink", frames: list[Frame]) -> None:
        """These frames have arrived."""

    def lose(self, link: "SimulatedLink") -> None:
        """The connection is gone, as far as this end can tell."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How long bytes take each way, in ms, and by how much that varies."""

    delay: float
    jitter: float


class SimulatedChannel(Channel):
    """The server's end of a link."""

    def __init__(self, link: "SimulatedLink", outbox_bytes: int) -> None:
        super().__init__("simulated", outbox_bytes)
        self._link = link

    async def read(self) -> tuple[bytes, Nanos]:
        raise AssertionError("the simulated poller reads it")

    async def drain(self) -> None:
        raise AssertionError("a simulation has no tasks")

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        frames = self._link.witness.wrote(data)
        if self._link.stalled:
            self._link.held += frames
            self._keep(data)
        else:
            self._link.down(frames)

    def drained(self) -> None:
        """The peer reads again: everything that waited goes out."""
        if self.closed or not self.waiting:
            return
        self._outbox.clear()
        self.waiting = 0
        self._link.down(self._link.held)
        self._link.held = []
        self.on_drained()
        if self._finishing:
            self._shut()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._link.server_closed()

    def _shut_socket(self) -> None:
        self._link.server_closed()


class SimulatedLink:
    """A connection between a peer and the server."""

    def __init__(
        self,
        timeline: Timeline,
        rng: Random,
        quality: Quality,
        peer: Peer,
        witness: ConnectionWitness,
        readable: Callable[["SimulatedLink"], None],
    ) -> None:
        self.witness = witness
        self.stalled = False
        self.held: list[Frame] = []
        """What waits in the server's outbox."""
        self.inbound: deque[tuple[bytes, Nanos]] = deque()
        """What has arrived at the server and is not read yet; no bytes are the end."""
        self.channel: SimulatedChannel | None = None
        self._timeline = timeline
        self._rng = rng
        self._quality = quality
        self._peer = peer
        self._readable = readable
        self._up_until = self._down_until = 0
        self._cut = False
        self.silent = False
        """Whether nothing passes any more, though neither end has been told."""
        self._closing = False

    def calm(self) -> None:
        """The faults are over: bytes take ten milliseconds each way."""
        self._quality = Quality(10, 0)
        if self.stalled:
            self.resume_reading()

    def _way(self) -> int:
        quality = self._quality
        spread = self._rng.expovariate(1 / quality.jitter) if quality.jitter else 0
        return self._timeline.now + int((quality.delay + spread) * MS)

    def up(self, data: bytes) -> None:
        """The peer sends."""
        if not self._cut and not self.silent:
            self._up_until = max(self._up_until, self._way())
            self._timeline.at(self._up_until, lambda: self._arrive(data))

    def _arrive(self, data: bytes) -> None:
        if not self._cut and not self.silent:
            self.inbound.append((data, self._timeline.now))
            self._readable(self)

    def down(self, frames: list[Frame]) -> None:
        """The server sends."""
        if not self._cut and not self.silent:
            self._down_until = max(self._down_until, self._way())
            self._timeline.at(self._down_until, lambda: self._deliver(frames))

    def _deliver(self, frames: list[Frame]) -> None:
        if not self._cut and not self.silent:
            self._peer.hear(self, frames)

    def server_closed(self) -> None:
        """The server has closed its end: the peer finds out after everything that was sent."""
        if not self._closing:
            self._closing = True
            self._down_until = max(self._down_until, self._way())
            self._timeline.at(self._down_until, self._tell_end)

    def _tell_end(self) -> None:
        if not self._cut and not self.silent:
            self.cut()

    def cut(self) -> None:
        """Both ends notice at once; whatever was under way is lost."""
        if self._cut:
            return
        self._cut = True
        if not self.silent:
            self._peer.lose(self)
        self.inbound.append((b"", self._timeline.now))
        self._readable(self)

    def fall_silent(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self.silent = True

    def drop(self) -> None:
        """The peer gives the connection up; the server learns of it if anything still passes."""
        if self.silent:
            self._cut = True
        else:
            self.cut()

    def stall(self, millis: float) -> None:
        """The peer reads nothing for so long."""
        self.stalled = True
        self._timeline.after(millis, self.resume_reading)

    def resume_reading(self) -> None:
        self.stalled = False
        if self.channel is not None:
            self.channel.drained()
