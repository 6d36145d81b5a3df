"""Numbers as people read them: as few digits as say it."""

from math import floor, log10


def number(value: float) -> str:
    """As few digits as say it: 0.05, 2.5, 40, 12,000."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    digits = max(0, 2 - floor(log10(abs(value))))
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"


def said(value: float | None, unit: str = "") -> str:
    """A number with its unit, or a dash where nothing was measured."""
    return "–" if value is None else f"{number(value)}{unit and f' {unit}'}"


def precise(millis: float | None) -> str:
    """Three significant digits, so that a column can be compared at a glance."""
    if millis is None:
        return "–"
    digits = max(0, 2 - floor(log10(millis))) if millis > 0 else 0
    return f"{millis:,.{min(3, digits)}f}"
