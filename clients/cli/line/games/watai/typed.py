"""Moves of Wataï as they are typed: `r7 3`, `turn`, `shout`. Cards and piles are named as `status` names them."""

from collections.abc import Mapping, Sequence

from watai.engine.game import Move, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Go, Name, Open, Pick, Place, Say, Shout, Slap, Turn
from watai.engine.watai.view import FACE_OF, PlayerView, WataiView

ALONE = {
    "go": Go,
    "turn": Turn,
    "t": Turn,
    "shout": Shout,
    "w": Shout,
    "watai": Shout,
    "wataï": Shout,
}
LONGEST_NUMBER = 9
FACES = frozenset(FACE_OF.values())


def read_face(word: str, letters: Mapping[str, str]) -> str:
    """A typed card in English letters, whether typed in those of the player's language or not; any other word in lower case."""
    low = word.lower()
    suits = {letter.lower(): suit for suit, letter in letters.items()}
    face = suits.get(low[:1], "") + low[1:]
    return face if face in FACES else low


def write_face(face: str, letters: Mapping[str, str]) -> str:
    """A card as it would be typed: « v7 » is a green 7 in French."""
    return letters[face[0]].lower() + face[1:] if face[0] in letters else face


def read_race(
    verb: str, rest: Sequence[str], view: WataiView, seat: Seat, names: Sequence[str]
) -> Move | None:
    """The move that these words mean, if any. The server decides whether it is legal."""
    me = view.players[seat]
    if verb in ALONE and not rest:
        return ALONE[verb]()
    words = [verb, *rest] if verb in FACES else list(rest)
    if verb in ("place", "p", "open") or verb in FACES:
        return _place(words, view, me)
    number = _number(rest)
    match verb:
        case "slap" if number is not None:
            return Slap(number)
        case "say" if number is not None and any(owed.seat == seat for owed in view.owed):
            return Say(number)
        case "fill":
            return _fill(number, me)
        case "name" if rest:
            player = _player(rest[0], names, seat)
            return None if player is None else Name(player)
        case "pick" if rest:
            return Pick(rest[0].lower())
        case "call" if len(rest) == 2:
            return _call(rest[0], rest[1], view, seat, names)
    return None


def _place(words: Sequence[str], view: WataiView, me: PlayerView) -> Move | None:
    """A card and a pile; without a pile the card opens one, or goes on the first pile that takes it."""
    card = None if not words else _card(words[0], me)
    if card is None:
        return None
    pile = _number(words[1:])
    if pile is not None:
        return Place(card, pile)
    face = FACE_OF[card]
    if face == view.opens:
        return Open(card)
    takers = [each.pile for each in view.piles if face in each.takes]
    return Place(card, takers[0]) if takers else None


def _card(face: str, player: PlayerView) -> Card | None:
    held = [card for card in (*player.reel, player.top) if card is not None]
    return next((card for card in held if FACE_OF[card] == face.lower()), None)


def _fill(number: int | None, me: PlayerView) -> Move | None:
    holes = [slot for slot, card in enumerate(me.reel) if card is None]
    slot = number - 1 if number is not None else (holes[0] if holes else None)
    return None if slot is None else Fill(slot)


def _call(name: str, face: str, view: WataiView, seat: Seat, names: Sequence[str]) -> Move | None:
    player = _player(name, names, seat)
    if player is None:
        return None
    card = _card(face, view.players[player])
    return None if card is None else Call(player, card)


def rivals(players: int, seat: Seat | None) -> list[Seat]:
    """The other players in the order in which they are numbered from 1: in `status`, and where one is to be named."""
    return [Seat(each) for each in range(players) if each != seat]


def _player(word: str, names: Sequence[str], seat: Seat) -> Seat | None:
    """A rival by the number that is shown, or any player by the beginning of a name."""
    others = rivals(len(names), seat)
    if word.isdecimal() and len(word) <= LONGEST_NUMBER:
        return others[int(word) - 1] if 1 <= int(word) <= len(others) else None
    found = [each for each, name in enumerate(names) if name.lower().startswith(word.lower())]
    return Seat(found[0]) if found else None


def _number(words: Sequence[str]) -> int | None:
    short = words and words[0].isdecimal() and len(words[0]) <= LONGEST_NUMBER
    return int(words[0]) if short else None
