"""Races in lines: which places are raced for, and how each race ended. No I/O."""

from collections.abc import Iterator, Sequence

from watai.clients.cli.ui.screen import Scene
from watai.protocol.messages import Happened

SHOUT = "shout"


class Races:
    """Tells each race once when it begins and once when it ends. `scene.model` has taken in the message."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._open: frozenset[str] = frozenset()
        """The contested places as the server told them last."""
        self._untold: set[str] = set()
        """The places whose race was told as begun, and not yet how it ended."""

    def contested(self, places: Sequence[str]) -> Iterator[str]:
        """The server names the contested places: which races have begun, and which came to nothing."""
        before, self._open = self._open, frozenset(places)
        for place in sorted(self._untold - self._open):
            self._untold.discard(place)
            yield self._say("nobody", place)
        for place in sorted(self._open - before):
            self._untold.add(place)
            yield self._say("contested", place)

    def shown(self, places: Sequence[str]) -> None:
        """A whole table was shown, with the places contested now: of a race that ended meanwhile no event comes any more."""
        self._open = frozenset(places)
        self._untold &= self._open

    def decided(self, happened: Happened, you: int | None) -> Iterator[str]:
        """An event that may have won a race: who was slower, and by how much.

        What happened to the player's own play is left out: the play itself, or its refusal, is told.
        """
        place, winner = _place(happened), happened.data.get("seat")
        if happened.race is None or place is None or winner is None:
            return
        begun = place in self._untold
        self._untold.discard(place)
        for beaten in happened.race.beat:
            if beaten.seat != you:
                word = "won" if beaten.ms else "drawn"
                yield self._say(word, place, winner, beaten.seat, beaten.ms)
        unopposed = begun and not happened.race.beat and place != SHOUT
        if unopposed and winner != you:
            yield self._say("alone", place, winner)

    def _say(
        self,
        word: str,
        place: str,
        winner: int | None = None,
        loser: int | None = None,
        ms: int = 0,
    ) -> str:
        kind, _, number = place.partition("/")
        names, you = self._scene.model.names, self._scene.text.say("watai.face.you")
        room = self._scene.model.room

        def name(seat: int | None) -> str:
            mine = room is not None and seat == room.you
            return "" if seat is None else you if mine else names[seat]

        return self._scene.text.say(
            f"lines.race.{word}.{kind}", pile=number, winner=name(winner), loser=name(loser), ms=ms
        )


def _place(happened: Happened) -> str | None:
    """The place an event was about, as `contested` names it; None if players do not race for its like."""
    if "pile" in happened.data:
        return f"pile/{happened.data['pile']}"
    return SHOUT if happened.event == "Shouted" else None
