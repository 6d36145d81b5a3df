"""Every message of protocol version 1, one type each. `protocol.pages` makes the reference of docs/protocol.md from them.

Messages are maps with a `type`; the same ones go as MessagePack or as JSON.
Every message of a client after `hello` carries `n`, a number of the client's own that only grows,
and is answered exactly once: by `done`, by `refused`, or by the answer named in its docstring.
"""

from protocol.messages.client import CLIENT_MESSAGES as CLIENT_MESSAGES
from protocol.messages.client import Act as Act
from protocol.messages.client import AddBot as AddBot
from protocol.messages.client import AskCatalogue as AskCatalogue
from protocol.messages.client import Chat as Chat
from protocol.messages.client import ClientMessage as ClientMessage
from protocol.messages.client import Create as Create
from protocol.messages.client import FetchRecord as FetchRecord
from protocol.messages.client import FetchScenes as FetchScenes
from protocol.messages.client import Hello as Hello
from protocol.messages.client import Intent as Intent
from protocol.messages.client import Join as Join
from protocol.messages.client import Kick as Kick
from protocol.messages.client import Leave as Leave
from protocol.messages.client import ListRooms as ListRooms
from protocol.messages.client import Look as Look
from protocol.messages.client import Number as Number
from protocol.messages.client import Pause as Pause
from protocol.messages.client import Ping as Ping
from protocol.messages.client import Ready as Ready
from protocol.messages.client import Rematch as Rematch
from protocol.messages.client import RemoveBot as RemoveBot
from protocol.messages.client import Replay as Replay
from protocol.messages.client import Resume as Resume
from protocol.messages.client import Start as Start
from protocol.messages.client import Watch as Watch
from protocol.messages.parts import Beaten as Beaten
from protocol.messages.parts import GameLine as GameLine
from protocol.messages.parts import MoveLine as MoveLine
from protocol.messages.parts import OptionLine as OptionLine
from protocol.messages.parts import OptionValue as OptionValue
from protocol.messages.parts import PromptLine as PromptLine
from protocol.messages.parts import Race as Race
from protocol.messages.parts import RoomLine as RoomLine
from protocol.messages.parts import Scene as Scene
from protocol.messages.parts import SeatRange as SeatRange
from protocol.messages.parts import SeatState as SeatState
from protocol.messages.server import SERVER_MESSAGES as SERVER_MESSAGES
from protocol.messages.server import Catalogue as Catalogue
from protocol.messages.server import Distances as Distances
from protocol.messages.server import Done as Done
from protocol.messages.server import Goodbye as Goodbye
from protocol.messages.server import Happened as Happened
from protocol.messages.server import MovesNow as MovesNow
from protocol.messages.server import Nodes as Nodes
from protocol.messages.server import Pending as Pending
from protocol.messages.server import Prompts as Prompts
from protocol.messages.server import Recorded as Recorded
from protocol.messages.server import RecordPart as RecordPart
from protocol.messages.server import Refused as Refused
from protocol.messages.server import RoomList as RoomList
from protocol.messages.server import RoomsChanged as RoomsChanged
from protocol.messages.server import RoomState as RoomState
from protocol.messages.server import Said as Said
from protocol.messages.server import Scenes as Scenes
from protocol.messages.server import ServerMessage as ServerMessage
from protocol.messages.server import Storage as Storage
from protocol.messages.server import ViewNow as ViewNow
from protocol.messages.server import Welcome as Welcome

VERSION = 1
FEATURES = (
    "follow_rooms",
    "kick",
    "pause",
    "distances",
    "views",
    "propose",
    "catalogue",
    "keys",
    "scenes",
    "storage",
)
"""What a server of this version may have beyond its first release; `welcome` names what it has."""
SUBPROTOCOLS = ("watai.v1.msgpack", "watai.v1.json")
