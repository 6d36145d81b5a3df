"""One SVG drawing: axes with units, lines or marks that differ in more than colour, and a text for screen readers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from watai.loadtest.report.scale import Scale

WIDTH = 760
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 118, 14, 46
_LINE_HEIGHT = 16.0
_NO_LOOK = -1

Point = tuple[float, float | None]  # None: nothing was measured, and the line breaks


@dataclass(frozen=True, slots=True)
class Series:
    """Points under one name; `look` chooses colour, dash and mark together."""

    name: str
    look: int
    points: Sequence[Point]
    spreads: Sequence[tuple[float, float]] = ()
    joined: bool = True
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of the axis that is shaded and named."""

    start: float
    end: float
    name: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What to draw; `svg` draws it."""

    title: str
    told: str
    across: Scale
    up: Scale
    across_label: str
    up_label: str
    series: Sequence[Series]
    ident: str
    level: tuple[float, str] | None = None
    bands: Sequence[Band] = ()
    height: int = 300

    def svg(self) -> str:
        """The drawing, with a title and a description for screen readers."""
        name, told = f"{self.ident}-title", f"{self.ident}-told"
        parts = [
            f'<svg viewBox="0 0 {WIDTH} {self.height}" role="img" aria-labelledby="{name} {told}">',
            f'<title id="{name}">{escape(self.title)}</title>',
            f'<desc id="{told}">{escape(self.told)}</desc>',
            *self._bands(),
            *self._across_axis(),
            *self._up_axis(),
            *self._level(),
            *(part for one in self.series for part in self._draw(one)),
            *self._names(),
            "</svg>",
        ]
        return "\n".join(parts)

    def _x(self, value: float) -> float:
        return _LEFT + self.across.part(value) * (WIDTH - _LEFT - _RIGHT)

    def _y(self, value: float) -> float:
        return self.height - _BOTTOM - self.up.part(value) * (self.height - _TOP - _BOTTOM)

    def _bands(self) -> Iterable[str]:
        for band in self.bands:
            x, tall = self._x(band.start), self.height - _TOP - _BOTTOM
            wide = self._x(band.end) - x
            yield f'<rect class="band" x="{x:.1f}" y="{_TOP}" width="{wide:.1f}" height="{tall}"/>'
            yield _text(x + 5, _TOP + 13, band.name, "start", "band-name")

    def _across_axis(self) -> Iterable[str]:
        floor = self.height - _BOTTOM
        for tick in self.across.ticks:
            x = self._x(tick.at)
            yield f'<path class="grid" d="M{x:.1f} {_TOP}V{floor}"/>'
            yield _text(x, floor + 17, tick.label, "middle")
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        yield _text(middle, self.height - 8, self.across_label, "middle", "unit")

    def _up_axis(self) -> Iterable[str]:
        for tick in self.up.ticks:
            y = self._y(tick.at)
            yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
            yield _text(_LEFT - 8, y + 4, tick.label, "end")
        y = (_TOP + self.height - _BOTTOM) / 2
        turned = f'transform="rotate(-90 14 {y:.1f})"'
        yield _text(14, y, self.up_label, "middle", "unit", turned)
        floor = self.height - _BOTTOM
        yield f'<path class="axis" d="M{_LEFT} {_TOP}V{floor}H{WIDTH - _RIGHT}"/>'

    def _level(self) -> Iterable[str]:
        if self.level:
            y = self._y(self.level[0])
            yield f'<path class="level" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'

    def _draw(self, one: Series) -> Iterable[str]:
        pieces = [
            [(self._x(x), self._y(y)) for x, y in piece if y is not None]
            for piece in unbroken(one.points)
        ]
        yield f'<g class="look{one.look}">'
        for (x, _), (low, high) in zip(one.points, one.spreads, strict=False):
            at, bottom, top = self._x(x), self._y(low), self._y(high)
            ends = f"M{at - 4:.1f} {top:.1f}h8M{at - 4:.1f} {bottom:.1f}h8"
            yield f'<path class="spread" d="M{at:.1f} {bottom:.1f}V{top:.1f}{ends}"/>'
        for piece in pieces:
            if one.joined and len(piece) > 1:
                path = "L".join(f"{x:.1f} {y:.1f}" for x, y in piece)
                yield f'<path class="line" d="M{path}"/>'
            if one.marked or len(piece) == 1:
                yield from (_mark(one.look, x, y) for x, y in piece)
        yield "</g>"

    def _names(self) -> Iterable[str]:
        """Each line's name at its end, moved apart where they would overlap."""
        x = WIDTH - _RIGHT + 8
        wanted = [(self._y(_last(one.points)), one.name, one.look) for one in self.series]
        if self.level:
            wanted.append((self._y(self.level[0]), self.level[1], _NO_LOOK))
        wanted.sort()
        for y, (_, name, look) in zip(
            apart([each[0] for each in wanted], _LINE_HEIGHT), wanted, strict=True
        ):
            if look != _NO_LOOK:
                yield f'<g class="look{look}">{_mark(look, x + 4, y)}</g>'
            yield _text(x + (0 if look == _NO_LOOK else 13), y + 4, name, "start", "name")


def unbroken(points: Sequence[Point]) -> list[Sequence[Point]]:
    """The stretches between the points at which nothing was measured."""
    pieces = groupby(points, lambda point: point[1] is not None)
    return [list(piece) for measured, piece in pieces if measured]


def _last(points: Sequence[Point]) -> float:
    return next((y for _, y in reversed(points) if y is not None), 0.0)


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Ascending places, moved as little as needed to be a gap apart."""
    groups: list[list[float]] = []  # of places that touch: their wanted offsets from the first
    for place in places:
        groups.append([place])
        while len(groups) > 1 and _bottom(groups[-2], gap) + gap > _top(groups[-1], gap):
            last = groups.pop()
            groups[-1] += last
    return [_top(group, gap) + gap * index for group in groups for index in range(len(group))]


def _top(group: Sequence[float], gap: float) -> float:
    return sum(group) / len(group) - gap * (len(group) - 1) / 2


def _bottom(group: Sequence[float], gap: float) -> float:
    return _top(group, gap) + gap * (len(group) - 1)


def _mark(look: int, x: float, y: float) -> str:
    """A shape for each look, so that colour is never needed."""
    shape = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>',
        f'<path d="M{x - 4:.1f} {y - 4:.1f}h8v8h-8z"/>',
        f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z"/>',
        f'<path d="M{x:.1f} {y - 5.5:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>',
        f'<path d="M{x:.1f} {y + 5:.1f}l5 -9h-10z"/>',
    )[look % 5]
    return shape.replace("<circle", '<circle class="mark"').replace("<path", '<path class="mark"')


def _text(x: float, y: float, words: str, anchor: str, style: str = "tick", more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}"'
    return f"<text {place} {more}>{escape(words)}</text>".replace(" >", ">")
