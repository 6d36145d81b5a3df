"""`watai serve` from outside: what it says, how it ends, and what it keeps to itself."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio_websocket import ConnectionClosed

from tests.support.server.guest_client import guest
from tests.support.server.server_process import PATIENCE
from watai import child
from watai.clients.cli.__main__ import main
from watai.protocol.codec import CODECS
from watai.protocol.messages import (
    AddBot,
    Chat,
    Create,
    Done,
    FetchReplay,
    Goodbye,
    Leave,
    ListRooms,
    Start,
)
from watai.server.storage.formats import JOURNAL_VERSION
from watai.server.storage.sqlite.writer import SqliteJournal

pytestmark = pytest.mark.slow

COMMAND = child.command("", "serve")
ENGLISH = {name: value for name, value in os.environ.items() if not name.startswith("WATAI_")}
ENGLISH |= {"LC_ALL": "C.UTF-8"}
FRENCH = {**ENGLISH, "LC_ALL": "fr_FR.UTF-8"}
TLS = Path(__file__).parents[2] / "data" / "tls"  # a certificate for this machine, for tests only


class Served:
    """A server in a process of its own."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.out = ""
        self.err = ""
        self.code: int | None = None
        self.greeted = trio.Event()

    @property
    def url(self) -> str:
        found = re.search(r"wss?://\S+", self.out)
        assert found is not None
        return found[0]

    async def read_out(self) -> None:
        assert self.process.stdout is not None
        async for data in self.process.stdout:
            self.out += data.decode()
            if "Ctrl-C" in self.out:
                self.greeted.set()
        self.greeted.set()  # or nobody would hear that it failed

    async def read_err(self) -> None:
        assert self.process.stderr is not None
        async for data in self.process.stderr:
            self.err += data.decode()

    async def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        self.code = await self.process.wait()
        return self.code


@asynccontextmanager
async def serving(
    tmp_path: Path, *words: str, environment: dict[str, str] | None = None
) -> AsyncIterator[Served]:
    """A real server on a free port, from its greeting on; ended with its output read to the end."""
    command = [*COMMAND, "--port", "0", "--journal", str(tmp_path / "journal.sqlite"), *words]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            process = await trio.lowlevel.open_process(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment or ENGLISH,
            )
            served = Served(process)
            nursery.start_soon(served.read_out)
            nursery.start_soon(served.read_err)
            try:
                await served.greeted.wait()
                yield served
            finally:
                if served.process.poll() is None:
                    served.process.kill()
                with trio.CancelScope(shield=True):
                    await served.process.wait()


def run(words: Sequence[str], environment: dict[str, str] = ENGLISH) -> tuple[int, str, str]:
    done = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        env=environment,
        timeout=PATIENCE,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


async def test_it_says_where_it_listens_and_how_to_play(tmp_path: Path) -> None:
    async with serving(tmp_path, "--metrics-port", "0") as served:
        assert await served.stop() == 0
    first, page, play, join, alone, stop, last = served.out.splitlines()
    assert re.fullmatch(r"watai-arena/\S+ listens on ws://127\.0\.0\.1:\d+", first)
    assert page == f"To play in a browser: {served.url.replace('ws', 'http', 1)}"
    assert play == f"To play: watai host --server {served.url}"
    assert join == f"To join a friend: watai join CODE --server {served.url}"
    assert alone == "Only this machine reaches it; for others: --host 0.0.0.0, or a proxy."
    assert stop == "Ctrl-C stops it."
    assert re.fullmatch(r"Metrics: http://127\.0\.0\.1:\d+/metrics", last)


async def test_a_server_for_everybody_says_nothing_of_this_machine_only(tmp_path: Path) -> None:
    async with serving(tmp_path, "--host", "0.0.0.0") as served:
        assert await served.stop() == 0
    assert "To play: watai host --server ws://" in served.out
    assert "Only this machine" not in served.out


