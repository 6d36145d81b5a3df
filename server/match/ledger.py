"""The records of one match, in order: inputs, how races were decided, and a running hash over all of them.

Every record of a decided race and the end of the replay contain the hash of everything before, so a reader notices
records that were changed, left out or added. It is no signature: whoever can write the whole file can make new hashes.
"""

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import msgpack, to_builtins

from watai.engine.game import Move
from watai.protocol.arbitration import divide
from watai.protocol.chain import Chain, as_input
from watai.protocol.messages import OptionValue
from watai.protocol.replay import GameEnd, Note, Replay
from watai.server.arbitration.races import Case, Verdict
from watai.server.match.match import Match
from watai.server.settings.version import SERVER
from watai.server.storage import records
from watai.server.storage.archive import as_records
from watai.server.storage.journal import Journal


class Broken(ValueError):
    """The records are not the ones that their hashes were made of."""


PACKED: Final = 256
"""How many records are packed together."""


class Ledger:
    """The records of a running match; each is appended to the journal too. Older ones are packed: a match may last for hours."""

    def __init__(self, journal: Journal, code: str, match: Match, chain: Chain) -> None:
        self.match = match
        self._journal = journal
        self._code = code
        self._chain = chain
        self._packs: list[bytes] = []
        self._bodies: list[bytes] = []
        """The records after those that are packed."""
        self._hashed_until = 0
        """How many of those are in the chain. Of the packed ones, all are."""

    def write(self, record: records.InputRecord | records.NoteRecord) -> None:
        body = records.encode(record)
        self._journal.append(self._code, body)
        self._keep(body)

    def _keep(self, body: bytes) -> None:
        self._bodies.append(body)
        if len(self._bodies) >= PACKED:
            self._hashed()
            self._packs.append(zlib.compress(msgpack.encode(self._bodies), 1))
            self._bodies.clear()
            self._hashed_until = 0

    def _all(self) -> Iterator[bytes]:
        """Every record, in order."""
        for pack in self._packs:
            yield from msgpack.decode(zlib.decompress(pack), type=list[bytes])
        yield from self._bodies

    def __len__(self) -> int:
        return len(self._packs) * PACKED + len(self._bodies)

    def judge(self, case: Case, verdict: Verdict, moves: Iterable[Move], since: int) -> None:
        """Write down a decided race, which was opened after `since` records."""
        named = tuple((type(move).__name__, to_builtins(move)) for move in moves)
        self.write(records.Judged(case, verdict, named, since, self._hashed().so_far()))

    def _hashed(self) -> Chain:
        """The hash of all records. Computed lazily."""
        for body in self._bodies[self._hashed_until :]:
            self._chain.add(body)
        self._hashed_until = len(self._bodies)
        return self._chain

    def reread(self, record: records.InputRecord | records.NoteRecord) -> None:
        """Take in a record from the journal; raises Broken if it does not follow from those before."""
        if isinstance(record, records.Judged) and record.chain != self._hashed().so_far():
            raise Broken("the records before a decision are not those it was written after")
        self._keep(records.encode(record))

    def close(self, game: str, options: Mapping[str, OptionValue]) -> Replay:
        """The replay of the match, which is over."""
        inputs, notes = [], list[Note]()
        for body in self._all():
            record = records.decode_match_record(body)
            if isinstance(record, records.Played | records.Ticked):
                inputs.append(as_input(record))
            else:
                notes.append(records.as_note(record, len(inputs)))
        match = self.match
        chosen, room = divide(type(match.game), options)
        ended = GameEnd.of(match.game, match.seq)
        return Replay(
            server=SERVER,
            match=match.id,
            game=game,
            edition=match.started.edition,
            options=chosen,
            room=room,
            names=match.started.names,
            seed=match.started.seed.hex(),
            started=match.started.unix,
            inputs=tuple(inputs),
            notes=tuple(notes),
            ended=ended,
            chain=self._hashed().sealed(SERVER, ended),
        )


def check_chain(replay: Replay) -> None:
    """Raise Broken unless a replay's records are those its hashes were made of."""
    started, *kept = as_records(replay)
    assert isinstance(started, records.Started)
    chain = Chain(replay.game, {**replay.options, **replay.room}, started)
    for record in kept:
        assert not isinstance(record, records.Started)
        if isinstance(record, records.Judged) and record.chain != chain.so_far():
            raise Broken("the records before a decision are not those it was written after")
        chain.add(records.encode(record))
    if replay.chain != chain.sealed(replay.server, replay.ended):
        raise Broken("the records are not those that were sealed at the end")
