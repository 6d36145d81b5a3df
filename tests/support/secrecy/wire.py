"""The search for secrets in everything that was sent during a whole game; `tests.proofs.secrecy` says what is a secret.

Cards of Wataï have codes of their own, so a code that has never lain face up may not be in any frame at all.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from tests.proofs.secrecy.visible import Needle
from tests.proofs.secrecy.words import event_may_say, excess, search, spelled, table_may_say
from tests.support.server.recording_client import Heard
from tests.support.server.whole_game import Seen, WholeGame
from watai.engine.game import Revealed, Seat
from watai.engine.watai.events import RoundOpened
from watai.engine.watai.rules import Watai


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
            allowed = table_may_say(match.game, seat)
            views[match.seq, seat] = views.get((match.seq, seat), Counter()) | allowed
        for one in events:
            whole.update(event_may_say(game, one.event, None))
        for seen in played.seen:
            for numbered in events:
                for heard in frames[seen.name].get(("event", numbered.seq), ()):
                    allowed = event_may_say(game, numbered.event, seen.seat)
                    yield from _excess(seen, heard, game, allowed)
    for seen in played.seen:
        for heard in _heard(seen, "view"):
            yield from _excess(seen, heard, game, views[heard.said["seq"], seen.seat])
        for heard in _heard(seen, "replay"):
            yield from _excess(seen, heard, game, whole)
        for heard in _heard(seen, "welcome", "room", "done", "refused", "prompts", "goodbye"):
            asked = Counter[Needle](line["ask"] for line in heard.said.get("prompts", ()))
            yield from _excess(seen, heard, game, asked)


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


def _excess(seen: Seen, heard: Heard, game: str, allowed: Counter[Needle]) -> Iterator[str]:
    """What these bytes contain more often than they may."""
    where = f"{heard.said['type']} {heard.said.get('seq')}"
    for found in excess(spelled(game, seen.peers[0].encoding, heard.raw), allowed):
        yield f"{seen.name} reads {found}, in {where}"


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
