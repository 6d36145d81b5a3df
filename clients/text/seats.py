"""The seats of a room in words."""

from collections.abc import Sequence

from clients.text.catalogue import Text
from protocol.messages import RoomState


def seat_state(text: Text, room: RoomState, seat: int) -> str:
    """What other players should know of a taken seat: away, bot, host, ready or not ready."""
    state = room.seats[seat]
    if not state.here:
        word = "stand_in" if state.bot else "away"
    elif state.kind == "bot":
        word = "bot"
    elif seat == room.host:
        word = "host"
    else:
        word = "ready" if state.ready else "not_ready"
    return text.say(f"screens.room.{word}")


def watchers(text: Text, room: RoomState) -> str:
    """Who watches, by name; more than are named are counted. Empty if nobody does."""
    if not room.watching:
        return ""
    more = room.watching - len(room.watchers)
    names = [*room.watchers, *([f"+{more}"] if more > 0 else [])]
    return text.say("screens.room.watching", names=", ".join(names))


def presence(text: Text, room: RoomState | None, distances: Sequence[int | None], seat: int) -> str:
    """How far away a player is in ms, in digits, or in a short word that the player is away; empty for a bot."""
    if room is None or seat >= len(room.seats):
        return ""
    state = room.seats[seat]
    if not state.here:
        return text.say(f"screens.room.in_short.{'stand_in' if state.bot else 'away'}")
    distance = distances[seat] if seat < len(distances) else None
    return "" if distance is None else str(distance)
