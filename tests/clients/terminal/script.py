"""A player who is a program: the client with `--json`, one message per line both ways."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.clients.cli.seated import ROOT, environment

Message = dict[str, Any]


class Script:
    """One such player."""

    def __init__(self, words: list[str], home: Path, name: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "clients.cli", *words, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **environment(home, {"WATAI_NAME": name})},
        )

    def say(self, kind: str, **fields: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"type": kind, **fields}).encode() + b"\n")
        self._process.stdin.flush()

    def hear(self, wanted: Callable[[Message], object]) -> Message:
        """The next message like this; those before it are not heard again."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: Message = json.loads(line)
            if wanted(message):
                return message
        raise AssertionError("the script was left alone")

    def hear_kind(self, kind: str) -> Message:
        return self.hear(lambda message: message["type"] == kind)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


@contextmanager
def script(*words: str, home: Path, name: str = "Bo") -> Iterator[Script]:
    """A program that is gone at the end, whatever happens."""
    made = Script(list(words), home, name)
    try:
        yield made
    finally:
        made.close()
