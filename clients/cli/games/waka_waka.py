"""Waka Waka on the screen: boats, orders, the players with gold and goods, the Village, the Fire and the hand."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from wcwidth import width

from watai.clients.cli.games.calm import BOARD_COLUMNS, CalmFace, Lines
from watai.clients.cli.games.menu import Part, Parts
from watai.clients.cli.games.panels import Score
from watai.clients.cli.games.sight import TableSight, counted
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.lines import beside, cut, left, length, wrap
from watai.engine.game import Move, Seat
from watai.engine.waka_waka.moves import (
    Borrow,
    Buy,
    Draw,
    Exchange,
    Pass,
    Pay,
    Peek,
    Play,
    PlayFaceDown,
    Resupply,
    Rise,
    Stop,
)
from watai.engine.waka_waka.orders import LETTERS
from watai.engine.waka_waka.turn import SLOTS
from watai.engine.waka_waka.view import BoatView, PlayerView, WakaWakaView
from watai.engine.waka_waka.words import GOODS

HARBOUR = 46
ORDER = 25
NAME = 13
BOATS = 4


class WakaWakaFace(CalmFace[WakaWakaView]):
    """The harbour at the left, the orders at its right, the players' wealth below."""

    game = "waka-waka"
    ways_out = (Draw, Pass, Stop)
    numbers = BOATS

    # What a move is made of

    def paths(self, move: Move, sentence: str, sight: TableSight[WakaWakaView]) -> Iterator[Parts]:
        match move:
            case PlayFaceDown(cards):
                named = [Part(sight.word(card)) for card in cards]
                for order in dict.fromkeys(permutations(named)):
                    yield (Part(sight.say("face_down")), *order)
            case Rise(goods):
                yield (Part(sight.say("rise")), Part(_goods(sight, goods)))
            case Peek(boat, cells):
                named = [Part(sight.say("cell", cell=cell), cell) for cell in cells]
                for order in permutations(named):
                    yield (Part(sight.say("boat", boat=boat), boat), *order)
            case Resupply(cards):
                gold = SLOTS - len(sight.view.slots) - cards
                yield (Part(sight.say("supply", cards=cards, gold=gold), cards),)
            case Buy(boat):
                yield (Part(sentence, boat),)
            case Exchange(give, take):
                yield (
                    Part(sight.say("give", good=sight.word(give))),
                    Part(sight.say("take", good=sight.word(take))),
                )
            case _:
                yield (Part(sentence),)

    def does(self, move: Move, sight: TableSight[WakaWakaView]) -> str:
        match move:
            case Play(card) | Borrow(card):
                return sight.say(f"does.{card}")
            case PlayFaceDown(cards):
                return f"{sight.inventory(cards)}. {sight.say('does.merchant')}"
            case Pay() if sight.view.offered is not None:
                return sight.say(f"does.{sight.view.offered}")
        return ""

    # The table

    def board(self, sight: TableSight[WakaWakaView], columns: int) -> Sequence[Lines]:
        if columns < BOARD_COLUMNS:
            goods = [*_within(_village(sight), columns), *_hands(sight, columns)]
            wealth = [_player(sight, player) for player in sight.view.players]
            players = [line for each in wealth for line in _within(each, columns)]
            return [_harbour(sight), goods, players, list(_orders(sight))]
        return [
            list(beside(_harbour(sight), list(_orders(sight)), HARBOUR)),
            [_player(sight, player) for player in sight.view.players],
            [_village(sight), *_hands(sight, columns)],
        ]

    def scores(self, sight: TableSight[WakaWakaView]) -> Sequence[Score]:
        winners = sight.outcome.winners if sight.outcome else ()
        players = sorted(
            sight.view.players,
            key=lambda player: (player.seat not in winners, -player.status, -player.gold),
        )
        return [
            (player.seat, sight.say("score", status=player.status, gold=player.gold))
            for player in players
        ]


def _goods(sight: TableSight[WakaWakaView], goods: Sequence[str]) -> str:
    """Goods by kind, in the order of the rules."""
    return sight.inventory(sorted(goods, key=GOODS.index))


# The harbour


def _harbour(sight: TableSight[WakaWakaView]) -> list[Line]:
    boats = [_boat(sight, number, boat) for number, boat in enumerate(sight.view.boats, 1)]
    return [*boats, _fire(sight), _turn(sight)]


