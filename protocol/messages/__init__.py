"""Every message of protocol version 1, one type each. `watai.protocol.pages` makes the reference of docs/protocol.md from them.

Messages are maps with a `type`; the same ones go as MessagePack or as JSON.
Every message of a client after `hello` carries `n`, a number of the client's own that only grows,
and is answered exactly once: by `done`, by `refused`, or by the answer named in its docstring.
"""

from watai.protocol.messages.client import CLIENT_MESSAGES as CLIENT_MESSAGES
from watai.protocol.messages.client import Act as Act
from watai.protocol.messages.client import AddBot as AddBot
from watai.protocol.messages.client import AskCatalogue as AskCatalogue
from watai.protocol.messages.client import Chat as Chat
from watai.protocol.messages.client import ClientMessage as ClientMessage
from watai.protocol.messages.client import Create as Create
from watai.protocol.messages.client import FetchRecord as FetchRecord
from watai.protocol.messages.client import FetchReplay as FetchReplay
from watai.protocol.messages.client import FetchScenes as FetchScenes
from watai.protocol.messages.client import Hello as Hello
from watai.protocol.messages.client import Intent as Intent
from watai.protocol.messages.client import Join as Join
from watai.protocol.messages.client import Kick as Kick
from watai.protocol.messages.client import Leave as Leave
from watai.protocol.messages.client import ListRooms as ListRooms
from watai.protocol.messages.client import Look as Look
from watai.protocol.messages.client import Number as Number
from watai.protocol.messages.client import Pause as Pause
from watai.protocol.messages.client import Ping as Ping
from watai.protocol.messages.client import Ready as Ready
from watai.protocol.messages.client import Rematch as Rematch
from watai.protocol.messages.client import RemoveBot as RemoveBot
from watai.protocol.messages.client import Resume as Resume
from watai.protocol.messages.client import Start as Start
from watai.protocol.messages.client import Watch as Watch
from watai.protocol.messages.parts import Beaten as Beaten
from watai.protocol.messages.parts import GameLine as GameLine
from watai.protocol.messages.parts import MoveLine as MoveLine
from watai.protocol.messages.parts import OptionLine as OptionLine
from watai.protocol.messages.parts import OptionValue as OptionValue
from watai.protocol.messages.parts import PromptLine as PromptLine
from watai.protocol.messages.parts import Race as Race
from watai.protocol.messages.parts import RoomLine as RoomLine
from watai.protocol.messages.parts import SceneLine as SceneLine
from watai.protocol.messages.parts import SeatRange as SeatRange
from watai.protocol.messages.parts import SeatState as SeatState
from watai.protocol.messages.server import SERVER_MESSAGES as SERVER_MESSAGES
from watai.protocol.messages.server import Catalogue as Catalogue
from watai.protocol.messages.server import Distances as Distances
from watai.protocol.messages.server import Done as Done
from watai.protocol.messages.server import Goodbye as Goodbye
from watai.protocol.messages.server import Happened as Happened
from watai.protocol.messages.server import MovesNow as MovesNow
from watai.protocol.messages.server import Nodes as Nodes
from watai.protocol.messages.server import Pending as Pending
from watai.protocol.messages.server import Prompts as Prompts
from watai.protocol.messages.server import Recorded as Recorded
from watai.protocol.messages.server import RecordPart as RecordPart
from watai.protocol.messages.server import Refused as Refused
from watai.protocol.messages.server import RoomList as RoomList
from watai.protocol.messages.server import RoomsChanged as RoomsChanged
from watai.protocol.messages.server import RoomState as RoomState
from watai.protocol.messages.server import Said as Said
from watai.protocol.messages.server import Scenes as Scenes
from watai.protocol.messages.server import ServerMessage as ServerMessage
from watai.protocol.messages.server import Storage as Storage
from watai.protocol.messages.server import ViewNow as ViewNow
from watai.protocol.messages.server import Welcome as Welcome

VERSION = 1
FEATURES: tuple[str, ...] = ()
"""What this server takes from clients beyond version 1 as release 1.0 had it, a word each. `welcome` names them."""
SUBPROTOCOLS = ("watai.v1.msgpack", "watai.v1.json")
