"""A model of Redis: what the scripts of `watai.server.cluster.scripts` promise, in Python, each as one step.

It stands under the tests that the scripts themselves stand under (tests/server/cluster), so that it does not drift from them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from watai.server.cluster import scripts, sites
from watai.server.cluster.redis import ScriptCall, Set

Arg = str | bytes | int


class StreamEntry(NamedTuple):
    """One record of a stream."""

    epoch: int
    seq: int
    kind: str
    """`fence`, or `r` for a record of the room."""
    body: bytes


class Value(NamedTuple):
    """A string, and the millisecond at which it is forgotten."""

    body: bytes
    until: float


class RedisModel:
    """Everything that Redis keeps for a cluster, by key. `now` is its own clock, in milliseconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.sorted: dict[str, dict[str, int]] = {}
        self.hashes: dict[str, dict[str, bytes]] = {}
        self.sets: dict[str, set[str]] = {}
        self.streams: dict[str, list[StreamEntry]] = {}
        self.strings: dict[str, Value] = {}

    def run(self, command: ScriptCall | Set) -> Any:
        """Carry a command out; returns what Redis would answer."""
        if isinstance(command, Set):
            self._set(command.key, command.value, command.seconds)
            return True
        return _SCRIPTS[command.script](self, command.keys, [_text(each) for each in command.args])

    def get(self, key: str) -> bytes | None:
        found = self.strings.get(key)
        if found is None or found.until <= self.now():
            return None
        return found.body

    def records(self, stream: str) -> list[bytes]:
        return [each.body for each in self.streams.get(stream, ()) if each.kind == "r"]

    def _set(self, key: str, body: bytes, seconds: float = float("inf")) -> None:
        self.strings[key] = Value(body, self.now() + seconds * 1_000)

    def _append(self, stream: str, entry: StreamEntry) -> None:
        """Ids must grow, as in a real stream."""
        entries = self.streams.setdefault(stream, [])
        if entries and (entry.epoch, entry.seq) <= entries[-1][:2]:
            raise AssertionError(f"a script appends {entry} after {entries[-1]}")
        entries.append(entry)

    # the scripts

    def _alive(self, nodes: str, node: str) -> bool:
        return self.sorted.get(nodes, {}).get(node, 0) > self.now()

    def renew(self, keys: Sequence[str], args: Sequence[bytes]) -> list[Any] | bytes | None:
        nodes, about, orders, made_by = keys
        node, milliseconds, says, joining = args[0].decode(), int(args[1]), args[2], args[3]
        known = self.get(made_by) or (b"?" if self.sorted.get(nodes) else args[4])
        if known != args[4]:
            return known
        self._set(made_by, known)
        if joining == b"0" and not self._alive(nodes, node):
            return None
        self.sorted.setdefault(nodes, {})[node] = self.now() + milliseconds
        self.hashes.setdefault(about, {})[node] = says
        order = self.hashes.get(orders, {}).get(node)
        left = -1 if order is None else max(0, int(order) - self.now())
        return [left, self.living(keys[:2], ())]

    def living(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes]:
        nodes, about = keys
        living = sorted(
            (ends, each)
            for each, ends in self.sorted.get(nodes, {}).items()
            if self._alive(nodes, each)
        )
        told = self.hashes.get(about, {})
        return [part for _, each in living for part in (each.encode(), told.get(each, b""))]

    def order(self, keys: Sequence[str], args: Sequence[bytes]) -> int:
        nodes, orders = keys
        node, milliseconds = args[0].decode(), int(args[1])
        if not self._alive(nodes, node):
            return 0
        self.hashes.setdefault(orders, {})[node] = b"%d" % (self.now() + milliseconds)
        return 1

    def bury(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes]:
        nodes, about, owners, free, orders = keys
        leases = self.sorted.setdefault(nodes, {})
        dead = [node for node in leases if not self._alive(nodes, node)]
        for node in dead:
            del leases[node]
            self.hashes.get(about, {}).pop(node, None)
            self.hashes.get(orders, {}).pop(node, None)
        owned = self.hashes.get(owners, {})
        for code, owner in owned.items():
            if dead and owner and not self._alive(nodes, owner.decode()):
                owned[code] = b""
                self.sets.setdefault(free, set()).add(code)
        found = sorted(self.sets.get(free, ()))[: int(args[0])]
        return [code.encode() for code in found]

    def leave(self, keys: Sequence[str], args: Sequence[bytes]) -> int:
        leases, node = self.sorted.setdefault(keys[0], {}), args[0].decode()
        if node in leases:
            leases[node] = 0
        return 1

    def owner(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes] | None:
        nodes, about, owners = keys
        owner = self.hashes.get(owners, {}).get(args[0].decode())
        if owner is None:
            return None
        if not owner or not self._alive(nodes, owner.decode()):
            return [b"", b""]
        return [owner, self.hashes.get(about, {}).get(owner.decode(), b"")]

    def claim(self, keys: Sequence[str], args: Sequence[bytes]) -> int | None:
        nodes, owners, free, stream = keys
        code, node = args[0].decode(), args[1].decode()
        owned = self.hashes.setdefault(owners, {})
        owner, entries = owned.get(code), self.streams.get(stream)
        if owner is None or not self._alive(nodes, node):
            return None
        if owner == args[1]:
            return entries[-1].epoch if entries and entries[-1].kind == "fence" else None
        if self._alive(nodes, owner.decode()):
            return None
        self.sets.get(free, set()).discard(code)
        if not entries:
            del owned[code]
            return None
        epoch = entries[-1].epoch + 1
        self._append(stream, StreamEntry(epoch, 1, "fence", args[1]))
        owned[code] = args[1]
        return epoch

    def release(self, keys: Sequence[str], args: Sequence[bytes]) -> int:
        owners, free = keys
        owned, code = self.hashes.get(owners, {}), args[0].decode()
        if owned.get(code) != args[1]:
            return 0
        owned[code] = b""
        self.sets.setdefault(free, set()).add(code)
        return 1

    def reserve(self, keys: Sequence[str], args: Sequence[bytes]) -> bytes:
        nodes, creation = keys
        before = self.get(creation)
        if before is not None and (before[:1] != b"@" or self._alive(nodes, before[1:].decode())):
            return before
        self._set(creation, b"@" + args[0], int(args[1]))
        return b"@" + args[0]

    def keep(self, keys: Sequence[str], args: Sequence[bytes]) -> int:
        logins, writes, writer, milliseconds, body, session, prefix, _ = args
        before = self.get(keys[1])
        if before is not None:
            had, written, by = before.split(b" ")
            if int(had) > int(logins) or (had == logins and by != writer):
                return 0
            if had == logins and int(written) >= int(writes):
                return 1
            if by != writer:
                notes = self.sets.setdefault((prefix + by).decode(), set())
                notes.add((session + b" " + logins).decode())
        seconds = int(milliseconds) / 1_000
        self._set(keys[0], body, seconds)
        self._set(keys[1], b" ".join((logins, writes, writer)), seconds)
        return 1

    def notes(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes]:
        left = self.sets.setdefault(keys[0], set())
        left.difference_update(each.decode() for each in args)
        return [each.encode() for each in sorted(left)]

    def remember(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes]:
        used, now = self.sorted.setdefault(keys[0], {}), self.now() // 1_000
        used.update((address.decode(), now) for address in args[2:])
        for address in [each for each, second in used.items() if second <= now - int(args[0])]:
            del used[address]
        newest = sorted(((second, each) for each, second in used.items()), reverse=True)
        return [each.encode() for _, each in newest[: int(args[1])]]

    def store(self, keys: Sequence[str], args: Sequence[bytes]) -> int:
        _, owners, free, games, stream, _ = keys
        code, epoch, before = args[1].decode(), int(args[2]), int(args[3])
        begins, trims, ends = (each == b"1" for each in args[4:7])
        count = int(args[10])
        entries = self.streams.get(stream)
        if entries:
            newest, seq = entries[-1][:2]
            if newest != epoch or seq < before:
                return 0
            if count and seq >= before + count:
                return 1
            if seq != before:
                return 0
        elif ends:
            return 1
        elif not self._begin(keys, args, begins, count):
            return 0
        owned = self.hashes.setdefault(owners, {})
        if ends:
            self.streams.pop(stream, None)
            owned.pop(code, None)
            self.sets.get(free, set()).discard(code)
        for number, body in enumerate(args[11 : 11 + count], before + 1):
            self._append(stream, StreamEntry(epoch, number, "r", body))
        if trims and stream in self.streams:
            self.streams[stream] = [
                each for each in self.streams[stream] if each[:2] >= (epoch, before + 1)
            ]
        self._keep_games(games, args[9].decode(), int(args[8]), args[11 + count :])
        return 1

    def _begin(self, keys: Sequence[str], args: Sequence[bytes], begins: bool, count: int) -> bool:
        """Whether a room may be opened; its request is then known as carried out."""
        nodes, owners, _, _, _, creation = keys
        owned, code = self.hashes.setdefault(owners, {}), args[1].decode()
        if not begins or not self._alive(nodes, args[0].decode()) or (count and code in owned):
            return False
        if creation:
            opened = self.get(creation)
            if opened is not None and opened[:1] != b"@":
                return False
            self._set(creation, args[1], int(args[7]))
        if count:
            owned[code] = args[0]
        return True

    def _keep_games(self, games: str, prefix: str, most: int, parts: Sequence[bytes]) -> None:
        ended = self.sorted.setdefault(games, {})
        for match, second, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            ended[match.decode()] = int(second)
            self._set(prefix + match.decode(), body)
        for _, name in sorted((second, name) for name, second in ended.items())[:-most]:
            del ended[name]
            self.strings.pop(prefix + name, None)


