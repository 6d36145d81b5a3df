"""Which nodes a page may follow to, and whose pages may connect: addresses as browsers write them, and nothing else."""

import pytest

from watai.server.web.policy import origins, policy, sources


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("ws://10.0.0.7:8765", "ws://10.0.0.7:8765"),
        ("ws://10.0.0.7:80/", "ws://10.0.0.7"),
        ("wss://A.example.org", "wss://a.example.org"),
        ("wss://a.example.org:443/node/7", "wss://a.example.org"),
        ("wss://a.example.org:80", "wss://a.example.org:80"),
    ],
)
def test_an_address_is_named_as_browsers_write_it(address: str, source: str) -> None:
    assert sources([address]) == [source]
    assert origins([address]) == {source.replace("ws", "http", 1)}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ws://[::1]:8765",  # browsers cannot name it in a policy
        "http://a.example.org",
        "ws://*",
        "ws://a.example.org; script-src *",
        "ws://a.example.org\r\nSet-Cookie: a=b",
        "ws://a.example.org 'unsafe-inline'",
        "wss://user@a.example.org",
    ],
)
def test_nothing_else_gets_into_the_header(address: str) -> None:
    assert sources([address]) == []
    assert policy([address]) == policy()


def test_a_page_may_connect_to_the_nodes_that_are_named_and_nowhere_else() -> None:
    named = policy(["ws://b:1", "ws://a:1", "ws://b:1/"]).decode()
    assert "; connect-src 'self' ws://a:1 ws://b:1; " in named
    assert named.replace(" ws://a:1 ws://b:1", "") == policy().decode()
