"""Every message that a client sends."""

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from watai.protocol.messages.parts import OptionValue

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every language can read from JSON without loss."""


# gc=False: a message cannot be part of a reference cycle, so the garbage collector need not track it.
class ClientMessage(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """A message from a client."""


class Hello(ClientMessage, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a connection: the player's name and the version. With a token, the guest who had it before comes back. → welcome"""

    v: int
    """The version of the protocol the client speaks: 1."""
    name: str
    """The player's name: 1 to 24 visible characters. A guest who comes back keeps the first name."""
    token: str = ""
    """The token of the last `welcome`, to be the same guest again; an unknown one makes a new guest."""
    wants: list[str] = []
    """What the client would like to be sent beside the rest: `views` (see Fresh views), `keys` (`key` in `refused`). Words that the server does not know are ignored."""
    room: str = ""
    """A guest who comes back may name the room to go on in, with the next two as in `resume`. It is answered after `welcome` as a `resume` with the number 0."""
    seq: int = -1
    """The number of the last event seen; −1 for none."""
    match: str | None = None
    """The match that event belongs to."""


class Intent(ClientMessage, frozen=True):
    """A request of a guest; it is answered exactly once.

    Refused: number/old and server/failed, whatever the request is.
    """

    n: Number
    """The client's own number for this message, larger than any before it and than `n` of the last `welcome`."""


class ListRooms(Intent, frozen=True, tag="rooms", omit_defaults=True):
    """List the public rooms, in the order of their codes and in pages. → rooms"""

    after: str = ""
    """The last code of the page before; empty for the first page."""
    limit: Number | None = None
    """The most rooms the client wants in a page; the server may send fewer."""
    follow: bool | None = None
    """True: the server sends `rooms_changed` from now on, until the guest enters a room. False: no longer. Null: as before."""


class AskCatalogue(Intent, frozen=True, tag="catalogue"):
    """Ask which games there are, and what a host may choose. → catalogue"""


class Create(Intent, frozen=True, tag="create"):
    """Open a room and sit down in it as its host. → done with its code, and room

    Refused: server/stopping, room/other, limit/rooms, limit/address, game/unknown, option/bad.
    """

    game: str
    """The name of the game: `watai`, `waka-tanka`, `wapi`, `duel` or `waka-waka`."""
    seats: int
    """The number of players, bots included."""
    options: dict[str, OptionValue] = {}
    """Options of the game by name; an option left out has its default."""
    public: bool = False
    """Whether `rooms` lists the room; if not, only those who have its code can join."""


class Join(Intent, frozen=True, tag="join"):
    """Sit down in a room, on a seat of the player's choice or on any free one. → done, and room; view if the game is on

    Whoever sits there already, on this connection, gets done, and view if the game is on: a request may be repeated.

    Refused: room/not_found, room/banned, room/other, limit/address, game/running, room/full, seat/unknown, seat/taken.
    """

    code: str
    """The code of the room, as `done` gave it to the host; case and dash do not matter."""
    seat: int | None = None
    """Which seat, counted from 0; null for any."""


class Watch(Intent, frozen=True, tag="watch"):
    """Watch a room without a seat. → done, and room; view if the game is on

    While a race is decided by view time, spectators are told everything later than players: room and view come after done.
    Whoever watches it already, on this connection, gets done, and view if the game is on.

    Refused: room/not_found, room/banned, room/other, limit/address, seat/taken, limit/spectators.
    """

    code: str
    """The code of the room."""


class Ready(Intent, frozen=True, tag="ready"):
    """Say that the player is ready for the game to start, or not. After a game, this proposes another one: everybody sees it in `room`, and the host's `rematch` leaves whoever proposed it ready. → done

    Refused: room/none, seat/none.
    """

    ready: bool = True
    """False if the player is no longer ready."""


class Start(Intent, frozen=True, tag="start"):
    """Host: start the game. → done; view to everybody

    Refused: room/none, host/only, server/stopping, game/running, game/not_running, room/not_ready.
    """


class AddBot(Intent, frozen=True, tag="add_bot"):
    """Host: put a bot on a free seat. → done

    Refused: room/none, host/only, option/bad, game/running, room/full, seat/unknown, seat/taken.
    """

    strength: str = "easy"
    """`easy` or `strong`; Wataï has `medium` as well."""
    seat: int | None = None
    """Which seat, counted from 0; null for any."""


class RemoveBot(Intent, frozen=True, tag="remove_bot"):
    """Host: send a bot away. → done

    Refused: room/none, host/only, game/running, seat/unknown.
    """

    seat: int
    """Where the bot sits."""


