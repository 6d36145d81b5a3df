"""The processes in which bots think: started when the first bot must think, fed, and started again if they die."""

import logging
import pickle
import subprocess
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final, Generic, TypeVar

import trio

from watai import child
from watai.server.bots.remote_bot import RemoteBot
from watai.server.bots.thinker import PREFIX_BYTES, Dismissal, Recipe, ThinkAnswer, ThinkRequest

RESTART_SECONDS: Final = 0.2  # between a process that died and the next
log = logging.getLogger("watai.bots")

Owner = TypeVar("Owner")


class BotProcess:
    """One process, and what it was asked. At most one request of each bot is kept here, so nothing piles up."""

    def __init__(self) -> None:
        self.bots = 0
        self.asked: dict[int, tuple[RemoteBot, ThinkRequest]] = {}
        self.pid: int | None = None
        """Of the process, while it runs."""
        self.unsent: deque[ThinkRequest | Dismissal] = deque()
        self._work = trio.Event()

    def send(self, bot: RemoteBot, message: ThinkRequest | Dismissal) -> None:
        """Send this soon. A dismissed bot's request is not sent, and its answer goes nowhere."""
        if isinstance(message, ThinkRequest):
            self.asked[bot.number] = (bot, message)
        else:
            self.bots -= 1
            self.asked.pop(bot.number, None)
            if self.pid is None:
                return  # no process knows the bot
        self.unsent.append(message)
        self._work.set()

    def take_answer(self, answer: ThinkAnswer) -> None:
        bot, _ = self.asked.pop(answer.bot, (None, None))
        if bot is not None:
            bot.take_answer(answer)

    async def run(self) -> None:
        """Keep a process running, from the first request on."""
        await self._work.wait()
        while True:
            try:
                await self._serve()
                log.warning("a process of bots has died", extra={"pid": self.pid})
            except OSError as error:
                log.warning("no process for bots can be started", extra={"error": str(error)})
            self.pid = None
            # The new process knows no bot: it is asked again what the old one left open.
            self.unsent = deque(request for _, request in self.asked.values())
            await trio.sleep(RESTART_SECONDS)

    async def _serve(self) -> None:
        """Run one process until it dies or this is cancelled."""
        process = await trio.lowlevel.open_process(
            child.command("server.bots"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=child.environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self.pid = process.pid
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, process.stdin)
                await self._read(process.stdout)
                nursery.cancel_scope.cancel()
        finally:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.stdin.aclose()
                await process.stdout.aclose()
                await process.wait()

    async def _write(self, stream: trio.abc.SendStream) -> None:
        with suppress(trio.BrokenResourceError):  # it has died: the reader finds out as well
            while True:
                self._work = trio.Event()
                while self.unsent:
                    message = self.unsent.popleft()
                    if isinstance(message, Dismissal) or message.bot in self.asked:
                        await stream.send_all(pickle.dumps(message))
                if not self._work.is_set():
                    await self._work.wait()

    async def _read(self, stream: trio.abc.ReceiveStream) -> None:
        data = bytearray()
        async for chunk in stream:
            data += chunk
            while len(data) >= PREFIX_BYTES:
                end = PREFIX_BYTES + int.from_bytes(data[:PREFIX_BYTES], "big")
                if len(data) < end:
                    break
                answer = pickle.loads(data[PREFIX_BYTES:end])
                del data[:end]
                self.take_answer(answer)


class BotPool(Generic[Owner]):
    """Hires bots for the process that has fewest; tells an owner when one of its bots has a plan."""

    def __init__(self, processes: int, answered: Callable[[Owner], None]) -> None:
        self.processes = [BotProcess() for _ in range(processes)]
        self._answered = answered
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """How many decisions are asked for."""
        return sum(len(process.asked) for process in self.processes)

    def hire(self, owner: Owner, recipe: Recipe) -> RemoteBot:
        """A bot whose plans come later."""
        process = min(self.processes, key=lambda each: each.bots)
        process.bots += 1
        answered = partial(self._answered, owner)
        return RemoteBot(next(self._numbers), recipe, process.send, answered)

    async def run(self) -> None:
        """Keep the processes running."""
        async with trio.open_nursery() as nursery:
            for process in self.processes:
                nursery.start_soon(process.run)
