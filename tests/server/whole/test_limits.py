"""Every limit, met: what is allowed up to it, and what happens beyond."""

import dataclasses
import gc
import inspect
from importlib import import_module
from pathlib import Path
from weakref import finalize

import pytest
import trio

from tests.support.server.players import players, sit_down
from tests.support.server.raw_client import KEY, Closed, RawClient
from tests.support.server.server_process import PATIENCE, Serving, serving
from watai.protocol.codec import JSON
from watai.protocol.errors import TooSlow
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import (
    Chat,
    Create,
    Done,
    FetchReplay,
    Goodbye,
    Join,
    Leave,
    Ping,
    Refused,
    Resume,
    Said,
    Watch,
)
from watai.server.dispatch import dispatcher, slow_replies
from watai.server.ops import heartbeat
from watai.server.rooms import sessions
from watai.server.settings.limits import Limits
from watai.server.transport import closing, connection, handshake

SLOW = "127.0.0.3"

TESTED: dict[str, str] = {
    "messages_per_second": "transport.test_rate_limit.test_tokens_come_back_at_their_rate",
    "burst_messages": "whole.test_limits.test_a_flooder_is_closed_after_its_burst",
    "send_buffer_bytes": "whole.test_limits.test_a_slow_reader_is_closed_and_gets_everything_when_it_comes_back",
    "outbox_bytes": "whole.test_limits.test_a_slow_reader_is_closed_and_gets_everything_when_it_comes_back",
    "outbox_total_bytes": "whole.test_limits.test_hole_16_the_fullest_outbox_goes_when_all_are_too_much",
    "connections": "whole.test_limits.test_connections_in_all",
    "connections_per_address": "whole.test_limits.test_connections_per_address",
    "handshakes": "whole.test_limits.test_hole_16_too_many_handshakes_cost_the_oldest",
    "rooms": "whole.test_limits.test_rooms_in_all",
    "rooms_per_guest": "whole.test_limits.test_rooms_of_one_guest",
    "spectators_per_room": "whole.test_limits.test_spectators_of_one_room",
    "handshake_seconds": "whole.test_limits.test_a_hello_has_to_come_in_time",
    "silence_seconds": "whole.test_limits.test_a_half_open_peer_is_closed",
    "hold_seconds": "rooms.test_departures.test_an_abandoned_seat_is_held_and_then_played_by_a_bot",
    "empty_game_seconds": "rooms.test_presence.test_a_running_match_waits_a_day_for_its_players",
    "empty_room_seconds": "rooms.test_presence.test_a_room_without_a_match_is_closed_soon_after_everybody_has_gone",
    "stop_seconds": "whole.test_limits.test_a_stop_does_not_wait_for_ever",
    "journal_failing_seconds": "ops.test_prometheus.test_a_journal_that_stays_broken_stops_the_server",
    "guest_days": "rooms.test_sessions.test_guests_are_forgotten_after_guest_days",
    "guests": "rooms.test_sessions.test_hole_2_the_longest_absent_stranger_makes_way_for_a_new_guest",
    "new_guests_per_address": "rooms.test_sessions.test_hole_7_new_guests_from_one_address",
    "new_rooms_per_address": "rooms.test_room_list.test_hole_7_rooms_opened_from_one_address",
    "wrong_codes_per_address": "rooms.test_room_list.test_hole_10_wrong_codes_from_one_address",
    "history_events": "rooms.test_room_life.test_resume_within_the_ring_and_beyond",
    "bot_speed": "rooms.test_room_life.test_bots_play_as_fast_as_the_house_wants",
    "bot_processes": "bots.test_bot_pool.test_strong_bots_play_a_whole_game_in_a_process_of_their_own",
}

