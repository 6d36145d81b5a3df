"""The seats of a room in words."""

from clients.text.catalogue import Text
from protocol.messages import RoomState


def seat_state(text: Text, room: RoomState, seat: int) -> str:
    """What other players should know of a taken seat: away, bot, host, ready or not ready."""
    state = room.seats[seat]
    if not state.here:
        word = "away"
    elif state.kind == "bot":
        word = "bot"
    elif seat == room.host:
        word = "host"
    else:
        word = "ready" if state.ready else "not_ready"
    return text.say(f"screens.room.{word}")
