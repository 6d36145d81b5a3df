"""The limits that an operator may have a reason to change; the names say the unit.

Every other limit is a constant, with its reason, in the module that uses it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server, each with the reason for its default. docs/operating.md says when to change it."""

    messages_per_second: float = 50.0
    """Messages a client may send on average. A person presses a dozen keys a second; the fastest bot of the load test sends 25."""

    burst_messages: int = 200
    """Messages a client may send at once after a pause. A client that reconnects asks for several things together."""

    outbox_bytes: int = 1_048_576
    """Bytes queued for a client that does not read: about 8,000 events, or the replay of the longest game. Then it is closed."""

    outbox_total_bytes: int = 268_435_456
    """Bytes queued for all clients together: as many as 256 clients that read nothing may have. Beyond, the one with most of them is cut off."""

    send_buffer_bytes: int = 65_536
    """Bytes the kernel buffers for one client. Its default is megabytes, which hides for long that a client does not read."""

    connections: int = 10_000
    """Open connections of the whole server. Each takes about 40 KiB: 400 MiB in all."""

    connections_per_address: int = 512
    """Open connections from one IP address: enough for a school behind one address and for the load test on loopback."""

    new_guests_per_address: int = 1_000
    """New guests from one address at once: twice as many as may be connected from it."""

    new_rooms_per_address: int = 200
    """Rooms opened from one address at once: enough for a school, a small part of all `rooms`."""

    wrong_codes_per_address: int = 30
    """Room codes that do not exist, named from one address at once. Then it can enter no room but its guests' own for a while."""

    handshakes: int = 2_000
    """Connections of the whole server that have not said `hello` yet. Beyond, the oldest one is cut off: an honest peer is done in less than a second, also when everybody comes back at once."""

    handshake_seconds: float = 10.0
    """How long a client may take from connecting, or from the last page it got, to its `hello`. The slowest satellite link needs three seconds."""

    rooms: int = 5_000
    """Open rooms of the whole server; beyond, an empty one makes way. A room of eight players with its history takes about 200 KiB."""

    rooms_per_guest: int = 4
    """Rooms one guest may have open at a time. A person needs one or two; a script could fill the server."""

    spectators_per_room: int = 200
    """Spectators of one room. Each costs one write per event."""

    silence_seconds: float = 20.0
    """The server closes a connection from which nothing came for so long, not even a pong: its peer is gone."""

    hold_seconds: float = 60.0
    """How long a disconnected player's seat is held. Then a bot plays it, or it becomes free if no game is running."""

    empty_game_seconds: float = 86_400.0
    """How long a running game waits in an empty room: friends whose network fails for an evening go on the next day. If there are too many `rooms`, the longest empty one makes way earlier."""

    empty_room_seconds: float = 120.0
    """How long a room without any connection stays open, so that its players can reconnect."""

    stop_seconds: float = 5.0
    """How long a graceful stop may take. Then the remaining connections are cut off."""

    journal_failing_seconds: float = 10.0
    """How long the journal may refuse passes before the server stops: time to clear a full disk. Players wait for an answer meanwhile."""

    guests: int = 20_000
    """Guests that the server remembers: about 1 KiB each. Beyond, the longest absent without a seat are forgotten, or nobody new is let in."""

    guest_days: int = 30
    """How many days the server remembers a guest who once took a seat and does not come back."""

    history_events: int = 2_048
    """Events a room keeps for clients that reconnect: about a minute of the fastest game. A client that missed more gets a view."""

    bot_speed: float = 1.0
    """How many times faster than people the bots play."""

    bot_processes: int = 1
    """Processes in which the strong bots of the calm games think. A strong decision takes 0.3 to 12 ms of processor time at p50, by the game."""


LIMITS = Limits()
