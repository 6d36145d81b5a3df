"""Every message that the server sends."""

from typing import Any

from msgspec import Struct

from watai.protocol.messages.parts import (
    GameLine,
    MoveLine,
    OptionValue,
    PromptLine,
    Race,
    RoomLine,
    SceneLine,
    SeatState,
)


# gc=False: a message cannot be part of a reference cycle, so the garbage collector need not track it.
class ServerMessage(Struct, frozen=True, gc=False, tag_field="type"):
    """A message from the server. A client ignores fields it does not know."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answer to hello. Keep the token: it is new at every connection. `room` is where the guest still has a seat."""

    v: int
    """The version the server speaks."""
    session: str
    """The guest's identity; not a secret."""
    name: str
    """The guest's name."""
    token: str
    """The secret to come back with. It is new at every connection; the one before stays valid until the new one is used."""
    server: str
    """The server's software and version, for logs."""
    room: str | None
    """The code of the room in which the guest still has a seat, or null."""
    n: int
    """From where the messages of this connection count: it has the million numbers after this one, and no other connection of the guest has them."""
    features: list[str]
    """What this server takes from clients beyond version 1 as release 1.0 had it, a word each; none yet. Ignore words that you do not know."""


class Done(ServerMessage, frozen=True, tag="done", omit_defaults=True):
    """The request was carried out."""

    n: int
    """The number of the message that this answers."""
    seq: int | None = None
    """For a move: the number of its first event; left out for a move that causes none."""
    code: str | None = None
    """For create, join, watch and resume: the code of the room."""


