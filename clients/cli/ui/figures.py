"""The figures of a finished game in sentences, for screens and lines."""

from collections.abc import Iterator

from watai.clients.state.figures import Figures, PlayerFigures
from watai.clients.text.catalogue import Text


def length(seconds: int) -> str:
    """How long a game took: « 7:05 »."""
    return f"{seconds // 60}:{seconds % 60:02}"


def figure_sentences(text: Text, figures: Figures, seat: int | None) -> Iterator[str]:
    """What is known of a game, for the player on this seat."""
    known = [] if figures.rounds is None else [text.say("figures.rounds", rounds=figures.rounds)]
    known += [text.say("figures.took", time=length(figures.seconds))] if figures.seconds else []
    yield " ".join(known)
    if seat is not None and figures.players:
        yield from _races(text, figures.players[seat])
    if seat is not None and figures.reaction is not None:
        word = "reaction" if figures.races else "decision"
        yield text.say(f"figures.{word}", time=duration(text, figures.reaction))


def _races(text: Text, mine: PlayerFigures) -> Iterator[str]:
    yield text.say("figures.speed", cards=decimal(text, f"{mine.cards_a_minute:g}"))
    won = text.say("figures.won", races=mine.won) + _by(text, mine.lead)
    lost = text.say("figures.lost", races=mine.lost) + _by(text, mine.behind)
    yield f"{won} {lost}"


def _by(text: Text, ms: int | None) -> str:
    return "." if ms is None else " " + text.say("figures.by", ms=ms)


def duration(text: Text, ms: int) -> str:
    """A short time: in milliseconds below a second, otherwise in seconds."""
    if ms < 1000:
        return text.say("figures.ms", ms=ms)
    return text.say("figures.seconds", seconds=decimal(text, f"{ms / 1000:.1f}"))


def decimal(text: Text, number: str) -> str:
    """A number with the decimal sign of the language."""
    return number.replace(".", text.say("figures.point"))
