"""Every size, rate and time of the server, each with its reason. Seconds and bytes unless the name says otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one may do to the server, and what it does to itself. Tests and operators may choose other numbers."""

    message_bytes: int = 4_096
    """The largest message a client sends is a line of chat or a create with all options: under 2 KiB."""

    messages_per_second: float = 50.0
    """A person strikes at most a dozen keys a second; the fastest bot of the harness needs 25."""

    burst_messages: int = 200
    """What a client may save up: a resumed one asks for several things at once."""

    guess_messages: int = 10
    """A room code that does not exist costs as much as so many messages: nobody finds a room by trying 32 million codes."""

    head_bytes: int = 16_384
    """The request that opens a WebSocket; browsers stay below 8 KiB."""

    outbox_bytes: int = 1_048_576
    """What waits for a reader who does not read: some 8,000 events, or the replay of the longest game."""

    errands: int = 64
    """Replays asked for and not yet told. Each takes a thread up to a tenth of a second."""

    send_buffer_bytes: int = 65_536
    """What the kernel holds for such a reader before that; left alone it takes megabytes, and hides who is slow."""

    connections: int = 10_000
    """In all. At about 40 KiB each: 400 MiB."""

    connections_per_address: int = 512
    """A school or a family behind one address, and the load harness on loopback."""

    rooms: int = 5_000
    """In all. A room of eight with its history is about 200 KiB."""

    rooms_per_session: int = 4
    """Opened by one guest and not yet closed."""

    spectators_per_room: int = 200
    """Each costs a write per event."""

    handshake_seconds: float = 10.0
    """From the first byte to a finished hello; the slowest satellite link needs three."""

    heartbeat_seconds: float = 5.0
    """How often a silent connection is pinged."""

    silence_seconds: float = 20.0
    """After so long without a sign of life, not even a pong, a connection is half open and is closed."""

    idle_seconds: float = 1_800.0
    """A connection in no room that says nothing for so long is closed."""

    hold_seconds: float = 60.0
    """How long an abandoned seat is held before a bot plays it, or before it is free if no game is running."""

    empty_room_seconds: float = 120.0
    """How long a room with nobody in it stays open, so that a lost connection can come back."""

    closing_seconds: float = 2.0
    """How long a connection that is being closed may take to read its last words."""

    stop_seconds: float = 5.0
    """How long a graceful stop may take before the rest is cut off."""

    journal_seconds: float = 10.0
    """How long the journal may take nothing before the server stops: time to clear a full disk, and no player waits longer."""

    guest_days: int = 30
    """How long a guest who does not come back is remembered."""

    history_events: int = 2_048
    """Events kept for resuming: about a minute of the fastest table. Older ones are replaced by a view."""

    remembered_answers: int = 256
    """Answers kept per player, for intents repeated after a lost connection."""

    bot_speed: float = 1.0
    """How many times faster than people the bots of the house play: tests of whole games have no time to watch."""

    name_characters: int = 24
    """What fits beside a score in 80 columns."""

    chat_characters: int = 300
    """Four lines of a terminal."""


LIMITS = Limits()
