"""The referee: nobody waits for nothing, the quicker player wins, and each move is answered exactly once."""

from collections import Counter
from itertools import count

import pytest

from tests.support.server.latency_room import GAME, MS, DistantPlayer, LatencyRoom, races
from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.game import Move, Outcome, Seat
from watai.engine.watai.moves import Place, Turn
from watai.engine.watai.rules import Watai
from watai.protocol.messages import Done, Happened, Pending, Refused, ServerMessage
from watai.server.arbitration.rtt import TOKEN_START, RttMeter
from watai.server.arbitration.view_time import DRIP, LATEST_CLAIM
from watai.server.audit.recheck import recheck
from watai.server.clock import Nanos
from watai.server.rooms.lobby import Lobby
from watai.server.storage import records

pytestmark = pytest.mark.slow

VARIANTS = ("off", "5", "7", "8", "11", "13", "15", "16")


def answered_once(simulation: LatencyRoom) -> None:
    answers = [(seat, each) for seat, each in simulation.answers if not isinstance(each, Pending)]
    counted = Counter((seat, each.n) for seat, each in answers if isinstance(each, Done | Refused))
    assert set(counted.values()) == {1}
    pending = {(seat, each.n) for seat, each in simulation.answers if isinstance(each, Pending)}
    assert pending <= set(counted)


@pytest.mark.parametrize("variants", VARIANTS)
def test_whole_games_at_all_distances_end_and_can_be_verified(variants: str) -> None:
    for rtts, bots in (([5, 20, 60, 150], 0), ([1, 100], 2)):
        simulation = LatencyRoom(rtts, {**GAME, "variants": variants}, bots)
        simulation.run()
        answered_once(simulation)
        counts = recheck(simulation.replay())
        assert counts.decisions
        assert races(simulation)
        assert counts.shuffles >= 2


def test_everybody_is_told_the_same_races() -> None:
    simulation = LatencyRoom([5, 20, 60, 150])
    simulation.run()
    first, *others = [simulation.told(seat) for seat in range(4)]
    assert races(simulation)
    assert all(each == first for each in others)
    times = [each.t for each in first]
    assert times == sorted(set(times))


def test_by_arrival_nobody_ever_waits() -> None:
    for options in ({"arbitration": "arrival"}, {"hold_cap": 0}):
        simulation = LatencyRoom([5, 20, 60, 150], {**GAME, **options})
        simulation.run()
        assert not any(isinstance(each, Pending) for _, each in simulation.answers)
        assert races(simulation) == []
        assert recheck(simulation.replay()).decisions == 0


# one race, step by step


class Duel:
    """Two players who show a card for the same pile: one next door, one far away."""

    def __init__(self, near: int = 10, far: int = 100, **options: int) -> None:
        rooms = (LatencyRoom([near, far, 30], {**GAME, **options}, seed=f"{n}") for n in count())
        self.simulation = next(room for room in rooms if self._comes_to_a_first_race(room))
        self.table = self.simulation.table
        self.near, self.far, self.other = self.simulation.players
        for player in self.simulation.players:
            player.guest.told.clear()

    def _comes_to_a_first_race(self, simulation: LatencyRoom) -> bool:
        """Play until the two show cards for one pile; False if there was a race before that."""
        self.simulation = simulation
        match, counts = simulation.room.match, simulation.table.lobby.race_counts
        assert match is not None
        while not match.over and not counts.races:
            if self.moves():
                return True
            simulation.run(1)
        return False

    @property
    def game(self) -> Watai:
        match = self.simulation.room.match
        assert match is not None
        assert isinstance(match.game, Watai)
        return match.game

    def moves(self) -> tuple[Move, Move] | None:
        """A card of each of the two for one pile, if nobody waits and only they can."""
        if self.simulation.room.holding:
            return None
        mine, theirs, others = (
            [each for each in self.game.moves(Seat(seat)) if isinstance(each, Place)]
            for seat in range(3)
        )
        taken = {each.pile for each in others}
        pairs = [(one, two) for one in mine for two in theirs if one.pile == two.pile not in taken]
        return pairs[0] if pairs else None

    def pair(self) -> tuple[Move, Move]:
        found = self.moves()
        assert found is not None
        return found

    def play(
        self, who: DistantPlayer, move: Move, after: int, el: int | None = None
    ) -> ServerMessage:
        """A move that arrives so many ms from now, and claims so many since the last event."""
        self.table.wait(after * MS)
        match = self.simulation.room.match
        assert match is not None
        seen = None if el is None else match.seq
        said = who.guest.codec.act(next(self.simulation.numbers), move, seen, el)
        answer = who.guest.say(said)
        self.table.settle()
        return answer

    def later(self, millis: int) -> None:
        self.table.later(millis / 1000)