def _boat(sight: TableSight[WakaWakaView], number: int, boat: BoatView) -> Line:
    price = sight.say("price", boat=number, price=boat.price)
    if not boat.cells:
        return [("dim", f"  {price}  {sight.say('sold')}")]
    line: list[Piece] = [("plain", f"  {price} ")]
    for cell, good in enumerate(boat.cells, 1):
        if good is None:
            line.append(("dim", f" {sight.glyphs.back}"))
        elif cell == boat.eye:
            line.append((f"tone.{GOODS.index(good) + 1}", f" {sight.word(good)}"))
        else:
            line.append(("strong", f" ({sight.word(good)})"))
    return line


def _fire(sight: TableSight[WakaWakaView]) -> Line:
    view = sight.view
    fire: Piece = ("good", sight.say("lit")) if view.lit else ("dim", sight.say("out"))
    piles = sight.say("piles", pile=view.pile, reserve=view.reserve)
    return [("plain", "  "), fire, ("dim", f"  {piles}")]


def _turn(sight: TableSight[WakaWakaView]) -> Line:
    view = sight.view
    name = sight.names[view.active]
    if view.offered is not None:
        card = sight.word(view.offered)
        return [("warning", f"  {sight.say('offered', name=name, card=card)}")]
    if view.discarded:
        return [("warning", f"  {sight.say('discarded', count=view.discarded)}")]
    start = f"  {sight.say('played', name=name)} "
    played = ", ".join(map(sight.word, view.slots)) or sight.glyphs.hole
    room = HARBOUR - width(start) - 1
    return [("dim", start), ("strong", cut(played, room, sight.glyphs.ellipsis))]


# The orders


def _orders(sight: TableSight[WakaWakaView]) -> Iterator[Line]:
    view = sight.view
    heading = sight.say("last_round") if view.last_round else sight.say("orders")
    yield [("warning" if view.last_round else "dim", f"  {heading}")]
    own = None if sight.table.seat is None else view.players[sight.table.seat].status
    for level in range(len(view.orders), 0, -1):
        there = "".join(sight.mark(each.seat) for each in view.players if each.status == level)
        mine = own is not None and level == own + 1
        words = left(_order_words(sight, view.orders[level - 1]), ORDER, sight.glyphs.ellipsis)
        yield [
            ("key", sight.glyphs.own if mine else " "),
            ("dim", f"{level}: "),
            ("mine" if mine else "plain", words),
            ("strong", f" {there}"),
        ]


def _order_words(sight: TableSight[WakaWakaView], order: str) -> str:
    """What a level asks for: capitals are goods, small letters kinds of the player's choice."""
    named = [LETTERS[letter] for letter in order if letter in LETTERS]
    words = [sight.inventory(named)] if named else []
    free = sorted(counted([letter for letter in order if letter not in LETTERS]).values())
    if free and free[-1] == 1:
        words.append(sight.say("any" if len(free) == 1 else "different", count=len(free)))
    elif free:
        words.append(sight.say("alike", count=" + ".join(map(str, reversed(free)))))
    return ", ".join(words)


# The players


def _player(sight: TableSight[WakaWakaView], player: PlayerView) -> Line:
    seat = player.seat
    wealth = sight.say("wealth", gold=f"{player.gold:>2}", status=player.status, cards=player.cards)
    return [
        ("key", sight.turn(seat)),
        ("strong", f"{sight.mark(seat)} "),
        (sight.style(seat), left(sight.name(seat), NAME, sight.glyphs.ellipsis)),
        ("plain", f" {wealth}  "),
        ("strong", _goods(sight, player.stock) or sight.glyphs.hole),
    ]


def _village(sight: TableSight[WakaWakaView]) -> Line:
    goods = _goods(sight, sight.view.village) or sight.glyphs.hole
    return [("dim", f"  {sight.say('village')} "), ("plain", goods)]


def _within(line: Line, columns: int) -> Iterator[Line]:
    """The line, or two where it is too wide: what it ends with, goods, then stands below the rest."""
    if length(line) <= columns:
        yield line
        return
    *start, (style, goods) = line
    yield start
    yield from ([(style, f"    {words}")] for words in wrap(goods, columns - 4))


def _hands(sight: TableSight[WakaWakaView], columns: int) -> Iterator[Line]:
    if sight.view.shown:
        owner = Seat(sight.view.visited[-1])
        words = sight.say("their_hand", name=sight.names[owner])
        yield [("warning", f"  {words} {sight.inventory(sight.view.shown)}")]
    if sight.table.seat is not None:
        cards = f"{sight.say('hand')} {sight.inventory(sight.view.hand) or sight.glyphs.hole}"
        yield from ([("strong", f"  {words}")] for words in wrap(cards, columns - 4, "  "))
