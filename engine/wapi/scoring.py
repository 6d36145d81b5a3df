"""The chapter on scores: what every totem earns, exactly (WAPI-9 to WAPI-11)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from watai.engine.game import Seat
from watai.engine.wapi.section import Section


def points(sections: Iterable[Section], scoring: str, seats: int) -> tuple[Fraction, ...]:
    """Every player's points, by seat, if the game ended now."""
    totals = [Fraction(0)] * seats
    for section in sections:
        owners = [owner for owner in section.tokens if owner is not None]
        if not owners:
            continue
        part = Fraction(section.worth())  # WAPI-9: each totem earns the whole sum
        if scoring == "advanced":
            part /= len(owners)  # WAPI-10: the totems share it
        for owner in owners:
            totals[owner] += part
    return tuple(totals)


def winners(totals: Sequence[Fraction]) -> tuple[Seat, ...]:
    """Whoever has the most points; equals share the victory (WAPI-11)."""
    best = max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)