def test_the_far_player_who_was_quicker_wins() -> None:
    duel = Duel()
    mine, theirs = duel.pair()
    first = duel.play(duel.near, mine, 1_000, 990_000)
    assert isinstance(first, Pending)
    second = duel.play(duel.far, theirs, 40, 940_000)  # 50 ms before the other
    assert isinstance(second, Done)
    (lost,) = duel.near.guest.heard(Refused)
    assert (lost.n, lost.code, lost.by, lost.ms) == (first.n, "race/lost", 1, 50)
    (placed,) = duel.other.guest.heard(Happened)
    assert placed.race.beat[0].seat == 0
    assert placed.race.beat[0].ms == 50
    assert placed.race.held == 40_000


def test_the_near_player_who_was_quicker_wins_after_a_wait() -> None:
    duel = Duel()
    mine, theirs = duel.pair()
    first = duel.play(duel.near, mine, 1_000, 990_000)
    assert isinstance(first, Pending)
    second = duel.play(duel.far, theirs, 95, 995_000)
    assert isinstance(second, Refused)
    assert (second.code, second.by, second.ms) == ("race/lost", 0, 5)
    (done,) = duel.near.guest.heard(Done)
    assert done.n == first.n


def test_a_play_is_decided_when_nobody_can_be_earlier_any_more() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    wake = duel.simulation.room.next_due()
    assert wake is not None
    assert 90 * MS <= wake - duel.table.now <= 160 * MS
    duel.later(161)
    assert duel.near.guest.heard(Done)
    assert not duel.simulation.room.holding


def test_the_longest_wait_is_the_rooms() -> None:
    duel = Duel(hold_cap=20)
    mine, _ = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    assert not duel.near.guest.heard(Done)
    duel.later(20)
    assert duel.near.guest.heard(Done)


def test_whoever_comes_after_the_decision_is_told_by_how_much() -> None:
    duel = Duel()
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.later(161)
    late = duel.play(duel.far, theirs, 10, None)
    assert isinstance(late, Refused)
    assert (late.code, late.by, late.ms) == ("race/lost", 0, 81)
    again = duel.play(duel.far, theirs, 10, None)
    assert isinstance(again, Refused)
    assert (again.code, again.ms) == ("race/lost", 91)
    kept = map(records.decode, duel.table.journal.streams[duel.simulation.room.code])
    seats = [each.late.play.seat for each in kept if isinstance(each, records.Missed)]
    assert seats == [1]


def test_what_becomes_of_races_is_counted() -> None:
    duel = Duel()
    counts = duel.table.lobby.race_counts
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.play(duel.far, theirs, 40, 940_000)
    assert counts.races == {True: 1}
    assert counts.plays == {"stood": 1, "beaten": 1}


def test_a_late_play_said_again_is_counted_once() -> None:
    duel = Duel()
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.later(161)
    for _ in range(2):
        duel.play(duel.far, theirs, 10, None)
    assert duel.table.lobby.race_counts.plays == {"stood": 1, "late": 1}


def test_a_quicker_play_that_comes_after_the_longest_wait_is_counted() -> None:
    duel = Duel(hold_cap=20)
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.later(21)
    assert isinstance(duel.play(duel.far, theirs, 10, None), Refused)
    assert duel.table.lobby.race_counts.plays == {"stood": 1, "late_beaten": 1}


def test_a_player_without_a_rival_never_waits() -> None:
    duel = Duel()
    duel.far.guest.hang_up()  # who is not there cannot be in anybody's way
    mine, _ = duel.pair()
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Done)


def test_a_rival_who_is_gone_is_not_waited_for() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Pending)
    duel.table.wait(MS)
    duel.far.guest.hang_up()
    assert duel.near.guest.heard(Done)


