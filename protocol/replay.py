"""A finished game as its setup and its inputs: kept in the archive, exported as a file, checked by playing it again.

A replay is pure data: who played what under which rules, the seed, and every input. It holds no events, because
the rules make the same ones again; `Rerun` does that, and refuses a replay that the rules do not agree with.
The recorded end shows whether the file or the rules have changed since. It is not a signature.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from watai.engine.catalogue import GAMES, UnknownEdition
from watai.engine.dice import Dice
from watai.engine.game import START_OF_TIME, Event, Game, IllegalMove, Millis, Move, Seat
from watai.engine.options import BadOption
from watai.engine.playout import Step
from watai.protocol.hashed_name import HashedName
from watai.protocol.messages import Happened, OptionValue, Race
from watai.protocol.problem import Problem

FORMAT = "watai-replay"
VERSION = 1


class BadReplay(Problem):
    """The file is not a replay, or these rules cannot play it again."""


class Input(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player's move; without a seat, a tick of the rules.

    `at` is the game clock in ms, `t` the instant in µs since the start, `n` the player's own number (bots have none).
    `race` says how it was won, if others wanted the same.
    """

    at: int
    t: int
    seat: int | None = None
    move: str = ""
    args: dict[str, Any] = {}
    n: int | None = None
    race: Race | None = None


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of how a race was decided, written after so many inputs; `watai verify` can read it."""

    after: int
    record: list[Any]


class GameEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """How it ended: the outcome, the number of events, and the SHA-256 of the table as everybody saw it last."""

    reason: str
    winners: tuple[int, ...]
    events: int
    table: str

    @classmethod
    def of(cls, game: Game, events: int) -> "GameEnd":
        outcome = game.outcome()
        assert outcome is not None
        table = msgspec.json.encode(game.view(None), order="deterministic")
        return cls(outcome.reason, outcome.winners, events, sha256(table).hexdigest())


class Replay(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One finished game. `started` is in unix seconds, `server` the software it was played on.

    `edition` is that of the rules. The `chain` covers the hashes of `names`, not the names. `room` has the options of the room, `notes` how races were decided, and `chain` the hash of all that was kept.
    """

    format: str = FORMAT
    version: int = VERSION
    server: str
    match: str
    game: str
    edition: int
    options: dict[str, OptionValue]
    names: tuple[HashedName, ...]
    seed: str
    started: int
    inputs: tuple[Input, ...]
    room: dict[str, OptionValue] = {}
    notes: tuple[Note, ...] = ()
    chain: str = ""
    ended: GameEnd

    def to_json(self) -> bytes:
        """The file: a line per field and per input, for people and for diff."""
        fields = {
            name: msgspec.json.encode(getattr(self, name)).decode()
            for name in self.__struct_fields__
        }
        fields["inputs"] = _lines(self.inputs)
        fields["notes"] = _lines(self.notes)
        body = ",\n  ".join(f'"{name}": {value}' for name, value in fields.items())
        return f"{{\n  {body}\n}}\n".encode()


def _lines(items: Sequence[Input] | Sequence[Note]) -> str:
    lines = ",\n    ".join(msgspec.json.encode(each).decode() for each in items)
    return f"[\n    {lines}\n  ]" if lines else "[]"


class _Head(Struct):
    """What a file of any version begins with."""

    format: str = ""
    version: int = 0


