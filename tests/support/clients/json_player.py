"""A client process in JSON mode (`--json`): one message per line both ways."""

import json
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.clients.pty_client import PATIENCE, environment
from watai import child
from watai.child import ROOT

Message = dict[str, Any]


class JsonPlayer:
    """One client process."""

    def __init__(self, words: list[str], home: Path, name: str) -> None:
        self._process = subprocess.Popen(
            child.command("", *words, "--json"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **environment(home, {"WATAI_NAME": name})},
        )
        self._heard = b""

    def say(self, kind: str, **fields: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"type": kind, **fields}).encode() + b"\n")
        self._process.stdin.flush()

    def hear(self, wanted: Callable[[Message], object]) -> Message:
        """The next message that matches; those before it are dropped."""
        deadline = time.monotonic() + PATIENCE
        while not wanted(message := self._next(deadline)):
            pass
        return message

    def hear_kind(self, kind: str) -> Message:
        return self.hear(lambda message: message["type"] == kind)

    def hear_event(self, name: str, **fields: object) -> Message:
        """The next event of this name with these fields."""
        return self.hear(lambda message: message.get("event") == name and _has(message, fields))

    def hears_event_of(self, seat: int, seconds: float) -> bool:
        """Whether an event of this seat comes within this time; returns as soon as one does."""
        deadline = time.monotonic() + seconds
        while self._wait(deadline):
            message = self._next(deadline + PATIENCE)
            if message.get("event") and _has(message, {"seat": seat}):
                return True
        return False

    def _wait(self, deadline: float) -> bool:
        """Whether there is something to read before the deadline."""
        assert self._process.stdout is not None
        wait = max(0.0, deadline - time.monotonic())
        return bool(self._heard or select.select([self._process.stdout], [], [], wait)[0])

    def _next(self, deadline: float) -> Message:
        assert self._process.stdout is not None
        while b"\n" not in self._heard:
            wait = max(0.0, deadline - time.monotonic())
            assert select.select([self._process.stdout], [], [], wait)[0], "nothing more was said"
            data = os.read(self._process.stdout.fileno(), 65_536)
            assert data, "the client ended"
            self._heard += data
        line, _, self._heard = self._heard.partition(b"\n")
        message: Message = json.loads(line)
        return message

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


def _has(message: Message, fields: dict[str, object]) -> bool:
    data = message.get("data") or {}
    return all(data.get(name) == value for name, value in fields.items())


@contextmanager
def json_player(*words: str, home: Path, name: str = "Bo") -> Iterator[JsonPlayer]:
    """A client process that is killed at the end of the block."""
    made = JsonPlayer(list(words), home, name)
    try:
        yield made
    finally:
        made.close()
