"""Easy bots err as beginners do: they misread what looks alike, and miss no sure gain."""

from collections.abc import Callable
from typing import Any

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.waka_waka.scene import prospect_of
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.playout import playout
from watai.engine.waka_tanka.box import neighbours
from watai.engine.waka_tanka.moves import Lay
from watai.engine.waka_waka.moves import Stop
from watai.engine.waka_waka.orders import deliveries
from watai.engine.waka_waka.words import GOODS, MERCHANT
from watai.engine.watai.moves import Place, Shout
from watai.engine.watai.view import FACE_OF

Look = Callable[[Any, Seat, Move], None]


class Watched(Bot):
    """An easy bot whose moves are looked at."""

    def __init__(self, bot: Bot, look: Look) -> None:
        super().__init__(bot.seat, "easy", bot.dice)
        self.bot = bot
        self.look = look

    def think(self, view: View, at: Millis) -> Plan | None:
        plan = self.bot.think(view, at)
        if plan is not None:
            self.look(view, self.seat, plan.move)
        return plan


def watch(name: str, seats: int, games: int, look: Look, **options: object) -> None:
    """Let easy bots play so many games."""
    entry = GAMES[name]
    for number in range(games):
        dice = Dice.from_text(f"beginners {number}")
        game = entry.game(entry.game.options_type.parse(options), seats, dice)
        bots: dict[Seat, Bot] = {
            seat: Watched(entry.bot(seat, "easy", Dice.from_text(f"{seat} {number}")), look)
            for seat in map(Seat, range(seats))
        }
        for _ in playout(game, bots):
            pass


def test_in_watai_they_shout_one_card_too_soon_and_misread_a_number_or_a_colour() -> None:
    shouts: list[int] = []
    misread: list[bool] = []

    def look(view: Any, seat: Seat, move: Move) -> None:
        me = view.players[seat]
        if isinstance(move, Shout) and not me.may_shout:
            shouts.append(me.talon)
        if isinstance(move, Place):
            face = FACE_OF[move.card]
            takes = next(pile.takes for pile in view.piles if pile.pile == move.pile)
            if face not in takes:
                misread.append(any(face[0] == each[0] or face[1:] == each[1:] for each in takes))

    watch("watai", 4, 6, look, target=50)
    assert set(shouts) <= {1}
    assert len(misread) > 20
    assert all(misread)


def test_in_waka_tanka_they_lay_a_last_card_that_wins() -> None:
    laid: list[bool] = []

    def look(view: Any, seat: Seat, move: Move) -> None:
        sure = len(view.hand) == 1 and view.hand[0] in neighbours(view.pawn)
        if sure and view.prompts[0].ask != "last":
            laid.append(isinstance(move, Lay) and move.animal == move.card)

    watch("waka-tanka", 4, 40, look)
    assert len(laid) > 10
    assert all(laid)


def test_in_waka_waka_they_do_not_stop_with_an_order_and_a_merchant_in_hand() -> None:
    stopped: list[bool] = []

    def look(view: Any, seat: Seat, move: Move) -> None:
        here = prospect_of(view)
        if view.asked[0].ask != "turn" or here.status >= len(view.orders):
            return
        stock = dict(zip(GOODS, here.stock, strict=True))
        ready = any(
            all(stock[good] >= goods.count(good) for good in goods)
            for goods in deliveries(view.orders[here.status])
        )
        if ready and MERCHANT in view.hand:
            stopped.append(isinstance(move, Stop))

    watch("waka-waka", 3, 6, look)
    assert len(stopped) > 20
    assert not any(stopped)