async def test_it_speaks_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "http", "--lang", "fr"]) == 2
    assert capsys.readouterr().err == (
        "watai serve: --port : port doit être un nombre entier, et non 'http'\n"
    )
    async with serving(tmp_path, environment=FRENCH) as served:
        await served.stop()
    assert " écoute sur ws://" in served.out
    assert "Pour jouer" in served.out
    code, _, err = run(["--port", "http"], FRENCH)
    assert (code, err) == (
        2,
        "watai serve: --port : port doit être un nombre entier, et non 'http'\n",
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_when_asked_and_tells_everybody(tmp_path: Path, number: int) -> None:
    async with serving(tmp_path) as served, guest(served.url) as ana:
        served.process.send_signal(number)
        goodbye = await ana.hear()
        with pytest.raises(ConnectionClosed) as closed:
            await ana.hear()
        assert await served.process.wait() == 0
    assert isinstance(goodbye, Goodbye)
    assert (goodbye.code, goodbye.resume) == (1001, True)
    assert closed.value.reason is not None
    assert closed.value.reason.code == 1001


async def test_a_peer_that_does_not_let_go_cannot_hold_up_a_stop(tmp_path: Path) -> None:
    async with serving(tmp_path, "--limit", "stop_seconds=0.2") as served:
        host, port = served.url.removeprefix("ws://").split(":")
        with socket.create_connection((host, int(port))):
            assert await served.stop() == 0


def named(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


async def test_a_second_one_on_the_same_port_fails_with_one_line(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        port = served.url.rpartition(":")[2]
        words = ["--port", port, "--journal", str(tmp_path / "other.sqlite")]
        code, out, err = await trio.to_thread.run_sync(run, words)
    assert (code, out) == (1, "")
    assert not named(tmp_path, "other.*"), "it left files of a server that never ran"
    assert err == (
        f"watai serve: cannot listen on 127.0.0.1 port {port}: "
        "something listens there already; choose another --port\n"
    )


async def test_a_second_one_on_the_same_journal_fails_with_one_line(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        words = ["--port", "0", "--journal", str(tmp_path / "journal.sqlite")]
        code, out, err = await trio.to_thread.run_sync(run, words)
        pid = served.process.pid
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"in use (process {pid} holds" in err
    assert "give this one a journal of its own" in err


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (
            ENGLISH,
            "the journal {} is of version 0.0.9+00c0ffee, this server of version {}, and before 1.0 no version reads "
            "another's: use that version, or move the journal away\n",
        ),
        (
            FRENCH,
            "le journal {} est de la version 0.0.9+00c0ffee, ce serveur de la version {}, et avant la 1.0 aucune version ne "
            "lit ce qu'une autre a écrit : prenez cette version-là, ou mettez le journal ailleurs\n",
        ),
    ],
)
def test_a_journal_of_another_version_is_refused_in_one_line(
    tmp_path: Path, environment: dict[str, str], said: str
) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteJournal(path, made_by="0.0.9+00c0ffee").close()
    before = path.read_bytes()
    code, out, err = run(["--port", "0", "--journal", str(path)], environment)
    assert (code, out, err) == (1, "", f"watai serve: {said.format(path, JOURNAL_VERSION)}")
    assert path.read_bytes() == before


async def test_a_taken_metrics_port_is_told_apart(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["--port", "0", "--journal", str(tmp_path / "j.sqlite"), "--metrics-port", port]
        code, _, err = run(words)
    assert (code, err.count("\n")) == (1, 1)
    assert err.endswith("choose another --metrics-port\n")
    assert not named(tmp_path, "j.*")


async def test_a_journal_that_was_there_stays_when_the_port_is_taken(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        port = served.url.rpartition(":")[2]
        SqliteJournal(tmp_path / "kept.sqlite").close()
        before = (tmp_path / "kept.sqlite").read_bytes()
        words = ["--port", port, "--journal", str(tmp_path / "kept.sqlite")]
        code, _, _ = await trio.to_thread.run_sync(run, words)
    assert code == 1
    assert (tmp_path / "kept.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--journal", "foreign.sqlite"], "not a journal"),
        (["--journal", "/proc/none/journal"], "cannot use the journal"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["--tls-cert", __file__], f"cannot use the certificate {__file__}"),
        (["--tls-cert", "none.pem"], "No such file"),
        (["--tls-cert", str(TLS / "cert.pem")], "with the key"),
    ],
)
def test_what_cannot_run_says_why_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "watai.server.__main__.set_up_logs", lambda _: None
    )  # logging is for everybody
    monkeypatch.chdir(tmp_path)
    Path("foreign.sqlite").write_text("this is no journal at all" * 100)
    assert main(["serve", "--port", "0", *words, "--lang", "en"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith("watai serve: ")
    assert said in shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tls-key", "key.pem"], "a key is of no use without tls_cert"),
        (["--moved-to", "example.org"], "moved_to must be an address such as wss://"),
        (["--config", "none.toml"], "cannot read the configuration none.toml"),
        (["--limit", "rooms=many"], "--limit: rooms must be a whole number"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words, "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"watai serve: {said}") or said in shown.err
    assert shown.err.count("\n") == 1


def test_help_and_print_config_need_no_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["serve", "--help", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "exit codes: 0 stopped as asked, 1 cannot run, 2 wrong setting" in out
    assert "WATAI_PORT=8000 watai serve --limit rooms=100 --print-config" in out
    monkeypatch.setenv("WATAI_PORT", "8000")
    assert main(["serve", "--print-config"]) == 0
    assert "port = 8000  # WATAI_PORT" in capsys.readouterr().out


async def play_a_little(url: str, codec: str) -> list[str]:
    """A session with everything that has a secret in it: both tokens, a code, a replay, a refusal, a return."""
    async with guest(url, codec) as ana:
        await ana.ask(Create(1, "wapi", 2))
        await ana.ask(AddBot(2))
        await ana.ask(Start(3))
        await ana.ask(Chat(4, "good luck"))
        await ana.ask(FetchReplay(5, "0123456789abcdef"))
        await ana.ask(ListRooms(6))
        await ana.ask(Leave(7))
    async with guest(url, codec, ana.welcome.token) as again:
        assert again.welcome.session == ana.welcome.session
    return [ana.welcome.token, again.welcome.token]


async def test_it_serves_over_tls(tmp_path: Path) -> None:
    cert, key = str(TLS / "cert.pem"), str(TLS / "key.pem")
    async with serving(tmp_path, "--tls-cert", cert, "--tls-key", key) as served:
        assert served.url.startswith("wss://")
        trusting = ssl.create_default_context(cafile=cert)
        async with guest(served.url, tls=trusting) as ana:
            await ana.ask(Create(1, "duel", 2))
            await ana.ask(AddBot(2))
            assert isinstance(await ana.ask(Start(3)), Done)
        assert await served.stop() == 0


async def test_hole_13_an_expired_certificate_is_said_at_the_start(tmp_path: Path) -> None:
    words = ["--tls-cert", str(TLS / "expired.pem"), "--tls-key", str(TLS / "key.pem")]
    async with serving(tmp_path, *words, environment=FRENCH) as served:
        await served.stop()
    assert f"watai serve: le certificat {TLS / 'expired.pem'} a expiré" in served.err
    assert f"WARNING watai.serve: the certificate {TLS / 'expired.pem'} has expired" in served.err


@pytest.mark.parametrize("form", ["text", "json"])
async def test_no_token_and_no_word_of_a_player_is_ever_logged(tmp_path: Path, form: str) -> None:
    words = ["--log-level", "debug", "--log-format", form, "--metrics-port", "0"]
    secrets: list[str] = []
    async with serving(tmp_path, *words) as served:
        for codec in CODECS:
            secrets += await play_a_little(served.url, codec)
        with pytest.raises(ConnectionClosed):  # a bad name, with a token that is nobody's
            async with guest(served.url, token="0123456789abcdef.wrong-secret", name="\u202e"):
                pass
        await served.stop()
    assert "stopping" in served.err
    assert "connection opened" in served.err
    assert "good luck" not in served.err
    for secret in [*secrets, "0123456789abcdef.wrong-secret"]:
        assert secret.partition(".")[2] not in served.err + served.out
    assert len({secret.partition(".")[0] for secret in secrets}) == len(CODECS)


async def test_json_logs_are_an_object_a_line(tmp_path: Path) -> None:
    words = ["--log-format", "json", "--log-level", "debug"]
    async with serving(tmp_path, *words) as served:
        await play_a_little(served.url, "watai.v1.json")
        await served.stop()
    lines = [json.loads(line) for line in served.err.splitlines()]
    assert all({"at", "level", "from", "what"} <= set(line) for line in lines)
    (stopping,) = (line for line in lines if line["what"] == "stopping")
    assert (stopping["level"], stopping["from"]) == ("info", "watai.app")
    assert stopping["signal"] == "SIGTERM"


async def test_a_room_is_still_there_after_a_stop(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        async with guest(served.url) as ana:
            opened = await ana.ask(Create(1, "duel", 2, public=True))
        await served.stop()
    async with serving(tmp_path) as served:
        async with guest(served.url, token=ana.welcome.token) as again:
            assert again.welcome.room == getattr(opened, "code", None)
        await served.stop()
    assert "rooms recovered rooms=1" in served.err
