"""What jumps to the eye: cards that fit, keys that do not, large cards, small terminals."""

from itertools import pairwise

import pytest

from tests.support.screens.watai import ended
from tests.support.screens.watai_positions import face, picture, position, set_up
from watai.clients.cli.games.watai.arena import PER_ROW
from watai.clients.cli.games.watai.large import CORNERED, FIGURES, LARGEST, SMALLEST, large_card
from watai.clients.cli.games.watai.layout import layout
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.lines import length
from watai.clients.state.figures import Figures
from watai.engine.watai.view import WataiView

TINY = Size(60, 18)


def test_every_sign_of_a_set_is_another_one() -> None:
    for glyphs in (UNICODE, ASCII):
        signs = [getattr(glyphs, name) for name in glyphs.__slots__]
        assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("solid", ["", "now.r"])
@pytest.mark.parametrize("figure", ["", "7", "12"])
def test_a_card_has_the_size_it_is_given(solid: str, figure: str) -> None:
    for high in range(SMALLEST[1], LARGEST[1] + 1, 2):
        for wide in range(SMALLEST[0], LARGEST[0] + 1):
            lines = large_card(UNICODE, ("suit.r", f"R{figure}"), figure, solid, wide, high)
            assert [length(line) for line in lines] == [wide] * high
    assert all(len(rows) == 5 for rows in FIGURES.values())


@pytest.mark.parametrize("figure", ["7", "11"])
def test_the_name_in_a_corner_stands_clear_of_the_figures_and_tells_the_suit(figure: str) -> None:
    for high in range(CORNERED[1], LARGEST[1] + 1):
        for wide in range(CORNERED[0], LARGEST[0] + 1):
            card = large_card(UNICODE, ("suit.r", f"R{figure}"), figure, "", wide, high)
            for line in (card[1], card[-2]):
                words = [style for style, words in line if words.strip() and "suit" in style]
                assert words, "the suit can be read without its colour"
                styles = [style for style, _ in line]
                assert ("suit.r", "now.r") not in pairwise(styles)
                assert ("now.r", "suit.r") not in pairwise(styles)


def test_a_card_that_fits_nowhere_is_answered_and_the_answer_goes() -> None:
    table, eyes = set_up({0: "Gr2 Gb7 Gg9 Gy4 Gy5"}, "G+1"), face()
    assert eyes.do("watai.card.2", table.model) is None
    assert eyes.missed == ""

    def said(now: float) -> list[tuple[str, str]]:
        lines = eyes.draw(table.model, now, Size(80, 22))
        return [piece for line in lines for piece in line if "fits nowhere" in piece[1]]

    assert [style for style, _ in said(1.0)] == ["wrong"]
    assert [style for style, _ in said(1.3)] == ["error"]
    assert said(3.0) == []
    assert eyes.do("watai.card.1", table.model) is not None
    assert eyes.missed is None


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_smallest_terminal_shows_every_pile_and_every_card(seats: int) -> None:
    at, eyes = position(seats, lambda view: len(view.piles) >= 2 * seats, variants="off"), face()
    lines = eyes.draw(at.model, at.now, TINY)
    assert len(lines) <= TINY.lines
    assert all(length(line) <= TINY.columns for line in lines)
    text = "\n".join("".join(words for _, words in line) for line in lines)
    table = at.model.table
    assert table is not None
    for pile in table.view.piles:  # type: ignore[attr-defined]
        assert f"{pile.pile}" in text
    assert text.splitlines()[-1].strip()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [TINY, Size(80, 21), Size(80, 22), Size(120, 38)])
def test_the_end_shows_the_figures_of_all_eight_players(size: Size, language: str) -> None:
    at = ended(8)
    lines = picture(face(language), at, size)
    assert len(lines) <= size.lines
    figures = Figures.of(at.model)
    assert figures is not None
    for name, player in zip(at.model.names, figures.players, strict=True):
        speed = f"{player.cards_a_minute:g}".replace(".", "," if language == "fr" else ".")
        assert any(name in line and f" {speed} " in line for line in lines), name


@pytest.mark.parametrize("size", [Size(80, 22), Size(120, 38), Size(200, 58)])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_first_piles_lie_next_to_the_rivals(seats: int, size: Size) -> None:
    early = position(seats, lambda view: len(view.piles) == 2)
    lines = picture(face(), early, size)
    rivals = next(row for row, line in enumerate(lines) if "Talon" in line)
    lowest = max(row for row, line in enumerate(lines[:rivals]) if UNICODE.takes in line)
    assert rivals - lowest <= 3
    assert len(lines) - rivals <= 17 + max(6, seats), "the hand is next to the rivals, too"


def test_large_terminals_have_more_piles_in_a_row_only_where_cards_get_larger_by_it() -> None:
    view = position(8, lambda view: len(view.piles) == 2).model.table
    assert view is not None
    assert isinstance(view.view, WataiView)
    wide, usual = (layout(view.view, 8, size) for size in (Size(200, 58), Size(120, 38)))
    assert (wide.per_row, wide.card) == (11, 9)
    assert usual.per_row == PER_ROW
