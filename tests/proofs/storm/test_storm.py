"""Simulated worlds: some hundred seeds keep every promise, the same seed gives the same bytes, and planted bugs are found."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.proofs.storm import command as storm
from tests.proofs.storm.run import run_world
from tests.proofs.storm.scenario import FAULTS, StormScenario
from tests.proofs.storm.shrink import shrink
from watai.engine.options import BadOption
from watai.server.clock import Nanos
from watai.server.dispatch.loop import Loop
from watai.server.dispatch.unwritten import Unwritten
from watai.server.match.match import Match
from watai.server.rooms.session_journal import SESSIONS, SessionJournal
from watai.server.rooms.sessions import Session, Sessions

pytestmark = pytest.mark.slow

SEEDS = 200
BATCH = 20
FEW = 30
"""Among so many worlds at least one finds each planted bug."""


@pytest.mark.parametrize("first", range(0, SEEDS, BATCH))
def test_some_hundred_worlds_keep_every_promise(first: int) -> None:
    worlds = map(run_world, map(StormScenario.draw, range(first, first + BATCH)))
    failed = [each for each in worlds if each.kind]
    assert [(each.seed, each.kind, each.what) for each in failed] == []


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    here = [run_world(StormScenario.draw(seed)).hash for seed in (7, 8)]
    assert here[0] != here[1]
    program = (
        "from tests.proofs.storm.run import run_world\n"
        "from tests.proofs.storm.scenario import StormScenario\n"
        "print(*(run_world(StormScenario.draw(seed)).hash for seed in (7, 8)))"
    )
    command = [sys.executable, "-c", program]
    assert (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == here
    )


# planted bugs


def write_before_the_journal_has_it(patch: pytest.MonkeyPatch) -> None:
    submit = Loop._submit

    def late(loop: Loop) -> int:
        for connection in loop._flushing:
            connection.flush()
        loop._flushing = []
        return submit(loop)

    patch.setattr(Loop, "_submit", late)


def write_before_a_slow_journal_has_it(patch: pytest.MonkeyPatch) -> None:
    add = Unwritten.add

    def early(unwritten: Unwritten, number: int, *args: Any) -> None:
        add(unwritten, number, *args)
        unwritten.write(number)

    patch.setattr(Unwritten, "add", early)


def forget_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "remember", lambda *_: None)


def forget_hellos(patch: pytest.MonkeyPatch) -> None:
    """A server that was started again gives a guest's next connection numbers that earlier ones have used."""
    restore = Sessions.restore

    def forgetful(sessions: Sessions, body: bytes) -> None:
        restore(sessions, body)
        for session in sessions:
            session.logins = 0

    patch.setattr(Sessions, "restore", forgetful)


def skip_a_number_after_recovery(patch: pytest.MonkeyPatch) -> None:
    resume = Match.resume

    def skip(match: Match, now: Nanos) -> None:
        resume(match, now)
        match.seq += 1

    patch.setattr(Match, "resume", skip)


def keep_old_session_records(patch: pytest.MonkeyPatch) -> None:
    def write_all(kept: SessionJournal) -> None:
        for session in kept._sessions:
            kept._journal.append(SESSIONS, session.record())

    patch.setattr(SessionJournal, "write_all", write_all)


def tell_secrets(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "tell", lambda match, numbered, seat: numbered.event)


@pytest.mark.parametrize(
    ("plant", "kinds"),
    [
        (write_before_the_journal_has_it, {"early", "reordered", "lost"}),
        (write_before_a_slow_journal_has_it, {"lost", "reordered"}),
        (forget_answers, {"duplicated"}),
        (forget_hellos, {"lost"}),
        (skip_a_number_after_recovery, {"lost", "reordered"}),
        (keep_old_session_records, {"unbounded"}),
        (tell_secrets, {"leaked"}),
    ],
)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    worlds = map(run_world, map(StormScenario.draw, range(FEW)))
    assert next(each.kind for each in worlds if each.kind) in kinds


def test_a_failing_world_is_shrunk_and_repeated_by_one_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_before_the_journal_has_it(monkeypatch)
    whole = StormScenario.draw(3)
    small = shrink(whole, "early")
    assert (small.rooms, small.people, small.hostile, small.faults) == (1, 1, 0, ())
    assert storm.main(["--seeds", "1", "--seed", "3", "--jobs", "1", "--json", "-"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["early"] == 1
    assert f"--seeds 1 --seed 3 --world {small.words()}" in said.err


# the command


def test_the_json_has_every_field_that_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    assert storm.main(["--seeds", "3", "--jobs", "1", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seeds"] == 3
    assert told["inputs"] > 0
    assert set(told["faults"]) <= {*FAULTS, "hostile"}
    assert [told[kind] for kind in ("lost", "duplicated", "reordered", "leaked", "stuck")] == [
        0
    ] * 5


def test_a_world_is_written_as_it_is_read() -> None:
    drawn = StormScenario.draw(5)
    assert StormScenario.draw(6).changed(drawn.words()) == StormScenario(6, *_without_seed(drawn))
    with pytest.raises(BadOption):
        drawn.changed("faults=earthquake")
    with pytest.raises(BadOption):
        drawn.changed("seed=3")


def _without_seed(world: StormScenario) -> tuple[int, int, int, int, int, tuple[str, ...]]:
    return (
        world.rooms,
        world.people,
        world.watchers,
        world.hostile,
        world.seconds,
        world.faults,
    )
