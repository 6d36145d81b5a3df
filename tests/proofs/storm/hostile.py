"""A hostile client: garbage, floods, stolen names and numbers, moves out of turn and impossible claims."""

from random import Random
from typing import Final

from msgspec import Raw

from tests.proofs.storm.client import KEY, Surroundings
from tests.proofs.storm.link import Quality, SimulatedLink
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.witness import Frame
from watai.protocol.codec import Codec
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.frames import frame as unmasked_frame
from watai.protocol.messages import (
    Act,
    AddBot,
    Chat,
    ClientMessage,
    Create,
    FetchReplay,
    Hello,
    Join,
    Leave,
    ListRooms,
    Look,
    Ping,
    Ready,
    Rematch,
    RemoveBot,
    Resume,
    Start,
    Watch,
    Welcome,
)

WILD: Final = (0, -1, 1, 7, 2**31, 2**53 - 1, -(2**40))
FLOOD: Final = 250


class Hostile:
    """Connects again and again, and says whatever might hurt."""

    def __init__(self, world: Surroundings, name: str, codec: Codec, rng: Random) -> None:
        self.name = name
        self.inputs = 0
        self._world = world
        self._codec = codec
        self._rng = rng
        self._link: SimulatedLink | None = None
        self._n = 0
        self._pulse()

    def hear(self, link: SimulatedLink, frames: list[Frame]) -> None:
        for frame in frames:
            if (
                isinstance(frame.message, Welcome)
                and frame.message.session in self._world.sessions()
            ):
                raise Violation("leaked", f"{self.name} got in as somebody else")

    def lose(self, link: SimulatedLink) -> None:
        if link is self._link:
            self._link = None

    def _pulse(self) -> None:
        if not self._world.stormy:
            if self._link is not None:
                self._link.cut()
            return
        self._world.timeline.after(self._rng.uniform(100, 900), self._pulse)
        if self._link is None:
            self._begin()
        else:
            self._misbehave(self._link)

    def _begin(self) -> None:
        rng = self._rng
        quality, urls = Quality(rng.uniform(1, 50), 0), self._world.urls
        url = urls[0] if len(urls) == 1 else rng.choice(urls)
        self._link = self._world.connect(self, self._codec, quality, rng, url)
        self._n = 0
        if self._link is not None and rng.random() < 0.85:
            self._say(Hello(1, self.name, self._token()))
            code = self._code()
            if rng.random() < 0.5:
                self._say(Watch(self._number(), code))
            elif rng.random() < 0.3:
                self._say(Join(self._number(), code))
                self._say(Ready(self._number()))

    def _token(self) -> str:
        """A guess at somebody's token: the session's name is no secret."""
        sessions = self._world.sessions()
        return (
            f"{self._rng.choice(sessions)}.guess" if sessions and self._rng.random() < 0.3 else ""
        )

    def _code(self) -> str:
        codes = sorted(self._world.codes.values())
        return self._rng.choice(codes) if codes and self._rng.random() < 0.8 else "bako-timu"

    def _number(self) -> int:
        """Mostly the next number; sometimes one again, or one from nowhere."""
        chance = self._rng.random()
        if chance < 0.8:
            self._n += 1
            return self._n
        return self._n if chance < 0.9 else self._rng.choice((0, 1, 2**53 - 1))

    def _say(self, message: ClientMessage) -> None:
        n = getattr(message, "n", None)
        if self._link is not None:
            if n is not None:
                self._link.witness.asked[n] += 1
            self._link.witness.rewinds |= isinstance(message, Resume)
            self._up(masked_frame(self._codec.opcode, self._codec.encode(message), KEY))

    def _up(self, data: bytes) -> None:
        if self._link is not None:
            self.inputs += 1
            self._link.up(data)

    def _misbehave(self, link: SimulatedLink) -> None:
        rng = self._rng
        self._world.count("hostile")
        chance = rng.random()
        if chance < 0.6:
            for _ in range(rng.choice((1, 1, 3))):
                self._say(self._message())
        elif chance < 0.75:
            self._up(self._garbage())
        elif chance < 0.8:
            for _ in range(FLOOD):
                self._say(Ping(self._number()))
        elif chance < 0.85:
            link.stall(60_000)
        elif chance < 0.9:
            link.fall_silent()
        elif chance < 0.95:
            link.cut()
        else:
            self._say(Hello(1, self.name))

    def _message(self) -> ClientMessage:
        rng, n, code = self._rng, self._number(), self._code()
        wild = rng.choice(WILD)
        move, args = self._world.moves.get(code, ("Place", {"pile": wild}))
        raw = Raw(self._codec.encode(args))
        return rng.choice(
            (
                lambda: Act(n, move, raw, wild, rng.choice(WILD)),
                lambda: Act(n, move, raw),
                lambda: Act(n, "Nothing", raw),
                lambda: Act(n, move, Raw(self._codec.encode({"pile": 2**63, "x": [[]]}))),
                lambda: Resume(n, code, wild, rng.choice((None, "", "match"))),
                lambda: Join(n, code, rng.choice((None, 0, 99, -1))),
                lambda: Watch(n, code),
                lambda: Look(n),
                lambda: Leave(n),
                lambda: Start(n),
                lambda: Rematch(n),
                lambda: AddBot(n, rng.choice(("easy", "godlike")), rng.choice((None, wild))),
                lambda: RemoveBot(n, wild),
                lambda: FetchReplay(n, rng.choice(("", "nothing", code))),
                lambda: ListRooms(n),
                lambda: Chat(n, rng.choice(("", "x" * 301, "\x1b[2J", "\u202eevil", "hello"))),
                lambda: Create(n, "watai", wild, {"target": wild}),
                lambda: Create(n, "wapi", 2, {}, True),
            )
        )()

    def _garbage(self) -> bytes:
        rng = self._rng
        payload = rng.randbytes(rng.randint(0, 120))
        return rng.choice(
            (
                lambda: payload,
                lambda: masked_frame(self._codec.opcode, payload, KEY),
                lambda: masked_frame(Opcode.PING, payload, KEY),
                lambda: masked_frame(Opcode.PONG, payload, KEY),
                lambda: masked_frame(Opcode.CLOSE, b"\x03\xe8", KEY),
                lambda: unmasked_frame(self._codec.opcode, payload),  # a client has to mask
                lambda: masked_frame(self._codec.opcode, b"\x80" * 5_000, KEY),
                lambda: b"\x02" + masked_frame(self._codec.opcode, payload, KEY)[1:],  # a fragment
            )
        )()
