"""The whole client from outside: in a terminal, in lines, in JSON; and what is left of it afterwards."""

import json
import os
import re
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.support.clients.pty_client import PATIENCE, environment, pty_client
from watai import child
from watai.child import ROOT
from watai.clients.cli.exits import INTERRUPTED, OK, REFUSED, UNREACHABLE
from watai.clients.link.address import own_host

pytestmark = pytest.mark.slow


def piped(*words: str, home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The client without a terminal. All is typed before it starts: it waits for a second only, then nobody is there."""
    reading, writing = os.pipe()
    os.write(writing, typed.encode())
    os.close(writing)
    try:
        return subprocess.run(
            child.command("", *words),
            stdin=reading,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=ROOT,
            env={**os.environ, **environment(home, {})},
        )
    finally:
        os.close(reading)


def servers(home: Path) -> list[int]:
    """The processes of servers that run for this home."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().decode()
        except OSError:  # it has just ended
            continue
        if str(home) in command and "server_child" in command:
            found.append(int(path.parent.name))
    return found


@contextmanager
def gone_in_the_end(pid: int) -> Iterator[None]:
    """A process that runs now has ended some time after this block."""
    file = os.pidfd_open(pid)
    try:
        yield
        assert select.select([file], [], [], PATIENCE)[0], "a server was left behind"
    finally:
        os.close(file)


def test_a_game_is_chosen_played_left_and_gone_on_with(tmp_path: Path) -> None:
    with pty_client("play", home=tmp_path) as client:
        before = client.settings
        client.until("What do you want to play?")
        client.press("3")
        client.until("Wapi · ")
        client.until("Bot 4")
        client.press("?")
        client.until("show the keys")
        client.press("\x1b")
        client.until("in bag")
        client.press("\x03")
        assert client.end() == OK
        code = re.search(r"watai join (\w{4}-\w{4}-\w{4})", client.written.decode())
        assert code is not None
        assert b"\x1b[?1049l" in client.written
        assert client.settings == before
    assert servers(tmp_path) == []
    with pty_client("join", code[1], home=tmp_path) as client:
        client.until(f"Wapi · {code[1]}")
        client.until("Ana (you)")
        client.press("\x1b[21~")  # F10
        assert client.end() == OK


def test_a_race_stopped_from_outside_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with pty_client("play", "watai", "--option", "variants=off", home=tmp_path) as client:
        before = client.settings
        client.until("Wataï · ")
        client.until("Talon")
        client.send(signal.SIGTERM)
        assert client.end() == INTERRUPTED
        assert b"\x1b[?1049l" in client.written
        assert client.settings == before
    assert servers(tmp_path) == []


def test_a_small_plain_french_terminal_is_told_and_a_lost_one_ends_it(tmp_path: Path) -> None:
    with pty_client("play", home=tmp_path, size=(50, 20), LC_ALL="C", WATAI_LANG="fr") as client:
        client.until("Il faut 60x20 ; le terminal fait 50x20")
        client.resize(100, 30)
        assert client.until("A quoi voulez-vous jouer ?").isascii()
        client.send(signal.SIGHUP)
        assert client.end() == INTERRUPTED


def test_a_server_that_dies_comes_back_and_ends_with_its_client_however_that_ends(
    tmp_path: Path,
) -> None:
    with pty_client("play", "wapi", home=tmp_path) as client:
        client.until("in bag")
        (server,) = servers(tmp_path)
        since = len(client.written)
        os.kill(server, signal.SIGKILL)
        client.until_written(rb"onnecti", since)  # lost, or connecting again
        client.until(" ms")
        (another,) = servers(tmp_path)
        with gone_in_the_end(another):
            client.send(signal.SIGKILL)
            client.end()


def test_nobody_there_sees_a_short_exhibition(tmp_path: Path) -> None:
    done = piped("play", home=tmp_path)
    assert done.returncode == OK, done.stderr
    assert "shouts Wataï!" in done.stdout
    winner, played = done.stdout.splitlines()[-2:]
    assert "wins." in winner
    assert played.startswith("Rounds: 1. Playing time: ")
    assert servers(tmp_path) == []


def test_lines_are_answered_in_lines(tmp_path: Path) -> None:
    done = piped("play", "duel", "--line", home=tmp_path, typed="help\nstauts\nquit\n")
    assert done.returncode == OK, done.stderr
    assert done.stdout.startswith("“help” lists what you can type.\n")
    assert "A number picks from the moves offered." in done.stdout
    assert "Did you mean “status”?" in done.stdout
    assert "watai join" in done.stdout.splitlines()[-1]


def test_json_goes_both_ways(tmp_path: Path) -> None:
    typed = '{"type": "chat", "text": "hello"}\n{"type": "dance"}\nnonsense\n{"type": "pause"}\n'
    done = piped("play", "wapi", "--json", home=tmp_path, typed=typed)
    assert done.returncode == OK, done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [each["type"] for each in said]
    assert kinds[0] == "welcome"
    assert said[0]["token"] == ""
    assert {"room", "view", "said", "done", "refused"} <= set(kinds)
    assert kinds.count("refused") == 2
    assert any(each["type"] == "room" and each["paused"] for each in said)


def test_what_cannot_be_reached_and_what_is_refused_have_codes_of_their_own(tmp_path: Path) -> None:
    done = piped("join", "bako-timu", "--server", "127.0.0.1:9", home=tmp_path)
    assert done.returncode == UNREACHABLE
    assert "There is no server at ws://127.0.0.1:9" in done.stderr
    with pty_client("host", "wapi", "--seats", "2", "--port", "0", home=tmp_path) as client:
        found = client.until_written(rb"watai join (\S+) --server ws://[^\s:]+:(\d+)\D")
        code, port = found[1].decode(), found[2].decode()
        address, nowhere = f"127.0.0.1:{port}", code[::-1]
        done = piped("join", nowhere, "--server", address, home=tmp_path)
        assert done.returncode == REFUSED
        assert done.stderr.startswith("There is no room with that code: ")
        client.press("s")
        client.until("A seat is free: b adds a bot.")
        client.press("b")
        client.until("Bot 2")
        client.press("s")
        client.until("in bag")
        done = piped("join", code, "--server", address, home=tmp_path)
        assert (done.returncode, "you may watch it" in done.stderr) == (REFUSED, True)
        client.press("\x03")
        assert client.end() == OK


def test_web_starts_a_server_says_where_its_page_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with subprocess.Popen(
        child.command("", "web", "wapi", "--no-open", "--port", "0"),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment(tmp_path, {})},
    ) as process:
        assert process.stdout is not None
        here, alone, stop = (process.stdout.readline() for _ in range(3))
        found = re.fullmatch(r"Play here: http://127.0.0.1:(\d+)(/play/wapi)\n", here)
        assert found is not None, here
        assert alone.startswith("Only this machine can open it.")
        assert alone.endswith(" web --friends\n")
        assert stop == "Ctrl-C stops the server.\n"
        page = HTTPConnection("127.0.0.1", int(found[1]), timeout=PATIENCE)
        page.request("GET", found[2])
        with page.getresponse() as response:
            assert response.status == 200
            assert b"<html" in response.read()
        page.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == OK
    assert servers(tmp_path) == []


def test_web_for_friends_opens_the_page_where_friends_open_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        child.command("", "web", "--friends", "--no-open", "--port", "0"),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment(tmp_path, {})},
    ) as process:
        assert process.stdout is not None
        here, friends, stop = (process.stdout.readline() for _ in range(3))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == OK
    near = own_host()
    host = near if near.replace(".", "").isdecimal() else "127.0.0.1"
    assert re.fullmatch(rf"Play here: http://{host}:\d+/play/watai\n", here)
    assert re.fullmatch(rf"Friends on your network: http://{near}:\d+\n", friends)
    assert stop == "Ctrl-C stops the server.\n"
