"""docs/protocol-watai.md is true: its program folds whole games into what the engine shows, and its cards are all cards."""

import copy
import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.engine.watai.specimen import SPECIMEN
from tests.support.engine.specimen import Setup
from watai.clients.cli.commands.simulate import hire
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.engine.playout import playout
from watai.engine.watai.cards import BACKS, KIND
from watai.engine.watai.view import FACE_OF
from watai.protocol.pages import DOCS

pytestmark = pytest.mark.slow

PAGE = (DOCS / "protocol-watai.md").read_text(encoding="utf-8")
PROGRAM: dict[str, Any] = {}
exec(re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[0], PROGRAM)


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def folded(setup: Setup, seed: str) -> Counter[tuple[str, bool]]:
    """Whether each event of a whole game could be folded; every view that was is the engine's."""
    game = SPECIMEN.new(setup, seed)
    seen: Counter[tuple[str, bool]] = Counter()
    steps = playout(game, hire(GAMES["watai"], setup.seats, seed, None))
    next(steps)  # the opening is in the first view
    view = plain(game.view(Seat(0)))
    for step in steps:
        known, before = True, copy.deepcopy(view)
        for event in step.events:
            known = known and PROGRAM["fold"](before, type(event).__name__, plain(event))
            seen[type(event).__name__, known] += 1
        view = plain(game.view(Seat(0)))
        assert not known or before == view, step
    return seen


@pytest.mark.parametrize("setup", SPECIMEN.setups, ids=lambda s: f"{s.seats}p-{s.options}")
def test_the_program_of_the_page_shows_what_the_engine_shows(setup: Setup) -> None:
    seen = folded(setup, "page")
    assert seen["Placed", True] > 0 or "16" in str(setup.options)
    assert not seen["Turned", False] + seen["Gathered", False]


def test_nearly_everything_is_folded_without_looking() -> None:
    seen = folded(Setup({"variants": "off"}, 4), "share")
    assert sum(count for (_, known), count in seen.items() if known) > 0.8 * seen.total()


def test_the_grammar_of_the_page_is_that_of_all_cards() -> None:
    card = re.compile(r"[GLOYBTVR]([brgy]([2-9]|1[0-2])|[+-][1-4]|!)")
    assert all(card.fullmatch(each) for each in KIND)
    assert len(KIND) == len(BACKS) * (4 * 11 + 4 + 4 + 1)
    assert {each: PROGRAM["face_of"](each) for each in KIND} == FACE_OF
    told = PAGE.partition("| back |")[2].partition("\n")[0]
    assert set(re.findall(r"`(\w)`", told)) == set(BACKS)
