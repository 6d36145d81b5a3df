"""The two lines around every screen: the place and the connection above, the active keys below."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import clipped, cut, length, spread, wrap
from watai.clients.cli.ui.screen import Scene
from watai.clients.text.outcome import outcome_sentence
from watai.clients.text.seats import people, watchers
from watai.engine.game import Outcome
from watai.protocol.messages import RoomState


def too_small(scene: Scene, least: Size, size: Size) -> Sequence[Line]:
    """Shown instead of a screen that would not fit."""
    words = scene.say(
        "frame.too_small",
        columns=least.columns,
        lines=least.lines,
        have_columns=size.columns,
        have_lines=size.lines,
        quit=scene.keymap.label("app.quit"),
    )
    told = wrap(words, size.columns)
    return [clipped([("warning", each)], size.columns) for each in told][: size.lines]


def status_line(scene: Scene, place: str, connection: Line, columns: int) -> Line:
    """The top line: where the player is, and the state of the connection."""
    room = columns - length(connection) - 2
    words = cut(place, room, scene.glyphs.ellipsis)
    return spread([("title", f" {words}")], connection, columns, "plain")


def place(scene: Scene) -> str:
    """Where the player is, and how the game ended."""
    room = scene.model.room
    if room is None:
        return "Wataï Arena"
    parts = [scene.text.say(f"games.{room.game}"), room.code]
    if room.you is None:
        parts.append(scene.say("frame.watching"))
    if room.status == "playing":
        parts += _company(scene, room)
    return " · ".join([*parts, *ending(scene)])


def _company(scene: Scene, room: RoomState) -> list[str]:
    """The other people at the table with how far away each is, and who watches."""
    told = [
        f"{name} {far}"
        for seat, (name, far) in enumerate(people(scene.text, room, scene.model.distances))
        if far and seat != room.you and room.seats[seat].kind == "player"
    ]
    return [each for each in (", ".join(told), watchers(scene.text, room)) if each]


def ending(scene: Scene) -> list[str]:
    """How the game ended, if it has."""
    room, table = scene.model.room, scene.model.table
    if room is None or room.status != "finished" or table is None or table.outcome is None:
        return []
    return [result(scene, table.outcome)]


def result(scene: Scene, outcome: Outcome, reason: str = "") -> str:
    """How a game ended, in one sentence, and why in another."""
    return f"{outcome_sentence(scene.text, scene.model.names, outcome)} {reason}".strip()


SILENT: Final = 2.0
"""Seconds without an answer after which a player should know: most pauses of mobile networks are over by then."""


def connection_line(
    scene: Scene,
    connected: bool,
    retry_in: float | None,
    trip: float | None,
    unanswered: float = 0.0,
) -> Line:
    """The state of the connection: its round trip, how long the server owes an answer, or when the next attempt to connect is made.

    Nothing while a server of the player's own starts: no room is entered yet, so there is no connection to speak of.
    """
    if not connected:
        if scene.own and scene.model.room is None:
            return []
        seconds = 0 if retry_in is None else max(0, round(retry_in))
        word, style = ("frame.retry", "error") if seconds else ("frame.connecting", "warning")
        return [(style, f" {scene.say(word, seconds=seconds)} ")]
    if unanswered >= SILENT:
        return [("warning", f" {scene.say('frame.silent', seconds=int(unanswered))} ")]
    if trip is None:
        return [("good", scene.glyphs.yes + " ")]
    millis = trip * 1000
    style = "good" if millis < 80 else "warning"
    return [(style, f"{millis:.0f} ms ")]


def absence(scene: Scene, connected: bool) -> str:
    """What a guest should know while the server, which a host may have stopped, cannot be reached or can store nothing."""
    model = scene.model
    if connected and model.storage_away:
        return scene.say("frame.storage")
    if connected or scene.own or model.room is None:
        return ""
    return scene.say("frame.stopped" if model.goodbye is not None else "frame.lost")


def hint_line(scene: Scene, options: Sequence[Option], columns: int) -> Line:
    """The bottom line: as many active keys as fit, and always the help key."""
    help_ = _hint(scene, Option("app.help", scene.say("frame.help")))
    room = columns - length(help_)
    hints: list[tuple[str, str]] = []
    for option in options:
        hint = _hint(scene, option)
        if length(hints) + length(hint) > room:
            break
        hints.extend(hint)
    return [*hints, *help_]


def _hint(scene: Scene, option: Option) -> list[tuple[str, str]]:
    label = scene.keymap.label(option.command)
    return [("key", f" {label}"), ("hint", f" {option.label} ")] if label else []


def entry_line(prompt: str, typed: str, columns: int) -> tuple[Line, int]:
    """The bottom line while the player types: the prompt, the end of the typed text, and the cursor's column."""
    head = f" {cut(prompt, columns // 2, '')} "
    room = columns - len(head) - 1
    line = clipped([("strong", head), ("plain", typed[-room:])], columns)
    return line, length(line)