def test_a_frame_that_shows_a_later_moment_ends_the_wait() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Pending)
    nobody = duel.play(duel.far, Turn(), 5, 980_000)
    assert isinstance(nobody, Done)
    assert not duel.near.guest.heard(Done)  # the other may have turned first and played then
    duel.play(duel.far, Turn(), 91, 996_000)
    assert duel.near.guest.heard(Done)


def test_a_pong_that_shows_a_later_moment_ends_the_wait() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    pending = duel.play(duel.near, mine, 1_000, 990_000)
    assert isinstance(pending, Pending)
    meter = duel.far.guest.meter
    sent = meter.micros(Nanos(duel.table.now + MS))
    duel.table.wait(50 * MS)
    duel.table.lobby.room_of(duel.far.guest).seen_proof(
        duel.far.guest.session.id, sent, duel.table.now
    )
    duel.table.settle()
    assert [each.n for each in duel.near.guest.heard(Done)] == [pending.n]


def test_what_a_player_does_next_stands_in_line() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    first = duel.play(duel.near, mine, 1_000, 990_000)
    then = duel.play(duel.near, Turn(), 10, 1_000_000)
    assert isinstance(first, Pending)
    assert isinstance(then, Pending)
    duel.later(161)
    assert [each.n for each in duel.near.guest.heard(Done)] == [first.n, then.n]


def test_what_still_waits_when_the_game_ends_is_refused_and_leaves_no_record() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    first = duel.play(duel.near, mine, 1_000, 990_000)
    then = duel.play(duel.near, Turn(), 10, 1_000_000)
    assert isinstance(first, Pending)
    assert isinstance(then, Pending)
    duel.game.ended = Outcome("target reached", (Seat(0),))
    duel.later(0)
    assert [each.n for each in duel.near.guest.heard(Refused)] == [first.n, then.n]
    assert not duel.simulation.room.holding
    bodies = duel.table.journal.streams[duel.simulation.room.code]
    assert isinstance(records.decode(bodies[-1]), records.Ended)
    noted = map(records.from_note, duel.simulation.replay().notes)
    assert not [each for each in noted if isinstance(each, records.Misplaced | records.Missed)]


def test_a_held_move_said_again_is_still_one_move() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    said = duel.near.guest.codec.act(next(duel.simulation.numbers), mine)
    duel.table.wait(1_000 * MS)
    answers = [duel.near.guest.say(said, Nanos(duel.table.now + each)) for each in (0, MS)]
    assert answers == [Pending(said.n)] * 2
    duel.later(200)
    assert len(duel.near.guest.heard(Done)) == 1


@pytest.mark.parametrize(
    ("seen", "el"),
    [
        *((None, None), (None, 5), (5, None), (-1, 0), (0, -1), (10**9, 0), (1, LATEST_CLAIM + 1)),
        *((2**62, 2**62), (-(2**63), -(2**63)), (2, 2**53)),
    ],
)
def test_a_claim_that_cannot_be_true_is_none(seen: int | None, el: int | None) -> None:
    """The play counts as the measured round trip has it, and nothing breaks."""
    duel = Duel()
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.table.wait(80 * MS)
    said = duel.far.guest.codec.act(next(duel.simulation.numbers), theirs, seen, el)
    duel.far.guest.say(said)
    duel.later(200)
    duel.simulation.run(0)
    (lost,) = duel.near.guest.heard(Refused)
    assert (lost.by, lost.ms) == (1, 10)  # 80 ms later by the clock, 100 - 10 ms further away


def test_the_quota_stays_with_the_guest() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    meter, session = duel.near.guest.meter, duel.near.guest.session
    session.connect(meter)
    duel.play(duel.near, mine, 1_000, 990_000)
    assert meter.tokens == TOKEN_START + DRIP
    session.disconnect(meter)
    again = RttMeter()
    session.connect(again)
    assert again.tokens == meter.tokens


def test_whoever_joins_a_race_pays_for_it_as_whoever_opened_it() -> None:
    duel = Duel()
    mine, theirs = duel.pair()
    duel.play(duel.near, mine, 1_000, 990_000)
    duel.play(duel.far, theirs, 40, 940_000)
    quotas = [player.guest.meter.tokens for player in (duel.near, duel.far, duel.other)]
    paid = TOKEN_START + DRIP
    assert quotas == [paid, paid, TOKEN_START]
    assert duel.far.guest.meter.frontier == duel.near.guest.meter.frontier - 50_000


