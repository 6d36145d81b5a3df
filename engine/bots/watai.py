"""The bot for Wataï: it looks, decides and plays from its view alone, no faster than a person."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.reaction import Reaction
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.watai.accents import ACCENTS
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Go, Name, Open, Pick, Place, Say, Shout, Slap, Turn
from watai.engine.watai.refusals import PATIENCE
from watai.engine.watai.view import FACE_OF, PileView, PlayerView, WataiView

OTHER_HAND: Final = 1.3  # WATAI-V1
OTHER_HAND_VARIANT: Final = 1
HELPFUL_NAMING: Final = 4  # WATAI-V4 helps the player who is named; other variants hinder them


@dataclass(frozen=True, slots=True)
class Skill:
    """What tells a strong player from a weak one."""

    reaction: Reaction
    notices: float
    """The chance to see a card that fits, at one look."""
    blunders: float
    """The chance that a look ends in a mistake: a card on a pile that nearly takes it, or a shout one card too soon."""
    watches_rivals: bool


SKILLS: Final = {
    "easy": Skill(Reaction(380, 70, 180, 16), 0.75, 0.02, watches_rivals=False),
    "medium": Skill(Reaction(300, 50, 100, 9), 0.9, 0.0, watches_rivals=True),
    "strong": Skill(Reaction(240, 35, 60, 5), 1.0, 0.0, watches_rivals=True),
}


class WataiBot(Bot):
    """One racing player."""

    strengths = tuple(SKILLS)
    slow_strengths = ()

    def __init__(self, seat: Seat, strength: str, dice: Dice, speed: float = 1.0) -> None:
        super().__init__(seat, strength, dice, speed)
        self.skill = SKILLS[strength]
        self._forgotten: set[tuple[int, Millis]] = set()
        self._fitting: dict[Card, Millis] = {}
        self._called: set[Card] = set()

    def think(self, view: View, at: Millis) -> Plan | None:
        assert isinstance(view, WataiView)
        move = self._answer(view) if view.phase != "race" else self._race(view, at)
        if move is None:
            return None
        me = view.players[self.seat]
        things = len(view.piles) + len(me.reel) + (me.top is not None)
        millis = self.skill.reaction.millis(self.dice, things)
        if view.variant == OTHER_HAND_VARIANT:
            millis *= OTHER_HAND
        return self.plan(move, millis)

    def _chance(self, probability: float) -> bool:
        return probability >= 1 or (probability > 0 and self.dice.fraction() < probability)

    # before the race

    def _answer(self, view: WataiView) -> Move | None:
        self._fitting.clear()
        self._called.clear()
        self._forgotten.clear()
        ask = next((prompt.ask for prompt in view.prompts if prompt.seat == self.seat), None)
        match ask:
            case "go":
                return Go()
            case "name":
                return Name(self._victim(view))
            case "accent":
                return Pick(self.dice.choice(tuple(ACCENTS)))
        return None

    def _victim(self, view: WataiView) -> Seat:
        """The player to name: the bot itself where the variant helps, else the rival with the most points."""
        if view.variant == HELPFUL_NAMING:
            return self.seat
        rivals = [player for player in view.players if player.seat != self.seat]
        best = max(rival.total for rival in rivals)
        return self.dice.choice([rival.seat for rival in rivals if rival.total == best])

    # the race

    def _race(self, view: WataiView, at: Millis) -> Move | None:
        me = view.players[self.seat]
        if view.frozen_until is not None and view.leader != self.seat:
            return None
        blunder = self._blunder(view, me) if self._chance(self.skill.blunders) else None
        if blunder is not None:
            return blunder
        return (
            self._noise(view, me)
            or self._card(view, me)
            or self._call(view, at)
            or (Turn() if me.stock or me.waste else None)
        )

    def _noise(self, view: WataiView, me: PlayerView) -> Move | None:
        """Shout, say, slap and fill before anything else: they are worth points at once."""
        if me.may_shout:
            return Shout()
        for owed in view.owed:
            key = (owed.number, owed.until)
            if owed.seat == self.seat and key not in self._forgotten:
                if self._chance(self.skill.notices):
                    return Say(owed.number)
                self._forgotten.add(key)
        for ten in view.fresh_tens:
            if self.seat not in ten.slapped and self._chance(self.skill.notices):
                return Slap(ten.pile)
        if me.talon and None in me.reel:
            return Fill(me.reel.index(None))
        return None

    def _card(self, view: WataiView, me: PlayerView) -> Move | None:
        """The best card that fits: the Dévidoir first, for it empties the Talon; high numbers before low ones."""
        takers = {face: pile.pile for pile in view.piles for face in pile.takes}
        reel = (card for card in me.reel if card is not None)
        fitting = [move for card in reel for move in self._fits(view, takers, card)]
        if fitting:
            return max(fitting, key=lambda move: _worth(move, view))
        if me.top is not None and me.playable:
            return next(self._fits(view, takers, me.top), None)
        return None

    def _fits(self, view: WataiView, takers: dict[str, int], card: Card) -> Iterator[Open | Place]:
        face = FACE_OF[card]
        if face == view.opens:
            if self._chance(self.skill.notices):
                yield Open(card)
        elif face in takers and self._chance(self.skill.notices):
            yield Place(card, takers[face])

    def _call(self, view: WataiView, at: Millis) -> Move | None:
        """Call a rival's card that has been seen to fit for long enough."""
        if not self.skill.watches_rivals:
            return None
        wanted = {face for pile in view.piles for face in pile.takes} | {view.opens}
        fitting: dict[Card, Millis] = {}
        for player in view.players:
            if player.seat == self.seat:
                continue
            top = (player.top,) if player.playable else ()
            for card in (*player.reel, *top):
                if card is None or FACE_OF[card] not in wanted or card in self._called:
                    continue
                since = fitting[card] = self._fitting.get(card, at)
                if at - since > PATIENCE:
                    self._called.add(card)
                    return Call(player.seat, card)
        self._fitting = fitting
        return None

    def _blunder(self, view: WataiView, me: PlayerView) -> Move | None:
        """A mistake as beginners make it, in haste: the right number in the wrong colour, one number too high or too low, or a shout with one card left in the Talon. None if nothing on the table looks so."""
        if me.talon == 1 and not me.may_shout:
            return Shout()
        reel = [card for card in me.reel if card is not None]
        near = [
            Place(card, pile.pile) for pile in view.piles for card in reel if _misread(card, pile)
        ]
        return self.dice.choice(near) if near else None


def _misread(card: Card, pile: PileView) -> bool:
    """Whether a hasty look takes this card, which does not fit, for one that the pile takes."""
    face = FACE_OF[card]
    if face in pile.takes or not face[1:].isdecimal():
        return False
    wanted = [each for each in pile.takes if each[1:].isdecimal()]
    return any(
        face[1:] == each[1:] or (face[0] == each[0] and abs(int(face[1:]) - int(each[1:])) == 1)
        for each in wanted
    )


def _worth(move: Open | Place, view: WataiView) -> int:
    """A card on a high pile counts most, because few cards fit there; an opening least, because it helps rivals too."""
    if isinstance(move, Open):
        return 1
    return next(pile.height for pile in view.piles if pile.pile == move.pile) + 1
