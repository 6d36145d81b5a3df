"""What Wataï looks like today, in a file people can read: every kind of moment of a game.

`make golden` writes it anew; the difference is then reviewed like code.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from tests.support.screens.watai_positions import LARGE, SMALL, Position, face, picture, position
from watai.clients.cli.games.watai.face import WataiFace
from watai.clients.cli.games.watai.fits import commands, fit
from watai.clients.cli.ui.face import Size
from watai.engine.game import Move, Seat
from watai.engine.watai.moves import Place
from watai.engine.watai.view import WataiView
from watai.protocol.messages import Beaten, Race, Refused

FILE = Path(__file__).parents[2] / "data" / "screens" / "watai.txt"

Scene = tuple[Position, tuple[str, ...]]
"""A position, and the commands given before it is drawn, none of which is a move."""


def laid(cards: int) -> Callable[[WataiView], bool]:
    return lambda view: view.phase == "race" and sum(each.laid for each in view.players) >= cards


def fitting(view: WataiView, piles: int = 1) -> list[tuple[str, Place]]:
    """The commands of cards that fit so many piles, and what they lead to."""
    found = []
    for command, card in commands(view) if view.phase == "race" else ():
        where = fit(view, card, Seat(0))
        if len(where.piles) >= piles:
            found.append((f"watai.{command}", Place(card, where.piles[0])))
    return found


def refused(
    at: Position,
    code: str,
    why: str,
    early: bool = False,
    by: int | None = None,
    ms: int | None = None,
) -> Position:
    """The first play on its way came back."""
    answer = Refused(min(at.model.pending), code, why, "WATAI-14", by, ms, early)
    return replace(at, model=at.model.answered(answer))


def raced(at: Position, *beaten: tuple[int, int, int]) -> Position:
    """The latest cards landed in races: which one, counted from the end, who was slower, by how many ms."""
    landed = [each for each in at.model.happened if each.event == "Placed"]
    model = at.model
    for back, seat, ms in beaten:
        race = Race(0, 0, [Beaten(seat, ms)])
        each = msgspec.structs.replace(landed[-back], race=race)
        model = replace(model, happened=(*model.happened, each), races=(*model.races, each))
    return replace(at, model=model)


def pending() -> Position:
    two = position(8, lambda view: len(fitting(view)) > 1)
    assert two.model.table is not None
    assert isinstance(two.model.table.view, WataiView)
    moves: list[Move] = [move for _, move in fitting(two.model.table.view)]
    return two.pending(*moves)


def selected(variant: str, piles: int) -> Scene:
    at = position(8, lambda view: bool(fitting(view, piles)), variants=variant)
    assert at.model.table is not None
    assert isinstance(at.model.table.view, WataiView)
    return at, (fitting(at.model.table.view, piles)[0][0],)


def contested(at: Position, *piles: int) -> Position:
    """Players race for these piles."""
    places = frozenset(f"pile/{pile}" for pile in piles)
    return replace(at, model=replace(at.model, contested=places))


def scenes() -> Iterator[tuple[str, Position, tuple[str, ...]]]:
    """Every moment worth a picture."""
    eight = position(8, laid(90))
    yield "the start, eight players", position(8, lambda view: view.phase == "waiting"), ()
    yield "one leads and says Go", position(3, asked("go")), ()
    yield "a player to be named", position(5, asked("name"), variants="3"), ()
    yield "an accent to be picked", position(8, asked("accent"), variants="16"), ()
    yield (
        "countdown after a round",
        position(8, lambda v: v.round == 2 and v.phase == "countdown"),
        (),
    )
    yield "the race begins", position(4, lambda view: view.phase == "race"), ()
    yield "the middle, eight players", eight, ()
    yield "the middle, two players", position(2, laid(30)), ()
    yield "the races", raced(eight, (1, 0, 23), (2, 4, 0), (3, 5, 117)), ()
    yield "the race log alone", raced(eight, (1, 0, 23), (2, 4, 0), (3, 5, 117)), ("watai.races",)
    yield "a selected card, variant 8", *selected("8", 3)
    yield "a selected Extra Stop, variant 5", *selected("5", 4)
    yield "two plays on their way", pending(), ()
    overtaken = "Another card got there first."
    yield "taken back", refused(pending(), "move/illegal", overtaken), ()
    yield "a lost race", refused(pending(), "race/lost", "", by=3, ms=23), ()
    yield "a lost race, too early", refused(pending(), "race/lost", "", True, by=3, ms=0), ()
    yield "contested", contested(pending(), 2, 11), ()
    yield "frozen", position(6, frosted, variants="13"), ()
    yield "the others are frozen", position(4, freezing, variants="13"), ()
    yield "mirrored, variant 1", position(4, laid(30), variants="1"), ()
    yield (
        "six cards, variant 2",
        position(3, lambda v: laid(20)(v) and v.leader == 0, variants="2"),
        (),
    )
    yield "a 10 to slap, variant 15", position(5, slappable, variants="15"), ()
    yield "a number to say, variant 16", position(5, owing, variants="16"), ()
    yield "backwards, variant 9", position(4, laid(40), variants="9"), ()
    yield "holes, filled by hand", position(4, holed, refill="manual"), ()
    yield "which card to call", position(8, laid(60)), ("watai.call",)
    yield "a shout too soon", position(8, laid(60)), ("watai.shout",)
    yield "a shout in time", position(3, lambda v: v.phase == "race" and v.players[0].may_shout), ()
    yield "watching", eight.shown(None), ()
    yield "watching the races", raced(eight, (1, 0, 23)).shown(None), ("watai.races",)
    yield "the end, eight players", ended(8), ()
    yield "the end", position(4, lambda view: view.phase == "over", target=50), ()


def ended(seats: int) -> Position:
    """The end of a game of which every event was seen, with some races."""
    at = position(seats, lambda view: view.phase == "over", target=50)
    sides = at.model.tally.sides
    raced = {
        seat: replace(side, won=(23, 40 + seat)[: seat % 3], lost=(7 + seat,) * (seat % 2))
        for seat, side in sides.items()
    }
    tally = replace(at.model.tally, whole=True, sides=raced, reactions=(640,))
    return replace(at, model=replace(at.model, tally=tally))


def asked(ask: str) -> Callable[[WataiView], bool]:
    return lambda view: any(each.seat == 0 and each.ask == ask for each in view.prompts)


def frosted(view: WataiView) -> bool:
    return view.frozen_until is not None and view.leader != 0


def freezing(view: WataiView) -> bool:
    return view.frozen_until is not None and view.leader == 0


def slappable(view: WataiView) -> bool:
    return any(0 not in ten.slapped for ten in view.fresh_tens)


def owing(view: WataiView) -> bool:
    return any(each.seat == 0 for each in view.owed)


def holed(view: WataiView) -> bool:
    return laid(20)(view) and None in view.players[0].reel


def drawn(title: str, at: Position, commands: tuple[str, ...], eyes: WataiFace, size: Size) -> str:
    """A screen with its title."""
    for command in commands:
        assert eyes.do(command, at.model) is None, f"{title}: {command} makes a move"
    signs = "ascii" if eyes.glyphs.pointer == ">" else "unicode"
    head = f"[{title}, {size.columns}x{size.lines}, {eyes.text.language}, {signs}]"
    return "\n".join([head, *picture(eyes, at, size), ""])


def screens() -> Iterator[str]:
    """Every moment in English, in French without Unicode signs on AZERTY, and some on a large screen."""
    for number, (title, at, given) in enumerate(scenes()):
        yield drawn(title, at, given, face("en"), SMALL)
        yield drawn(title, at, given, face("fr", ascii_only=True, layout="azerty"), SMALL)
        if "eight" in title or number % 6 == 0:
            yield drawn(title, at, given, face("fr" if number % 2 else "en"), LARGE)


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(screens()), encoding="utf-8")


if __name__ == "__main__":
    main()
