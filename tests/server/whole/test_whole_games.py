"""Whole games of all five kinds over real sockets: everybody has the same history, with what they may not know cut out."""

from itertools import pairwise

import msgspec
import pytest

from tests.support.server.recording_client import Message
from tests.support.server.whole_game import SETTINGS, Seen, WholeGame, whole_game
from watai.engine.catalogue import GAMES
from watai.engine.game import Event, Game, Seat
from watai.protocol.replay import Numbered
from watai.server.audit.recheck import recheck

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize("game", list(SETTINGS))


def truth(played: WholeGame) -> tuple[Game, list[Numbered]]:
    """The game after its end, and every event of it, uncut."""
    steps = [(match, list(events)) for match, events in played.again()]
    return steps[-1][0].game, [each for _, events in steps for each in events]


def as_message(game: Game, numbered: Numbered, seat: Seat | None) -> Message:
    event: Event | None = game.tell(numbered.event, seat)
    name = "" if event is None else type(event).__name__
    data = msgspec.to_builtins(event)
    said = {"type": "event", "seq": numbered.seq, "t": numbered.t, "event": name, "data": data}
    return said if numbered.race is None else {**said, "race": msgspec.to_builtins(numbered.race)}


def history(seen: Seen) -> list[Message]:
    return [plain(said) for said in seen.told("event")]


def plain(said: Message) -> Message:
    """The same from either decoder: msgpack and JSON both give lists where the engine has tuples."""
    converted: Message = msgspec.json.decode(msgspec.json.encode(said))
    return converted


def test_every_game_of_the_house_is_played_here() -> None:
    assert set(SETTINGS) == set(GAMES)


@every_game
def test_everybody_is_told_what_happened_as_they_may_know_it(game: str) -> None:
    played = whole_game(game)
    rules, events = truth(played)
    for seen in played.seen:
        told = history(seen)
        expected = [plain(as_message(rules, each, seen.seat)) for each in events]
        assert told == expected[-len(told) :], seen.name


@every_game
def test_the_game_can_be_verified(game: str) -> None:
    counts = recheck(whole_game(game).finished)
    assert counts.shuffles
    assert bool(counts.decisions) == GAMES[game].game.races


@every_game
def test_numbers_have_no_gap_and_time_grows_strictly(game: str) -> None:
    played = whole_game(game)
    _, events = truth(played)
    for seen in played.seen:
        told, view = seen.told("event"), seen.told("view")[0]
        assert [each["seq"] for each in told] == list(range(view["seq"] + 1, len(events) + 1))
        times = [view["t"], *(each["t"] for each in told)]
        assert all(earlier < later for earlier, later in pairwise(times))


@every_game
def test_all_who_see_the_same_have_the_same_history(game: str) -> None:
    """In an open game that is everybody; in others the seats differ in what is secret and in nothing else."""
    played = whole_game(game)
    histories = {seen.name: history(seen) for seen in played.seen}
    watching = [histories[name] for name in ("early", "restless")]
    assert watching[0] == watching[1]
    assert histories["late"] == watching[0][-len(histories["late"]) :]
    for seen in played.seen:
        if seen.seat is None:
            continue
        if GAMES[game].game.tell is Game.tell:
            assert histories[seen.name] == watching[0]
        heads = [{**each, "data": None} for each in histories[seen.name]]
        assert heads == [{**each, "data": None} for each in watching[0]]


@every_game
def test_whoever_comes_late_or_back_misses_nothing(game: str) -> None:
    played = whole_game(game)
    by_name = {seen.name: seen for seen in played.seen}
    late, restless = by_name["late"], by_name["restless"]
    assert late.told("view")[0]["seq"] > by_name["early"].told("view")[0]["seq"]
    assert 0 < len(late.told("event")) < len(by_name["early"].told("event"))
    assert [len(peer.told("view")) for peer in restless.peers] == [1, 0]
    assert all(peer.told("event") for peer in restless.peers)


@every_game
def test_a_view_is_the_table_after_its_number(game: str) -> None:
    played = whole_game(game)
    tables: dict[tuple[int, Seat | None], list[object]] = {}  # not every move causes an event
    for match, _ in played.again():
        for seen in played.seen:
            view = plain({"view": match.game.view(seen.seat)})["view"]
            tables.setdefault((match.seq, seen.seat), []).append(view)
    for seen in played.seen:
        for view in seen.told("view"):
            assert plain(view)["view"] in tables[view["seq"], seen.seat]


@every_game
def test_the_replay_is_what_a_spectator_was_told(game: str) -> None:
    played = whole_game(game)
    [early] = [seen for seen in played.seen if seen.name == "early"]
    [replay] = early.told("replay")
    events = [plain({"type": "event", **each}) for each in replay["events"]]
    told = history(early)
    assert events[-len(told) :] == told
    assert [each["seq"] for each in events] == list(range(1, len(events) + 1))


@every_game
def test_every_connection_ends_with_a_goodbye(game: str) -> None:
    for seen in whole_game(game).seen:
        last = seen.peers[-1]
        assert last.heard[-1].said["type"] == "goodbye"
        assert last.heard[-1].said["resume"]
        assert last.closed == 1001
