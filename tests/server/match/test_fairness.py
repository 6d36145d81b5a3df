"""Whether the quicker player wins: the proofs of the design in small, with the real referee in virtual time.

`python -m tests.support.arbitration.worth` has the real figures.
"""

from dataclasses import replace
from typing import Final

import pytest

from tests.support.arbitration.virtual_races import VirtualContest, raced
from tests.support.arbitration.worth import Shaker, gain, main, switched
from watai.loadtest.fairness.conduct import Blind, ClockLiar, Conduct, PongStaller, SpikeFaker
from watai.loadtest.fairness.figures import CLEAR, held, right, wins
from watai.loadtest.fairness.program import (
    ARRIVAL,
    BLIND_AMONG_PEOPLE,
    FAIR,
    program,
    quiet,
)
from watai.loadtest.fairness.scenario import SEATS, Scenario
from watai.loadtest.net.netsim import RTTS
from watai.loadtest.results.shares import chi2_p, slope_z
from watai.protocol.arbitration import Arbitration
from watai.server.arbitration.races import Verdict
from watai.server.audit.recheck import recheck
from watai.server.storage import records

pytestmark = pytest.mark.slow

FAR: Final = SEATS - 1
LONGEST_WAIT: Final = Arbitration().longest_wait * 1_000  # µs, in a room whose host chose nothing
SETTLED: Final = {"TOKEN_START": 0}
"""What a new player starts with is spent once, and would weigh in so few races."""


class ChoosyLiar(ClockLiar):
    """Honest after a slow reaction, which wins nothing anyway, so that there is more to take after a quick one."""

    name = "choosy_liar"

    def claim(self, el: int) -> int | None:
        return 0 if el < 330_000 else el


class TwiceASecond(Blind):
    """Guesses more slowly."""

    repeats = 0.5


class NowAndThen(Blind):
    """Guesses so rarely that no two guesses are near each other."""

    repeats = 2.6


def scenario(name: str, races: int, conduct: type[Conduct] | None = None) -> Scenario:
    """One of the bench's scenarios; the cheat in it may have another conduct."""
    found = next(each for each in program(races) if each.name == name)
    conducts = found.conducts if conduct is None else dict.fromkeys(found.conducts, conduct)
    return replace(found, races=races, conducts=conducts)


def verdicts(room: VirtualContest) -> list[Verdict]:
    """Of every race of the finished games, also those that nobody arranged."""
    notes = [records.from_note(note) for replay in room.replays() for note in replay.notes]
    return [each.verdict for each in notes if isinstance(each, records.Judged)]


def share(room: VirtualContest) -> float:
    """The part of its races that the far player won."""
    return wins(room.fresh)[FAR] / len(room.fresh)


@pytest.fixture(scope="module")
def fair() -> VirtualContest:
    return raced(scenario(FAIR, 300), to_the_end=True)


def test_the_truly_fastest_wins(fair: VirtualContest) -> None:
    assert (right(fair.fresh) or 0) >= 0.98
    assert right([each for each in fair.fresh if each.gap > CLEAR]) == 1


def test_by_arrival_the_fastest_often_loses_and_the_far_hardly_ever_win() -> None:
    heats = raced(scenario(ARRIVAL, 200)).fresh
    assert (right(heats) or 1) < 0.65
    assert wins(heats)[FAR] < len(heats) / 80


def test_equals_win_alike_however_far_they_are(fair: VirtualContest) -> None:
    assert chi2_p(wins(fair.fresh)) > 0.01
    assert abs(slope_z(wins(fair.fresh), RTTS)) < 2.6


def test_nobody_waits_without_a_rival() -> None:
    alone = raced(quiet(1), to_the_end=True)
    assert alone.laid_alone
    assert {*alone.laid_alone, *alone.turned} == {0}


def test_every_slot_has_one_taker_and_no_hold_exceeds_the_cap(fair: VirtualContest) -> None:
    decided = verdicts(fair)
    assert len(decided) >= len(fair.fresh)
    assert {sum(each.stands and each.takes for each in one.order) for one in decided} == {1}
    assert fair.violations == 0
    waited = [each.race.held for each in fair.fresh if each.race is not None]
    assert len(waited) == len(fair.fresh)
    assert max(waited) <= LONGEST_WAIT


def test_every_game_can_be_verified(fair: VirtualContest) -> None:
    assert sum(recheck(replay).decisions for replay in fair.replays()) == len(verdicts(fair))


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second, other = (raced(scenario(FAIR, 8), seed) for seed in ("one", "one", "two"))
    assert first.server.journal.streams == second.server.journal.streams
    assert first.fresh == [replace(each, scenario=first.scenario) for each in second.fresh]
    assert first.server.journal.streams != other.server.journal.streams


@pytest.mark.parametrize("liar", [ClockLiar, ChoosyLiar, PongStaller, SpikeFaker])
def test_cheating_gains_little(liar: type[Conduct]) -> None:
    with switched(SETTLED):
        assert gain(liar, 240) <= 3.5


def test_shaken_pongs_gain_little_because_the_kernel_is_asked_too() -> None:
    with switched(SETTLED):
        assert gain(Shaker, 120) < 8
    with switched({**SETTLED, "SLACK": 1 << 40}):
        assert gain(Shaker, 120) > 40


def test_a_program_that_plays_at_once_is_worth_100_ms() -> None:
    assert 0.06 < share(raced(scenario("zero_ms", 120))) < 0.2
    with switched({"FLOOR": 0}):
        assert share(raced(scenario("zero_ms", 20))) == 1


@pytest.mark.parametrize("conduct", [Blind, TwiceASecond])
def test_blind_repetition_does_not_pay_and_would_if_guesses_counted(conduct: type[Conduct]) -> None:
    among_machines, among_people = Blind.name, BLIND_AMONG_PEOPLE
    assert share(raced(scenario(among_machines, 30, conduct))) == 0
    assert share(raced(scenario(among_people, 40, conduct))) <= 0.05
    with switched({"USUAL": 100_000}):
        assert share(raced(scenario(among_people, 12, conduct))) > 0.4


def test_guesses_too_rare_to_be_noticed_win_no_more_than_their_share() -> None:
    room = raced(scenario(BLIND_AMONG_PEOPLE, 100, NowAndThen))
    assert 0 < share(room) < 0.145


def test_the_hold_is_an_option_of_the_room() -> None:
    short = raced(replace(scenario(FAIR, 30), options={"hold_cap": 20}))
    assert held(short.fresh).p50 == held(short.fresh).p99 == 20


def test_the_table_of_what_each_part_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--races", "8", "--only", "no hold", "`FLOOR`"])
    _, _, no_hold, no_floor = capsys.readouterr().out.splitlines()
    assert "| 1 ms |" in no_hold
    assert "| 1.000 |" in no_floor
