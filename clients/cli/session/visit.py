"""One visit to a server: its address or local process, the player's identity, and the first thing to do there."""

from dataclasses import dataclass

import trio

from watai.clients.cli.config.identities import Identity
from watai.clients.cli.exits import FAILURE, MISMATCH, REFUSED, UNREACHABLE
from watai.clients.cli.session.local_server import LocalServer, LocalServerFailed
from watai.clients.cli.session.program import program
from watai.clients.cli.ui.screen import EnterRoom, OpenRoom, Scene, ScreenStep
from watai.clients.conversation.lost import Lost
from watai.clients.conversation.questions import Answer
from watai.clients.link.ends import Foreign, NotOurs
from watai.clients.link.link import Link
from watai.clients.state.guest import ClientGuest, Hear
from watai.clients.text.catalogue import Text
from watai.protocol.codec import MSGPACK, Codec
from watai.protocol.messages import (
    VERSION,
    Done,
    Join,
    Refused,
    RoomState,
    ServerMessage,
    Start,
    ViewNow,
    Watch,
)


class EntryRefused(Exception):
    """The server refused to open or enter a room."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.code, refused.why)
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Visit:
    """Where to go, and as whom. Without `local_server`, `url` names a remote server."""

    identity: Identity
    name: str
    url: str = ""
    local_server: LocalServer | None = None
    first: ScreenStep | None = None
    """What to do on arrival: open a room or enter one; None to show the lobby."""
    instead: ScreenStep | None = None
    """For a host who comes back: what to do on arrival if the room is gone."""
    returns: bool = False
    """Whether `first` enters the room that the player hosted before."""
    news: str = ""
    """What the player should read on arrival."""
    codec: Codec = MSGPACK

    async def run(
        self, scene: Scene, hear: Hear, task_status: trio.TaskStatus[ClientGuest]
    ) -> None:
        """Stay until cancelled; raises Lost. Reports the guest once the server has said welcome."""
        async with trio.open_nursery() as nursery:
            url = self.url
            if self.local_server is not None:
                port = await nursery.start(self.local_server.run)
                url = f"ws://127.0.0.1:{port}"
                if scene.friends_host:
                    scene.address = f"ws://{scene.friends_host}:{port}"
                    self.identity.save(port=port)
            link = Link(url, self.name, self.identity.token, self.codec)
            guest = ClientGuest(link, hear)
            await nursery.start(guest.run)
            self.identity.save(token=link.conversation.token)
            task_status.started(guest)

    @property
    def is_open(self) -> bool:
        """Whether the server is the player's own, and friends can reach it."""
        return self.local_server is not None and self.local_server.is_open

    def remember(self, link: Link, message: ServerMessage) -> None:
        """Save a new token, the room in which the player has a seat, and the commitment of its game."""
        if link.conversation.token != self.identity.token:
            self.identity.save(token=link.conversation.token)
        if isinstance(message, ViewNow):
            self.identity.keep_commitment(message.match, message.commitment)
        if isinstance(message, RoomState):
            mine = message.you is not None and message.status != "finished"
            code = message.code if mine else ""
            if code != self.identity.room:
                self.identity.save(room=code, port=None if self.is_open else 0)


async def take(guest: ClientGuest, step: ScreenStep) -> None:
    """Open or enter a room; raises EntryRefused if the server refuses."""
    if isinstance(step, EnterRoom):
        message = Watch if step.watching else Join
        _done(await guest.ask(lambda n: message(n, step.code)))
    elif isinstance(step, OpenRoom):
        setup = step.setup
        _done(await guest.ask(setup.create))
        for _ in range(setup.seats - 1 if setup.start else setup.bots):
            _done(await guest.ask(setup.bot))
        if setup.start:
            _done(await guest.ask(Start))


def _done(answer: Answer) -> None:
    if isinstance(answer, Refused):
        raise EntryRefused(answer)
    assert isinstance(answer, Done)


def explain_end(
    text: Text, visit: Visit, error: BaseExceptionGroup[Lost | LocalServerFailed]
) -> tuple[str, int]:
    """Why a visit ended on its own, in the player's language, and the exit code for it."""
    first = _leaf(error)
    if isinstance(first, LocalServerFailed):
        return text.say(
            "visit.server_failed", why=first.told(text.find("visit.why") or {})
        ), FAILURE
    assert isinstance(first, Lost)
    if isinstance(first, NotOurs):
        return text.say("visit.not_ours", url=visit.url, status=first.status), UNREACHABLE
    if isinstance(first, Foreign):
        return text.say(f"visit.{first.kind}", url=visit.url), UNREACHABLE
    match first.code:
        case 4005:
            return text.say("visit.version", url=visit.url, version=VERSION), MISMATCH
        case 4001:
            return text.say("visit.taken_over"), FAILURE
        case 4003 | 4004:
            return text.say("visit.banned" if first.code == 4004 else "visit.kicked"), REFUSED
        case 1013:
            return text.say("visit.full"), REFUSED
        case 1006:
            return text.say("visit.unreachable", url=visit.url), UNREACHABLE
        case _:
            return text.say("visit.refused", why=first.why), REFUSED


def sent_away(error: BaseExceptionGroup[Lost | LocalServerFailed]) -> bool:
    """Whether the host of the room has sent the player away."""
    first = _leaf(error)
    return isinstance(first, Lost) and first.code in (4003, 4004)


def _leaf(error: BaseException) -> BaseException:
    return _leaf(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def resume_words(
    text: Text, visit: Visit, room: RoomState | None, *, connected: bool = True
) -> list[str]:
    """How to come back, for a player who leaves a room whose game is not over, and how to check one that is."""
    if room is None or room.you is None:
        return []
    if room.status == "finished":
        command = f"{program()} record {room.match} --server {visit.url}"
        return [text.say("visit.check", command=command)] if visit.url and room.match else []
    if visit.is_open:
        word = "visit.reopens"
    elif visit.local_server is not None:
        if room.status == "waiting":
            return []  # nobody else can enter the room
        word = "visit.waits"
    elif not connected:
        word = "visit.stopped"
    else:
        word = {"waiting": "visit.seat_kept", "playing": "visit.resume"}[room.status]
    return [text.say(word, command=f"{program()} join {room.code}")]