def test_a_room_comes_back_without_deciding_anything_again() -> None:
    simulation = LatencyRoom([5, 20, 60, 150])
    while len(races(simulation)) < 5:
        simulation.run(10)
    before = simulation.room.match
    assert before is not None
    table = simulation.table
    kept = [records.decode(body) for body in table.journal.streams[simulation.room.code]]
    again = MemoryLobby(journal=table.journal)
    lobby = Lobby(again.journal, table.sessions, again.limits)
    room = lobby.restore(simulation.room.code, kept, table.now)
    assert room.match is not None
    assert list(room.match.history) == list(before.history)
    lost = [
        each for _, each in simulation.answers if isinstance(each, Refused) and each.by is not None
    ]
    sessions = [player.guest.session for player in simulation.players]
    known = [answer for session in sessions for answer in session.answers.values()]
    judged = [each for each in kept if isinstance(each, records.Judged)]
    beaten = [ruling for each in judged for ruling in each.verdict.order if not ruling.stands]
    assert lost
    assert all(each in known for each in lost if each.n in {ruling.n for ruling in beaten})


class TwoPlaces(Duel):
    """As a duel, and the near player has another card for another pile, which nobody else wants."""

    def moves(self) -> tuple[Move, Move] | None:
        found = super().moves()
        return found if found is not None and self.uncontested(found[0]) else None

    def uncontested(self, first: Move) -> Place | None:
        assert isinstance(first, Place)
        for move in self.game.moves(Seat(0)):
            if isinstance(move, Place) and move.card != first.card and move.pile != first.pile:
                stake = self.game.stake(Seat(0), move)
                if stake is not None and not stake.rivals:
                    return move
        return None


def test_a_player_whose_play_is_held_may_lay_another_card_elsewhere_at_once() -> None:
    duel = TwoPlaces()
    mine, _ = duel.pair()
    elsewhere = duel.uncontested(mine)
    assert elsewhere is not None
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Pending)
    assert isinstance(duel.play(duel.near, elsewhere, 1), Done)


def test_a_player_whose_play_is_held_turns_the_stock_only_after_it() -> None:
    """What the Stock shows may depend on the held play, and a turn is for no slot."""
    duel = Duel()
    mine, _ = duel.pair()
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Pending)
    assert isinstance(duel.play(duel.near, Turn(), 1), Pending)
    duel.later(2_000)
    assert len(duel.near.guest.heard(Done)) == 2


def test_a_held_move_said_again_after_its_race_was_due_is_still_one_move() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    said = duel.near.guest.codec.act(next(duel.simulation.numbers), mine)
    duel.table.wait(1_000 * MS)
    assert duel.near.guest.say(said) == Pending(said.n)
    answer = duel.near.guest.say(said, Nanos(duel.table.now + 500 * MS))  # no pass in between
    duel.later(600)
    assert isinstance(answer, Done)
    assert not duel.near.guest.heard(Done) + duel.near.guest.heard(Refused)


def test_a_play_counts_in_the_millisecond_in_which_it_arrived() -> None:
    duel = Duel()
    match = duel.simulation.room.match
    assert match is not None
    turn = next(each for each in duel.game.moves(Seat(2)) if isinstance(each, Turn))
    assert isinstance(duel.play(duel.other, turn, 7_777), Done)
    assert match.at == match.clock(duel.table.now)


def test_a_misplaced_play_that_comes_while_another_waits_is_noted() -> None:
    duel = Duel()
    mine, _ = duel.pair()
    room = duel.simulation.room
    assert isinstance(duel.play(duel.near, mine, 1_000, 990_000), Pending)
    assert isinstance(mine, Place)
    wrong = next(
        Place(each.card, pile)
        for each in duel.game.moves(Seat(1))
        if isinstance(each, Place)
        for pile in range(40)
        if pile not in (each.pile, mine.pile)
        and duel.game.stake(Seat(1), Place(each.card, pile)) is None
        and duel.game.missed(Place(each.card, pile)) is None
    )
    assert isinstance(duel.play(duel.far, wrong, 1), Refused | Pending)
    duel.later(500)
    kept = map(records.decode, duel.table.journal.streams[room.code])
    assert [each.seat for each in kept if isinstance(each, records.Misplaced)] == [1]
