"""The seats of a room in words."""

from collections.abc import Iterable, Iterator, Sequence

from watai.clients.text.catalogue import Text
from watai.protocol.messages import RoomState


def player_names(text: Text, names: Iterable[str | None]) -> tuple[str, ...]:
    """The names of a record, with a number where one has been taken out."""
    return tuple(
        name or text.say("replay.unnamed", number=number) for number, name in enumerate(names, 1)
    )


def seat_state(text: Text, room: RoomState, seat: int) -> str:
    """What other players should know of a taken seat: away, bot, host, ready or not ready."""
    state = room.seats[seat]
    if not state.here:
        word = "stand_in" if state.bot else "away"
    elif state.kind == "bot":
        word = "bot"
    elif seat == room.host:
        word = "host"
    else:
        word = "ready" if state.ready else "not_ready"
    return text.say(f"screens.room.{word}")


def why_not_started(text: Text, room: RoomState, bot: str) -> str:
    """What keeps the host from starting: seats that are free, to which `bot` adds a bot, and who is not ready."""
    free = sum(state.kind == "open" for state in room.seats)
    late = [
        state.name
        for seat, state in enumerate(room.seats)
        if state.kind == "player" and not state.ready and seat != room.host
    ]
    told = [text.count("screens.room.seats_free", free, bot=bot)] if free else []
    if late:
        told.append(text.count("screens.room.unready", len(late), names=text.listed(late)))
    return " ".join(told) or text.say("refusals.room/not_ready")


def watchers(text: Text, room: RoomState) -> str:
    """Who watches, by name; more than are named are counted. Empty if nobody does."""
    if not room.watching:
        return ""
    more = room.watching - len(room.watchers)
    names = [*room.watchers, *([f"+{more}"] if more > 0 else [])]
    return text.say("screens.room.watching", names=", ".join(names))


def presence(text: Text, room: RoomState | None, distances: Sequence[int | None], seat: int) -> str:
    """How far away a player is in ms, in digits, or in a short word that the player is away; empty for a bot."""
    if room is None or seat >= len(room.seats):
        return ""
    state = room.seats[seat]
    if not state.here:
        return text.say(f"screens.room.in_short.{'stand_in' if state.bot else 'away'}")
    distance = distances[seat] if seat < len(distances) else None
    return "" if distance is None else str(distance)


def people(
    text: Text, room: RoomState, distances: Sequence[int | None]
) -> Iterator[tuple[str, str]]:
    """Everybody at a table but open seats: the name, marked as « you » or host, and how far away or where that player is."""
    for seat, state in enumerate(room.seats):
        if state.kind == "open":
            continue
        name = text.say("screens.room.you", name=state.name) if seat == room.you else state.name
        if seat == room.host:
            name = f"{name} ({text.say('screens.room.host')})"
        far = presence(text, room, distances, seat)
        if far.isdecimal():
            far = f"{far} ms"
        elif not state.here or state.kind == "bot":
            far = seat_state(text, room, seat)
        yield name, far


def room_news(text: Text, before: RoomState, after: RoomState) -> Iterator[str]:
    """Who has gone, come back, or become host or spectator, in sentences. Only of the same match: seats change between."""
    if before.match != after.match:
        return
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.kind == new.kind == "player" and seat != after.you:
            if new.bot and not old.bot:
                yield text.say("screens.room.news.stand_in", name=new.name)
            elif old.here and not new.here:
                yield text.say("screens.room.news.away", name=new.name)
            elif new.here and not old.here:
                yield text.say("screens.room.news.back", name=new.name)
        elif old.kind == "player" and new.kind == "bot":
            yield text.say("screens.room.news.left", name=old.name, bot=new.name)
    if after.host != before.host and after.host is not None:
        own = "you_host" if after.host == after.you else "host"
        yield text.say(f"screens.room.news.{own}", name=after.seats[after.host].name)
    for name in after.watchers:
        if after.watchers.count(name) > before.watchers.count(name):
            yield text.say("screens.room.news.watches", name=name)
