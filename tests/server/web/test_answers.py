"""What a browser is answered: the right file in the right form, or plain words."""

import gzip
import re
import tomllib
from collections.abc import Mapping

import h11
import orjson
import pytest

from watai.clients.text.catalogue import LANGUAGES
from watai.clients.text.rulebooks import book
from watai.engine.catalogue import GAMES
from watai.server.web.answers import Response, answer
from watai.server.web.files import PACKAGES, TYPES
from watai.server.web.site import Site

PAGE = b"<!doctype html><title>A page</title>" + b"<p>" * 100
SITE = Site(
    {"/index.html": PAGE, "/play.js": b"1" * 200, "/style/a.css": b"", "/text/en.json": b"{}"}
)


def ask(
    target: str, method: str = "GET", site: Site = SITE, version: str = "1.1", **more: str
) -> Response:
    fields = {"Host": "here"} | {name.replace("_", "-"): value for name, value in more.items()}
    lines = [f"{method} {target} HTTP/{version}", *(f"{k}: {v}" for k, v in fields.items()), "", ""]
    return answer(site, "\r\n".join(lines).encode())


def fields_of(given: Response, method: str = "GET") -> Mapping[str, str]:
    """The header fields as a client of h11's reads them, which also checks that the body is as long as they say."""
    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method=method, target="/", headers=[("Host", "here")]))
    client.send(h11.EndOfMessage())
    client.receive_data(given.head + given.body)
    response = client.next_event()
    assert isinstance(response, h11.Response)
    assert response.status_code == given.status
    body = b""
    while isinstance(event := client.next_event(), h11.Data):
        body += event.data
    assert isinstance(event, h11.EndOfMessage)
    assert body == given.body
    assert (client.their_state is not h11.MUST_CLOSE) == given.goes_on
    return {name.decode(): value.decode() for name, value in response.headers}


@pytest.mark.parametrize(
    "target",
    [
        "/",
        "/r/bako-timu-rane",
        "/w/x",
        "/play/wapi",
        "/replay/5a1e?t=3",
        "http://here/",
        "HTTPS://here",
    ],
)
def test_the_page_is_at_every_address_that_people_share(target: str) -> None:
    given = ask(target)
    assert (given.status, given.body, given.goes_on) == (200, PAGE, True)
    assert fields_of(given)["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "target",
    [
        "/r",
        "/r/",
        "/r/a/b",
        "/../etc/passwd",
        "/no.js",
        "*",
        "/é",
        "//",
        "///",
        "//here/",
        "ftp://here/",
    ],
)
def test_what_is_not_there_is_told_in_both_languages(target: str) -> None:
    if target.isascii():
        given = ask(target)
        assert given.status == 404
        assert "nothing at this address" in given.body.decode()
        assert "Il n'y a rien" in given.body.decode()
        fields_of(given)
    else:
        assert ask(target).status == 400


def test_a_method_that_changes_things_is_refused() -> None:
    given = ask("/", "DELETE")
    assert given.status == 405
    assert fields_of(given)["allow"] == "GET, HEAD"
    assert given.goes_on
    with_body = ask("/", "POST", Content_Length="5")
    assert (with_body.status, with_body.goes_on) == (405, False)


def test_head_says_what_get_would() -> None:
    given, head = ask("/play.js"), ask("/play.js", "HEAD")
    assert head.body == b""
    assert fields_of(head, "HEAD") == fields_of(given)


def test_a_file_is_compressed_for_those_who_accept_that() -> None:
    for accepted, packed in {
        "gzip, deflate, br": True,
        "br;q=1.0, GZIP;q=0.5": True,
        "*": True,
        "identity": False,
        "gzip;q=0": False,
        "gzip; q=0.0": False,
        "*;q=0, gzip": True,
        "gzip;q=0, *": False,
        "*;q=0": False,
    }.items():
        given = ask("/", Accept_Encoding=accepted)
        assert ("content-encoding" in fields_of(given)) == packed, accepted
        assert (gzip.decompress(given.body) if packed else given.body) == PAGE
        assert fields_of(given)["vary"] == "Accept-Encoding"
    assert "content-encoding" not in fields_of(ask("/text/en.json", Accept_Encoding="gzip"))


