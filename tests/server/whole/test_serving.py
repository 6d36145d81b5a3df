"""The server as a process: it says where it is, ends when asked, and can be reached over TLS and IPv6."""

import socket
import ssl
import subprocess
from pathlib import Path

import pytest
import trio

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.players import Player, players, sit_down
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import server_process, serving
from watai.clients.conversation.lost import Lost
from watai.clients.link.link import Link
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import Chat, Create, Done, Goodbye, Join, Ping, Said
from watai.server.app import App
from watai.server.listeners import CannotStart
from watai.server.settings.config import Config
from watai.server.settings.limits import Limits
from watai.server.transport import closing


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for localhost, with its key in the same file."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate, both = folder / "key.pem", folder / "cert.pem", folder / "both.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"],
        check=True, capture_output=True,
    )  # fmt: skip
    both.write_text(key.read_text() + certificate.read_text())
    return both


@pytest.fixture
def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


async def test_a_graceful_stop_tells_everybody_and_ends_well(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, 3) as everybody:
        code = await sit_down(everybody, "wapi", {}, seats=4)
        peer = await RawClient.guest(server)
        assert isinstance(await peer.ask(Join, code), Done)
        server.terminate()
        goodbye = await peer.until(Goodbye)
        assert (goodbye.code, goodbye.resume) == (1001, True)
        assert (await peer.until_closed()).code == 1001
        await peer.aclose()
        for player in everybody:
            await player.until(lambda player: bool(player.goodbyes))
        assert await server.ended() == 0
        before = [player.link.conversation.connections for player in everybody]
        await server.start()  # and they come back by themselves
        for player, connections in zip(everybody, before, strict=True):
            await player.back(connections)
        await everybody[0].do(Chat, "here again")
        await everybody[2].until(lambda player: bool(player.said))
    assert "Traceback" not in server.log


async def test_nobody_else_gets_the_port_of_a_server_that_was_killed(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        await server.kill()
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind((server.host, server.port))
        await server.start()
        await (await RawClient.guest(server)).aclose()


async def test_a_second_signal_does_no_harm(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        peer = await RawClient.guest(server)
        peer.answers_close = False
        server.terminate()
        await peer.until(Goodbye)
        server.terminate()
        await peer.aclose()
        assert await server.ended() == 0
    assert "Traceback" not in server.log


async def test_a_client_on_tls_does_not_follow_a_server_to_plain_text(
    tmp_path: Path, certificate: Path, trusting: ssl.SSLContext
) -> None:
    async with serving(tmp_path, tls_cert=str(certificate), moved_to="ws://127.0.0.1:1") as server:
        with pytest.raises(Lost, match="not safe"):
            await Link(server.url, "Ana", tls=trusting).run()


async def test_everything_works_over_tls(
    tmp_path: Path, certificate: Path, trusting: ssl.SSLContext
) -> None:
    async with serving(tmp_path, tls_cert=str(certificate)) as server:
        peer = await RawClient.dial_tls(server, trusting)
        await peer.shake_hands()
        await peer.hello()
        created = await peer.ask(Create, "wapi", 2)
        assert isinstance(created, Done)
        async with trio.open_nursery() as nursery:
            player = Player(server.url, "Bob", MSGPACK, tls=trusting)
            await nursery.start(player.link.run)
            nursery.start_soon(player.listen)
            await player.do(Join, created.code)
            await player.do(Chat, "secretly")
            assert (await peer.until(Said)).text == "secretly"
            server.app.stop()
            assert (await peer.until(Goodbye)).code == 1001
            assert (await peer.until_closed()).code == 1001
            await player.until(lambda player: bool(player.goodbyes))
            nursery.cancel_scope.cancel()
        await peer.aclose()
        await server.ended.wait()


async def test_a_slow_reader_over_tls_is_closed_too(
    tmp_path: Path,
    certificate: Path,
    trusting: ssl.SSLContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # however busy the machine, there is time for the last words
    monkeypatch.setattr(closing, "GOODBYE_SECONDS", 60)
    limits = Limits(
        outbox_bytes=65_536,
        messages_per_second=1e6,
        burst_messages=10**6,
    )
    async with serving(tmp_path, limits, tls_cert=str(certificate)) as server:
        slow, talker = [await RawClient.dial_tls(server, trusting) for _ in range(2)]
        for peer in (slow, talker):
            await peer.shake_hands()
            await peer.hello()
        created = await talker.ask(Create, "wapi", 2)
        assert isinstance(created, Done)
        assert isinstance(await slow.ask(Join, created.code), Done)
        connected = [
            each for each, guest in server.app.loop.connections.items() if guest and guest.room
        ]
        number = 100
        while not any(each.fault for each in connected):
            lines = [talker.framed(Chat(number + each, "\U0001f600" * 300)) for each in range(4)]
            await talker.send(b"".join(lines))
            number += 4
            await talker.answer(number - 1)
        assert (await slow.until_closed()).code == 4008
        await talker.say(Ping(number))  # the server may have forgotten its first numbers
        assert isinstance(await talker.answer(number), Done)
        await slow.aclose()
        await talker.aclose()


async def test_plain_bytes_on_a_tls_port_hurt_nobody(
    tmp_path: Path, certificate: Path, trusting: ssl.SSLContext
) -> None:
    async with serving(tmp_path, tls_cert=str(certificate)) as server:
        plain = await RawClient.dial(server)
        await plain.send(b"GET / HTTP/1.1\r\n\r\n")
        await plain.rest()
        peer = await RawClient.dial_tls(server, trusting)
        await peer.shake_hands()
        await peer.hello()
        for each in (plain, peer):
            await each.aclose()


async def test_silence_on_a_tls_port_has_an_end(tmp_path: Path, certificate: Path) -> None:
    limits = Limits(handshake_seconds=0.1)
    async with serving(tmp_path, limits, tls_cert=str(certificate)) as server:
        silent = await RawClient.dial(server)
        assert await silent.rest() == b""
        await silent.aclose()


async def test_a_certificate_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.pem"
    with pytest.raises(CannotStart, match="cannot use the certificate"):
        App(Config(tls_cert=str(nothing)), MemoryJournal())


async def test_ipv6_works_like_ipv4(tmp_path: Path) -> None:
    async with serving(tmp_path, host="::1") as server:
        assert server.url.startswith("ws://[::1]:")
        peer = await RawClient.guest(server)
        created = await peer.ask(Create, "wapi", 2)
        assert isinstance(created, Done)
        async with players(server.url, 1) as (player,):
            await player.do(Join, created.code)
        await peer.aclose()


async def test_all_addresses_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path, host="localhost") as server:
        peer = await RawClient.guest(server)
        assert isinstance(await peer.ask(Ping), Done)
        await peer.aclose()
