"""The bot for Wapi.

easy looks at the present only: it claims every symbol while it has totems, puts coins where it has most totems itself and worthless ones where it has fewest.
It neither remembers the bag nor looks at who else would earn.
strong weighs every answer by what may still come (engine/bots/wapi/search.py).
"""

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.wapi.search import best_answer
from watai.engine.game import Millis, Move, View
from watai.engine.wapi.moves import Claim, Place
from watai.engine.wapi.view import WapiView


class WapiBot(Bot):
    """One seat at a table of Wapi."""

    def think(self, view: View, at: Millis) -> Plan | None:
        assert isinstance(view, WapiView)
        if view.prompt is None or view.prompt.seat != self.seat:
            return None
        move = (
            best_answer(view, self.seat, self.dice)
            if self.strength == "strong"
            else self._habit(view)
        )
        return self.plan(move, self._thinking_millis(view))

    def _habit(self, view: WapiView) -> Move:
        if view.coin is None:
            return Claim()
        own = {
            section.symbol: section.tokens.count(self.seat)
            for section in view.sections
            if section.symbol in view.places
        }
        sought = max(own.values()) if view.coin else min(own.values())
        return Place(
            self.dice.choice([symbol for symbol, totems in own.items() if totems == sought])
        )

    def _thinking_millis(self, view: WapiView) -> float:
        """People hesitate over a totem, and place a coin at once where there is only one place."""
        if len(view.places) == 1:
            return 800 + 400 * self.dice.fraction()
        base = 1500 if view.coin is None else 1000
        return base + 1500 * self.dice.fraction()
