"""What counts as enough to be let in from the anteroom."""

import ssl

import pytest

from server.transport.anteroom import whole_record, whole_request


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
