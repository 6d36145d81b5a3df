"""What only the host of a room may do with its seats: add and remove bots, and ban guests."""

from typing import Final

from watai.engine.catalogue import GAMES
from watai.protocol.errors import Denied
from watai.server.rooms.room import PLAYING, Room
from watai.server.storage import records

BANS: Final = 100
"""Guests that the host of a room may ban from it. Each is a record in the journal until the room closes."""


def require_host(room: Room, session: str) -> None:
    """Raise Denied unless this guest is the host."""
    if session != room.seating.host:
        raise Denied("host/only")


def add_bot(room: Room, strength: str, seat: int | None, n: int | None = None) -> None:
    """Seat a bot, before or after a match; `n` is the host's number for the request."""
    if strength not in GAMES[room.game].bot.strengths:
        raise Denied("option/bad", "there is no such strength of bot")
    if room.status == PLAYING:
        raise Denied("game/running")
    room.change(records.BotSeated(room.seating.free_seat(seat), strength, n))
    room.announce()


def remove_bot(room: Room, seat: int) -> None:
    """Free the seat of a bot, before or after a match."""
    if room.status == PLAYING:
        raise Denied("game/running")
    room.change(records.Vacated(room.seating.bot_seat(seat)))
    room.announce()


def check_bans(room: Room, more: int) -> None:
    """Raise Denied if so many more guests cannot be banned."""
    if len(room.seating.banned) + more > BANS:
        raise Denied("limit/bans")


def ban(room: Room, session: str, address: str) -> None:
    """Never let this session in again, nor this address unless it is empty."""
    room.change(records.Banned(session, address))
