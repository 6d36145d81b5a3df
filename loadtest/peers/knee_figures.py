"""The knees of several rounds as figures: medians, ratios within rounds, JSON and a table. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import median

from watai.loadtest.peers.knees import OURS, OVER_TLS, PLAIN, Knee, Reading
from watai.loadtest.peers.ratios import spread
from watai.loadtest.peers.rounds import PEERS
from watai.loadtest.results.digits import number, said

Knees = Mapping[str, Sequence[Knee]]  # of each server, a knee per round
_PLAIN_TOLD = {
    "turn": "Wataï Arena, turns of the Stock",
    "arrival": "Wataï Arena, real plays, by arrival",
    "fair": "Wataï Arena, real plays, fair",
}
_TOLD = {
    **_PLAIN_TOLD,
    **{f"{name}{OVER_TLS}": f"{told}, TLS" for name, told in _PLAIN_TOLD.items()},
}


def knee_ratios(knees: Knees) -> dict[str, dict[str, dict[str, float]]]:
    """Our knees over those of each peer: the median of the rounds, the lowest and the highest."""
    return {
        peer: {
            name: spread(
                [
                    mine.plays_per_s / other.plays_per_s
                    for mine, other in zip(knees[f"ours.{name}"], theirs, strict=True)
                    if other.plays_per_s
                ]
            )
            for name in OURS
            if f"ours.{name}" in knees
        }
        for peer, theirs in knees.items()
        if not peer.startswith("ours.")
    }


def tls_ratios(knees: Knees) -> dict[str, dict[str, float]]:
    """Our knees over TLS, where they were searched, over those of plain sockets."""
    return {
        name: spread(
            [
                over.plays_per_s / plain.plays_per_s
                for over, plain in zip(
                    knees[f"ours.{name}{OVER_TLS}"], knees[f"ours.{name}"], strict=True
                )
                if plain.plays_per_s
            ]
        )
        for name in PLAIN
        if f"ours.{name}{OVER_TLS}" in knees and f"ours.{name}" in knees
    }


def doubts(knees: Knees, budget: float) -> list[str]:
    """Why a knee cannot be believed, a sentence each: a load that was not met, but whose generator was late."""
    return [
        f"{name}, round {turn}, {each.rooms} rooms: the generator was {each.got.lag_p99_ms} ms late at p99"
        for name, rounds in knees.items()
        for turn, knee in enumerate(rounds, 1)
        for each in _next_above(knee)
        if each.got.lag_p99_ms > budget / 10
    ]


def _next_above(knee: Knee) -> list[Reading]:
    """The readings of the smallest load that was not met."""
    failed = [each for each in knee.readings if knee.best is None or each.rooms > knee.best.rooms]
    least = min((each.rooms for each in failed), default=0)
    return [each for each in failed if each.rooms == least]


def as_json(knees: Knees) -> dict[str, object]:
    """Ours under `ours`, each peer under its own name, and the ratios."""
    figures = {name: _figures(rounds) for name, rounds in knees.items()}
    ours = {
        name.removeprefix("ours."): each
        for name, each in figures.items()
        if name.startswith("ours.")
    }
    peers = {name: each for name, each in figures.items() if not name.startswith("ours.")}
    return {
        "ours": ours,
        **peers,
        "ratios": knee_ratios(knees),
        "tls_over_plain": tls_ratios(knees),
    }


def _figures(rounds: Sequence[Knee]) -> dict[str, object]:
    return {
        "plays_per_s": spread([each.plays_per_s for each in rounds]),
        "server_us_per_play": _middle(rounds, "server_us_per_play"),
        "p50_ms": _middle(rounds, "p50_ms"),
        "p99_ms": _middle(rounds, "p99_ms"),
        "wait_p99_ms": _middle(rounds, "wait_p99_ms"),
        "rounds": [
            {
                "plays_per_s": knee.plays_per_s,
                "loads": [
                    {"rooms": each.rooms, "held": each.held, **asdict(each.got)}
                    for each in knee.readings
                ],
            }
            for knee in rounds
        ],
    }


def _middle(rounds: Sequence[Knee], field: str) -> float | None:
    """The median of a figure at the knee."""
    values = [getattr(knee.best.got, field) for knee in rounds if knee.best is not None]
    known = [value for value in values if value is not None]
    return round(median(known), 3) if known else None


def table(knees: Knees) -> str:
    """Medians of the rounds, and our knees over each peer's."""
    versus = knee_ratios(knees)
    peers = list(versus)
    head = ["", "knee, plays/s", "p50 ms", "p99 ms", "µs a play", "wait p99 ms"]
    rows = [[*head, *(f"× {peer}" for peer in peers)]]
    for name, rounds in knees.items():
        ours = name.removeprefix("ours.") if name.startswith("ours.") else ""
        told = _TOLD[ours] if ours else PEERS[name].told
        fields = ("p50_ms", "p99_ms", "server_us_per_play", "wait_p99_ms")
        row = [told, _with_range(spread([each.plays_per_s for each in rounds]), number)]
        row += [said(_middle(rounds, field)) for field in fields]
        row += [_with_range(versus[peer][ours], _two_digits) if ours else "" for peer in peers]
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "   ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _two_digits(value: float) -> str:
    return f"{value:.2f}"


def _with_range(each: Mapping[str, float], digits: Callable[[float], str]) -> str:
    return f"{digits(each['median'])} ({digits(each['low'])}–{digits(each['high'])})"