CONSTANTS: dict[str, str] = {
    "transport.connection.MESSAGE_BYTES": "whole.test_limits.test_a_message_may_be_as_long_as_the_limit",
    "transport.handshake.HEAD_BYTES": "whole.test_limits.test_a_request_may_be_as_long_as_the_limit",
    "transport.pages.DOWNLOAD_SECONDS": "transport.test_pages.test_a_peer_that_does_not_read_is_given_up",
    "ops.heartbeat.PING_AFTER": "whole.test_limits.test_a_silent_peer_is_pinged_and_lives_by_its_pongs",
    "ops.heartbeat.IDLE_SECONDS": "whole.test_limits.test_who_is_in_no_room_and_says_nothing_is_sent_home",
    "transport.closing.GOODBYE_SECONDS": "whole.test_limits.test_a_slow_reader_is_closed_and_gets_everything_when_it_comes_back",
    "transport.address_limits.ADDRESSES": "transport.test_address_limits.test_hole_7_the_table_of_addresses_is_bounded",
    "transport.address_limits.NEW_GUESTS_PER_SECOND": "rooms.test_sessions.test_hole_7_new_guests_from_one_address",
    "transport.address_limits.NEW_ROOMS_PER_SECOND": "rooms.test_room_list.test_hole_7_rooms_opened_from_one_address",
    "transport.address_limits.WRONG_CODES_PER_SECOND": "rooms.test_room_list.test_hole_10_wrong_codes_from_one_address",
    "dispatch.dispatcher.GUESS_MESSAGES": "whole.test_limits.test_guessing_room_codes_is_dear",
    "dispatch.dispatcher.ENTRY_MESSAGES": "whole.test_limits.test_entering_and_leaving_in_turn_is_dear",
    "dispatch.handlers.entry.RESUMED_EVENTS": "match.test_view_frames.test_events_told_again_have_their_price",
    "dispatch.slow_replies.WAITING_REPLAYS": "whole.test_limits.test_replays_are_told_one_after_the_other_and_not_too_many_wait",
    "dispatch.unwritten.UNSTORED_PASSES": "dispatch.test_unwritten.test_nothing_is_read_while_too_many_passes_wait",
    "dispatch.unwritten.UNSTORED_BYTES": "dispatch.test_unwritten.test_nothing_is_read_while_too_many_bytes_wait",
    "rooms.announcements.PER_SECOND": "rooms.test_announcements.test_hole_6_leaving_and_entering_in_turn_is_told_only_so_often_a_second",
    "rooms.announcements.BURST": "rooms.test_announcements.test_hole_6_leaving_and_entering_in_turn_is_told_only_so_often_a_second",
    "rooms.room_list.ROOMS_PER_PAGE": "rooms.test_room_list.test_hole_7_rooms_come_in_pages",
    "rooms.room_list.FOLLOWERS": "rooms.test_room_list.test_hole_7_followers_and_their_messages_are_bounded",
    "rooms.room_journal.WAITING_RECORDS": "rooms.test_room_journal.test_the_records_of_a_waiting_room_are_bounded",
    "rooms.host_rights.BANS": "rooms.test_kick.test_bans_are_bounded",
    "rooms.names.NAME_CHARACTERS": "rooms.test_names.test_a_name_has_as_many_characters_as_the_limit",
    "rooms.names.CHAT_CHARACTERS": "rooms.test_names.test_a_line_of_chat_has_as_many_characters_as_the_limit",
    "rooms.sessions.REMEMBERED_ANSWERS": "whole.test_limits.test_an_answer_that_is_no_longer_remembered",
    "rooms.sessions.ABSENT_ANSWERS": "rooms.test_sessions.test_hole_2_an_absent_guest_costs_few_answers_and_no_meter",
    "rooms.sessions.STRANGER_SECONDS": "rooms.test_sessions.test_hole_2_a_stranger_is_forgotten_minutes_after_its_connection_is_gone",
    "rooms.sessions.ABSENT_STRANGERS": "rooms.test_sessions.test_hole_2_only_so_many_absent_strangers_are_remembered",
}


def test_every_limit_is_tested() -> None:
    fields = {field.name for field in dataclasses.fields(Limits)}
    assert fields == set(TESTED)
    for field, where in TESTED.items():
        assert field in _source(where), f"{where} does not set {field}"


