"""What the calm games look like today, in files people can read: a moment of every kind of decision, and the end.

`make golden` writes them anew; the difference is then reviewed like code.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.clients.client_game import ClientGame, as_text, make_face
from watai.clients.cli.games import FACES
from watai.clients.cli.ui.face import Size
from watai.engine.game import Seat

FOLDER = Path(__file__).parents[2] / "data" / "screens"
SMALL, LARGE, TINY = Size(80, 22), Size(120, 38), Size(60, 18)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game by bots: the first with this question after so many inputs, then these keys."""

    title: str
    seats: int
    after: int
    ask: str | None
    """What is asked; twice where two are asked at the same time."""
    keys: Sequence[str] = ()
    options: Mapping[str, object] | None = None
    eyes: str = "asked"
    """Who looks: whoever is asked, another player, or a spectator."""


SEED = "8"
END = 10_000
OPTIONAL = {"exchange": "optional"}
END_OF_LIST = ("menu.down",) * 9
MEMORY = {"variant": "memory", "exchange": "optional"}
PROFESSIONAL = {"variant": "professional"}

MOMENTS: Mapping[str, Sequence[Moment]] = {
    "wapi": (
        Moment("the first draw", 2, 1, None),
        Moment("a coin to place", 5, 30, "coin", ("menu.down",)),
        Moment("a totem or none", 5, 20, "totem", (), {"scoring": "advanced"}),
        Moment("somebody else decides", 4, 30, "coin", (), None, "another"),
        Moment("watching", 5, 40, "coin", (), None, "spectator"),
        Moment("the end", 3, END, None, (), {"scoring": "advanced"}),
    ),
    "duel": (
        Moment("the first stone", 2, 1, "place"),
        Moment("a cell for the stone", 2, 9, "place", ("menu.pick", "menu.down")),
        Moment("a mask", 2, 19, "mask mask", ("menu.down",)),
        Moment("a mask lies face down", 2, 19, "mask", (), None, "another"),
        Moment("two cells to exchange", 2, 21, "exchange", ("menu.5", "menu.up")),
        Moment("optional exchange", 2, 21, "exchange", ("menu.down",) * 3, OPTIONAL),
        Moment("memory, placing", 2, 9, "place", (), MEMORY),
        Moment("memory, after a duel", 2, 21, "exchange", (), MEMORY),
        Moment("professional, placing", 2, 9, "place", ("menu.2",), PROFESSIONAL),
        Moment("professional, trading", 2, 21, "exchange", ("menu.4", "menu.1"), PROFESSIONAL),
        Moment("watching", 2, 25, "mask mask", (), None, "spectator"),
        Moment("the end", 2, END, None),
    ),
    "waka-tanka": (
        Moment("the first card", 6, 0, "lay"),
        Moment("lay or incant", 3, 12, "turn", ("menu.right",)),
        Moment("lay, incant or denounce", 6, 14, "answer"),
        Moment("which card", 5, 20, "answer", ("menu.2", "menu.down")),
        Moment("which animal to call", 4, 20, "turn", ("menu.3", "menu.right")),
        Moment("the last card", 5, 8, "last"),
        Moment("somebody else decides", 6, 24, "answer", (), None, "another"),
        Moment("the end", 6, END, None),
    ),
    "waka-waka": (
        Moment("the first turn", 4, 0, "turn"),
        Moment(
            "three cards face down", 4, 41, "turn", (*END_OF_LIST, "menu.up", "menu.pick", "menu.1")
        ),
        *(
            Moment(title, 4, 40, ask, keys)
            for title, ask, keys in (
                ("an overfull stock", "stock", ()),
                ("the Elder chooses a hand", "elder", ()),
                ("the Elder looks at it", "loan", ()),
                ("the hand that was seen", "change", ()),
                ("the Chimpanzee", "chimpanzee", ("menu.down",)),
                ("the Gatherer", "gatherer", ()),
                ("the Porter", "porter", ("menu.1",)),
                ("an offer for 1 gold", "offer", ()),
                ("the supply", "resupply", ()),
                ("too many cards", "hand", ()),
            )
        ),
        Moment("the Drummer", 4, 1, "drummer"),
        Moment("somebody else decides", 3, 60, "turn", (), {"orders": "tile4"}, "another"),
        Moment("the end", 4, END, None),
    ),
}


def reach(name: str, moment: Moment) -> ClientGame:
    """The position of a moment."""
    client_game = ClientGame(name, moment.seats, SEED, moment.options or {})
    for inputs, _ in enumerate(client_game.bots()):
        asks = [prompt.ask for prompt in client_game.game.prompts()]
        if inputs >= moment.after and (moment.ask is None or " ".join(asks) == moment.ask):
            break
    else:
        assert moment.after == END, f"{name}: there is no {moment.title}"
    return client_game


def _eyes(client_game: ClientGame, moment: Moment) -> Seat | None:
    asked = [prompt.seat for prompt in client_game.game.prompts()] or [Seat(0)]
    if moment.eyes == "spectator":
        return None
    return asked[0] if moment.eyes == "asked" else Seat((asked[0] + 1) % client_game.seats)


def screens(name: str) -> Iterator[str]:
    """Every moment of a game in English, in French without Unicode signs, on a tiny screen, and the first decisions on a large one."""
    for number, moment in enumerate(MOMENTS[name]):
        client_game = reach(name, moment)
        yield _screen(client_game, moment, "en", SMALL)
        yield _screen(client_game, moment, "fr", SMALL, ascii_only=True)
        yield _screen(client_game, moment, "fr" if number % 2 else "en", TINY)
        if number == 1:
            yield _screen(client_game, moment, "fr", LARGE)


def _screen(
    client_game: ClientGame, moment: Moment, language: str, size: Size, *, ascii_only: bool = False
) -> str:
    face = make_face(FACES[client_game.game.name], language, ascii_only=ascii_only)
    model = client_game.model(_eyes(client_game, moment))
    for key in moment.keys:
        assert face.do(key, model) is None, f"{moment.title}: {key} makes a move"
    signs = ", ascii" if ascii_only else ""
    head = f"[{moment.title}, {size.columns}x{size.lines}, {language}{signs}]"
    return f"{head}\n{as_text(face.draw(model, client_game.at / 1000, size))}"


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in MOMENTS:
        (FOLDER / f"{name}.txt").write_text("\n".join(screens(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
