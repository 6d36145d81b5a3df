"""Every message is answered exactly once: repeated numbers, old numbers, impossible numbers, and bugs of ours."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.support.server.recording_client import RecordingClient
from tests.support.server.server_process import PATIENCE
from tests.support.server.whole_game import fixed_chance
from watai.engine.wapi.rules import Wapi
from watai.server.app import App
from watai.server.rooms import sessions
from watai.server.rooms.sessions import NUMBERS
from watai.server.settings.config import Config
from watai.server.storage.sqlite.writer import SqliteJournal

KEPT = 8


@pytest.fixture(autouse=True)
def few_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "REMEMBERED_ANSWERS", KEPT)


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[tuple[trio.Nursery, int]]:
    """A real server on a free port, in a nursery for its clients."""
    journal = SqliteJournal(folder / "journal.sqlite")
    app = App(Config(port=0), journal)
    with trio.fail_after(PATIENCE), fixed_chance("b"):
        async with trio.open_nursery() as nursery:
            ready, addresses = trio.open_memory_channel[list[tuple[str, int]]](1)
            nursery.start_soon(app.run, ready.send_nowait)
            [(_, port)] = await addresses.receive()
            yield nursery, port
            app.stop()
    journal.close()


async def start_wapi(peer: RecordingClient) -> str:
    """A running game, in which the first question goes to this player."""
    code: str = (await peer.done("create", game="wapi", seats=2))["code"]
    await peer.done("add_bot")
    await peer.done("start")
    return code


async def test_a_repeated_number_gets_its_answer_again_and_is_not_done_again(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as (nursery, port):
        ada = await RecordingClient.connect(nursery, port, "json", "Ada")
        await start_wapi(ada)
        done = await ada.done("act", move="Claim")
        await ada.say({"type": "act", "n": done["n"], "move": "Claim"})
        await ada.say({"type": "chat", "n": done["n"], "text": "quite another thing"})
        await ada.done("ping")
        answers = [said for said in ada.told("done", "refused") if said["n"] == done["n"]]
        assert answers == [done] * 3
        assert [said for said in ada.told("event") if said["event"] == "Claimed"] == [
            ada.told("event")[0]
        ]
        assert ada.told("said") == []


async def test_an_answer_is_known_over_connections_which_have_numbers_of_their_own(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as (nursery, port):
        ada = await RecordingClient.connect(nursery, port, "json", "Ada")
        code = await start_wapi(ada)
        done = await ada.done("act", move="Claim")
        await ada.close()
        token = ada.told("welcome")[0]["token"]
        again = await RecordingClient.connect(nursery, port, "msgpack", "Ada", token)
        welcome = again.told("welcome")[0]
        assert (welcome["room"], welcome["n"]) == (code, NUMBERS)
        await again.say({"type": "act", "n": done["n"], "move": "Claim"})
        await again.until(lambda: again.answer(done["n"]) == done)
        await again.done("resume", code=code, seq=done["seq"] - 1)
        assert again.told("event")[0]["event"] == "Claimed"


async def test_a_connection_that_has_used_up_its_numbers_is_closed_and_the_next_one_has_more(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as (nursery, port):
        ada = await RecordingClient.connect(nursery, port, "json", "Ada")
        await ada.say({"type": "ping", "n": NUMBERS})
        create = {"type": "create", "n": NUMBERS + 1, "game": "wapi", "seats": 2}
        await ada.say(create)
        await ada.until(lambda: ada.closed is not None)
        assert ada.closed == 1001
        assert (ada.last("goodbye") or {})["resume"]
        assert [said["n"] for said in ada.told("done", "refused")] == [NUMBERS]
        token = ada.told("welcome")[0]["token"]
        again = await RecordingClient.connect(nursery, port, "json", "Ada", token)
        await again.say(create)
        await again.until(lambda: again.answer(NUMBERS + 1) is not None)
        assert (again.answer(NUMBERS + 1) or {})["type"] == "done"


async def test_an_old_number_is_refused_and_nothing_is_done(tmp_path: Path) -> None:
    async with server(tmp_path) as (nursery, port):
        ada = await RecordingClient.connect(nursery, port, "json", "Ada")
        await start_wapi(ada)
        for _ in range(KEPT):
            await ada.done("ping")
        ada.heard.clear()
        await ada.say({"type": "leave", "n": 1})
        await ada.until(lambda: ada.answer(1) is not None)
        assert (ada.answer(1) or {})["code"] == "number/old"
        await ada.done("chat", text="still here")


@pytest.mark.parametrize("kind", ["rooms", "catalogue"])
async def test_the_number_of_a_question_that_changes_nothing_is_still_free(
    tmp_path: Path, kind: str
) -> None:
    """The protocol says so: such answers are not kept, so their numbers count as unused."""
    async with server(tmp_path) as (nursery, port):
        ada = await RecordingClient.connect(nursery, port, "json", "Ada")
        for _ in range(2):
            await ada.say({"type": kind, "n": 7})
        await ada.until(lambda: len(ada.told(kind)) == 2)
        await ada.say({"type": "create", "n": 7, "game": "wapi", "seats": 2})
        await ada.until(lambda: len(ada.told("done")) == 1)
        await ada.say({"type": kind, "n": 7})
        await ada.until(lambda: len(ada.told("done")) == 2)
        first, second = ada.told("done")
        assert first == second
        assert len(ada.told(kind)) == 2


@pytest.mark.parametrize("number", [-1, 2**53, 10**30])
async def test_an_impossible_number_ends_one_connection_and_no_room(
    tmp_path: Path, number: int
) -> None:
    async with server(tmp_path) as (nursery, port):
        ada, eve = [
            await RecordingClient.connect(nursery, port, "json", name) for name in ("Ada", "Eve")
        ]
        code = await start_wapi(ada)
        await eve.done("watch", code=code)
        await ada.say({"type": "act", "n": number, "move": "Claim"})
        await ada.until(lambda: ada.closed is not None)
        assert ada.closed == 1007
        assert (ada.last("goodbye") or {})["code"] == 1007
        await eve.done("chat", text="what was that?")


async def test_a_bug_of_ours_closes_its_room_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(tmp_path) as (nursery, port):
        ada, eve = [
            await RecordingClient.connect(nursery, port, "json", name) for name in ("Ada", "Eve")
        ]
        await start_wapi(ada)
        await eve.done("create", game="duel", seats=2)
        monkeypatch.setattr(Wapi, "_after", None)
        answer = await ada.ask("act", move="Claim")
        assert (answer["type"], answer["code"]) == ("refused", "server/failed")
        await ada.until(lambda: ada.closed is not None)
        assert ada.closed == 1011
        await eve.done("chat", text="all well here")
    assert "a message broke the server" in caplog.text
