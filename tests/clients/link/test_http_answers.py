"""A link that gets an HTTP answer instead of a WebSocket: from a web server, or from a proxy whose server restarts."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.support.server.server_process import PATIENCE, serving
from watai import child
from watai.child import ROOT
from watai.clients.cli.exits import UNREACHABLE
from watai.clients.conversation.lost import Lost
from watai.clients.link.ends import Foreign, NotOurs, why_gone
from watai.clients.link.handshake import Unanswered
from watai.clients.link.link import Link
from watai.protocol.messages import Ping

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nbad\n"


class Proxy:
    """Carries bytes to a server, or answers 502 while `down`."""

    def __init__(self, server_port: int) -> None:
        self.down = False
        self.answer = BAD_GATEWAY
        self.refused = 0
        self.refused_twice = trio.Event()
        self.port = 0
        self._server_port = server_port
        self._open: set[trio.SocketStream] = set()

    async def serve(self, client: trio.SocketStream) -> None:
        if self.down:
            await client.receive_some()
            await client.send_all(self.answer)
            await client.aclose()
            self.refused += 1
            if self.refused == 2:
                self.refused_twice.set()
            return
        server = await trio.open_tcp_stream("127.0.0.1", self._server_port)
        self._open |= {client, server}
        async with client, server, trio.open_nursery() as nursery:
            nursery.start_soon(_carry, client, server, nursery.cancel_scope)
            nursery.start_soon(_carry, server, client, nursery.cancel_scope)

    async def cut(self) -> None:
        """Close every connection that is open."""
        streams, self._open = self._open, set()
        for stream in streams:
            await stream.aclose()


async def _carry(source: trio.SocketStream, to: trio.SocketStream, scope: trio.CancelScope) -> None:
    try:
        async for data in source:
            await to.send_all(data)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    scope.cancel()


@asynccontextmanager
async def proxy_for(server_port: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(server_port)
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        proxy.port = listener.socket.getsockname()[1]
        nursery.start_soon(trio.serve_listeners, proxy.serve, [listener])
        yield proxy
        nursery.cancel_scope.cancel()


async def test_a_link_tries_again_while_a_proxy_answers_for_its_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, proxy_for(server.port) as proxy:
        link = Link(f"ws://127.0.0.1:{proxy.port}", "Ana")
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                await nursery.start(link.run)
                proxy.down = True
                await proxy.cut()
                question = link.post(Ping)
                await proxy.refused_twice.wait()
                proxy.down = False
                await link.answer(question)
                assert link.conversation.connections == 2
                nursery.cancel_scope.cancel()


async def test_what_is_no_server_of_ours_is_named_on_a_cold_start() -> None:
    async with proxy_for(0) as proxy:
        proxy.down = True
        with pytest.raises(NotOurs) as raised:
            await Link(f"ws://127.0.0.1:{proxy.port}", "Ana").run()
        assert raised.value.status == 502


async def test_an_answer_that_ends_with_its_connection_is_named_too() -> None:
    async with proxy_for(0) as proxy:
        proxy.down, proxy.answer = True, b"HTTP/1.0 200 OK\r\n\r\n<h1>hello</h1>"
        with pytest.raises(NotOurs) as raised:
            await Link(f"ws://127.0.0.1:{proxy.port}", "Ana").run()
        assert raised.value.status == 200


async def test_a_connection_that_ends_without_an_answer_is_not_waited_for() -> None:
    async with proxy_for(0) as proxy:
        proxy.down, proxy.answer = True, b""
        with pytest.raises(Lost, match="ended without an answer"):
            await Link(f"ws://127.0.0.1:{proxy.port}", "Ana").run()


@pytest.mark.parametrize(
    ("scheme", "answer", "kind"),
    [
        ("ws", b"SSH-2.0-OpenSSH_9.6\r\n", "foreign"),
        ("ws", b"\x15\x03\x01\x00\x02\x02\x46", "foreign"),  # a TLS alert
        ("ws", b"", "foreign"),
        ("wss", BAD_GATEWAY, "no_tls"),
        ("wss", b"", "no_tls"),
    ],
)
async def test_what_speaks_no_http_or_no_tls_is_named(
    scheme: str, answer: bytes, kind: str
) -> None:
    async with proxy_for(0) as proxy:
        proxy.down, proxy.answer = True, answer
        with pytest.raises(Foreign) as raised, trio.fail_after(PATIENCE):
            await Link(f"{scheme}://127.0.0.1:{proxy.port}", "Ana").run()
        assert raised.value.kind == kind


@pytest.mark.parametrize(("tls", "kind"), [(True, "no_tls"), (False, "foreign")])
def test_what_listens_and_says_nothing_is_named(tls: bool, kind: str) -> None:
    lost = why_gone(Unanswered(tls=tls), "wss://example.org")
    assert isinstance(lost, Foreign)
    assert lost.kind == kind


def test_a_certificate_that_is_not_trusted_is_named() -> None:
    error = trio.BrokenResourceError()
    error.__cause__ = ssl.SSLCertVerificationError()
    lost = why_gone(error, "wss://example.org")
    assert isinstance(lost, Foreign)
    assert lost.kind == "certificate"


async def test_a_command_says_in_one_sentence_what_answered() -> None:
    async with proxy_for(0) as proxy:
        proxy.down = True
        url = f"ws://127.0.0.1:{proxy.port}"
        words = child.command("", "rooms", "--server", url, "--lang", "en")
        ran = await trio.run_process(
            words, check=False, capture_stdout=True, capture_stderr=True, cwd=ROOT
        )
    assert ran.returncode == UNREACHABLE
    said = (ran.stdout + ran.stderr).decode()
    assert f"What answers at {url} is no Wataï server (HTTP 502)." in said
    assert "Traceback" not in said
