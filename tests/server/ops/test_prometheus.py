"""What an operator sees, read over HTTP from a real server; and what it costs the loop to be seen."""

import logging
import re
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from tests.support.server.guest_client import guest
from tests.support.server.server_process import PATIENCE
from watai.protocol.errors import TooSlow
from watai.protocol.messages import Act, AddBot, Chat, Create, Done, Goodbye, Ping, Refused, Start
from watai.server.app import App
from watai.server.counters import Counters, Histogram
from watai.server.dispatch import dispatcher
from watai.server.ops import health
from watai.server.ops.prometheus import histogram
from watai.server.settings.config import Config
from watai.server.settings.limits import Limits
from watai.server.storage.journal import JournalDamaged
from watai.server.storage.sqlite.writer import SqliteJournal

pytestmark = pytest.mark.slow

Sample = dict[tuple[str, ...], float]


class FullDisk(SqliteJournal):
    """A journal whose disk can be full."""

    full = False
    tries = 0

    def _commit(self) -> None:
        if self.full and self.pending:
            self.tries += 1
            raise JournalDamaged("the disk is full: make room")
        super()._commit()

    def maintain(self, now: int) -> None:
        if self.full:
            raise JournalDamaged("the disk is full: make room")
        super().maintain(now)


class Running:
    """A server in this process, with what was told of it."""

    def __init__(self, app: App, journal: FullDisk) -> None:
        self.app = app
        self.journal = journal
        self.url = ""
        self.ended: Exception | None = None
        self.over = trio.Event()

    async def get(self, path: str) -> tuple[int, str]:
        assert self.app.status_address is not None
        host, port = self.app.status_address
        return await trio.to_thread.run_sync(fetch, f"http://{host}:{port}{path}")

    async def metrics(self) -> Sample:
        code, text = await self.get("/metrics")
        assert code == 200
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    async def run(self, task_status: trio.TaskStatus[None]) -> None:
        def ready(addresses: list[tuple[str, int]]) -> None:
            self.url = f"ws://127.0.0.1:{addresses[0][1]}"
            task_status.started()

        try:
            await self.app.run(ready)
        except JournalDamaged as error:
            self.ended = error
        self.over.set()


def fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@asynccontextmanager
async def running(tmp_path: Path, limits: Limits | None = None) -> AsyncIterator[Running]:
    config = Config(port=0, metrics_port=0, limits=limits or Limits())
    journal = FullDisk(tmp_path / "journal.sqlite")
    served = Running(App(config, journal), journal)
    with trio.fail_after(PATIENCE), pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "STUCK_SECONDS", PATIENCE)  # a busy machine is no stuck loop
        async with trio.open_nursery() as nursery:
            await nursery.start(served.run)
            yield served
            served.app.stop()
    journal.full = False
    journal.close()


async def test_everything_that_happens_is_counted(tmp_path: Path) -> None:
    async with running(tmp_path) as served, guest(served.url) as ana:
        await ana.ask(Create(1, "wapi", 2))
        await ana.ask(Act(2, "Nonsense"))
        await ana.ask(Chat(3, ""))
        await ana.ask(Ping(4))
        await ana.ask(Ping(5))
        seen = await served.metrics()
        assert seen["watai_connections",] == 1
        assert seen["watai_players",] == 1
        assert seen["watai_spectators",] == 0
        assert seen["watai_rooms", "wapi", "waiting"] == 1
        assert seen["watai_races_total", "yes"] == seen["watai_races_total", "no"] == 0
        assert seen["watai_race_plays_total", "late_beaten"] == 0
        assert seen["watai_intents_total", "done"] == 3
        assert seen["watai_intents_total", "move/unknown"] == 1
        assert seen["watai_intents_total", "chat/bad"] == 1
        assert seen["watai_ack_seconds_count",] == 6
        assert seen["watai_ack_seconds_bucket", "+Inf"] == 6
        assert seen["watai_journal_store_seconds_count",] >= 1
        assert seen["watai_journal_last_store_seconds",] > 0
        assert seen["watai_journal_pending",] == 0
        assert seen["watai_journal_rows",] >= 3
        assert seen["watai_journal_streams",] == 2
        assert seen["watai_journal_failing",] == 0
        assert seen["watai_outbox_bytes",] == seen["watai_outbox_bytes_max",] == 0
        assert seen["process_resident_memory_bytes",] > 1_000_000
        assert ("watai_journal_wal_bytes",) in seen
        assert ("watai_loop_lag_seconds_count",) in seen


async def test_every_map_of_the_loop_has_its_size(tmp_path: Path) -> None:
    async with running(tmp_path) as served, guest(served.url) as ana:
        await ana.ask(Create(1, "duel", 2))
        await ana.ask(AddBot(2))
        await ana.ask(Start(3))
        seen = await served.metrics()
        grown = {
            name.lstrip("_").replace("of_session", "guests")
            for name, value in vars(served.app.loop).items()
            if isinstance(value, dict | list) and name != "connections"
        }
        assert grown <= {labels[0] for kind, *labels in seen if kind == "watai_size"}
        assert seen["watai_size", "sessions"] == seen["watai_size", "guests"] == 1
        assert seen["watai_size", "answers"] == 3
        assert seen["watai_size", "addresses"] == 1
        assert seen["watai_size", "events"] > 0
        assert ("watai_size", "records") in seen
        assert seen["watai_size", "scheduled"] == 1


