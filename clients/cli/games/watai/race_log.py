"""The race log: who was quicker than whom and by how much, and why the player's own play was taken back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from watai.clients.cli.games.watai.cards import Cards
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import cut
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.clients.text.refusals import broken_rule, lost_race
from watai.engine.game import Move
from watai.engine.watai.moves import Open, Place, Slap
from watai.protocol.messages import Happened, Refused

SHOWN = 30
SENTENCE = 44
"""With so many columns or more, a race is told in a sentence."""
BEATEN = "WATAI-14"


@dataclass(frozen=True, slots=True)
class LoggedRace:
    """Two players who went for the same place. 0 ms was too close to tell, and decided by lot."""

    place: int | None
    """The pile; None for a shout."""
    winner: int
    loser: int
    ms: int


def races(happened: Sequence[Happened]) -> Iterator[LoggedRace]:
    """The races of these events, the newest first."""
    for each in reversed(happened):
        for beaten in () if each.race is None else each.race.beat:
            yield LoggedRace(each.data.get("pile"), each.data["seat"], beaten.seat, beaten.ms)


class RaceLog:
    """How races ended, in the player's language."""

    def __init__(self, text: Text, cards: Cards, glyphs: Glyphs) -> None:
        self.text = text
        self.cards = cards
        self.glyphs = glyphs

    def names(self, model: Model) -> list[str]:
        """Every player's name, but « you » for the player at this screen."""
        seat = None if model.table is None else model.table.seat
        you = self.text.say("watai.face.you")
        return [you if each == seat else name for each, name in enumerate(model.names)]

    def log(self, model: Model, columns: int) -> list[str]:
        """The latest races, a line each: a sentence where there is room for it."""
        names = self.names(model)
        tell = self._sentence if columns >= SENTENCE else self._short
        return [tell(race, names) for race in islice(races(model.races), SHOWN)]

    def _sentence(self, race: LoggedRace, names: Sequence[str]) -> str:
        form = "shouted" if race.place is None else "race"
        return self.text.say(
            f"watai.face.{form}",
            pile=race.place,
            winner=names[race.winner],
            loser=names[race.loser],
            lead=self._lead(race),
        )

    def _short(self, race: LoggedRace, names: Sequence[str]) -> str:
        """Pile, winner, loser and lead, in short."""
        where = "!" if race.place is None else race.place
        winner, loser = (
            cut(names[seat], 5, self.glyphs.ellipsis) for seat in (race.winner, race.loser)
        )
        return f"{where:>2} {winner}{self.glyphs.before}{loser} {self._lead(race)}"

    def _lead(self, race: LoggedRace) -> str:
        return self.text.say("watai.face.lead" if race.ms else "watai.face.by_lot", ms=race.ms)

    def taken_back(self, model: Model, move: Move, refusal: Refused) -> str:
        """Which card was taken back, and why."""
        why = self._why(model, move, refusal)
        if not isinstance(move, Open | Place):
            return why
        return self.text.say("watai.face.taken_back", what=self.cards.name(move.card), why=why)

    def _why(self, model: Model, move: Move, refusal: Refused) -> str:
        lost = lost_race(self.text, refusal, model.names)
        if lost is not None:
            return lost
        if refusal.clause == BEATEN and isinstance(move, Place | Slap):
            taker = _last_on(model.happened, move.pile)
            if taker is not None:
                return self.text.say("watai.face.beaten", name=model.names[taker])
        return broken_rule(self.text, refusal, "watai")


def _last_on(happened: Sequence[Happened], pile: int) -> int | None:
    """The seat that laid the last card on this pile."""
    for each in reversed(happened):
        if each.event in ("Placed", "Opened") and each.data["pile"] == pile:
            return int(each.data["seat"])
    return None
