"""Who sits where in a room, and who is its host. Pure: every change is a record that `apply` carries out."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

from watai.engine.game import Seat
from watai.protocol.errors import Denied
from watai.protocol.messages import SeatState
from watai.protocol.names import looks
from watai.server.clock import Nanos
from watai.server.rooms import names
from watai.server.storage import records


@dataclass(slots=True)
class Place:
    """One seat: a guest's, a bot's, or free."""

    session: str | None = None
    name: str = ""
    strength: str | None = None
    ready: bool = False
    away_since: Nanos | None = None
    """When its guest lost the connection; None while the guest is connected."""
    asked: int | None = None
    """The number of the host's request for this bot, as long as the same guest is the host."""

    @property
    def free(self) -> bool:
        return self.session is None and self.strength is None

    @property
    def kind(self) -> str:
        if self.free:
            return "open"
        return "bot" if self.session is None else "player"


class Seating:
    """The seats of one room."""

    def __init__(self, seats: int) -> None:
        self.places = [Place() for _ in range(seats)]
        self.host: str | None = None
        self.banned: dict[str, str] = {}
        """The sessions that may not come back, each with its address, which is empty if that is not banned."""
        self._seats: dict[str, Seat] = {}

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def seat_of(self, session: str) -> Seat | None:
        return self._seats.get(session)

    def host_seat(self) -> Seat | None:
        return None if self.host is None else self.seat_of(self.host)

    def bots(self) -> dict[Seat, str]:
        """The strengths of the bots that the host has seated."""
        return {Seat(seat): place.strength for seat, place in enumerate(self) if place.strength}

    def free_seat(self, wanted: int | None) -> Seat:
        """The wanted seat, or the first free one if None is wanted; raises Denied if it is not free."""
        if wanted is None:
            free = next((seat for seat, place in enumerate(self) if place.free), None)
            if free is None:
                raise Denied("room/full")
            return Seat(free)
        if not 0 <= wanted < len(self):
            raise Denied("seat/unknown")
        if not self.places[wanted].free:
            raise Denied("seat/taken")
        return Seat(wanted)

    def unique_name(self, name: str) -> str:
        """The name, or with the first number behind it that nobody at the table has: Ana, Ana 2.

        A name that only looks like another one is taken too: in another case, or with a letter of another script.
        """
        taken = frozenset[str]().union(*(looks(place.name) for place in self if place.name))
        unique, number = name, 1
        while looks(unique) & taken:
            number += 1
            unique = f"{name[: names.NAME_CHARACTERS - 1 - len(str(number))].rstrip()} {number}"
        return unique

    def bot_seat(self, seat: int) -> int:
        """This seat, if a bot has it; raises Denied otherwise."""
        if not 0 <= seat < len(self) or self.places[seat].strength is None:
            raise Denied("seat/unknown")
        return seat

    def guest_at(self, seat: int) -> str:
        """The session of the guest who has this seat; raises Denied if none has."""
        session = self.places[seat].session if 0 <= seat < len(self) else None
        if session is None:
            raise Denied("seat/unknown")
        return session

    def bars(self, session: str, address: str) -> bool:
        """Whether the host has banned this session or its address."""
        return session in self.banned or address in self.banned.values()

    def heir(self, leaving: str, connected: Container[str]) -> str | None:
        """The next host: the first other guest who is connected, else the first who has a seat, else nobody."""
        others = [each.session for each in self if each.session not in (None, leaving)]
        return next((each for each in others if each in connected), others[0] if others else None)

    def check_ready(self) -> None:
        """Raise Denied unless every seat is taken and everybody is ready. The host is ready by asking to start."""
        for place in self:
            if place.free or not (place.ready or place.session == self.host):
                raise Denied("room/not_ready")

    def check_alone(self, session: str) -> None:
        """Raise Denied unless this guest has a seat, and all others are bots'. A guest who is away has its seat too."""
        if self.seat_of(session) is None:
            raise Denied("seat/none")
        if len(self._seats) > 1:
            raise Denied("game/shared")

    def clear_ready(self) -> None:
        """After a match, every guest must say again that it is ready for one; bots always are."""
        for place in self:
            place.ready = place.strength is not None

    def apply(self, record: records.Record) -> None:
        """Carry out a change, be it new or from the journal."""
        match record:
            case records.Seated(seat, session, name):
                self.places[seat] = Place(session, name)
                self.host = self.host or session
            case records.BotSeated(seat, strength, n):
                self.places[seat] = Place()
                name = self.unique_name(f"Bot {seat + 1}")
                self.places[seat] = Place(name=name, strength=strength, ready=True, asked=n)
            case records.Vacated(seat):
                self.places[seat] = Place()
            case records.HostPassed(session):
                self.host = session or None
                for place in self:
                    place.asked = None  # another guest may use the same number for something else
            case records.Banned(session, address):
                self.banned[session] = address
        self._seats = {
            place.session: Seat(seat) for seat, place in enumerate(self) if place.session
        }

    def as_records(self) -> Iterator[records.Record]:
        """The records that seat everybody as they sit now; the host first, who asked for the bots."""
        yield records.HostPassed(self.host or "")
        for seat, place in enumerate(self):
            if place.session is not None:
                yield records.Seated(seat, place.session, place.name)
            elif place.strength is not None:
                yield records.BotSeated(seat, place.strength, place.asked)
        for session, address in self.banned.items():
            yield records.Banned(session, address)

    def state(self, seat: int, connected: bool, stand_in: bool) -> SeatState:
        """The seat as guests see it; `stand_in`: a bot plays there."""
        place = self.places[seat]
        here = connected or place.kind == "bot"
        return SeatState(place.kind, place.name, place.ready, here, stand_in and not here)
