"""The client for scripts: prints every message of the server as a line of JSON, and sends the lines of JSON it reads.

The lines are messages of the protocol without `n`, which this module counts.
"""

import json
import sys
from typing import Any

from watai.clients.cli.exits import OK, REFUSED
from watai.clients.cli.line.standard_input import StandardInput
from watai.clients.cli.session.mode import Mode
from watai.clients.state.guest import ClientGuest
from watai.protocol.codec import JSON
from watai.protocol.errors import BadMessage
from watai.protocol.messages import ClientMessage, Refused, RoomState, ServerMessage


class JsonMode(Mode):
    """A visit in JSON."""

    async def attend(self, guest: ClientGuest) -> None:
        lines = StandardInput()
        while (line := await lines.line()) is not None:
            if line.strip():
                await self._ask(guest, line)
        room = guest.model.room
        if room is None or room.you is not None or room.status == "finished":
            self.end(OK)  # a spectator whose input has ended goes on watching

    async def _ask(self, guest: ClientGuest, line: str) -> None:
        try:
            asked: dict[str, Any] = json.loads(line)
            _message(asked, 0)
        except (ValueError, TypeError, BadMessage) as error:
            why = error.why if isinstance(error, BadMessage) else str(error)
            self.heard(Refused(0, "move/unknown", why))
            return
        self.heard(await guest.ask(lambda n: _message(asked, n)))

    def entry_refused(self, refused: Refused) -> None:
        self.heard(refused)
        self.end(REFUSED)

    def heard(self, message: ServerMessage) -> None:
        sys.stdout.buffer.write(JSON.encode(message) + b"\n")
        sys.stdout.buffer.flush()
        if isinstance(message, RoomState) and message.you is None and message.status == "finished":
            self.end(OK)


def _message(asked: dict[str, Any], n: int) -> ClientMessage:
    return JSON.read_client(json.dumps({**asked, "n": n}).encode())
