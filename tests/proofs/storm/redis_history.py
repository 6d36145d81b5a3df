"""Watches everything that Redis carries out: what was stored, by whom, and whether only a room's owner has written to it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.proofs.storm.machine import Machine
from tests.proofs.storm.redis_link import RedisLink
from tests.proofs.storm.redis_model import RedisModel
from tests.proofs.storm.violation import Violation
from watai.server.cluster import keys, scripts
from watai.server.cluster.redis import ScriptCall, Set
from watai.server.storage import records


class RedisHistory:
    """Every record that was ever stored. It does not trust the model: who owns a room follows from the claims alone."""

    def __init__(self, model: RedisModel) -> None:
        self._model = model
        self._appended: list[tuple[str, bytes]] = []
        self._owners: dict[str, tuple[Machine, int]] = {}
        """The process that has opened or claimed each room last, and its epoch."""
        self._last: dict[str, tuple[int, int]] = {}
        """The id of the last record of each room."""
        self._requests: set[tuple[str, int | None]] = set()
        """The sessions and numbers of all requests for which a room was opened."""
        self.refused = 0
        """How often records were refused, most of them of an earlier owner."""

    def observe(self, link: RedisLink, command: ScriptCall | Set, answer: Any) -> None:
        """Redis has carried this out, and will answer so."""
        if not isinstance(command, ScriptCall):
            return
        if command.script == scripts.CLAIM and answer is not None:
            code = str(command.args[0])
            if (self._owners.get(code), self._last.get(code)) == (
                *((link.machine, answer), (answer, 1)),
            ):
                return  # asked again, because the answer was lost
            if code in self._last and answer <= self._last[code][0]:
                raise Violation("double_writers", f"{code} is claimed in epoch {answer} again")
            self._owners[code] = link.machine, answer
            self._last[code] = answer, 1
        elif command.script == scripts.STORE:
            if answer:
                self._stored(link.machine, command.args)
            else:
                self.refused += 1

    def _stored(self, machine: Machine, args: Sequence[Any]) -> None:
        """Look at what is new in the stream, whatever was asked for."""
        code = args[1]
        for entry in self._model.streams.get(keys.room(code), ()):
            if entry[:2] <= self._last.get(code, (0, 0)):
                continue
            if code not in self._owners:
                self._owners[code], self._last[code] = (machine, 1), (1, 0)
                self._began(entry.body)
            if self._owners[code] != (machine, entry.epoch):
                raise Violation("double_writers", f"a node that has lost {code} writes to it")
            if self._last[code] != (entry.epoch, entry.seq - 1):
                raise Violation("lost", f"{code} has a gap after {self._last[code]}: {entry}")
            self._last[code] = entry.epoch, entry.seq
            self._appended.append((code, entry.body))

    def _began(self, body: bytes) -> None:
        opened = records.decode(body)
        assert isinstance(opened, records.Opened)
        if (opened.session, opened.n) in self._requests:
            raise Violation("duplicated", f"two rooms for one request: {opened}")
        self._requests.add((opened.session, opened.n))

    # what the aftermath looks at

    @property
    def owners(self) -> Mapping[str, bytes]:
        """Each room, with the name of the node that owns it."""
        return self._model.hashes.get(keys.OWNERS, {})

    @property
    def streams(self) -> Mapping[str, Sequence[bytes]]:
        return {code: self._model.records(keys.room(code)) for code in self.owners}

    @property
    def games(self) -> Sequence[str]:
        return list(self._model.sorted.get(keys.GAMES, {}))

    def archived(self, stream: str) -> bytes | None:
        return self._model.get(keys.game(stream))

    def appended(self) -> Iterable[tuple[str, bytes]]:
        return self._appended