async def test_metrics_say_why_connections_end_or_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, Limits(connections=1)) as served:
        async with guest(served.url) as ana:
            host, port = served.url.removeprefix("ws://").split(":")
            stream = await trio.open_tcp_stream(host, int(port))
            assert await stream.receive_some() == b""
            await stream.aclose()
            (connection,) = served.app.loop.connections
            connection.end(TooSlow("you do not read what you are sent"))
            assert isinstance(await ana.hear(), Goodbye)
        await served.app.loop.empty()
        seen = await served.metrics()
    assert seen["watai_connections_turned_away_total", "connections"] == 1
    assert seen["watai_connections_closed_total", "4008", "TooSlow"] == 1


async def test_hole_16_handshakes_that_come_to_nothing_are_in_the_metrics(tmp_path: Path) -> None:
    async with running(tmp_path, Limits(handshake_seconds=0.2)) as served:
        host, port = served.url.removeprefix("ws://").split(":")
        silent = await trio.open_tcp_stream(host, int(port))
        assert await silent.receive_some() == b""
        await silent.aclose()
        while served.app.loop.accepted:
            await trio.lowlevel.checkpoint()
        seen = await served.metrics()
        assert seen["watai_handshakes_failed_total", "request", "timeout"] == 1
        assert seen["watai_handshakes",] == seen["watai_connections",] == 0


async def test_healthz_is_ok_until_the_server_stops(tmp_path: Path) -> None:
    async with running(tmp_path) as served:
        assert await served.get("/healthz") == (200, "ok\n")
        served.app.loop.lobby.stopping = True
        assert await served.get("/healthz") == (503, "the server is stopping\n")
        assert (await served.get("/elsewhere"))[0] == 404


async def test_healthz_tells_a_loop_that_does_not_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as served:
        monkeypatch.setattr(health, "STUCK_SECONDS", -1.0)  # no loop passes that often
        code, text = await served.get("/healthz")
    assert code == 503
    assert re.match(r"the loop has not passed for \d+ s", text)


async def test_a_full_disk_holds_everybody_up_until_there_is_room(tmp_path: Path) -> None:
    limits = Limits(journal_failing_seconds=PATIENCE)
    async with running(tmp_path, limits) as served, guest(served.url) as ana:
        served.journal.full = True
        await ana.say(Create(1, "wapi", 2))
        while not served.journal.tries:
            await trio.lowlevel.checkpoint()
        while (await served.get("/healthz"))[0] == 200:
            pass  # the answer of another thread may have been under way
        assert (await served.metrics())["watai_journal_failing",] == 1
        with trio.move_on_after(0) as waiting:
            await ana.hear()
        assert waiting.cancelled_caught
        served.journal.full = False
        while not isinstance(await ana.hear(), Done):
            pass
        assert await served.get("/healthz") == (200, "ok\n")


async def test_a_journal_that_stays_broken_stops_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, Limits(journal_failing_seconds=0.3)) as served:
        async with guest(served.url) as ana:
            served.journal.full = True
            await ana.say(Create(1, "wapi", 2))
            assert isinstance(await ana.hear(), Goodbye)  # and nothing before it
        await served.over.wait()
    assert str(served.ended) == "the disk is full: make room"
    assert "the journal takes nothing" in caplog.text


async def test_a_bug_costs_one_room_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as served, guest(served.url) as ana:

        def broken(*_: object) -> None:
            raise RuntimeError("this is a bug")

        monkeypatch.setattr(dispatcher, "respond", broken)
        answer = await ana.ask(Ping(1))
        assert isinstance(answer, Refused)
        assert answer.code == "server/failed"
        monkeypatch.undo()
        assert isinstance(await ana.ask(Ping(2)), Done)
        seen = await served.metrics()
    assert seen["watai_intents_total", "server/failed"] == 1
    (record,) = (each for each in caplog.records if each.levelno == logging.ERROR)
    assert (record.getMessage(), vars(record)["said"]) == ("a message broke the server", "Ping")


def test_a_histogram_adds_up() -> None:
    durations = Histogram((0.001, 0.01))
    for nanos in (10, 1_000_000, 1_000_001, 50_000_000):
        durations.add(nanos)
    samples = {
        sample.labels.get("le", sample.name): sample.value
        for sample in histogram("x", "what", durations).samples
    }
    assert samples["0.001"] == 2
    assert samples["0.01"] == 3
    assert samples["+Inf"] == samples["x_count"] == 4
    assert samples["x_sum"] == pytest.approx(0.052000011)


def test_two_servers_in_one_process_share_nothing() -> None:
    one, other = Counters(), Counters()
    one.intents["done"] += 1
    assert not other.intents