@pytest.mark.parametrize("constant", CONSTANTS)
def test_every_constant_is_tested(constant: str) -> None:
    module, _, name = constant.rpartition(".")
    assert getattr(import_module(f"watai.server.{module}"), name) > 0
    assert name in _source(CONSTANTS[constant])


def _source(where: str) -> str:
    """The lines of a test."""
    module, _, name = where.rpartition(".")
    return inspect.getsource(getattr(import_module(f"tests.server.{module}"), name))


async def peers(server: Serving, count: int) -> list[RawClient]:
    return [await RawClient.guest(server) for _ in range(count)]


async def hang_up(*everybody: RawClient) -> None:
    for peer in everybody:
        await peer.aclose()


# messages


async def test_a_message_may_be_as_long_as_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MESSAGE_BYTES", 300)
    async with serving(tmp_path) as server:
        peer = await RawClient.guest(server)
        longest = JSON.encode(Ping(1)).ljust(300)
        await peer.send(masked_frame(Opcode.TEXT, longest, KEY))
        assert await peer.answer(1) == Done(1)
        await peer.send(masked_frame(Opcode.TEXT, longest + b" ", KEY))
        assert (await peer.until_closed()).code == 1009
        await hang_up(peer)


async def test_a_request_may_be_as_long_as_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handshake, "HEAD_BYTES", 600)
    async with serving(tmp_path) as server:
        for padding, status in (100, 101), (600, 431):
            peer = await RawClient.dial(server)
            assert await peer.request(f"X-Padding: {'x' * padding}\r\n", JSON.name) == status
            await hang_up(peer)


