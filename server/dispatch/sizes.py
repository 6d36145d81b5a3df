"""How many entries everything has that rooms and guests could let grow for ever."""

from collections.abc import Mapping

from watai.server.rooms.lobby import Lobby


def sizes(lobby: Lobby) -> Mapping[str, int]:
    """The sizes by name; may be called from another thread."""
    rooms, sessions = list(lobby.rooms.values()), list(lobby.sessions)
    return {
        "rooms": len(rooms),
        "sessions": len(sessions),
        "guests": len(lobby.connected),
        "answers": sum(len(session.answers) for session in sessions),
        "events": sum(len(room.match.history) for room in rooms if room.match is not None),
        "records": sum(room.runner.records for room in rooms if room.runner is not None),
        "address_buckets": len(lobby.address_limits),
        "room_followers": len(lobby.public.followers),
        "dirty": len(lobby.dirty),
        "thinking": 0 if lobby.bots is None else lobby.bots.waiting,
    }
