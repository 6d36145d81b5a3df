"""The table told in sentences, for those who read lines: who they are, what lies there, what they hold."""

from collections.abc import Iterator, Sequence

from clients.cli.games import make_face
from clients.cli.games.calm import CalmFace
from clients.cli.line.race_lines import race_lines
from clients.cli.ui.face import Size
from clients.cli.ui.screen import Scene
from clients.text.seats import seat_state
from engine.watai.view import WataiView
from protocol.messages import RoomState

PAGE = Size(80, 60)
"""What a face is drawn on when nobody sees a screen."""


def room_lines(scene: Scene, room: RoomState) -> Iterator[str]:
    """The room before its game."""
    yield scene.text.say("lines.room", game=scene.text.say(f"games.{room.game}"), code=room.code)
    for seat, state in enumerate(room.seats):
        if state.kind == "open":
            yield f"{seat + 1}. {scene.say('room.free')}"
        else:
            yield f"{seat + 1}. {state.name}, {seat_state(scene.text, room, seat)}"


def table_lines(scene: Scene, now: float) -> Sequence[str]:
    """The table now."""
    table, room = scene.model.table, scene.model.room
    if table is None or room is None:
        return () if room is None else list(room_lines(scene, room))
    if isinstance(table.view, WataiView):
        return list(race_lines(scene, table.view, table.seat))
    face = make_face(room.game, scene)
    drawn = (
        face.table(scene.model, now)
        if isinstance(face, CalmFace)
        else face.draw(scene.model, now, PAGE)
    )
    lines = ("".join(words for _, words in line).rstrip() for line in drawn)
    return [line for line in lines if line.strip(f" {scene.glyphs.horizontal}")]


def waiting_lines(scene: Scene) -> Iterator[str]:
    """Why there is nothing to do: nothing is asked of oneself, and who is to decide what."""
    table = scene.model.table
    yield scene.text.say("calm.patience")
    if table is not None and not isinstance(table.view, WataiView):
        waits = scene.text.find(f"{table.game.replace('-', '_')}.waits") or {}
        for prompt in table.prompts:
            if prompt.ask in waits:
                yield waits[prompt.ask].format(name=scene.model.names[prompt.seat])
