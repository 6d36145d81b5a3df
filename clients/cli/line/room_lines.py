"""A room before its game, told in sentences."""

from collections.abc import Iterator

from clients.cli.ui.screen import Scene
from clients.text.seats import seat_state
from protocol.messages import RoomState


def room_lines(scene: Scene, room: RoomState) -> Iterator[str]:
    """The room before its game."""
    yield scene.text.say("lines.room", game=scene.text.say(f"games.{room.game}"), code=room.code)
    for seat, state in enumerate(room.seats):
        if state.kind == "open":
            yield f"{seat + 1}. {scene.say('room.free')}"
        else:
            yield f"{seat + 1}. {state.name}, {seat_state(scene.text, room, seat)}"
