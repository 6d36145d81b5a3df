"""The answer to one HTTP request for a page: which status, which header fields, which bytes. It does no I/O."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import h11

from watai.server.web.policy import policy
from watai.server.web.qr_code import FOLDER, PRICE, qr_code
from watai.server.web.site import Copy, Site

Fields = list[tuple[bytes, bytes]]

CSP: Final = b"Content-Security-Policy"
PLAIN: Final = policy()
SAFETY: Final = [
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Referrer-Policy", b"no-referrer"),  # the address of a room is its key
    (b"Cross-Origin-Opener-Policy", b"same-origin"),  # with the next one, timers are exact
    (b"Cross-Origin-Embedder-Policy", b"require-corp"),
    (b"Cross-Origin-Resource-Policy", b"same-origin"),
    (b"Permissions-Policy", b"camera=(), microphone=(), geolocation=()"),
]
DRAWN: Final = [
    (b"Content-Type", b"image/png"),
    (b"Cache-Control", b"private, max-age=86400"),  # an address always has the same picture
    (CSP, PLAIN),
]
METHODS: Final = (b"GET", b"HEAD")
WORDS: Final = {
    400: "This is no request that the server understands.\n\nLe serveur ne comprend pas cette demande.\n",
    404: "There is nothing at this address. The game is at /\n\nIl n'y a rien à cette adresse. Le jeu est à /\n",
    405: "Pages can only be read here: GET or HEAD.\n\nIci on ne peut que lire des pages : GET ou HEAD.\n",
    429: "Too many requests: wait a moment.\n\nTrop de demandes : attendez un instant.\n",
}
REASONS: Final = {
    200: b"OK",
    304: b"Not Modified",
    400: b"Bad Request",
    404: b"Not Found",
    405: b"Method Not Allowed",
    429: b"Too Many Requests",
}


@dataclass(frozen=True, slots=True)
class Response:
    """What is sent, and whether another request may follow on the same connection."""

    status: int
    head: bytes
    body: bytes
    goes_on: bool


Reply = tuple[int, Fields, bytes]
"""Status, header fields, body."""


def answer(site: Site, head: bytes, spend: Callable[[int], bool] = lambda price: True) -> Response:
    """Answer a request whose head is complete, if its peer may `spend` what it costs. One with a body, which no page
    needs, is the last of its connection."""
    http = h11.Connection(h11.SERVER, max_incomplete_event_size=len(head) + 1)
    http.receive_data(head)
    try:
        request = http.next_event()
        whole = isinstance(http.next_event(), h11.EndOfMessage)
    except h11.RemoteProtocolError:
        return _write(http, _words(400), last=True)
    assert isinstance(request, h11.Request), "the head is complete"
    path = _path(request.target)
    too_many = not spend(PRICE if path.startswith(FOLDER) else 1)
    status, fields, body = _words(429) if too_many else _reply(site, path, request)
    if request.method == b"HEAD":
        body = b""
    return _write(http, (status, fields, body), last=too_many or not whole)


def _write(http: h11.Connection, reply: Reply, *, last: bool) -> Response:
    status, fields, body = reply
    end = [(b"Connection", b"close")] if last else []
    response = h11.Response(
        status_code=status, headers=[*fields, *SAFETY, *end], reason=REASONS[status]
    )
    head = http.send(response)
    http.send(h11.Data(data=body))
    http.send(h11.EndOfMessage())
    return Response(status, head or b"", body, http.our_state is not h11.MUST_CLOSE)


def _reply(site: Site, path: str, request: h11.Request) -> Reply:
    if request.method not in METHODS:
        return _words(405, (b"Allow", b", ".join(METHODS)))
    asked = _values(request)
    file = site.find(path)
    if file is None:
        drawn = qr_code(path, asked.get(b"host", b"").decode("latin-1"))
        return _words(404) if drawn is None else (200, [*DRAWN, _length(drawn)], drawn)
    copy = file.plain
    if file.packed is not None and _takes_gzip(asked.get(b"accept-encoding", b"")):
        copy = file.packed
    fields = [(b"ETag", copy.etag), (b"Cache-Control", b"no-cache"), (b"Vary", b"Accept-Encoding")]
    fields.append((CSP, site.policy if file in site.heads else PLAIN))
    changes = (
        site.in_cluster and file in site.heads
    )  # a page is sent whole, with the policy of this moment
    if not changes and _has(asked.get(b"if-none-match", b""), copy):
        return 304, fields, b""
    fields += [(b"Content-Type", file.kind), _length(copy.body)]
    if copy.encoding:
        fields.append((b"Content-Encoding", copy.encoding))
    return 200, fields, copy.body


def _words(status: int, *more: tuple[bytes, bytes]) -> Reply:
    body = WORDS[status].encode()
    fields = [(b"Content-Type", b"text/plain; charset=utf-8"), (CSP, PLAIN), *more]
    fields += [(b"Cache-Control", b"no-store"), _length(body)]
    return status, fields, body


def _length(body: bytes) -> tuple[bytes, bytes]:
    return b"Content-Length", b"%d" % len(body)


def _path(target: bytes) -> str:
    """The path in a request's target, which may be a whole address; a host in front of it does not matter."""
    path = target.decode("latin-1").partition("?")[0]
    scheme, mark, rest = path.partition("://")
    if mark and scheme.lower() in ("http", "https"):
        return "/" + rest.partition("/")[2]
    return path


def _values(request: h11.Request) -> dict[bytes, bytes]:
    """The header fields; one that came twice as a list."""
    values: dict[bytes, bytes] = {}
    for name, value in request.headers:
        values[name] = values[name] + b", " + value if name in values else value
    return values


def _takes_gzip(accepted: bytes) -> bool:
    """Whether gzip is accepted: by its name, or else as one of all."""
    named = (each.partition(b";") for each in accepted.lower().split(b","))
    quality = {name.strip(): rest.replace(b" ", b"") for name, _, rest in named}
    given = quality.get(b"gzip", quality.get(b"*"))
    return given is not None and given.rstrip(b".0") != b"q="


def _has(known: bytes, copy: Copy) -> bool:
    """Whether the browser has this very copy; a proxy may have marked its tag as weak."""
    tags = (each.strip().removeprefix(b"W/") for each in known.split(b","))
    return any(tag in (copy.etag, b"*") for tag in tags)