def _text(value: Arg) -> bytes:
    """An argument as Redis gets it."""
    return value if isinstance(value, bytes) else str(value).encode()


_SCRIPTS: Final[dict[str, Callable[[RedisModel, Sequence[str], Sequence[bytes]], Any]]] = {
    scripts.RENEW: lambda model, keys, args: model.renew(keys, args),
    scripts.LIVING: lambda model, keys, args: model.living(keys, args),
    scripts.ORDER: lambda model, keys, args: model.order(keys, args),
    sites.REMEMBER: lambda model, keys, args: model.remember(keys, args),
    scripts.BURY: lambda model, keys, args: model.bury(keys, args),
    scripts.LEAVE: lambda model, keys, args: model.leave(keys, args),
    scripts.OWNER: lambda model, keys, args: model.owner(keys, args),
    scripts.CLAIM: lambda model, keys, args: model.claim(keys, args),
    scripts.RELEASE: lambda model, keys, args: model.release(keys, args),
    scripts.RESERVE: lambda model, keys, args: model.reserve(keys, args),
    scripts.KEEP: lambda model, keys, args: model.keep(keys, args),
    scripts.NOTES: lambda model, keys, args: model.notes(keys, args),
    scripts.STORE: lambda model, keys, args: model.store(keys, args),
}
"""Looked up when they are run: a test may plant a fault in one."""