def test_a_browser_that_has_the_file_is_sent_nothing_more() -> None:
    plain, packed = ask("/"), ask("/", Accept_Encoding="gzip")
    tag, packed_tag = fields_of(plain)["etag"], fields_of(packed)["etag"]
    assert tag != packed_tag
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = ask("/", If_None_Match=known)
        assert (again.status, again.body) == (304, b"")
        assert fields_of(again)["etag"] == tag
    assert ask("/", If_None_Match=packed_tag).status == 200
    assert ask("/", If_None_Match=packed_tag, Accept_Encoding="gzip").status == 304


@pytest.mark.parametrize("target", ["/", "/play.js", "/nothing"])
def test_no_page_runs_anything_that_is_not_of_this_server(target: str) -> None:
    fields = fields_of(ask(target))
    policy = dict(each.split(" ", 1) for each in fields["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in fields["content-security-policy"]
    assert fields["x-content-type-options"] == "nosniff"
    assert fields["referrer-policy"] == "no-referrer"
    assert fields["cross-origin-opener-policy"] == "same-origin"
    assert fields["cross-origin-embedder-policy"] == "require-corp"


def test_the_last_request_of_a_connection_is_known() -> None:
    assert not ask("/", Connection="close").goes_on
    assert not ask("/", version="1.0").goes_on
    assert not answer(SITE, b"GET / HTTP/1.1\r\n\r\n").goes_on  # no Host
    assert answer(SITE, b"GET / HTTP/1.1\r\n\r\n").status == 400
    flood = answer(SITE, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", lambda price: False)
    assert (flood.status, flood.goes_on) == (429, False)


def test_another_page_has_another_build() -> None:
    def build(site: Site) -> object:
        return orjson.loads(ask("/build.json", site=site).body)["build"]

    assert build(SITE) == build(SITE)
    assert build(SITE) != build(Site({"/index.html": b"another"}))


def test_the_texts_and_the_rule_books_are_served_as_the_terminal_has_them() -> None:
    site = Site.read()
    for language in LANGUAGES:
        texts = orjson.loads(ask(f"/text/{language}.json", site=site).body)
        refusals = PACKAGES / "clients" / "text" / language / "refusals.toml"
        assert texts["refusals"] == tomllib.loads(refusals.read_text(encoding="utf-8"))
        assert "server" not in texts
        for game in GAMES:
            path = f"/rules/{language}/{game.replace('-', '_')}.md"
            assert ask(path, site=site).body.decode() == book(game, language)


def test_every_file_of_the_page_can_be_fetched() -> None:
    site = Site.read()
    folder = PACKAGES / "clients" / "web"
    files = [path for path in folder.rglob("*") if path.suffix in TYPES]
    assert files
    for path in files:
        body = ask(f"/{path.relative_to(folder).as_posix()}", site=site).body
        if path.name == "index.html":  # with the links of preloads.py
            body = re.sub(rb'<link rel="modulepreload" href="[^"]+">\n', b"", body)
        assert body == path.read_bytes()


def test_in_a_cluster_a_page_comes_with_the_nodes_of_this_moment() -> None:
    """A browser may not take a page from its cache whose policy is older; files have no such policy."""
    site = Site({"/index.html": PAGE, "/play.js": b"1"})
    tag = {each: fields_of(ask(each, site=site))["etag"] for each in ("/", "/play.js")}
    assert ask("/", site=site, If_None_Match=tag["/"]).status == 304
    site.name_nodes(["ws://a.example.org:8765"])
    for target in ("/", "/r/bako-timu-rane", "/build.json"):
        given = ask(target, site=site, If_None_Match=tag["/"])
        assert given.status == 200
        assert (
            "connect-src 'self' ws://a.example.org:8765;"
            in (fields_of(given)["content-security-policy"])
        )
    assert ask("/play.js", site=site, If_None_Match=tag["/play.js"]).status == 304
    assert "a.example.org" not in fields_of(ask("/play.js", site=site))["content-security-policy"]
    assert "a.example.org" not in fields_of(ask("/", site=Site.read()))["content-security-policy"]
