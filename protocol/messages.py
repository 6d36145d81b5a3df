"""Every message of protocol version 1, one type each.

Messages are maps with a `type`; the same ones go as MessagePack or as JSON.
Whatever a client sends after `hello` carries `n`, a number of its own that only grows,
and is answered exactly once: by `done`, by `refused`, or by the answer named in its docstring.
"""

from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType

VERSION = 1
GREATEST_NUMBER = 2**53 - 1  # what a number can be in every language
SUBPROTOCOLS = ("watai.v1.msgpack", "watai.v1.json")

OptionValue = str | int | bool


class ClientMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a client says."""


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """Something the server says. A client ignores fields it does not know."""


# what a client says


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message: who is there, in which version. With a token, whoever had it before. → welcome"""

    v: int
    name: str
    token: str = ""


class ListRooms(ClientMessage, frozen=True, tag="rooms"):
    """Which public rooms are there? → rooms"""

    n: int


class Create(ClientMessage, frozen=True, tag="create"):
    """Open a room and sit down in it as its host. → done with its code, and room"""

    n: int
    game: str
    seats: int
    options: dict[str, OptionValue] = {}
    public: bool = False


class Join(ClientMessage, frozen=True, tag="join"):
    """Sit down in a room, on any free seat or on this one. → done, and room; view if the game is on"""

    n: int
    code: str
    seat: int | None = None


class Watch(ClientMessage, frozen=True, tag="watch"):
    """Look on without a seat. → done, and room; view if the game is on"""

    n: int
    code: str


class Ready(ClientMessage, frozen=True, tag="ready"):
    """Say that one is ready, or not. → done"""

    n: int
    ready: bool = True


class Start(ClientMessage, frozen=True, tag="start"):
    """Host: start the game. → done; view to everybody"""

    n: int


class AddBot(ClientMessage, frozen=True, tag="add_bot"):
    """Host: put a bot on a free seat. → done"""

    n: int
    strength: str = "easy"
    seat: int | None = None


class RemoveBot(ClientMessage, frozen=True, tag="remove_bot"):
    """Host: send a bot away. → done"""

    n: int
    seat: int


class Act(ClientMessage, frozen=True, tag="act"):
    """Make a move of the game. `seen` and `el` tell which event one reacted to, and how many µs ago it came. → done with its seq"""

    n: int
    move: str
    args: Raw | UnsetType = UNSET
    seen: int | None = None
    el: int | None = None


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Say something to the room. → done"""

    n: int
    text: str


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Are you there? → done"""

    n: int


class Resume(ClientMessage, frozen=True, tag="resume"):
    """Go on in a room after a lost connection, from this event of this match on. → done; the events missed, or a view"""

    n: int
    code: str
    seq: int
    match: str | None = None


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Leave the room for good; a bot plays on in one's seat if the game is running. → done"""

    n: int


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """Host: the same room once more, after a game. → done"""

    n: int


class Replay(ClientMessage, frozen=True, tag="replay"):
    """Fetch a finished game. → replay"""

    n: int
    game: str


# what the server says


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answer to hello. Keep the token: it is new at every connection. `room` is where one still has a seat; `n` the greatest number answered."""

    v: int
    session: str
    name: str
    token: str
    server: str
    room: str | None
    n: int = 0


class Done(ServerMessage, frozen=True, tag="done", omit_defaults=True):
    """It is done; for a move, `seq` is the number of its first event."""

    n: int
    seq: int | None = None
    code: str | None = None


class Refused(ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """It is not done, and nothing has changed. `clause` names the rule that forbids a move."""

    n: int
    code: str
    why: str
    clause: str | None = None


class SeatState(Struct, frozen=True):
    """One seat of a room: who sits there, `player`, `bot` or `open`."""

    kind: str
    name: str
    ready: bool
    here: bool


class RoomLine(Struct, frozen=True):
    """A room in the list."""

    code: str
    game: str
    status: str
    seats: int
    free: int
    host: str


class RoomList(ServerMessage, frozen=True, tag="rooms"):
    """Answer to rooms."""

    n: int
    rooms: list[RoomLine]


class RoomState(ServerMessage, frozen=True, tag="room"):
    """The room as it is now; sent whenever anything of it changes."""

    code: str
    game: str
    status: str
    public: bool
    options: dict[str, OptionValue]
    host: int | None
    seats: list[SeatState]
    watching: int
    you: int | None
    match: str | None


class PromptLine(Struct, frozen=True):
    """Who must answer what; `left` is how many ms there are."""

    seat: int
    ask: str
    left: int | None


class ViewNow(ServerMessage, frozen=True, tag="view"):
    """The whole table as one may see it, after the event numbered seq."""

    seq: int
    t: int
    at: int
    seat: int | None
    view: Any
    prompts: list[PromptLine]


class Happened(ServerMessage, frozen=True, tag="event"):
    """An event of the game. Numbers have no gaps; t grows strictly; without a name it is one that one may not see."""

    seq: int
    t: int
    event: str
    data: Any


class Prompts(ServerMessage, frozen=True, tag="prompts"):
    """Who must answer what now; sent when it has changed."""

    prompts: list[PromptLine]


class Said(ServerMessage, frozen=True, tag="said"):
    """Chat."""

    name: str
    seat: int | None
    text: str


class Recorded(ServerMessage, frozen=True, tag="replay"):
    """Answer to replay: the setup of a finished game and every event of it, as a spectator may know it."""

    n: int
    match: str
    game: str
    names: list[str]
    options: dict[str, OptionValue]
    events: list[Happened]


class Goodbye(ServerMessage, frozen=True, tag="goodbye"):
    """The server is about to close this connection, and why; `resume` if coming back makes sense."""

    code: int
    why: str
    resume: bool


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
    Leave,
    Rematch,
    Replay,
)
SERVER_MESSAGES = (
    Welcome,
    Done,
    Refused,
    RoomList,
    RoomState,
    ViewNow,
    Happened,
    Prompts,
    Said,
    Recorded,
    Goodbye,
)
