"""The bot for Waka Waka: it plans the rest of its turn by what each sequence of cards would leave it with."""

from collections.abc import Sequence
from typing import Final

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.waka_waka.lines import Lines
from watai.engine.bots.waka_waka.scene import prospect_of, repeatable, scene_of
from watai.engine.bots.waka_waka.search import Search
from watai.engine.bots.waka_waka.worth import PLACE, UNKNOWN, Prospect, Worth, card_worth
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Prompt, Seat, View
from watai.engine.waka_waka import moves
from watai.engine.waka_waka.view import WakaWakaView
from watai.engine.waka_waka.words import DRUMMER, GOODS, MERCHANT

THINKING: Final = {"turn": 1800, "merchant": 1500, "loan": 2200, "porter": 1500, "offer": 1200}
"""What people take longer over, in milliseconds."""
HASTY: Final = 900
SHARE_OF_CLOCK: Final = 8
BOREDOM: Final = 0.4
OVERLOOKS: Final = 3
"""Easy does not think of every third kind of card in its hand; but with the ordered goods before it, it thinks of the Merchant."""


class WakaWakaBot(Bot):
    """easy looks one card and one order ahead and overlooks cards; strong plans the whole turn."""

    slow_strengths = ("easy", "strong")  # easy: one decision of a thousand takes more than 2 ms

    def __init__(self, seat: Seat, strength: str, dice: Dice, speed: float = 1.0) -> None:
        super().__init__(seat, strength, dice, speed)
        self.strong = strength == "strong"
        self._worth: Worth | None = None
        self._idle_turns = 0

    def think(self, view: View, at: Millis) -> Plan | None:
        assert isinstance(view, WakaWakaView)
        prompt = next((each for each in view.asked if each.seat == self.seat), None)
        if prompt is None:
            return None
        move = self._answer(prompt.ask, view)
        return self.plan(move, self._pace(prompt, at))

    def _pace(self, prompt: Prompt, at: Millis) -> float:
        """As long as a person would take, but never so long that the clock runs out."""
        usual = THINKING.get(prompt.ask, HASTY) * (0.7 + 0.8 * self.dice.fraction())
        if prompt.until is None:
            return usual
        return min(usual, self.speed * (prompt.until - at) / SHARE_OF_CLOCK)

    def _answer(self, ask: str, view: WakaWakaView) -> Move:
        scene = scene_of(view, self.dice, guesses=2 if self.strong else 1, remembers=self.strong)
        search = Search(Lines(self._appraiser(view), scene), depth=3 if self.strong else 1)
        here = prospect_of(view)
        match ask:
            case "turn":
                return self._play(search, here)
            case "merchant" | "gatherer" | "porter":
                move, _ = search.best_effect(ask, here)
                assert move is not None, "a card was played that cannot be carried out"
                return move
            case "stock":
                return moves.Give(GOODS[search.lines.worth.least_useful(here.status, here.stock)])
            case "elder":
                return moves.Look(_whom(view, self.seat))
            case "loan":
                return _loan(view, search, here)
            case "chimpanzee":
                return _peek(view)
            case "offer":
                return _take_up(view, search, here)
            case "resupply":
                return moves.Resupply(search.best_supply(here))
            case "hand":
                return moves.Discard(worst(view.hand, here.status))
        return _change(ask, view, here)

    def _play(self, search: Search, here: Prospect) -> Move:
        """The next card, or none. The longer the bot has waited, the worse a card it accepts, so that no game goes on for ever."""
        if not self.strong:
            merchant, rises = PLACE[MERCHANT], search.lines.rises(here)
            noticed = tuple(
                count * (self.dice.below(OVERLOOKS) > 0 or (rises and place == merchant))
                for place, count in enumerate(here.hand)
            )
            search.lines.overlooked_merchant = noticed[merchant] < here.hand[merchant]
            here = here._replace(hand=noticed)
        move = search.best_play(here, BOREDOM * self._idle_turns)
        if isinstance(move, moves.Play | moves.PlayFaceDown):
            self._idle_turns = 0
        elif not here.slots:
            self._idle_turns += 1
        return move

    def _appraiser(self, view: WakaWakaView) -> Worth:
        """What stocks are worth is remembered from turn to turn; it does not change during a game."""
        if self._worth is None or self._worth.orders != view.orders:
            self._worth = Worth(view.orders, foresight=3 if self.strong else 1)
        return self._worth


def worst(hand: Sequence[str], status: int) -> str:
    """The card whose loss costs the bot least."""
    return min(hand, key=lambda card: card_worth(card, status))


def _change(ask: str, view: WakaWakaView, here: Prospect) -> Move:
    """Whether to swap the worst card for an unknown one, after an Elder's visit or with a Drummer."""
    enough = moves.Draw() if ask == DRUMMER else moves.Pass()
    if not view.hand:
        return enough
    card = worst(view.hand, here.status)
    poor = card_worth(card, here.status) < card_worth(UNKNOWN, here.status)
    return moves.Discard(card) if poor else enough


def _whom(view: WakaWakaView, seat: Seat) -> Seat:
    """The opponent with the most cards to show."""
    others = [each for each in view.players if each.seat != seat and each.seat not in view.visited]
    return max(others, key=lambda each: each.cards).seat


def _loan(view: WakaWakaView, search: Search, here: Prospect) -> Move:
    """The best card of the hand looked at, if it is better than none."""
    unvisited = [each for each in view.players if each.seat not in (view.seat, *view.visited)]
    best: Move = moves.Pass()
    value = search.value(here, 3)
    for card in sorted(set(view.shown)):
        used = repeatable(view.slots[:-1]) if card == "juggler" else card
        if used is None or (used == "elder" and not any(each.cards for each in unvisited)):
            continue
        _, found = search.best_effect(used, here)
        if found > value:
            best, value = moves.Borrow(card), found
    return best


def _peek(view: WakaWakaView) -> Move:
    """The boat with the most goods one does not know, and first those."""
    hidden = {
        number: [cell for cell in range(1, len(boat.cells) + 1) if cell != boat.eye]
        for number, boat in enumerate(view.boats, 1)
    }
    possible = [number for number, cells in hidden.items() if cells]
    number = max(possible, key=lambda each: view.boats[each - 1].cells.count(None))
    cells = sorted(
        hidden[number], key=lambda cell: view.boats[number - 1].cells[cell - 1] is not None
    )
    return moves.Peek(number, tuple(sorted(cells[:2])))


def _take_up(view: WakaWakaView, search: Search, here: Prospect) -> Move:
    """Whether the card on offer is worth its gold."""
    assert view.offered is not None
    poorer = here._replace(gold=here.gold - 1)
    _, value = search.best_effect(view.offered, poorer)
    return moves.Pay() if value > search.stop_value(here) else moves.Pass()
