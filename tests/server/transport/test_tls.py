"""TLS: half-done handshakes are inside the limits and the metrics, and an operator is warned of an old certificate."""

import gc
import ssl
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, Serving, serving
from watai.protocol.messages import Done, Ping
from watai.server.certificate import certificate_warning
from watai.server.settings.config import Config
from watai.server.settings.limits import Limits
from watai.server.transport.tls import TlsChannel

TLS = Path(__file__).parents[2] / "data" / "tls"
CERT, KEY = str(TLS / "cert.pem"), str(TLS / "key.pem")
SAFE: dict[str, Any] = {"tls_cert": CERT, "tls_key": KEY}
LEAF_EXPIRES = ssl.cert_time_to_seconds("Jan  1 00:00:00 2126 GMT")
DAY = 86_400


async def guest(server: Serving) -> RawClient:
    peer = await RawClient.dial_tls(server, ssl.create_default_context(cafile=CERT))
    await peer.shake_hands()
    await peer.hello()
    return peer


async def accepted(server: Serving, count: int) -> None:
    while server.app.loop.accepted != count:
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("limit", ["connections", "connections_per_address"])
async def test_hole_13_half_done_handshakes_count_as_connections(
    tmp_path: Path, limit: str
) -> None:
    limits = replace(Limits(handshake_seconds=PATIENCE), **{limit: 3})
    async with serving(tmp_path, limits, **SAFE) as server:
        silent = [await RawClient.dial(server) for _ in range(3)]
        await accepted(server, 3)
        late = await RawClient.dial(server)
        assert await late.rest() == b""
        assert server.app.loop.counters.turned_away == {limit: 1}
        await silent[0].aclose()
        await accepted(server, 2)
        peer = await guest(server)
        assert isinstance(await peer.ask(Ping), Done)
        for each in (late, *silent, peer):
            await each.aclose()


async def test_hole_13_half_done_handshakes_are_cut_off_first(tmp_path: Path) -> None:
    limits = Limits(handshakes=2, handshake_seconds=PATIENCE)
    async with serving(tmp_path, limits, **SAFE) as server:
        silent = [await RawClient.dial(server) for _ in range(3)]
        assert await silent[0].rest() == b""
        peer = await guest(server)
        assert await silent[1].rest() == b""
        assert isinstance(await peer.ask(Ping), Done)
        assert server.app.loop.counters.handshakes_failed == {("tls", "evicted"): 2}
        for each in (*silent, peer):
            await each.aclose()


async def test_hole_13_a_handshake_that_takes_too_long_or_breaks_is_counted(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshake_seconds=0.2), **SAFE) as server:
        silent, wrong = await RawClient.dial(server), await RawClient.dial(server)
        await wrong.send(b"GET / HTTP/1.1\r\n\r\n")
        for each in (silent, wrong):
            await each.rest()
            await each.aclose()
        await accepted(server, 0)
        failed = server.app.loop.counters.handshakes_failed
        assert failed["tls", "timeout"] >= 1
        assert sum(failed.values()) == 2


async def test_hole_16_a_tls_connection_that_is_over_gives_its_memory_back_at_once(
    tmp_path: Path,
) -> None:
    """Without the garbage collector, which looks for old cycles once an hour while the server is busy."""
    gc.disable()
    try:
        async with serving(tmp_path, Limits(handshake_seconds=PATIENCE), **SAFE) as server:
            peer = await guest(server)
            over = weakref.ref(next(iter(server.app.loop.connections)).channel)
            await peer.aclose()
            while over() is not None:
                await trio.lowlevel.checkpoint()
            assert not server.app.loop.accepted
    finally:
        gc.enable()


async def test_a_tls_handshake_that_fails_gives_its_memory_back_at_once(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        limits = Limits(handshake_seconds=0.2, handshakes=2)
        async with serving(tmp_path, limits, **SAFE) as server:
            peers = [await RawClient.dial(server) for _ in range(4)]  # two are evicted
            for peer in peers[:3]:
                await peer.send(bytes.fromhex("160301020001"))  # the beginning of a hello
            await peers[3].send(b"GET / HTTP/1.1\r\n\r\n")
            for peer in peers:
                await peer.rest()
                await peer.aclose()
            await accepted(server, 0)
            assert not any(isinstance(each, TlsChannel) for each in gc.get_objects())
    finally:
        gc.enable()


def warning(cert: str, now: float) -> str:
    config = Config(tls_cert=str(TLS / cert), tls_key=KEY)
    return str(certificate_warning(config, lambda: now) or "").replace(f"{TLS}/", "")


def test_hole_13_an_operator_is_warned_of_a_certificate_that_expires() -> None:
    assert warning("expired.pem", 0) == "the certificate expired.pem has expired: renew it"
    assert warning("leaf.pem", LEAF_EXPIRES - 14.5 * DAY) == ""
    soon = warning("leaf.pem", LEAF_EXPIRES - 13.5 * DAY)
    assert soon == "the certificate leaf.pem expires in 13 days: renew it"
    assert warning("cert.pem", LEAF_EXPIRES) == ""  # nobody else has signed it
    assert certificate_warning(Config()) is None
