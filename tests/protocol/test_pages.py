"""docs/protocol.md is true: its reference is that of the types, and its examples are run against a real server."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_client_stream

from tests.support.server.server_process import PATIENCE
from tests.support.server.whole_game import fixed_chance
from watai.protocol.docs_types import note
from watai.protocol.errors import CLOSES, CODES, ProtocolError
from watai.protocol.json_schema import schema
from watai.protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, SUBPROTOCOLS, Intent
from watai.protocol.pages import DOCS, PARTS, main, pages
from watai.server.app import App
from watai.server.ops.heartbeat import IDLE_SECONDS
from watai.server.rooms.names import CHAT_CHARACTERS, NAME_CHARACTERS
from watai.server.rooms.sessions import REMEMBERED_ANSWERS
from watai.server.settings.config import Config
from watai.server.settings.limits import LIMITS, Limits
from watai.server.storage.sqlite.writer import SqliteJournal
from watai.server.transport.connection import MESSAGE_BYTES

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (DOCS / "protocol.md").read_text(encoding="utf-8")
SEED: Final = "b"  # deals the game that the page tells
ANY: Final = "…"
JSON: Final = SUBPROTOCOLS[1]


# the reference


GENERATED = ("protocol.md", "protocol-games.md", "protocol.schema.json")


@pytest.mark.parametrize("name", GENERATED)
def test_the_pages_are_as_the_types_are(name: str) -> None:
    on_disk = (DOCS / name).read_text(encoding="utf-8")
    assert on_disk == pages()[name], "run python -m watai.protocol.pages"


def test_pages_that_are_not_current_are_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("watai.protocol.pages.DOCS", tmp_path)
    for name in GENERATED:
        (tmp_path / name).write_bytes((DOCS / name).read_bytes())
    main()
    assert capsys.readouterr().out == ""
    (tmp_path / "protocol-games.md").write_text("old", encoding="utf-8")
    (tmp_path / "protocol.schema.json").unlink()
    main()
    assert capsys.readouterr().out.splitlines() == [
        "docs/protocol-games.md is written anew",
        "docs/protocol.schema.json is written anew",
    ]
    for name in GENERATED:
        assert (tmp_path / name).read_bytes() == (DOCS / name).read_bytes()


def test_the_schema_has_a_line_for_each_definition() -> None:
    page = pages()["protocol.schema.json"]
    assert json.loads(page) == json.loads(json.dumps(schema()))
    assert len(page.splitlines()) == len(schema()["$defs"]) + 2


@pytest.mark.parametrize("kind", [*CLIENT_MESSAGES, *SERVER_MESSAGES, *PARTS])
def test_every_field_of_every_message_says_what_it_means(kind: type) -> None:
    names: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    assert [name for name in names if not note(kind, name)] == []


def test_every_refusal_that_a_message_names_exists_and_every_code_is_named() -> None:
    docs = [kind.__doc__ or "" for kind in (*CLIENT_MESSAGES, Intent)]
    named = {code for doc in docs for code in re.findall(r"\b[a-z]+/[a-z_]+", doc)}
    assert named == set(CODES) - {
        "name/bad"
    }  # hello has no number to refuse: a bad name is a goodbye


def test_every_close_code_of_the_source_is_explained() -> None:
    used = {each.close_code for each in _subclasses(ProtocolError)}
    for path in sorted((ROOT / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) == "Ending"
                and isinstance(node.args[0], ast.Constant)
            ):
                code = ast.literal_eval(node.args[0])
                assert isinstance(code, int)
                used.add(code)
    used -= {1006}  # never sent: what a connection that was lost is called
    assert used | {1009} == set(CLOSES)  # 1009 is trio-websocket's


def _subclasses(kind: type[ProtocolError]) -> Iterator[type[ProtocolError]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def test_the_limits_are_those_of_the_server() -> None:
    told = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    numbers = {float(number) for number in re.findall(r"\d+", told)}
    for name in (
        *("messages_per_second", "burst_messages"),
        *("rooms_per_guest", "spectators_per_room", "outbox_bytes"),
        *("silence_seconds", "empty_room_seconds"),
    ):
        assert getattr(LIMITS, name) in numbers, name
    assert {MESSAGE_BYTES, NAME_CHARACTERS, CHAT_CHARACTERS, IDLE_SECONDS} <= numbers
    assert f"the last {REMEMBERED_ANSWERS} answers" in PAGE
    assert f"(it keeps {LIMITS.history_events})" in PAGE
    assert f"holds the seat for {LIMITS.hold_seconds:.0f} seconds" in PAGE


# the examples


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@asynccontextmanager
async def serving(folder: Path, limits: Limits) -> AsyncIterator[str]:
    """A real server on a free port; yields its address."""
    journal = SqliteJournal(folder / "journal.sqlite")
    app = App(Config(port=0, limits=limits), journal)
    async with trio.open_nursery() as nursery:
        ready, addresses = trio.open_memory_channel[list[tuple[str, int]]](1)
        nursery.start_soon(app.run, ready.send_nowait)
        [(host, port)] = await addresses.receive()
        yield f"ws://{host}:{port}"
        app.stop()
    journal.close()


class Reader:
    """Plays the client of the conversation, line by line. A hello opens a new connection."""

    def __init__(self, url: str, nursery: trio.Nursery) -> None:
        self.url = url
        self.nursery = nursery
        self.socket: WebSocketConnection | None = None
        self.stream: trio.SocketStream
        self.last: dict[str, Any] = {}

    async def say(self, message: dict[str, Any]) -> None:
        if message["type"] == "hello":
            await self.hang_up()
            await self.connect()
        assert self.socket is not None
        filled = {k: self.last[k] if v == ANY else v for k, v in message.items()}
        await self.socket.send_message(json.dumps(filled))

    async def hear(self, expected: dict[str, Any]) -> None:
        assert self.socket is not None
        said = json.loads(await self.socket.get_message())
        assert matches(expected, said), f"the page says {expected}, the server {said}"
        if said["type"] in ("welcome", "room"):
            self.last |= said
        if said["type"] == "goodbye":
            with pytest.raises(ConnectionClosed) as closed:
                await self.socket.get_message()
            assert closed.value.reason is not None
            assert closed.value.reason.code == said["code"]

    async def connect(self) -> None:
        host, _, port = self.url.removeprefix("ws://").partition(":")
        self.stream = await trio.open_tcp_stream(host, int(port))
        self.socket = await wrap_client_stream(
            self.nursery, self.stream, host, "/", subprotocols=[JSON]
        )

    async def hang_up(self) -> None:
        if self.socket is not None:
            await self.socket.aclose()
            await self.stream.aclose()  # trio-websocket leaves it open if the server closed first


def matches(pattern: Any, said: Any) -> bool:
    """Whether this is what the page says; fields that it leaves out are not there unless it says so."""
    if pattern == ANY:
        return True
    if isinstance(pattern, dict) and isinstance(said, dict):
        if ANY not in pattern and pattern.keys() != said.keys():
            return False
        return all(k in said and matches(v, said[k]) for k, v in pattern.items() if k != ANY)
    if isinstance(pattern, list) and isinstance(said, list) and len(pattern) == len(said):
        return all(map(matches, pattern, said))
    return bool(pattern == said) and isinstance(said, bool) == isinstance(pattern, bool)


async def test_the_conversation_of_the_page_takes_place(tmp_path: Path) -> None:
    """At twice human speed, so that the bot's answer is a pass of its own, as the page tells it."""
    lines = [line for block in blocks("text") for line in block.splitlines()]
    with trio.fail_after(PATIENCE), fixed_chance(SEED):
        async with serving(tmp_path, Limits(bot_speed=2)) as url, trio.open_nursery() as nursery:
            reader = Reader(url, nursery)
            for line in lines:
                arrow, _, message = line.partition(" ")
                await {"→": reader.say, "←": reader.hear}[arrow](json.loads(message))
            await reader.hang_up()
    types = {json.loads(line.partition(" ")[2])["type"] for line in lines}
    assert {"act", "event", "prompts", "view", "said", "resume", "leave", "goodbye"} <= types


def test_the_matcher_tells_likes_from_unlikes() -> None:
    assert matches({"a": ANY, "b": [1, ANY]}, {"a": None, "b": [1, {}]})
    assert matches({"a": 1, ANY: ANY}, {"a": 1, "b": 2})
    assert not matches({"a": 1}, {"a": 1, "b": 2})
    assert not matches({"a": 1, "b": ANY}, {"a": 1})
    assert not matches({"a": 1}, {"a": True})
    assert not matches([1], [1, 2])


async def test_the_client_of_the_page_plays_a_game_to_its_end(tmp_path: Path) -> None:
    [source] = blocks("python")
    assert len(source.splitlines()) <= 30
    with trio.fail_after(PATIENCE), fixed_chance("client"):
        async with serving(tmp_path, Limits(bot_speed=1000)) as url:
            done = await trio.run_process(
                [sys.executable, "-W", "error", "-c", source, url],
                capture_stdout=True,
                stderr=subprocess.STDOUT,
                check=False,
            )
    assert re.fullmatch(rb"winners: \[\d(, \d)*\]\n", done.stdout), done.stdout.decode()
    assert done.returncode == 0