class Kick(Intent, frozen=True, tag="kick", omit_defaults=True):
    """Host: send a player or spectator away, whose connection is closed with 4003, or with 4004 if banned. → done

    Refused: room/none, host/only, seat/unknown, guest/unknown, limit/bans.
    """

    seat: int | None = None
    """Where the player sits; in a running game a bot takes over. Null for a spectator."""
    name: str | None = None
    """The name of the spectator; everybody who watches under this name goes."""
    ban: bool = False
    """Whether the guest, and whoever comes from the same address, may not enter this room again. The host's own address is never banned."""


class Act(Intent, frozen=True, tag="act"):
    """Make a move of the game. → done with its seq; pending before that if a rival could have been quicker

    Refused: room/none, seat/none, game/not_running, game/paused, move/unknown, move/illegal, race/lost.
    """

    move: str
    """The name of the move, such as `Place`: see the tables of the game."""
    args: Raw | UnsetType = UNSET
    """The fields of the move; may be left out if it has none."""
    seen: int | None = None
    """In a game with races: the `seq` of the last event the player had been shown."""
    el: int | None = None
    """The time in µs between the arrival of that event and the key press. The server ignores a value that cannot be true. Round it: a fraction is no integer, and closes the connection with 1007."""


class Pause(Intent, frozen=True, tag="pause"):
    """Stop the game clock, or let it go on, if all other seats are bots'. Meanwhile neither bots nor the player can move. → done, and room; prompts when it goes on

    Refused: room/none, seat/none, game/not_running, game/shared.
    """

    on: bool = True
    """False: the game goes on."""


class Chat(Intent, frozen=True, tag="chat"):
    """Say something to the room. → done

    Refused: room/none, chat/bad.
    """

    text: str
    """1 to 300 characters, one line. Signs that nobody sees, or that cover others, are refused."""


class Ping(Intent, frozen=True, tag="ping"):
    """Check that the server answers. → done"""


class Resume(Intent, frozen=True, tag="resume"):
    """Go on in a room after a lost connection, from a known event on. → done; the events missed, or a view

    Whoever is in this room already, on this connection, gets done, and view if the game is on.

    Refused: room/not_found, room/banned, room/other, limit/address, limit/spectators.
    """

    code: str
    """The code of the room."""
    seq: int
    """The number of the last event seen; -1 to get the whole table instead."""
    match: str | None = None
    """The match the number belongs to, as `room` named it. If the room plays another match by now, the whole table comes."""


class Look(Intent, frozen=True, tag="look"):
    """Get the whole table again, with every move the player may make now. → done, and view

    Spectators of a race decided by view time get the view later than done. A further `look` of theirs before it has come is
    answered by done alone: that view, and the events after it, show the same table.

    Refused: room/none, game/not_running.
    """


class Leave(Intent, frozen=True, tag="leave"):
    """Leave the room for good; if the game is running, a bot takes over the seat. → done

    Refused: room/none.
    """


class Rematch(Intent, frozen=True, tag="rematch"):
    """Host: prepare another game in the same room, after one is over. Players propose it with `ready`. → done

    Refused: room/none, host/only, game/running, game/not_running.
    """


class FetchReplay(Intent, frozen=True, tag="replay"):
    """Fetch a finished game. → replay

    Refused: game/not_found, limit/busy.
    """

    game: str
    """The `match` of a room whose game is over."""


class FetchRecord(Intent, frozen=True, tag="record"):
    """Fetch the whole record of a finished game, to verify it: seed, inputs, and how races were decided.

    Whoever knows the identity of the match may ask: its players and spectators were told it. → record

    Refused: game/not_found, limit/busy.
    """

    game: str
    """The `match` of a room whose game is over."""
    offset: int = 0
    """From which character on; 0 for the first part."""


class FetchScenes(Intent, frozen=True, tag="scenes"):
    """Fetch the tables of a finished game, one after each of its steps, to show it without knowing its rules.

    They are seen through the eyes of any one seat, or of a spectator: a game that is over has no secrets, and whoever knows
    the identity of the match may ask. → scenes

    Refused: game/not_found, limit/busy.
    """

    game: str
    """The `match` of a room whose game is over."""
    seat: int | None = None
    """Through whose eyes; null for a spectator's."""
    after: int = 0
    """Only scenes after this event; 0 for the first part."""


CLIENT_MESSAGES = (
    Hello,
    ListRooms,
    AskCatalogue,
    Create,
    Join,
    Watch,
    Ready,
    Start,
    AddBot,
    RemoveBot,
    Kick,
    Act,
    Pause,
    Chat,
    Ping,
    Resume,
    Look,
    Leave,
    Rematch,
    FetchReplay,
    FetchRecord,
    FetchScenes,
)
