"""What the commands of a race do: each makes a move, or leaves a choice open for the next key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from watai.clients.cli.games.watai.fits import Fit, callable_cards, fit, playable
from watai.clients.cli.games.watai.keys import MARKS
from watai.clients.cli.games.watai.notes import to_slap
from watai.clients.cli.games.watai.optimistic import Optimistic
from watai.engine.game import Move, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Open, Place, Say, Shout, Slap, Turn


@dataclass(frozen=True, slots=True, eq=False)
class MissedKey:
    """A key that did nothing, each press another one: a word for why, and the card that fits nowhere."""

    why: str
    card: Card | None = None


class Control:
    """Turns commands into moves on the optimistic view, and keeps the choice that is open."""

    def __init__(self) -> None:
        self.selected: Card | None = None
        """A card that fits several piles that differ: the number of a pile picks one."""
        self.typed = ""
        """The digits of that number typed so far."""
        self.calling = False
        """Whether a digit calls a rival's card."""
        self.warned = False
        """Whether the player was just warned that a shout would be false."""
        self.races = False
        """Whether the race log is shown instead of the rivals."""
        self.missed: MissedKey | None = None
        """Why the last key did nothing; None if it did something."""

    def do(self, command: str, optimistic: Optimistic) -> Move | None:
        """Carry out a command, given without its scope."""
        name, _, number = command.partition(".")
        warned, self.warned = self.warned, False
        before = (self.selected, self.typed, self.calling, self.races)
        self.pressed()
        if name == "shout":
            return self._shout(optimistic, warned)
        act = _ACTS.get(name)
        move = None if act is None else act(self, optimistic, int(number or 0))
        if move is None and before == (self.selected, self.typed, self.calling, self.races):
            self.missed = self.missed or MissedKey("nothing")
        return move

    def pressed(self) -> None:
        """A key was pressed: what the last one was answered is over."""
        self.missed = None

    def miss(self, why: str) -> None:
        """A key did nothing for a reason that the face knows."""
        self.missed = MissedKey(why)

    def fits(self, optimistic: Optimistic) -> dict[Card, Fit]:
        """Where each of the player's playable cards fits; cards that fit nowhere are left out."""
        view = optimistic.view
        if view.seat is None or frozen(optimistic):
            return {}
        cards = playable(view.players[view.seat])
        found = {card: fit(view, card, view.seat) for card in cards}
        return {card: where for card, where in found.items() if where}

    def piles(self, fits: Mapping[Card, Fit]) -> dict[str, int]:
        """The piles for the selected card, by the digits that choose them; those that the typed digits still allow."""
        chosen = None if self.selected is None else fits.get(self.selected)
        digits = {} if chosen is None else chosen.digits
        return {name: pile for name, pile in digits.items() if name.startswith(self.typed)}

    def calls(self, optimistic: Optimistic) -> list[tuple[Seat, Card]]:
        """The cards that digits stand for."""
        return list(callable_cards(optimistic.view))[:MARKS] if self.calling else []

    def _card(self, optimistic: Optimistic, number: int) -> Move | None:
        view = optimistic.view
        assert view.seat is not None
        me, slot = view.players[view.seat], number - 1
        if slot >= len(me.reel) or slot in optimistic.slots:
            return None
        card = me.reel[slot]
        if card is None:
            return Fill(slot) if me.talon else None
        return self._lay(optimistic, card)

    def _stock(self, optimistic: Optimistic, number: int) -> Move | None:
        view = optimistic.view
        assert view.seat is not None
        me = view.players[view.seat]
        return self._lay(optimistic, me.top) if me.top is not None and me.playable else None

    def _lay(self, optimistic: Optimistic, card: Card) -> Move | None:
        """Lay a card at once where there is no choice; otherwise select it, or put it back."""
        where = self.fits(optimistic).get(card)
        self.calling, self.typed = False, ""
        if where is None:
            self.selected, self.missed = None, MissedKey("no_fit", card)
        elif where.opens or len(where.piles) == 1:
            self.selected = None
            return Open(card) if where.opens else Place(card, where.piles[0])
        else:
            self.selected = card if self.selected != card else None
        return None

    def _pile(self, optimistic: Optimistic, number: int) -> Move | None:
        """A digit: calls a rival's card, or goes on with the number of a pile for the selected card."""
        if self.calling:
            calls = self.calls(optimistic)
            self.calling = False
            return Call(*calls[number - 1]) if number <= len(calls) else None
        self.typed += str(number % 10)
        piles = self.piles(self.fits(optimistic))
        card, pile = self.selected, piles.get(self.typed)
        if pile is not None or not piles:
            self.selected, self.typed = None, ""
        return None if card is None or pile is None else Place(card, pile)

    def _turn(self, optimistic: Optimistic, number: int) -> Move | None:
        self.selected = None
        return Turn()

    def _slap(self, optimistic: Optimistic, number: int) -> Move | None:
        piles = to_slap(optimistic)
        return Slap(piles[0]) if piles else None

    def _say(self, optimistic: Optimistic, number: int) -> Move | None:
        return Say(optimistic.unsaid[0]) if optimistic.unsaid else None

    def _call(self, optimistic: Optimistic, number: int) -> Move | None:
        """Call a rival's card that fits: at once if there is one, else a digit picks it."""
        self.selected, self.calling = None, not self.calling
        calls = self.calls(optimistic)
        if len(calls) == 1:
            self.calling = False
            return Call(*calls[0])
        self.calling = bool(calls)
        return None

    def _shout(self, optimistic: Optimistic, warned: bool) -> Move | None:
        """Shout. A false shout costs points, so it needs a second press."""
        view = optimistic.view
        assert view.seat is not None
        if view.players[view.seat].may_shout or warned:
            return Shout()
        self.warned = True
        return None

    def _races(self, optimistic: Optimistic, number: int) -> Move | None:
        self.toggle_races()
        return None

    def toggle_races(self) -> None:
        """Show the race log, or the rivals again."""
        self.races = not self.races


def frozen(optimistic: Optimistic) -> bool:
    """Whether the player may do nothing at present (WATAI-V13)."""
    return (
        optimistic.view.frozen_until is not None and optimistic.view.seat != optimistic.view.leader
    )


_ACTS: Final[Mapping[str, Callable[[Control, Optimistic, int], Move | None]]] = {
    "card": Control._card,
    "stock": Control._stock,
    "pile": Control._pile,
    "turn": Control._turn,
    "slap": Control._slap,
    "say": Control._say,
    "call": Control._call,
    "races": Control._races,
}
