"""Who sits where in a room, and who is its host. Pure: changes are returned as records or made from them."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

from protocol.errors import Denied
from protocol.messages import SeatState
from server.storage import records


@dataclass(slots=True)
class Place:
    """One seat: a guest's, a bot's, or free. `away_since` is when its guest was last lost."""

    session: str | None = None
    name: str = ""
    strength: str | None = None
    ready: bool = False
    away_since: int | None = None

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
        self._seats: dict[str, int] = {}

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def seat_of(self, session: str) -> int | None:
        return self._seats.get(session)

    def host_seat(self) -> int | None:
        return None if self.host is None else self.seat_of(self.host)

    def free_seat(self, wanted: int | None) -> int:
        """A free seat, this one if one is wanted; or Denied."""
        if wanted is None:
            free = next((seat for seat, place in enumerate(self) if place.free), None)
            if free is None:
                raise Denied("room/full")
            return free
        if not 0 <= wanted < len(self):
            raise Denied("seat/unknown")
        if not self.places[wanted].free:
            raise Denied("seat/taken")
        return wanted

    def bot_seat(self, seat: int) -> int:
        if not 0 <= seat < len(self) or self.places[seat].strength is None:
            raise Denied("seat/unknown")
        return seat

    def heir(self, leaving: str, here: Container[str]) -> str | None:
        """Who is host after this one: the first guest who is here, or at least at the table, or nobody until one sits down."""
        others = [each.session for each in self if each.session not in (None, leaving)]
        return next((each for each in others if each in here), others[0] if others else None)

    def check_ready(self) -> None:
        """Everybody is there, and ready; the host is by asking."""
        for place in self:
            if place.free or not (place.ready or place.session == self.host):
                raise Denied("room/not_ready")

    def clear_ready(self) -> None:
        for place in self:
            place.ready = place.strength is not None

    def apply(self, record: records.Record) -> None:
        """Make a change, new or from the journal."""
        match record:
            case records.Seated(seat, session, name):
                self.places[seat] = Place(session, name)
                self.host = self.host or session
            case records.BotSeated(seat, strength):
                self.places[seat] = Place(name=f"Bot {seat + 1}", strength=strength, ready=True)
            case records.Vacated(seat):
                self.places[seat] = Place()
            case records.HostPassed(session):
                self.host = session or None
        self._seats = {place.session: seat for seat, place in enumerate(self) if place.session}

    def as_records(self) -> Iterator[records.Record]:
        """The records that would seat everybody as they sit now."""
        for seat, place in enumerate(self):
            if place.session is not None:
                yield records.Seated(seat, place.session, place.name)
            elif place.strength is not None:
                yield records.BotSeated(seat, place.strength)
        yield records.HostPassed(self.host or "")

    def state(self, seat: int, connected: bool) -> SeatState:
        place = self.places[seat]
        return SeatState(place.kind, place.name, place.ready, connected or place.kind == "bot")
