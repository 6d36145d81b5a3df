"""The code of a room's link is one that others can read, of this server's own rooms and of nothing else."""

import pytest

from tests.server.web.test_answers import SITE, ask, fields_of
from tests.support.scan import scan_png
from watai.server.web.answers import answer
from watai.server.web.qr_code import PRICE, qr_code

LONGEST = "a" * 94 + ":65535"


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:7777", "play.example.org", "[fe80::1]:7777", "xn--wata-7pa.example", LONGEST],
)
def test_the_code_says_the_link_of_the_room(scheme: str, host: str) -> None:
    given = ask(f"/qr/{scheme}/{host}/bako-timu-rane.png", Host=host)
    assert given.status == 200
    assert scan_png(given.body) == [f"{scheme}://{host}/r/bako-timu-rane"]
    fields = fields_of(given)
    assert fields["content-type"] == "image/png"
    assert fields["cache-control"].startswith("private, max-age=")
    assert fields["content-security-policy"].startswith("default-src 'none'")
    assert fields["x-content-type-options"] == "nosniff"
    head = ask(f"/qr/{scheme}/{host}/bako-timu-rane.png", "HEAD", Host=host)
    assert (head.status, head.body) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/qr/http/there/bako-timu-rane.png",
        "/qr/http/here:80/bako-timu-rane.png",
        "/qr/javascript/here/bako-timu-rane.png",
        "/qr/http/here/bako-timu.png",
        "/qr/http/here/BAKO-TIMU-RANE.png",
        "/qr/http/here/bako-timu-rane.svg",
        "/qr/http/here/bako-timu-rane.png/",
        "/qr/http/here/x/bako-timu-rane.png",
        "/qr/http/here@there/bako-timu-rane.png",
        "/qr//bako-timu-rane.png",
        "/qr/",
    ],
)
def test_there_is_no_code_of_anything_else(path: str) -> None:
    assert ask("/qr/http/here/bako-timu-rane.png").status == 200
    assert ask(path).status == 404


def test_a_host_has_a_longest_name() -> None:
    for host, drawn in ((LONGEST, True), ("a" + LONGEST, False)):
        assert (qr_code(f"/qr/http/{host}/bako-timu-rane.png", host) is not None) is drawn


def test_a_code_is_asked_for_at_its_price() -> None:
    asked: list[int] = []

    def spend(price: int) -> bool:
        asked.append(price)
        return price < PRICE

    for path, status in {
        b"/": 200,
        b"/none": 404,
        b"/qr/http/here/bako-timu-rane.png": 429,
    }.items():
        given = answer(SITE, b"GET %b HTTP/1.1\r\nHost: here\r\n\r\n" % path, spend)
        assert given.status == status
    assert asked == [1, 1, PRICE]
