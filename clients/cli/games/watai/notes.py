"""Two lines of the race: what is special about this round, and what the player should know or do right now."""

from collections.abc import Callable, Sequence
from typing import Final

from watai.clients.cli.games.watai.optimistic import Optimistic
from watai.clients.cli.games.watai.prelude import seconds
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import cut, length, spread
from watai.clients.state.model import Model
from watai.clients.state.table_view import read_event
from watai.clients.text.catalogue import Text
from watai.clients.text.narrator import Narrator
from watai.engine.game import Millis
from watai.engine.watai.accents import word
from watai.engine.watai.scoring import DOUBLING_FACE, SHOUT_WORTH
from watai.engine.watai.view import WataiView

FRESH: Final = 4_000_000
"""For how many µs an event is shown as news."""


class Notes:
    """Draws both lines. `label` gives the key of a command."""

    def __init__(self, text: Text, glyphs: Glyphs, label: Callable[[str], str]) -> None:
        self.text = text
        self.glyphs = glyphs
        self.label = label
        events = text.find("watai.events")
        self._newsworthy = frozenset(name for name, said in events.items() if said)

    def banner(self, view: WataiView, names: Sequence[str], clock: Millis, columns: int) -> Line:
        """The round and what is special about it; during a freeze, that."""
        if view.frozen_until is not None:
            form = "frozen_for_others" if view.leader == view.seat else "frozen"
            left = seconds(view.frozen_until, clock)
            said = self.text.say(f"watai.face.{form}", name=names[view.leader], seconds=left)
            return [("error", cut(said, columns, self.glyphs.ellipsis).center(columns))]
        line: list[Piece] = [("title", f" {self.text.say('watai.face.round', round=view.round)} ")]
        if view.variant:
            said = self.text.say(f"watai.face.variants.{view.variant}")
            line.append(("warning", f"  V{view.variant} {said}"))
        if (worth := self._worth(view.score_die)) is not None:
            line.append(("warning", f"  {worth}"))
        end = f"{self.text.say('watai.face.closed', closed=view.closed)} " if view.closed else ""
        if length(line) + len(end) >= columns:
            end = ""  # what is special matters more
        return spread(line, [("dim", end)], columns, "plain")

    def _worth(self, face: int | None) -> str | None:
        """What the score die changes in this round, if anything."""
        if face == DOUBLING_FACE:
            return self.text.say("watai.face.doubled")
        if face in SHOUT_WORTH:
            return self.text.say("watai.face.shout_worth", points=SHOUT_WORTH[face])
        return None

    def urgent(self, optimistic: Optimistic) -> Line | None:
        """What is worth points right now: a shout, a number to say, a 10 to slap."""
        view = optimistic.view
        if view.seat is None or view.phase != "race":
            return None
        me = view.players[view.seat]
        if me.may_shout:
            return self._call("shout_now", "shout")
        if optimistic.unsaid:
            said = word(me.accent or "en", optimistic.unsaid[0])
            return self._call("say_now", "say", word=said)
        if to_slap(optimistic):
            return self._call("slap_now", "slap", pile=to_slap(optimistic)[0])
        return None

    def idle(self, optimistic: Optimistic) -> Line:
        """What to do when no card fits."""
        view = optimistic.view
        if view.seat is None:
            return []
        me = view.players[view.seat]
        if not me.stock and not me.waste:
            return []
        return [("hint", f" {self.text.say('watai.face.turn_now', key=self.label('turn'))}")]

    def _call(self, form: str, command: str, **values: object) -> Line:
        return [
            ("warning", f" {self.text.say(f'watai.face.{form}', **values)} "),
            ("key", f" {self.label(command)} "),
        ]

    def news(self, model: Model, clock: Millis) -> Line | None:
        """The last event worth a sentence, while it is news."""
        for each in reversed(model.happened):
            if each.t < clock * 1000 - FRESH:
                break
            event = read_event("watai", each) if each.event in self._newsworthy else None
            if event is not None:
                said = Narrator(self.text, "watai", model.names, plays=False).tell(event)
                return [("strong", f" {said}")]
        return None


def to_slap(optimistic: Optimistic) -> tuple[int, ...]:
    """Piles that the player may slap and has not slapped yet (WATAI-V15)."""
    view = optimistic.view
    return tuple(
        ten.pile
        for ten in view.fresh_tens
        if view.seat not in ten.slapped and ten.pile not in optimistic.slapped | optimistic.piles
    )
