"""Peers that break the protocol, from the first byte to the last: each is told what was wrong, with the right code, and cut off."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.server.raw_client import KEY, Closed, RawClient
from tests.support.server.server_process import PATIENCE, Serving, serving
from watai.protocol.codec import JSON, MSGPACK
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import (
    Chat,
    Create,
    Done,
    Goodbye,
    Hello,
    Join,
    Ping,
    Refused,
    Start,
)
from watai.server.clock import Nanos
from watai.server.rooms.sessions import NUMBERS
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.usefixtures("_no_server_bug")


@pytest.fixture
def _no_server_bug(caplog: pytest.LogCaptureFixture) -> object:
    """No misbehaviour of a peer may look like a bug of ours."""
    yield
    bugs = [record for record in caplog.records if record.levelname == "ERROR"]
    assert not bugs, bugs


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Serving]:
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE)) as running:
        yield running


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Serving]:
    """A server that waits for nobody."""
    async with serving(tmp_path, Limits(handshake_seconds=0.2)) as running:
        yield running


async def last_words(peer: RawClient) -> tuple[Goodbye | None, Closed]:
    """The goodbye, if there was one, and the end. Nothing may come after either."""
    goodbye: Goodbye | None = None
    while not isinstance(message := await peer.hear(), Closed):
        assert goodbye is None, message
        goodbye = message if isinstance(message, Goodbye) else None
    assert await peer.frame() is None
    await peer.aclose()
    return goodbye, message


# before the WebSocket


async def test_no_common_subprotocol_is_told_what_we_speak(server: Serving) -> None:
    peer = await RawClient.dial(server)
    assert await peer.request(subprotocol="chat.v9") == 400
    body = await peer.rest()
    assert b"watai.v1.msgpack, watai.v1.json" in body
    await peer.aclose()


async def test_no_subprotocol_at_all_is_told_the_same(server: Serving) -> None:
    peer = await RawClient.dial(server)
    assert await peer.request() == 400
    assert b"watai.v1.json" in await peer.rest()
    await peer.aclose()


@pytest.mark.parametrize(
    "key", ["x", "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "!" * 24]
)
async def test_a_key_that_is_not_16_bytes_in_base64_is_refused_in_words(
    server: Serving, key: str
) -> None:
    peer = await RawClient.dial(server)
    lines = [f"Sec-WebSocket-Key: {key}", f"Sec-WebSocket-Protocol: {JSON.name}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    await peer.send("\r\n".join(["GET / HTTP/1.1", "Host: test", *lines, "", ""]).encode())
    assert await peer.status() == 400
    assert "16 bytes in base64" in (await peer.rest()).decode()
    await peer.aclose()


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Sec-WebSocket-Version: 13", 400),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", 400),
        ("Connection: Upgrade", 400),
    ],
)
async def test_a_request_without_a_field_is_told_which(
    server: Serving, line: str, status: int
) -> None:
    lines = ["Host: test", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    lines.remove(line)
    peer = await RawClient.dial(server)
    await peer.send("\r\n".join(["GET / HTTP/1.1", *lines, "", ""]).encode())
    assert await peer.status() == status
    assert line.partition(":")[0].lower() in (await peer.rest()).decode().lower()
    await peer.aclose()


async def test_another_version_of_websockets_is_told_ours(server: Serving) -> None:
    peer = await RawClient.dial(server)
    await peer.send(
        b"GET / HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    answered = (await peer.rest()).lower()
    assert b"sec-websocket-version: 13" in answered
    assert b"has to be 13" in answered
    assert b"missing" not in answered
    await peer.aclose()


async def test_hole_16_a_browser_that_just_looks_is_told_what_this_is(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE), web="off") as server:
        peer = await RawClient.dial(server)
        await peer.send(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        head, _, body = (await peer.rest()).partition(b"\r\n\r\n")
        await peer.aclose()
    fields = head.lower().split(b"\r\n")
    assert fields[0] == b"http/1.1 426 upgrade required"
    assert {b"connection: close", b"upgrade: websocket"} <= set(fields)
    assert b"content-length: %d" % len(body) in fields
    assert "Wataï Arena" in body.decode()
    assert "watai host --server" in body.decode()
    assert "Pour jouer ici" in body.decode()


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://test", 101),  # the host of the request
        ("https://TEST", 101),
        ("https://games.example.org", 101),
        ("https://other.example.org:8443", 101),
        ("https://games.example.org:8443", 403),
        ("https://evil.example", 403),
        ("http://test.evil.example", 403),
        ("ftp://test", 403),
        ("null", 403),
        ("", 403),
    ],
)
async def test_hole_16_a_page_of_another_site_may_not_connect_unless_it_is_listed(
    tmp_path: Path, origin: str, status: int
) -> None:
    listed = "https://Games.example.org https://other.example.org:8443"
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE), origin=listed) as server:
        peer = await RawClient.dial(server)
        assert await peer.request(f"Origin: {origin}\r\n", JSON.name) == status
        if status == 403:
            assert "--origin" in (await peer.rest()).decode()
        await peer.aclose()


async def test_a_server_may_let_every_page_connect(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE), origin="*") as server:
        peer = await RawClient.dial(server)
        assert await peer.request("Origin: https://evil.example\r\n", JSON.name) == 101
        await peer.aclose()


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"\r\n\r\n\r\n\r\n", b"x\r\n\r\n"]
)
async def test_bytes_that_are_no_http_end_the_connection(server: Serving, garbage: bytes) -> None:
    peer = await RawClient.dial(server)
    await peer.send(garbage)
    assert await peer.status() in (0, 400)
    await peer.rest()
    await peer.aclose()


@pytest.mark.parametrize("size", [20_000, 200_000])
async def test_an_endless_request_is_cut_short(server: Serving, size: int) -> None:
    peer = await RawClient.dial(server)
    assert await peer.request(f"X-Endless: {'x' * size}\r\n", JSON.name) == 431
    await peer.rest()
    await peer.aclose()


async def test_a_request_that_never_ends_and_one_that_hangs_up(hasty: Serving) -> None:
    slow, gone = await RawClient.dial(hasty), await RawClient.dial(hasty)
    await slow.send(b"GET / HTTP/1.1\r\n")
    await gone.send(b"GET / HTTP/1.1\r\n")
    await gone.aclose()
    assert await slow.rest() == b""
    await slow.aclose()
    await hasty.app.loop.empty()


# before the hello


async def test_no_hello_in_time(hasty: Serving) -> None:
    peer = await RawClient.let_in(hasty)
    goodbye, closed = await last_words(peer)
    assert goodbye is not None
    assert closed.code == goodbye.code == 1002
    assert "hello" in closed.why


async def test_another_message_before_hello(server: Serving) -> None:
    peer = await RawClient.dial(server)
    await peer.shake_hands()
    await peer.say(Ping(1))
    goodbye, closed = await last_words(peer)
    assert goodbye is not None
    assert (goodbye.code, closed.code) == (1002, 1002)


async def test_a_second_hello(server: Serving) -> None:
    peer = await RawClient.guest(server)
    await peer.say(Hello(1, "Ada"))
    assert (await last_words(peer))[1].code == 1002


async def test_a_version_we_do_not_speak(server: Serving) -> None:
    peer = await RawClient.dial(server)
    await peer.shake_hands()
    await peer.say(Hello(2, "Ada"))
    goodbye, closed = await last_words(peer)
    assert goodbye is not None
    assert "version 1, not 2" in goodbye.why
    assert not goodbye.resume
    assert closed.code == 4005


async def test_a_token_nobody_gave_opens_nothing(server: Serving) -> None:
    first = await RawClient.dial(server)
    await first.shake_hands()
    known = await first.hello()
    session, _, _ = known.token.partition(".")
    for token in (session, f"{session}.", f"{session}.x", ".", "nobody.x", "\u0000", "é" * 900):
        thief = await RawClient.dial(server)
        await thief.shake_hands()
        assert (await thief.hello(token=token)).session != known.session
        await thief.aclose()
    await first.aclose()


# frames


MISSHAPEN: dict[str, tuple[bytes, int]] = {
    "binary on a JSON connection": (masked_frame(Opcode.BINARY, b"{}", KEY), 1007),
    "text that is no JSON": (masked_frame(Opcode.TEXT, b"hello?", KEY), 1007),
    "an unknown message": (masked_frame(Opcode.TEXT, b'{"type":"cheat","n":1}', KEY), 1007),
    "a field too many": (masked_frame(Opcode.TEXT, b'{"type":"ping","n":1,"x":1}', KEY), 1007),
    "a number that is none": (masked_frame(Opcode.TEXT, b'{"type":"ping","n":"1"}', KEY), 1007),
    "a number beyond all": (masked_frame(Opcode.TEXT, b'{"type":"ping","n":%d}' % 2**70, KEY), 1007),
    "a number below none": (masked_frame(Opcode.TEXT, b'{"type":"ping","n":-1}', KEY), 1007),
    "nested without end": (masked_frame(Opcode.TEXT, b"[" * 4000, KEY), 1007),
    "bad UTF-8": (masked_frame(Opcode.TEXT, b'{"type":"ping","n":1}\xff', KEY), 1007),
    "half a surrogate": (masked_frame(Opcode.TEXT, b'{"type":"chat","n":1,"text":"\xed\xa0\x80"}', KEY), 1007),
    "no mask": (b"\x81\x02{}", 1002),
    "a reserved bit": (b"\xc1" + masked_frame(Opcode.TEXT, b"{}", KEY)[1:], 1002),
    "a reserved opcode": (b"\x83" + masked_frame(Opcode.TEXT, b"{}", KEY)[1:], 1002),
    "a continuation of nothing": (b"\x80" + masked_frame(Opcode.TEXT, b"{}", KEY)[1:], 1002),
    "a fragmented ping": (b"\x09" + masked_frame(Opcode.PING, b"", KEY)[1:], 1002),
    "an oversized message": (masked_frame(Opcode.TEXT, b" " * 4_097, KEY), 1009),
    "a huge message": (masked_frame(Opcode.TEXT, b" " * 300_000, KEY), 1009),
    "oversized in pieces": (
        b"\x01" + masked_frame(Opcode.TEXT, b" " * 100, KEY)[1:]
        + (b"\x00" + masked_frame(Opcode.TEXT, b" " * 100, KEY)[1:]) * 50,
        1009,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISSHAPEN)
async def test_a_misshapen_frame(server: Serving, what: str) -> None:
    data, code = MISSHAPEN[what]
    peer = await RawClient.guest(server)
    await peer.send(data)
    assert (await peer.until_closed()).code == code
    await peer.aclose()


async def test_text_on_a_msgpack_connection(server: Serving) -> None:
    peer = await RawClient.guest(server, codec=MSGPACK)
    await peer.send(masked_frame(Opcode.TEXT, b"{}", KEY))
    goodbye, closed = await last_words(peer)
    assert goodbye is not None
    assert closed.code == 1007


async def test_a_close_is_answered(server: Serving) -> None:
    peer = await RawClient.guest(server)
    await peer.send(masked_frame(Opcode.CLOSE, b"\x03\xe8bye", KEY))
    assert (await peer.until_closed()).code == 1000
    await peer.aclose()


async def test_a_message_in_pieces_is_a_message(server: Serving) -> None:
    peer = await RawClient.guest(server)
    whole = JSON.encode(Ping(9))
    pieces = [b"\x01" + masked_frame(Opcode.TEXT, whole[:5], KEY)[1:]]
    pieces += [masked_frame(Opcode.PING, b"between", KEY)]
    pieces += [b"\x80" + masked_frame(Opcode.TEXT, whole[5:], KEY)[1:]]
    for byte in b"".join(pieces):
        await peer.send(bytes([byte]))
    assert await peer.answer(9) == Done(9)
    await peer.aclose()


# numbers


async def test_a_repeated_number_gets_the_same_answer_and_nothing_is_done_twice(
    server: Serving,
) -> None:
    peer = await RawClient.guest(server)
    created = await peer.ask(Create, "wapi", 2)
    assert isinstance(created, Done)
    refused = await peer.ask(Start)
    for _ in range(3):
        await peer.say(Create(created.n, "wapi", 2))
        assert await peer.answer(created.n) == created
        await peer.say(Start(refused.n))
        assert await peer.answer(refused.n) == refused
    assert len(server.app.loop.lobby.rooms) == 1
    await peer.say(Chat(7, "once"))
    await peer.say(Chat(7, "once"))
    assert await peer.answer(7) == await peer.answer(7) == Done(7)
    await peer.aclose()


async def test_a_smaller_number_than_the_last_is_new_if_it_was_never_used(server: Serving) -> None:
    peer = await RawClient.guest(server)
    await peer.say(Ping(9))
    assert await peer.answer(9) == Done(9)
    await peer.say(Create(4, "wapi", 2))
    assert isinstance(await peer.answer(4), Done)
    await peer.aclose()


async def test_the_largest_number_goes_into_the_journal(server: Serving) -> None:
    """A number that the journal cannot hold would take the whole room with it."""
    peer = await RawClient.let_in(server)
    largest = (await peer.hello(token="gone.999999999.secret")).n + NUMBERS
    await peer.say(Create(largest, "wapi", 2))
    assert isinstance(await peer.answer(largest), Done)
    await peer.aclose()


async def test_a_move_with_a_number_that_nothing_can_hold(server: Serving) -> None:
    peer = await RawClient.guest(server)
    assert isinstance(await peer.ask(Create, "watai", 2, {"variants": "16"}), Done)
    assert isinstance(await peer.ask_raw("add_bot"), Done)
    assert isinstance(await peer.ask(Start), Done)
    for move in ("Say", "Place", "Name", "Slap", "Fill"):
        answer = await peer.ask_raw("act", move=move, args={"number": 2**70, "pile": 2**70})
        assert isinstance(answer, Refused)
    assert len(server.app.loop.lobby.rooms) == 1
    await peer.aclose()


# one guest, two connections


async def test_of_two_connections_with_one_token_the_newer_goes_on(server: Serving) -> None:
    older = await RawClient.dial(server)
    await older.shake_hands()
    token = (await older.hello()).token
    created = await older.ask(Create, "wapi", 2)
    assert isinstance(created, Done)
    newer = await RawClient.dial(server)
    await newer.shake_hands()
    welcome = await newer.hello(token=token)
    assert welcome.room == created.code
    goodbye, closed = await last_words(older)
    assert goodbye is not None
    assert not goodbye.resume
    assert closed.code == 4001
    await newer.say(Join(100, created.code or ""))
    assert await newer.answer(100) == Done(100, code=created.code)
    assert newer.room is not None
    assert newer.room.you == 0
    await newer.aclose()


async def test_what_the_older_connection_says_afterwards_counts_no_more(server: Serving) -> None:
    """Both arrive in one pass: the takeover, and then a join by the one taken over."""
    older = await RawClient.dial(server)
    await older.shake_hands()
    welcome = await older.hello()
    host = await RawClient.guest(server)
    created = await host.ask(Create, "wapi", 2)
    assert isinstance(created, Done)
    loop = server.app.loop
    connection = loop.login.connected[welcome.session].connection
    newer = await RawClient.dial(server)
    await newer.shake_hands()
    await newer.hello(token=welcome.token)
    loop.receive(connection, Join(5, created.code or ""), Nanos(0))
    assert (await last_words(older))[1].code == 4001
    await newer.say(Join(6, created.code or ""))
    assert isinstance(await newer.answer(6), Done)
    for each in (newer, host):
        await each.aclose()