class Refused(ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """The request was refused, and nothing has changed. `clause` names the rule that forbids a move."""

    n: int
    """The number of the message that this answers."""
    code: str
    """One of the codes below."""
    why: str
    """One plain sentence; the same one for the same cause."""
    clause: str | None = None
    """For an illegal move: the clause of the rules (docs/rules) that forbids it."""
    by: int | None = None
    """For a lost race: the seat of the quicker player."""
    ms: int | None = None
    """For a lost race: by how many ms. 0: too close to tell, so a draw decided. Below 0: this player was quicker, but the play arrived too late."""
    early: bool = False
    """For a lost race: whether this play came too early to be a reaction (under 100 ms, or a guess), and so counted as later than it was pressed. With `ms` 0, plays that early count alike, and a draw decided."""
    key: str = ""
    """For clients that want `keys`: the name of its sentence in `reasons` of `/text/en.json` and `/text/fr.json`. An illegal move has one for each reason of the rules, any other refusal its code."""


class Pending(ServerMessage, frozen=True, tag="pending"):
    """The move has arrived, but a rival whose messages take longer could have been quicker: the answer follows in a moment."""

    n: int
    """The number of the message that will be answered."""


class RoomList(ServerMessage, frozen=True, tag="rooms"):
    """Answer to rooms."""

    n: int
    """The number of the message that this answers."""
    rooms: list[RoomLine]
    """Public rooms in the order of their codes: one page of them."""
    more: bool
    """Whether there are more: ask for the page after the last code."""
    following: bool
    """Whether `rooms_changed` follows when something changes. False if the client did not ask for it, or if too many follow already."""


class RoomsChanged(ServerMessage, frozen=True, tag="rooms_changed"):
    """What has changed in the list of public rooms, for guests who asked to follow it; at most four times a second."""

    rooms: list[RoomLine]
    """New rooms, and rooms whose line has changed."""
    gone: list[str]
    """The codes of rooms that are closed."""


class Catalogue(ServerMessage, frozen=True, tag="catalogue"):
    """Answer to catalogue. It stays the same as long as the connection lasts."""

    n: int
    """The number of the message that this answers."""
    games: list[GameLine]
    """Every game of the house."""


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
    """The seat of the host; null while there is none."""
    seats: list[SeatState]
    """Every seat in order."""
    watching: int
    """How many spectators there are."""
    you: int | None
    """The seat of the guest this is sent to; null for a spectator."""
    match: str | None
    """The identity of the match, to ask for its replay once it is over; null before it starts."""
    paused: bool
    """Whether the player has paused the game: its clock stands still, and so do the times left in prompts."""
    watchers: list[str]
    """The names of the spectators, in the order in which they came; of more than 20 only the first."""


class Distances(ServerMessage, frozen=True, tag="distances"):
    """How far away the players are. Sent to everybody in a room with at least two people when it has changed noticeably, and when somebody has come; at most once in three seconds."""

    ms: list[int | None]
    """By seat, the usual round trip in ms between the server and the player. Null for bots and open seats, and for a player who is away or not measured yet. Time in which a connection stood still is not counted."""


class ViewNow(ServerMessage, frozen=True, tag="view", omit_defaults=True):
    """The whole table as this guest may see it, after the event numbered seq."""

    seq: int
    """The number of the last event this view contains; the next event is one more."""
    t: int
    """The time of that event."""
    at: int
    """The game clock now, in ms since the start; instants inside the view are on it."""
    seat: int | None
    """The seat whose view this is; null for a spectator."""
    view: Any
    """The table: see the tables of the game."""
    prompts: list[PromptLine]
    """All open questions."""
    moves: list[MoveLine]
    """Every move this seat may make now; none for a spectator."""
    match: str
    """The identity of the match."""
    commitment: str
    """The SHA-256 of the match's seed, in hexadecimal. Keep the first one: after the game, `record` has the seed."""
    contested: list[str] = []
    """The places that are contested now, as in `prompts`."""


class Happened(ServerMessage, frozen=True, tag="event", omit_defaults=True):
    """An event of the game. Numbers have no gaps, and t grows strictly. An event without a name is secret from this guest."""

    seq: int
    """Its number, one more than the one before."""
    t: int
    """Its time in µs since the start, later than the one before."""
    event: str
    """Its name, such as `Placed`: see the tables of the game. Empty if it is secret from this guest."""
    data: Any
    """Its fields; secret ones are null or empty. Null if the whole event is secret."""
    race: Race | None = None
    """How the race was won, if the event came of one."""


class Prompts(ServerMessage, frozen=True, tag="prompts", omit_defaults=True):
    """What is open now: questions to players, and places that players race for. Sent when either has changed."""

    prompts: list[PromptLine]
    """All open questions; none while everybody may act."""
    contested: list[str] = []
    """In a game with races: the places for which a play waits for its rivals, such as `pile/3` or `shout`. Who wants a place, and with which card, is told when the race is decided."""


class MovesNow(ServerMessage, frozen=True, tag="moves"):
    """The moves a player may make now, in a game with races, for connections that want `views`. Sent when they have changed."""

    seq: int
    """The number of the last event before it."""
    moves: list[MoveLine]
    """Every move this seat may make now, except those that can be read from the view: in Wataï, `Call` may name any card that lies face up before a rival."""


class Said(ServerMessage, frozen=True, tag="said"):
    """A line of chat."""

    name: str
    """The name of the player or spectator who said it."""
    seat: int | None
    """Their seat; null for a spectator."""
    text: str
    """The line."""


class Recorded(ServerMessage, frozen=True, tag="replay"):
    """Answer to replay: the setup of a finished game and every event of it, as a spectator may know it."""

    n: int
    """The number of the message that this answers."""
    match: str
    """The identity of the match."""
    game: str
    """The name of its rules."""
    names: list[str]
    """The players' names by seat; empty where a name has been taken out of the record."""
    options: dict[str, OptionValue]
    """The options it was played with."""
    events: list[Happened]
    """Every event from the first."""


class RecordPart(ServerMessage, frozen=True, tag="record"):
    """Answer to record: a part of the file that `watai verify` checks. Ask for the next part until there are `total` characters."""

    n: int
    """The number of the message that this answers."""
    match: str
    """The identity of the match."""
    offset: int
    """How many characters of the file are before this part."""
    total: int
    """How many characters the whole file has."""
    part: str
    """The characters from there on: JSON, as `watai export` writes it."""


class Scenes(ServerMessage, frozen=True, tag="scenes"):
    """Answer to scenes: tables of a finished game in order. Ask for more `after` the last one until its `seq` is `total`."""

    n: int
    """The number of the message that this answers."""
    match: str
    """The identity of the match."""
    seat: int | None
    """Through whose eyes; null for a spectator's."""
    total: int
    """How many events the game has."""
    scenes: list[SceneLine]
    """The tables, each after the events of one step. None if there are no steps after the event that was named."""


class Nodes(ServerMessage, frozen=True, tag="nodes"):
    """Where else the same service can be reached if this server does not answer any more. Told when it changes."""

    urls: list[str]
    """The addresses of the other nodes."""


class Storage(ServerMessage, frozen=True, tag="storage"):
    """The server cannot store anything just now, so the game stands still: no clock runs, no bot plays, and what a client sends is answered when it goes on. Nothing that was told before is lost. Told to everybody when it begins, and when it is over. If it lasts for more than a few seconds, the connection is closed with 1001: connect again, and resume."""

    away: bool
    """True: nothing can be stored. False: it goes on."""


class Goodbye(ServerMessage, frozen=True, tag="goodbye", omit_defaults=True):
    """The server is about to close this connection, and says why."""

    code: int
    """The close code that follows. `closes` of `/text/en.json` and `/text/fr.json` has a sentence for each."""
    why: str
    """One plain sentence."""
    resume: bool
    """Whether it makes sense to connect again with the token."""
    moved: str | None = None
    """The address to connect to, if the server has moved."""


SERVER_MESSAGES = (
    Welcome,
    Done,
    Refused,
    Pending,
    RoomList,
    RoomsChanged,
    Catalogue,
    RoomState,
    Distances,
    ViewNow,
    Happened,
    Prompts,
    MovesNow,
    Said,
    Recorded,
    RecordPart,
    Scenes,
    Nodes,
    Storage,
    Goodbye,
)
