"""Another game in the same room: who has proposed one, and whether it can begin at once."""

from watai.protocol.messages import RoomState


def proposers(room: RoomState) -> list[str]:
    """The names of the players who want another game, if this one is over."""
    if room.status != "finished":
        return []
    return [state.name for state in room.seats if state.kind == "player" and state.ready]


def all_agree(room: RoomState) -> bool:
    """Whether nobody at the table must be waited for: everybody but the host is a bot or has proposed the game."""
    others = (state for seat, state in enumerate(room.seats) if seat != room.host)
    return all(state.kind == "bot" or (state.ready and state.here) for state in others)
