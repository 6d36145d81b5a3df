"""What may not be sent to whom, stated independently of the engine, and the search for it in raw bytes.

Cards of Wataï have codes of their own, so a code that has never lain face up may not be in any frame at all.
Cards of the other games are words that also name public things; so for every frame we count how often it may
contain each word to these eyes, and any more of them is a leak. Masks and stones of the Duel are numbers:
they are looked for together with the field they would be in.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from engine.duel.tables import MASKS, STONES
from engine.game import Event, Game, Revealed, Seat
from engine.waka_tanka.box import KINDS
from engine.waka_waka.words import CARDS, GOODS
from engine.wapi.tables import SYMBOLS
from engine.watai.cards import KIND
from engine.watai.events import RoundOpened
from engine.watai.rules import Watai
from tests.support.secrecy.visible import VISIBLE, Needle
from tests.support.server.recording_client import Heard
from tests.support.server.whole_game import Seen, WholeGame

NEEDLES: Final[Mapping[str, tuple[Needle, ...]]] = {
    "watai": tuple(KIND),
    "waka-tanka": KINDS,
    "wapi": SYMBOLS,
    "duel": (
        *(("mask", mask) for mask in MASKS),
        *(("stone", stone) for stone in STONES),
    ),
    "waka-waka": (*CARDS, *GOODS),
}

SECRETS: Final[Mapping[str, Mapping[str, tuple[str, tuple[str, ...]]]]] = {
    "watai": {},
    "waka-tanka": {"Dealt": ("cards", ("seat",)), "Laid": ("card", ("seat",))},  # TANKA-10
    "wapi": {},
    "duel": {"Chosen": ("mask", ("seat",)), "Placed": ("stone", ("seat",))},  # DUEL-8, DUEL-10
    "waka-waka": {  # WAKA-25
        "Dealt": ("cards", ("seat",)),
        "Drawn": ("cards", ("seat",)),
        "PlayedFaceDown": ("cards", ("seat",)),
        "Looked": ("cards", ("seat", "owner")),
        "Peeked": ("goods", ("seat",)),
    },
}
"""By game and event: the secret field, and the fields that name the seats that may know it."""


def leaks(played: WholeGame) -> list[str]:
    """A sentence for every frame that holds something its reader may not know."""
    face_down = _face_down(played) if played.setting.game == "watai" else ()
    return [*_misplaced(played), *face_down, *_early_seeds(played)]


# words


def _misplaced(played: WholeGame) -> Iterator[str]:
    game = played.setting.game
    frames = {seen.name: _by_number(seen) for seen in played.seen}
    views: dict[tuple[int, Seat | None], Counter[Needle]] = {}
    whole = Counter[Needle]()
    for match, events in played.again():
        for seat in {seen.seat for seen in played.seen}:
            # a move without an event changes the table and not its number: either table may be shown
            allowed = VISIBLE[game](match.game, seat) + _legal(match.game, seat)
            views[match.seq, seat] = views.get((match.seq, seat), Counter()) | allowed
        whole.update(each for one in events for each in _needles_in(_public(game, one.event, None)))
        for seen in played.seen:
            for numbered in events:
                for heard in frames[seen.name].get(("event", numbered.seq), ()):
                    public = _public(game, numbered.event, seen.seat)
                    yield from _excess(seen, heard, game, Counter(_needles_in(public)))
    for seen in played.seen:
        for heard in _heard(seen, "view"):
            yield from _excess(seen, heard, game, views[heard.said["seq"], seen.seat])
        for heard in _heard(seen, "replay"):
            yield from _excess(seen, heard, game, whole)
        for heard in _heard(seen, "welcome", "room", "done", "refused", "prompts", "goodbye"):
            asked = Counter[Needle](line["ask"] for line in heard.said.get("prompts", ()))
            yield from _excess(seen, heard, game, asked)


def _legal(game: Game, seat: Seat | None) -> Counter[Needle]:
    """The words of what may be done: whoever tried every move would learn no less (a law of the engine)."""
    moves = () if seat is None else game.moves(seat)
    return Counter(_needles_in(msgspec.to_builtins(moves)))


def _by_number(seen: Seen) -> dict[tuple[str, int], list[Heard]]:
    frames: dict[tuple[str, int], list[Heard]] = {}
    for peer in seen.peers:
        for heard in peer.heard:
            if "seq" in heard.said:
                frames.setdefault((heard.said["type"], heard.said["seq"]), []).append(heard)
    return frames


def _heard(seen: Seen, *kinds: str) -> list[Heard]:
    everything = (heard for peer in seen.peers for heard in peer.heard)
    return [heard for heard in everything if heard.said["type"] in kinds]


def _public(game: str, event: Event, seat: Seat | None) -> Any:
    """An event without its secret, unless these eyes may know it."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    field, knowing = SECRETS[game].get(type(event).__name__, ("", ()))
    if field and seat not in [data[name] for name in knowing]:
        del data[field]
    return data


