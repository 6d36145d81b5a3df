"""The way between the nodes and the simulated Redis: slow, interrupted, and deaf to answers, as the world wants it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from random import Random
from typing import Any, Final

import trio

from tests.proofs.storm.machine import Machine
from tests.proofs.storm.redis_model import RedisModel
from tests.proofs.storm.timeline import Timeline
from watai.server.cluster.redis import Redis, RedisAway, ScriptCall, Set
from watai.server.cluster.scripts import STORE

ANSWER_SECONDS: Final = 2.0
"""As the real client."""
SLOW_MS: Final = 1_600.0
"""How long one way may take while Redis is slow: both together take longer than a node waits."""

Observe = Callable[["RedisLink", ScriptCall | Set, Any], None]


class Wires:
    """What is wrong between all nodes and Redis just now."""

    def __init__(self, timeline: Timeline, model: RedisModel, rng: Random) -> None:
        self.timeline = timeline
        self.model = model
        self.rng = rng
        self.away = False
        """Nobody listens: every request fails at once, and what is under way is lost."""
        self.lost = 0.0
        """The share of answers that are lost."""


class RedisLink(Redis):
    """The client of one node's process."""

    def __init__(self, wires: Wires, machine: Machine, observe: Observe) -> None:
        self.cut_off = False
        """Nothing of this node reaches Redis, and nothing comes back; nobody is told."""
        self.slow = False
        """Whether each way takes very long."""
        self.before_send: Callable[[], None] | None = None
        """Called once, when the node is about to send records."""
        self.before_store: Callable[[], None] | None = None
        """Called once, when the next records arrive at Redis and before they are stored."""
        self.after_store: Callable[[], None] | None = None
        """Called once, when records are stored and before it is answered."""
        self.machine = machine
        self._wires = wires
        self._observe = observe

    def disarm(self) -> None:
        """Nothing is to happen at the next records."""
        self.before_send = self.before_store = self.after_store = None

    def open(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def send(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        stores = any(isinstance(each, ScriptCall) and each.script == STORE for each in commands)
        answers: list[Any] = await self._ask(lambda: self._carry_out(commands), stores)
        return answers

    async def get(self, *keys: str) -> list[bytes | None]:
        model = self._wires.model
        found: list[bytes | None] = await self._ask(lambda: [model.get(key) for key in keys])
        return found

    async def records(self, stream: str) -> list[bytes]:
        found: list[bytes] = await self._ask(lambda: self._wires.model.records(stream))
        return found

    def _carry_out(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        answers = []
        for command in commands:
            answer = self._wires.model.run(command)
            answers.append(answer)
            self._observe(self, command, answer)
        return answers

    def _way(self) -> float:
        """How many milliseconds one way takes."""
        return self._wires.rng.uniform(0.1, SLOW_MS if self.slow else 1.5)

    async def _ask(self, question: Callable[[], Any], stores: bool = False) -> Any:
        """Have Redis do something; the answer may be lost, and then nobody here knows whether it was done."""
        wires = self._wires
        heard = trio.Event()
        said: list[Any] = []

        def hear(*answer: Any) -> None:
            said.extend(answer)
            heard.set()

        def arrive() -> None:
            if wires.away or self.cut_off:
                fail()
                return
            if stores and self.before_store is not None:
                call, self.before_store = self.before_store, None
                call()
                return
            answer = question()
            if stores and self.after_store is not None:
                call, self.after_store = self.after_store, None
                call()
            if not (wires.lost and wires.rng.random() < wires.lost):
                wires.timeline.after(self._way(), lambda: come_back(answer))

        def come_back(answer: Any) -> None:
            if wires.away or self.cut_off:
                fail()
            else:
                self.machine.make(lambda: hear(answer))

        def fail() -> None:
            """The machine of Redis says that nobody listens there, or nobody says anything."""
            if not self.cut_off:
                self.machine.make(hear)

        if stores and self.before_send is not None:
            call, self.before_send = self.before_send, None
            call()
        self.machine.when_going(lambda: wires.timeline.after(self._way(), arrive))
        if self.silent_since is None:
            self.silent_since = trio.current_time()
        with trio.move_on_after(ANSWER_SECONDS):
            await heard.wait()
        if not said:
            raise RedisAway("the simulated Redis does not answer")
        self.silent_since = None
        return said[0]
