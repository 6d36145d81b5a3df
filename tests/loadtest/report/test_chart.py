"""A drawing is well-formed, tells itself in words, and keeps its labels apart."""

from itertools import pairwise
from xml.etree import ElementTree

from watai.loadtest.report.chart import Band, Chart, Series, apart, unbroken
from watai.loadtest.report.scale import even

SVG = Chart(
    title="Plays & <time>",
    told="It went well.",
    across=even([10]),
    up=even([4]),
    across_label="seconds",
    up_label="ms",
    series=[
        Series("p50", 0, [(1, 1), (2, None), (3, 2), (4, 3)]),
        Series("max", 1, [(1, 4), (3, 2)], spreads=[(3, 4), (1, 3)], marked=True),
    ],
    ident="one",
    level=(2, "equal"),
    bands=[Band(0, 1, "warm-up")],
).svg()


def test_it_is_well_formed_and_has_words_for_those_who_cannot_see_it() -> None:
    root = ElementTree.fromstring(SVG)
    told = {child.get("id"): child.text for child in root if child.tag in ("title", "desc")}
    assert told == {"one-title": "Plays & <time>", "one-told": "It went well."}
    assert root.get("aria-labelledby") == "one-title one-told"


def test_it_names_axes_lines_levels_and_bands() -> None:
    texts = {text.text for text in ElementTree.fromstring(SVG).iter("text")}
    assert {"seconds", "ms", "p50", "max", "equal", "warm-up"} <= texts


def test_a_line_breaks_where_nothing_was_measured() -> None:
    assert unbroken([(1, 1), (2, None), (3, 2), (4, 3)]) == [[(1, 1)], [(3, 2), (4, 3)]]
    assert unbroken([(1, None)]) == []
    assert (
        SVG.count('class="line"') == 2
    )  # one stretch of p50, for one point makes no line, and max


def test_looks_differ_in_more_than_colour() -> None:
    shapes = [
        Chart("", "", even([1]), even([1]), "", "", [Series("x", look, [(1, 1)])], "i").svg()
        for look in range(5)
    ]
    without_colour = [shape.replace(f"look{look}", "") for look, shape in enumerate(shapes)]
    assert len(set(without_colour)) == 5


def test_labels_move_apart_only_where_they_touch() -> None:
    assert apart([10, 50], 16) == [10, 50]
    assert apart([10, 10, 50], 16) == [2, 18, 50]
    moved = apart([10, 12, 20, 60], 16)
    assert all(b - a >= 16 for a, b in pairwise(moved))
    assert apart([], 16) == []
