"""What a conversation wants of its shell, and what it tells its user: values, in the order in which they are to be carried out."""

from dataclasses import dataclass

from watai.clients.conversation.lost import Lost
from watai.clients.conversation.questions import Question
from watai.protocol.messages import ClientMessage, ServerMessage


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a WebSocket to this address within so many seconds; then tell `opened`, or `gone`."""

    url: str
    within: float


@dataclass(frozen=True, slots=True)
class Send:
    """Send this over the connection."""

    message: ClientMessage


@dataclass(frozen=True, slots=True)
class Drop:
    """Give the connection up at once, opened or not. Nothing more of it counts."""


@dataclass(frozen=True, slots=True)
class Told:
    """The server says this to the user."""

    message: ServerMessage


@dataclass(frozen=True, slots=True)
class Settled:
    """A question has its answer; without one, the conversation has ended."""

    question: Question


@dataclass(frozen=True, slots=True)
class Renumbered:
    """A question from before the first welcome has another number."""

    question: Question
    before: int


@dataclass(frozen=True, slots=True)
class ConversationEnded:
    """The conversation is over, and why."""

    lost: Lost


Step = Connect | Send | Drop | Told | Settled | Renumbered | ConversationEnded
