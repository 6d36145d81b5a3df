"""What counts as enough to be let in from the anteroom, and how long it takes to be turned away."""

import socket
import ssl

import pytest
import trio
from trio.testing import MockClock

from watai.server.transport.anteroom import TIMEOUT, Anteroom, Caller, whole_record, whole_request


@pytest.mark.parametrize(
    ("begun", "whole"),
    [
        (b"", False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", False),
        (b"GET / HTTP/1.1\r\n\r\nmore", True),
    ],
)
def test_a_request_is_whole_with_its_empty_line(begun: bytes, whole: bool) -> None:
    assert whole_request(begun) is whole


def test_a_handshake_is_whole_with_its_first_record() -> None:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="here")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    hello = outgoing.read()
    assert whole_record(hello)
    assert not any(whole_record(hello[:size]) for size in range(len(hello)))


def test_whoever_speaks_no_tls_need_not_wait() -> None:
    assert whole_record(b"GET / HTTP/1.1")


async def test_a_silent_peer_is_turned_away_half_a_silence_late_at_most(
    autojump_clock: MockClock,
) -> None:
    """Everybody is looked at twice in a silence: after 10 s it was not longer than that, after 15 s it is."""
    turned_away: list[tuple[str, float]] = []
    nobody = trio.Event()

    def turn_away(caller: Caller, why: str) -> None:
        turned_away.append((why, trio.current_time()))
        nobody.set()

    here, there = socket.socketpair()
    with here, there:
        anteroom = Anteroom(whole_request, 100, 10.0, lambda _: None, turn_away)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anteroom.run)
            anteroom.add(Caller(here, "here", trio.current_time(), 1_000.0))
            await nobody.wait()
            nursery.cancel_scope.cancel()
    assert turned_away == [(TIMEOUT, 15.0)]