def _needles_in(data: Any, field: str = "") -> Iterator[Needle]:
    match data:
        case dict():
            for name, value in data.items():
                yield from _needles_in(value, name)
        case list() | tuple():
            for value in data:
                yield from _needles_in(value, field)
        case str():
            yield data
        case int():
            yield field, data


def _excess(seen: Seen, heard: Heard, game: str, allowed: Counter[Needle]) -> Iterator[str]:
    """What these bytes contain more often than they may."""
    pattern, needles = search(game, seen.peers[0].encoding)
    for spelled, count in Counter(pattern.findall(heard.raw)).items():
        needle = needles[spelled]
        if count > allowed[needle]:
            where = f"{heard.said['type']} {heard.said.get('seq')}"
            yield f"{seen.name} reads {needle} in {where}, {count} times"


@cache
def search(game: str, encoding: str) -> tuple[re.Pattern[bytes], Mapping[bytes, Needle]]:
    """What finds every needle of a game in bytes, and what it has found."""
    needles = {_bytes(needle, encoding): needle for needle in NEEDLES[game]}
    return re.compile(b"|".join(map(re.escape, needles))), needles


def _bytes(needle: Needle, encoding: str) -> bytes:
    """A needle as either encoding writes it."""
    if isinstance(needle, str):
        return f'"{needle}"'.encode() if encoding == "json" else _short_text(needle)
    field, number = needle
    if encoding == "json":
        return f'"{field}":{number}'.encode()
    return _short_text(field) + bytes([number])


def _short_text(text: str) -> bytes:
    assert len(text) < 32, "longer texts begin differently in MessagePack"
    return bytes([0xA0 | len(text)]) + text.encode()


# cards with codes


def _face_down(played: WholeGame) -> Iterator[str]:
    """A card that has not lain face up in this round is in no frame."""
    frames = {seen.name: _by_number(seen) for seen in played.seen}
    encodings = {seen.name: seen.peers[0].encoding for seen in played.seen}
    number, shown = 0, set[str]()
    for match, events in played.again():
        game = match.game
        assert isinstance(game, Watai)
        if game.round != number:
            number, shown = game.round, set()
            opened = [each.seq for each in events if isinstance(each.event, RoundOpened)]
            events = [each for each in events if each.seq >= opened[-1]]
        shown |= {card for pile in game.race.arena.piles for card in pile.cards}
        shown |= {card for player in game.players for card in player.face_up()}
        for name, by_number in frames.items():
            for numbered in events:
                for heard in by_number.get(("event", numbered.seq), ()):
                    hidden = _codes(heard, encodings[name]) - shown
                    if hidden:
                        yield f"{name} reads {sorted(hidden)} in event {numbered.seq}"


def _codes(heard: Heard, encoding: str) -> set[str]:
    """The cards named in these bytes; not in the time stamp, whose bytes may spell anything."""
    pattern, needles = search("watai", encoding)
    timeless = heard.raw.replace(msgspec.msgpack.encode(heard.said["t"]), b"")
    return {str(needles[spelled]) for spelled in pattern.findall(timeless)}


# chance


def _early_seeds(played: WholeGame) -> Iterator[str]:
    """A seed tells every card that will come: nobody may have it before everybody is told."""
    numbered = [each for _, events in played.again() for each in events]
    for each in numbered:
        if isinstance(each.event, Revealed):
            seed = each.event.seed
            for seen in played.seen:
                for heard in _before(seen, each.seq):
                    if seed.encode() in heard.raw or bytes.fromhex(seed) in heard.raw:
                        yield f"{seen.name} has a seed before it is revealed"


def _before(seen: Seen, seq: int) -> Iterator[Heard]:
    """Everything heard before that event."""
    for peer in seen.peers:
        for heard in peer.heard:
            if heard.said["type"] == "event" and heard.said["seq"] >= seq:
                return
            yield heard
