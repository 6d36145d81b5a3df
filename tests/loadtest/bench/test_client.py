"""What `watai bench client` listens with; a whole run of it is a measurement, not a test."""

import socket

import pytest

from watai.loadtest.bench.client import Observations, main
from watai.loadtest.net.masked_frames import payloads
from watai.loadtest.net.relay import relay
from watai.protocol.frames import Opcode, masked_frame


def test_messages_of_a_client_are_read_through_their_mask() -> None:
    first, second = b"Turn", b"x" * 300
    data = masked_frame(Opcode.BINARY, first, b"abcd") + masked_frame(
        Opcode.BINARY, second, b"efgh"
    )
    assert payloads(data) == [first, second]


def test_a_word_counts_as_drawn_only_after_it_has_come() -> None:
    seen = Observations(word=b"word")
    seen.screen(1.0, b"a word too early")
    assert not seen.drawn
    seen.down(2.0, b"the word")
    seen.screen(3.0, b"the word drawn")
    assert (seen.came, seen.drawn) == (2.0, 3.0)


def test_a_race_lasts_from_its_start_to_a_shout() -> None:
    seen = Observations()
    for event, racing in ("Started", True), ("Placed", True), ("Shouted", False):
        seen.spectate({"type": "event", "event": event})
        assert seen.racing is racing


def test_a_relay_hseen_both_ways_and_holds_back_the_server() -> None:
    said: list[bytes] = []
    heard: list[bytes] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        relay(
            listener.getsockname(),
            lambda at, data: said.append(data),
            lambda at, data: heard.append(data),
        ) as wire,
    ):
        host, _, port = wire.address.partition(":")
        with socket.create_connection((host, int(port))) as client:
            server, _ = listener.accept()
            with server:
                client.sendall(b"up")
                assert server.recv(10) == b"up"
                wire.hold()
                server.sendall(b"down")
                client.setblocking(False)
                with pytest.raises(BlockingIOError):
                    client.recv(10)
                wire.release()
                client.setblocking(True)
                assert client.recv(10) == b"down"
    assert (said, heard) == ([b"up"], [b"down"])


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--bots", "many"])
    assert "--bots" in capsys.readouterr().err
