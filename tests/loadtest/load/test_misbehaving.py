"""Misbehaving peers do misbehave: the server sends them away, and the ratio is of the right windows."""

import time

import pytest

from tests.support.server.server_process import PATIENCE
from watai.loadtest.bench.neighbours import beside, make_parser, make_plan, show
from watai.loadtest.load import abuses
from watai.loadtest.load.fleet import RawRun
from watai.loadtest.load.misbehaving import KINDS, LIMITS
from watai.loadtest.load.plan import Plan
from watai.loadtest.load.recorder import pack
from watai.loadtest.load.worker import RawSecond, Report
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.systems.measured_server import own_server
from watai.protocol.messages import AddBot, Create, Start

pytestmark = pytest.mark.slow


def test_each_kind_is_sent_away() -> None:
    limits = [*LIMITS, "silence_seconds=0.6", "outbox_bytes=4096", "send_buffer_bytes=2048"]
    with own_server("process", limits) as server:
        client = RawClient(server.address, "Host")
        code = client.ask(lambda n: Create(n, "watai", 2))["code"]
        client.ask(AddBot)
        client.ask(Start)  # there is a table to look at
        for kind in KINDS.values():
            if kind.__module__ == abuses.__name__:
                continue  # below: whether they are sent away depends on how fast the machine lets them be
            group = kind(server.address, code, 4)
            patience = time.monotonic() + PATIENCE
            while not group.closed and time.monotonic() < patience:
                group.step(time.perf_counter_ns())
            assert group.closed, kind
            group.close()
        client.close()


@pytest.mark.parametrize(
    "kind", [name for name, kind in KINDS.items() if kind.__module__ == abuses.__name__]
)
def test_abuses_go_on_until_the_group_is_closed(kind: str) -> None:
    with own_server("process", LIMITS) as server:
        host = RawClient(server.address, "Host")
        code = host.ask(lambda n: Create(n, "watai", 2))["code"]
        group = KINDS[kind](server.address, code, 1)
        now = time.perf_counter_ns()
        for step in range(5):
            group.step(now + step * group.every_ns)
        group.close()
        host.ask(AddBot)  # the server is still there
        host.close()


@pytest.mark.parametrize("kind", ["idle-handshakes", "slow-handshakes"])
def test_handshakes_without_end_are_sent_away(kind: str) -> None:
    with own_server("process", [*LIMITS, "handshake_seconds=0.2"]) as server:
        group = KINDS[kind](server.address, "", 1)
        patience = time.monotonic() + PATIENCE
        while group.closed < len(group.peers) and time.monotonic() < patience:
            group.step(time.perf_counter_ns())
        assert group.closed == len(group.peers)
        group.close()


def test_the_ratio_is_beside_over_around() -> None:
    plan = Plan(rate=1.0, seconds=6.0, window=1, misbehaving=("flooder", "twins"))
    millis = [2, 4, 2, 20, 8]
    seconds = [RawSecond(n, 100, 0, {"ack": pack({ms * 1000: 100})}) for n, ms in enumerate(millis)]
    figures = beside(plan, RawRun(seconds, [], [Report(6, 1, 1, sent_away=(3, 4))]))
    assert figures["flooder"]["ratio"] == 2.0
    assert figures["twins"]["ratio"] == 2.5  # the slower of the two quiet windows is their p99
    assert [figures[kind]["sent_away"] for kind in ("flooder", "twins")] == [3, 4]


def test_windows_without_an_answer_have_no_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    """A machine that stands still may answer nothing in a window."""
    plan = Plan(rate=1.0, seconds=3.0, window=1, misbehaving=("flooder",))
    figures = beside(plan, RawRun([], [], [Report(3, 1, 1, sent_away=(3,))]))
    assert figures["flooder"]["ratio"] is None
    show({"neighbours": figures, "asserts": [], "invalid_because": [], "faults": []}, None)
    assert capsys.readouterr().out.splitlines()[1].split() == ["flooder", *["None"] * 3, "3"]


def test_rooms_decide_by_arrival_unless_told_otherwise() -> None:
    """The waits of fair races would hide what a neighbour costs."""
    parser = make_parser()
    assert make_plan(parser.parse_args([])).arbitration == "arrival"
    assert make_plan(parser.parse_args(["--arbitration", "fair"])).arbitration == "fair"