async def test_guessing_room_codes_is_dear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "GUESS_MESSAGES", 10)
    limits = Limits(burst_messages=35, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.guest(server)
        for number in range(1, 5):
            await peer.send(masked_frame(Opcode.TEXT, JSON.encode(Join(number, "AB-CDE")), KEY))
        assert (await peer.until_closed()).code == 1008
        await hang_up(peer)


async def test_entering_and_leaving_in_turn_is_dear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "ENTRY_MESSAGES", 10)
    limits = Limits(burst_messages=45, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        host, peer = await peers(server, 2)
        done = await host.ask(Create, "wapi", 2)
        assert isinstance(done, Done)
        code = done.code or ""
        for _ in range(2):
            assert isinstance(await peer.ask(Watch, code), Done)
            assert isinstance(await peer.ask(Leave), Done)
        await peer.say(Watch(9, code))
        assert (await peer.until_closed()).code == 1008
        await hang_up(host, peer)


async def test_entering_is_dear_also_within_one_burst(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All in one piece: the first that costs too much is the last that is carried out."""
    monkeypatch.setattr(dispatcher, "ENTRY_MESSAGES", 10)
    limits = Limits(burst_messages=100, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        host, peer = await peers(server, 2)
        done = await host.ask(Create, "wapi", 2)
        assert isinstance(done, Done)
        code = done.code or ""
        turns = [Watch(n, code) if n % 2 else Leave(n) for n in range(1, 91)]
        await peer.send(b"".join(map(peer.framed, turns)))
        assert (await peer.until_closed()).code == 1008
        assert peer.told[Done] <= 2
        await hang_up(host, peer)


FLOODS = {
    "messages": JSON.encode(Ping(1)),
    "pings": b"",
    "pongs": b"",
    "fragments": b"",
}
KINDS = {"messages": 0x81, "pings": 0x89, "pongs": 0x8A, "fragments": 0x00}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_flooder_is_closed_after_its_burst(tmp_path: Path, kind: str) -> None:
    limits = Limits(burst_messages=20, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.guest(server)  # the hello was the first
        frame = bytes([KINDS[kind]]) + masked_frame(Opcode.TEXT, FLOODS[kind], KEY)[1:]
        first = b"\x01" + masked_frame(Opcode.TEXT, b"", KEY)[1:] if kind == "fragments" else frame
        await peer.send(first + frame * 18)
        if kind == "fragments":
            await peer.send(b"\x80" + masked_frame(Opcode.TEXT, b"", KEY)[1:])
        else:
            await peer.say(Ping(2))
        goodbye = await peer.until(Goodbye)
        assert goodbye.code == 1008
        assert (await peer.until_closed()).code == 1008
        await hang_up(peer)


async def test_a_flood_of_pings_is_answered_to_the_last(tmp_path: Path) -> None:
    """Frames are free here: whatever wsproto is given, it has answered when the read is over."""
    limits = Limits(burst_messages=10**9, messages_per_second=1e9)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.guest(server)
        flood = masked_frame(Opcode.PING, b"x" * 100, KEY) * 5_000
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.send, flood)
            for _ in range(5_000):
                frame = await peer.frame()
                assert frame == (Opcode.PONG, b"x" * 100)
        await hang_up(peer)


async def test_an_answer_that_is_no_longer_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "REMEMBERED_ANSWERS", 3)
    async with serving(tmp_path) as server:
        peer = await RawClient.guest(server)
        for number in range(1, 6):
            await peer.say(Ping(number))
            assert await peer.answer(number) == Done(number)
        await peer.say(Create(2, "wapi", 2))
        answer = await peer.answer(2)
        assert isinstance(answer, Refused)
        assert answer.code == "number/old"
        await peer.say(Create(3, "wapi", 2))
        assert await peer.answer(3) == Done(3)
        assert not server.app.loop.lobby.rooms
        await hang_up(peer)


# replays


async def test_replays_are_told_one_after_the_other_and_not_too_many_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_replies, "WAITING_REPLAYS", 2)
    async with serving(tmp_path) as server:
        (peer,) = await peers(server, 1)
        asked = range(1, 6)
        await peer.send(b"".join(peer.framed(FetchReplay(n, "no such game")) for n in asked))
        answers = [await peer.answer(n) for n in (3, 4, 5, 1, 2)]
        codes = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert codes == ["limit/busy"] * 3 + ["game/not_found"] * 2
        await hang_up(peer)


# slow readers


async def test_a_slow_reader_is_closed_and_gets_everything_when_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # however busy the machine, there is time for the last words
    monkeypatch.setattr(closing, "GOODBYE_SECONDS", 60)
    limits = Limits(
        outbox_bytes=65_536,
        send_buffer_bytes=32_768,
        messages_per_second=1e6,
        burst_messages=10**6,
    )
    async with serving(tmp_path, limits) as server, players(server.url, 1) as (listener,):
        code = await sit_down([listener], seats=3)
        talker = await RawClient.guest(server)
        assert isinstance(await talker.ask(Join, code), Done)
        slow = await RawClient.dial(server, receive_buffer=32_768, source=SLOW)
        await slow.shake_hands()
        token = (await slow.hello()).token
        assert isinstance(await slow.ask(Join, code), Done)
        (connected,) = [each for each in server.app.loop.connections if each.channel.peer == SLOW]
        lines = 0
        while connected.fault is None:
            batch = range(1_000 + lines, 1_020 + lines)
            lines += len(batch)
            await talker.send(b"".join(talker.framed(Chat(n, "\U0001f600" * 300)) for n in batch))
            await talker.answer(batch[-1])
        await listener.do(Chat, "it does not hear this")
        await listener.until(lambda player: len(player.said) == lines + 1)
        goodbye, heard = await slow.until(Goodbye), slow.told[Said]
        assert goodbye.resume
        assert (await slow.until_closed()).code == 4008
        assert heard <= lines
        again = await RawClient.dial(server)
        await again.shake_hands()
        await again.hello(token=token)
        assert isinstance(await again.ask(Resume, code, -1), Done)
        await listener.do(Chat, "welcome back")
        assert (await again.until(Said)).text == "welcome back"
        await hang_up(slow, again, talker)


async def test_hole_16_the_fullest_outbox_goes_when_all_are_too_much(tmp_path: Path) -> None:
    limits = Limits(
        outbox_total_bytes=200_000,
        outbox_bytes=10**9,
        send_buffer_bytes=32_768,
        messages_per_second=1e6,
        burst_messages=10**6,
    )
    async with serving(tmp_path, limits) as server:
        talker, reader = await peers(server, 2)
        created = await talker.ask(Create, "wapi", 3)
        assert isinstance(created, Done)
        slow = await RawClient.dial(server, receive_buffer=32_768, source=SLOW)
        await slow.shake_hands()
        await slow.hello()
        for peer in (slow, reader):
            assert isinstance(await peer.ask(Join, created.code), Done)
        (connected,) = [each for each in server.app.loop.connections if each.channel.peer == SLOW]
        lines = 0
        while connected.fault is None:
            assert sum(each.channel.waiting for each in server.app.loop.connections) <= 200_000
            batch = range(1_000 + lines, 1_020 + lines)
            lines += len(batch)
            await talker.send(b"".join(talker.framed(Chat(n, "\U0001f600" * 300)) for n in batch))
            await talker.answer(batch[-1])
            while reader.told[Said] < lines:
                await reader.hear()
        assert isinstance(connected.fault, TooSlow)
        assert connected.channel.waiting == 0
        assert isinstance(await reader.ask(Ping), Done)
        await talker.say(Ping(1_000 + lines))
        assert isinstance(await talker.answer(1_000 + lines), Done)
        await hang_up(slow, talker, reader)


# connections


async def test_connections_in_all(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(connections=3)) as server:
        everybody = await peers(server, 3)
        late = await RawClient.dial(server)
        assert await late.request(subprotocol=JSON.name) == 0
        await everybody[0].aclose()
        await everybody[1].ask(Ping)
        while len(server.app.loop.connections) == 3:
            await trio.lowlevel.checkpoint()
        await hang_up(late, *everybody[1:], await RawClient.guest(server))


async def test_hole_16_too_many_handshakes_cost_the_oldest(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshakes=3, handshake_seconds=PATIENCE)) as server:
        guest = await RawClient.guest(server)  # does not count: it has said hello
        silent, slow, late = [await RawClient.dial(server) for _ in range(3)]
        await late.shake_hands()
        newest = await RawClient.guest(server)
        assert await silent.rest() == b""
        await slow.shake_hands()
        await slow.hello()
        others = [await RawClient.dial(server) for _ in range(3)]
        assert await late.until_closed() == Closed(1006)
        for peer in (guest, newest, slow):
            assert isinstance(await peer.ask(Ping), Done)
        failed = server.app.loop.counters.handshakes_failed
        assert failed == {("request", "evicted"): 1, ("hello", "evicted"): 1}
        await hang_up(guest, silent, slow, late, newest, *others)


async def test_connections_per_address(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(connections_per_address=2)) as server:
        everybody = await peers(server, 2)
        late = await RawClient.dial(server)
        assert await late.request(subprotocol=JSON.name) == 0
        elsewhere = await RawClient.dial(server, source="127.0.0.2")
        await elsewhere.shake_hands()
        await hang_up(late, elsewhere, *everybody)


async def test_a_hello_has_to_come_in_time(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshake_seconds=0.2)) as server:
        nothing, half = await RawClient.dial(server), await RawClient.dial(server)
        await half.send(b"GET / HTTP/1.1\r\nHost:")
        all_but_hello = await RawClient.let_in(server)
        assert await nothing.rest() == await half.rest() == b""
        assert (await all_but_hello.until_closed()).code == 1002
        await hang_up(nothing, half, all_but_hello)


async def test_a_silent_peer_is_pinged_and_lives_by_its_pongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "PING_AFTER", 0.1)
    async with serving(tmp_path, Limits(silence_seconds=0.5)) as server:
        peer = await RawClient.guest(server)
        for _ in range(20):  # a second in all: twice the silence that would be its end
            frame = await peer.frame()
            assert frame is not None
            opcode, payload = frame
            assert opcode == Opcode.PING
            await peer.send(masked_frame(Opcode.PONG, payload, KEY))
        assert await peer.ask(Ping) == Done(1)
        await hang_up(peer)


async def test_a_half_open_peer_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(silence_seconds=0.3)) as server:
        peer = await RawClient.guest(server)
        peer.answers_pings = peer.answers_close = False
        goodbye = await peer.until(Goodbye)
        assert goodbye.resume
        assert (await peer.until_closed()).code == 4008
        await hang_up(peer)


async def test_who_is_in_no_room_and_says_nothing_is_sent_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "IDLE_SECONDS", 0.3)
    monkeypatch.setattr(heartbeat, "PING_AFTER", 0.0025)
    async with serving(tmp_path) as server:
        idler, player = await peers(server, 2)
        assert isinstance(await player.ask(Create, "wapi", 2), Done)
        assert (await idler.until(Goodbye)).code == 1000
        assert (await idler.until_closed()).code == 1000
        assert isinstance(await player.ask(Ping), Done)
        await hang_up(idler, player)


async def test_a_stop_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "GOODBYE_SECONDS", 3_600)
    async with serving(tmp_path, Limits(stop_seconds=0.1)) as server:
        peer = await RawClient.guest(server)
        peer.answers_close = False
        server.app.stop()
        assert (await peer.until_closed()).code == 1001
        assert await peer.frame() is None
        await server.ended.wait()
        await hang_up(peer)


# rooms


async def test_rooms_in_all(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(rooms=2)) as server:
        first, second, third = await peers(server, 3)
        assert isinstance(await first.ask(Create, "wapi", 2), Done)
        assert isinstance(await second.ask(Create, "wapi", 2), Done)
        refused = await third.ask(Create, "wapi", 2)
        assert isinstance(refused, Refused)
        assert refused.code == "limit/rooms"
        await hang_up(first, second, third)


async def test_rooms_of_one_guest(tmp_path: Path) -> None:
    limits = Limits(rooms_per_guest=2, empty_room_seconds=0.2, burst_messages=10**6)
    async with serving(tmp_path, limits) as server:
        peer, *watchers = await peers(server, 3)
        for watcher in watchers:  # as long as somebody is there a room is not closed
            created = await peer.ask(Create, "wapi", 2)
            assert isinstance(created, Done)
            assert isinstance(await watcher.ask(Watch, created.code), Done)
            assert isinstance(await peer.ask(Leave), Done)
        refused = await peer.ask(Create, "wapi", 2)
        assert isinstance(refused, Refused)
        assert refused.code == "limit/rooms"
        await hang_up(*watchers)
        while server.app.loop.lobby.rooms:  # closed empty rooms count no more
            await peer.ask(Ping)
        assert isinstance(await peer.ask(Create, "wapi", 2), Done)
        await hang_up(peer)


async def test_spectators_of_one_room(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(spectators_per_room=2)) as server:
        host, *watchers = await peers(server, 4)
        created = await host.ask(Create, "wapi", 2)
        assert isinstance(created, Done)
        answers = [await watcher.ask(Watch, created.code) for watcher in watchers]
        assert [type(answer) for answer in answers] == [Done, Done, Refused]
        assert isinstance(answers[2], Refused)
        assert answers[2].code == "limit/spectators"
        assert isinstance(await watchers[0].ask(Leave), Done)
        assert isinstance(await watchers[2].ask(Watch, created.code), Done)
        await hang_up(host, *watchers)


@pytest.mark.parametrize("polite", [True, False])
async def test_hole_2_a_closed_connection_leaves_nothing_to_the_garbage_collector(
    tmp_path: Path, polite: bool
) -> None:
    """On a busy server the collector looks at all objects once an hour only."""
    gc.disable()
    try:
        async with serving(tmp_path) as server:
            peer = await RawClient.guest(server)
            gone = trio.Event()
            finalize(next(iter(server.app.loop.connections)), gone.set)
            if polite:
                await peer.send(masked_frame(Opcode.CLOSE, b"\x03\xe8", KEY))
                assert (await peer.until_closed()).code == 1000
            await peer.aclose()
            await gone.wait()
    finally:
        gc.enable()