def read_replay(data: bytes) -> Replay:
    """The replay in a file; raises BadReplay. Only a Rerun shows whether the rules agree with it."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.ValidationError:
        head = _Head()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadReplay(
            "the file is cut off or damaged ({error}): export the game again", error=error
        ) from None
    if head.format != FORMAT:
        raise BadReplay("this is not a replay: make one with “watai export”")
    if head.version != VERSION:
        raise BadReplay(
            "the replay has version {version}, only {known} is known: use a newer watai",
            version=head.version,
            known=VERSION,
        )
    try:
        return msgspec.json.decode(data, type=Replay)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadReplay(
            "the replay is damaged ({error}): export the game again", error=error
        ) from None


class Numbered(Struct, frozen=True, gc=False):
    """An event with its place in the history of the match; t is in µs since its start."""

    seq: int
    t: int
    event: Event
    race: Race | None = None


def number(
    events: Sequence[Event], seq: int, t: int, micros: int, race: Race | None = None
) -> list[Numbered]:
    """Events that follow number `seq` of instant `t`: numbers have no gaps, and instants only grow.

    A race is told with the first of the events it led to.
    """
    numbered = []
    for event in events:
        seq, t = seq + 1, max(t + 1, micros)
        numbered.append(Numbered(seq, t, event))
    if race is not None and numbered:
        numbered[0] = structs.replace(numbered[0], race=race)
    return numbered


def happened(numbered: Numbered, event: Event | None) -> Happened:
    """The message of an event as one player or spectator may see it; only its number if `event` is None."""
    if event is None:
        return Happened(numbered.seq, numbered.t, "", None)
    return Happened(numbered.seq, numbered.t, type(event).__name__, event, numbered.race)


class Rerun:
    """A replay played again. Going through it once changes `game` from the deal to the outcome."""

    def __init__(self, replay: Replay) -> None:
        if replay.game not in GAMES:
            raise BadReplay(
                "the game {game} is not known here: use a newer watai", game=replay.game
            )
        try:
            rules = GAMES[replay.game].rules(replay.edition)
        except UnknownEdition:
            raise BadReplay(
                "edition {edition} of the rules of {game} is not known here: use a newer watai",
                edition=replay.edition,
                game=replay.game,
            ) from None
        try:
            options = rules.options_type.parse(replay.options)
            self.game = rules(options, len(replay.names), Dice(bytes.fromhex(replay.seed)))
        except (BadOption, ValueError) as bad:
            raise BadReplay(
                "the replay is damaged ({error}): export the game again", error=bad
            ) from None
        self.replay = replay
        self.seq = 0
        self.t = 0
        """Of the last event so far."""
        self._moves: Mapping[str, type[Move]] = {kind.__name__: kind for kind in rules.move_types}

    def __iter__(self) -> Iterator[tuple[Step, Sequence[Numbered]]]:
        """The opening and every input with its events; raises BadReplay where the rules do not agree."""
        opening = self.game.opening
        yield Step(START_OF_TIME, None, None, opening), self._number(opening, 0)
        at = 0
        for index, each in enumerate(self.replay.inputs, 1):
            if each.at < at:
                raise _disagree(index, "the clock runs backwards")
            at = each.at
            step = self._again(index, each)
            yield step, self._number(step.events, each.t, each.race)
        self._check_end()

    def _number(
        self, events: Sequence[Event], micros: int, race: Race | None = None
    ) -> Sequence[Numbered]:
        numbered = number(events, self.seq, self.t, micros, race)
        if numbered:
            self.seq, self.t = numbered[-1].seq, numbered[-1].t
        return numbered

    def move(self, name: str, args: Mapping[str, object]) -> Move | None:
        """A move of this game by its name, or None if it has no such move."""
        kind = self._moves.get(name)
        try:
            return None if kind is None else msgspec.convert(args, kind)
        except msgspec.ValidationError:
            return None

    def _again(self, index: int, given: Input) -> Step:
        game, at, due = self.game, Millis(given.at), self.game.due()
        if given.seat is None:
            if due is None or due > at:
                raise _disagree(index, "nothing was due")
            return Step(at, None, None, game.tick(at))
        if given.seat not in range(len(self.replay.names)) or given.move not in self._moves:
            raise _disagree(index, "there is no such seat or move")
        if due is not None and due <= at:
            raise _disagree(index, "something was due before")
        seat = Seat(given.seat)
        try:
            move = msgspec.convert(given.args, self._moves[given.move])
            return Step(at, seat, move, game.play(seat, move, at))
        except IllegalMove as illegal:
            raise _disagree(index, str(illegal)) from None
        except msgspec.ValidationError as error:
            raise _disagree(index, str(error)) from None

    def _check_end(self) -> None:
        if self.game.outcome() is None:
            raise BadReplay("the replay stops before the end of the game: export the game again")
        if GameEnd.of(self.game, self.seq) != self.replay.ended:
            raise BadReplay(
                "the game ends differently from what the replay says: it was changed, "
                "or the rules have changed since {server}",
                server=self.replay.server,
            )


def _disagree(index: int, why: str) -> BadReplay:
    return BadReplay(
        "the rules do not allow input {index} ({why}): the replay was changed, or the rules have changed since",
        index=index,
        why=why,
    )
