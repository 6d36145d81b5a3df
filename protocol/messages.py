"""Every message of protocol version 1, one type each. `protocol.pages` makes the reference of docs/protocol.md from this file.

Messages are maps with a `type`; the same ones go as MessagePack or as JSON.
Whatever a client sends after `hello` carries `n`, a number of its own that only grows,
and is answered exactly once: by `done`, by `refused`, or by the answer named in its docstring.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

VERSION = 1
SUBPROTOCOLS = ("watai.v1.msgpack", "watai.v1.json")

OptionValue = str | int | bool

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""What every encoding, journal and language can hold exactly: JSON has no larger whole numbers in most of them."""


# Nothing here can be part of a cycle, so none of it is the garbage collector's business.
class ClientMessage(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Something a client says."""


class ServerMessage(Struct, frozen=True, gc=False, tag_field="type"):
    """Something the server says. A client ignores fields it does not know."""


# what a client says


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message: who is there, in which version. With a token, whoever had it before. → welcome"""

    v: int
    """The version of the protocol the client speaks: 1."""
    name: str
    """What to call the player: 1 to 24 visible characters. A guest who comes back keeps the first name."""
    token: str = ""
    """The token of the last `welcome`, to be the same guest again; an unknown one makes a new guest."""


class Intent(ClientMessage, frozen=True):
    """Something a guest wants; answered exactly once.

    Refused: number/old, server/failed, whatever it is.
    """

    n: Number
    """The client's own number for this message, larger than any before it."""


class ListRooms(Intent, frozen=True, tag="rooms"):
    """Which public rooms are there? → rooms"""


class Create(Intent, frozen=True, tag="create"):
    """Open a room and sit down in it as its host. → done with its code, and room

    Refused: server/stopping, room/other, limit/rooms, game/unknown, option/bad.
    """

    game: str
    """Its name: `watai`, `waka-tanka`, `wapi`, `duel` or `waka-waka`."""
    seats: int
    """How many play; bots count."""
    options: dict[str, OptionValue] = {}
    """Options of the game by name; what is left out has its default."""
    public: bool = False
    """Whether `rooms` lists it; the code is needed otherwise."""


class Join(Intent, frozen=True, tag="join"):
    """Sit down in a room, on any free seat or on this one. → done, and room; view if the game is on

    Refused: room/not_found, room/other, game/running, room/full, seat/unknown, seat/taken.
    """

    code: str
    """The code of the room, as `done` gave it to the host; case and dash do not matter."""
    seat: int | None = None
    """Which seat, counted from 0; null for any."""


class Watch(Intent, frozen=True, tag="watch"):
    """Look on without a seat. → done, and room; view if the game is on

    Refused: room/not_found, room/other, seat/taken, limit/spectators.
    """

    code: str
    """The code of the room."""


class Ready(Intent, frozen=True, tag="ready"):
    """Say that one is ready, or not. → done

    Refused: room/none, seat/none.
    """

    ready: bool = True
    """False to take it back."""


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


class Act(Intent, frozen=True, tag="act"):
    """Make a move of the game. → done with its seq; pending before that if others could have been quicker

    Refused: room/none, seat/none, game/not_running, move/unknown, move/illegal, race/lost.
    """

    move: str
    """The name of the move, such as `Place`: see the tables of the game."""
    args: Raw | UnsetType = UNSET
    """Its fields; may be left out if it has none."""
    seen: int | None = None
    """In a game with races: the `seq` of the last event the player had been shown."""
    el: int | None = None
    """How many µs before the key went down that event had arrived. What cannot be true counts as not said."""


class Chat(Intent, frozen=True, tag="chat"):
    """Say something to the room. → done

    Refused: room/none, chat/bad.
    """

    text: str
    """1 to 300 characters, one line."""


class Ping(Intent, frozen=True, tag="ping"):
    """Are you there? → done"""


class Resume(Intent, frozen=True, tag="resume"):
    """Go on in a room after a lost connection, from this event of this match on. → done; the events missed, or a view

    Refused: room/not_found, room/other, limit/spectators.
    """

    code: str
    """The code of the room."""
    seq: int
    """The number of the last event seen; -1 to get the whole table instead."""
    match: str | None = None
    """The game the number belongs to, as `room` named it; in another one it would mean nothing, and the whole table comes."""


class Look(Intent, frozen=True, tag="look"):
    """See the whole table again, with what one may do now. → done, and view

    Refused: room/none, game/not_running.
    """


class Leave(Intent, frozen=True, tag="leave"):
    """Leave the room for good; a bot plays on in one's seat if the game is running. → done

    Refused: room/none.
    """


class Rematch(Intent, frozen=True, tag="rematch"):
    """Host: the same room once more, after a game. → done

    Refused: room/none, host/only, game/running, game/not_running.
    """


class Replay(Intent, frozen=True, tag="replay"):
    """Fetch a finished game. → replay

    Refused: game/not_found, limit/busy.
    """

    game: str
    """The `match` of a room whose game is over."""


# what the server says


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answer to hello. Keep the token: it is new at every connection. `room` is where one still has a seat."""

    v: int
    """The version the server speaks."""
    session: str
    """Who one is; not a secret."""
    name: str
    """What one is called."""
    token: str
    """The secret to come back with; it is new at every connection, and the one before is good until it is used."""
    server: str
    """What the server is, for logs."""
    room: str | None
    """The code of the room in which one still has a seat, or null."""
    n: int = 0
    """The greatest of one's numbers that was answered; new messages need greater ones."""


class Done(ServerMessage, frozen=True, tag="done", omit_defaults=True):
    """It is done."""

    n: int
    """The number of the message that this answers."""
    seq: int | None = None
    """For a move: the number of its first event; left out for a move that causes none."""
    code: str | None = None
    """For create, join, watch and resume: the code of the room."""


class Refused(ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """It is not done, and nothing has changed. `clause` names the rule that forbids a move."""

    n: int
    """The number of the message that this answers."""
    code: str
    """One of the codes below."""
    why: str
    """One plain sentence; the same one for the same cause."""
    clause: str | None = None
    """For an illegal move: the clause of the rules (docs/rules) that forbids it."""
    by: int | None = None
    """For a lost race: the seat of whoever was quicker."""
    ms: int | None = None
    """For a lost race: by how many ms. 0 was too close to tell, and drawn; less than 0: one was quicker oneself, but the play came too late."""


class Pending(ServerMessage, frozen=True, tag="pending"):
    """A move has arrived, but somebody whose messages take longer could have been quicker: the answer follows in a moment."""

    n: int
    """The number of the message that will be answered."""


class SeatState(Struct, frozen=True):
    """One seat of a room: who sits there, `player`, `bot` or `open`."""

    kind: str
    """`player`, `bot` or `open`."""
    name: str
    """Who sits there; empty if nobody does."""
    ready: bool
    """Whether they want to start; bots do, and the host does by starting."""
    here: bool
    """Whether they are connected."""


class RoomLine(Struct, frozen=True):
    """A room in the list."""

    code: str
    """Its code."""
    game: str
    """Its game."""
    status: str
    """`waiting`, `playing` or `finished`."""
    seats: int
    """How many seats it has."""
    free: int
    """How many of them are free."""
    host: str
    """What its host is called."""


class RoomList(ServerMessage, frozen=True, tag="rooms"):
    """Answer to rooms."""

    n: int
    """The number of the message that this answers."""
    rooms: list[RoomLine]
    """Every public room."""


class RoomState(ServerMessage, frozen=True, tag="room"):
    """The room as it is now; sent whenever anything of it changes."""

    code: str
    """The code of the room."""
    game: str
    """The name of its game."""
    status: str
    """`waiting`, `playing` or `finished`."""
    public: bool
    """Whether `rooms` lists it."""
    options: dict[str, OptionValue]
    """The options its host chose."""
    host: int | None
    """The seat of the host; null while nobody is."""
    seats: list[SeatState]
    """Every seat in order."""
    watching: int
    """How many spectators there are."""
    you: int | None
    """One's own seat; null for a spectator."""
    match: str | None
    """The game on the table, to ask for its replay once it is over; null before it starts."""


class PromptLine(Struct, frozen=True):
    """Who must answer what; `left` is how many ms there are."""

    seat: int
    """Who is asked."""
    ask: str
    """What: a word of the game, such as `coin`."""
    left: int | None
    """How many ms there are to answer; null for ever."""


class MoveLine(Struct, frozen=True):
    """A move that would be accepted now, as `act` takes it."""

    move: str
    """The name of the move."""
    args: Any
    """Its fields."""


class ViewNow(ServerMessage, frozen=True, tag="view"):
    """The whole table as one may see it, after the event numbered seq."""

    seq: int
    """The number of the last event this view contains; the next event is one more."""
    t: int
    """The time of that event."""
    at: int
    """The game clock now, in ms since the start; instants inside the view are on it."""
    seat: int | None
    """Through whose eyes; null for a spectator."""
    view: Any
    """The table: see the tables of the game."""
    prompts: list[PromptLine]
    """Who must answer what."""
    moves: list[MoveLine]
    """Everything one may do now; none for a spectator."""


class Beaten(Struct, frozen=True):
    """Somebody who wanted the same, and was slower."""

    seat: int
    """Who."""
    ms: int
    """By how many ms; 0 was too close to tell, and drawn."""


class Race(Struct, frozen=True):
    """How a race was won."""

    w: int
    """When the key went down in the world its player saw, in µs since the start."""
    held: int
    """For how many µs the first play waited for others."""
    beat: list[Beaten]
    """Who came second, third, …"""


class Happened(ServerMessage, frozen=True, tag="event", omit_defaults=True):
    """An event of the game. Numbers have no gaps; t grows strictly; without a name it is one that one may not see."""

    seq: int
    """Its number, one more than the one before."""
    t: int
    """Its time in µs since the start, later than the one before."""
    event: str
    """Its name, such as `Placed`: see the tables of the game. Empty if one may not know it."""
    data: Any
    """Its fields; secret ones are null or empty. Null if one may not know it."""
    race: Race | None = None
    """How the race was won, if it came of one."""


class Prompts(ServerMessage, frozen=True, tag="prompts"):
    """Who must answer what now; sent when it has changed."""

    prompts: list[PromptLine]
    """All open questions; none while everybody may act."""


class Said(ServerMessage, frozen=True, tag="said"):
    """Chat."""

    name: str
    """Who said it."""
    seat: int | None
    """Their seat; null for a spectator."""
    text: str
    """What they said."""


class Recorded(ServerMessage, frozen=True, tag="replay"):
    """Answer to replay: the setup of a finished game and every event of it, as a spectator may know it."""

    n: int
    """The number of the message that this answers."""
    match: str
    """Which game."""
    game: str
    """The name of its rules."""
    names: list[str]
    """Who played, by seat."""
    options: dict[str, OptionValue]
    """The options it was played with."""
    events: list[Happened]
    """Every event from the first."""


class Goodbye(ServerMessage, frozen=True, tag="goodbye", omit_defaults=True):
    """The server is about to close this connection, and why; `resume` if coming back makes sense."""

    code: int
    """The close code that follows."""
    why: str
    """One plain sentence."""
    resume: bool
    """Whether to connect again with the token."""
    moved: str | None = None
    """The address to do so at, if the server is somewhere else now."""


CLIENT_MESSAGES = (
    Hello,
    ListRooms,
    Create,
    Join,
    Watch,
    Ready,
    Start,
    AddBot,
    RemoveBot,
    Act,
    Chat,
    Ping,
    Resume,
    Look,
    Leave,
    Rematch,
    Replay,
)
SERVER_MESSAGES = (
    Welcome,
    Done,
    Refused,
    Pending,
    RoomList,
    RoomState,
    ViewNow,
    Happened,
    Prompts,
    Said,
    Recorded,
    Goodbye,
)
