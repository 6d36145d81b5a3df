"""A match as messages to one player or spectator: its prompts, the whole table, and the events one has missed."""

from collections.abc import Iterable, Iterator, Sequence

from watai.engine.game import Millis, Move, Seat
from watai.protocol.messages import MoveLine, PromptLine, Prompts, ServerMessage, ViewNow
from watai.protocol.replay import Numbered, happened
from watai.server.match.match import Match


def prompt_lines(match: Match, at: Millis) -> list[PromptLine]:
    """Which player must answer what, and the time that is left."""
    return [
        PromptLine(each.seat, each.ask, None if each.until is None else max(0, each.until - at))
        for each in match.game.prompts()
    ]


def move_lines(moves: Iterable[Move]) -> list[MoveLine]:
    """Moves as `act` takes them."""
    return [MoveLine(type(each).__name__, each) for each in moves]


def view_now(match: Match, seat: Seat | None, at: Millis, contested: Sequence[str]) -> ViewNow:
    """The whole table."""
    game = match.game
    moves = [] if seat is None else move_lines(game.moves(seat))
    return ViewNow(
        match.seq,
        match.t,
        at,
        seat,
        game.view(seat),
        prompt_lines(match, at),
        moves,
        match.id,
        match.commitment,
        list(contested),
    )


def news_since(
    match: Match,
    seat: Seat | None,
    missed: Iterable[Numbered],
    at: Millis,
    contested: Sequence[str],
) -> Iterator[ServerMessage]:
    """The events that somebody has missed, and what is open now."""
    for each in missed:
        yield happened(each, match.tell(each, seat))
    yield Prompts(prompt_lines(match, at), list(contested))
