"""Round trips of a connection: from pongs, bounded by what the kernel has seen."""

import socket
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.arbitration.plays import MS
from watai.server.arbitration.rtt import (
    LONGEST,
    OUTSTANDING,
    PERHAPS_DELAYED,
    PROMPT_ACK_EVERY,
    SLACK,
    SMALL_WINDOW,
    TOKEN_START,
    WINDOW,
    RttMeter,
    read_min_rtt,
    read_window,
)
from watai.server.arbitration.view_time import TOKEN_CAP
from watai.server.clock import SECOND, Micros, Nanos

thorough = settings(max_examples=200, derandomize=True, deadline=None, database=None)


def measured(*rtts: int, kernel: int | None = None, behind_proxy: bool = False) -> RttMeter:
    meter = RttMeter(behind_proxy)
    if kernel is not None:
        meter.kernel_measured(Micros(kernel))
    for number, rtt in enumerate(rtts):
        sent = Micros(number * 1_000 * MS)
        meter.pinged(bytes([number % 256, number // 256]), sent)
        meter.ponged(bytes([number % 256, number // 256]), Micros(sent + rtt))
    return meter


# the kernel's struct


def test_the_shortest_round_trip_is_found_where_the_kernel_puts_it() -> None:
    data = bytearray(232)
    struct.pack_into("=I", data, 148, 39_000)
    assert read_min_rtt(bytes(data)) == 39_000


@pytest.mark.parametrize("size", [0, 1, 72, 104, 148, 151])
def test_the_shorter_struct_of_an_older_kernel_does_not_say(size: int) -> None:
    data = bytearray(232)
    struct.pack_into("=I", data, 148, 39_000)
    assert read_min_rtt(bytes(data[:size])) is None


@pytest.mark.parametrize("nothing", [0, 0xFFFF_FFFF])
def test_a_kernel_that_has_seen_no_round_trip_says_nothing(nothing: int) -> None:
    data = bytearray(232)
    struct.pack_into("=I", data, 148, nothing)
    assert read_min_rtt(bytes(data)) is None


def test_this_kernel_gives_a_struct_that_can_be_read() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        with socket.create_connection(listener.getsockname()) as client:
            served, _ = listener.accept()
            with served:
                client.sendall(b"ping")
                assert served.recv(4) == b"ping"
                served.sendall(b"pong")
                assert client.recv(4) == b"pong"
                client.sendall(b"done")
                assert served.recv(4) == b"done"  # the acknowledgement of the pong came with it
                shortest = read_min_rtt(served.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256))
    assert shortest is not None


def test_the_window_is_found_where_the_kernel_puts_it() -> None:
    data = bytearray(232)
    struct.pack_into("=I", data, 228, 64_240)
    assert read_window(bytes(data)) == 64_240
    assert read_window(bytes(data[:231])) is None


# late acknowledgements


def test_a_near_client_is_not_asked_for_a_prompt_acknowledgement() -> None:
    assert not RttMeter().wants_prompt_ack(Nanos(0))
    assert not measured(kernel=PERHAPS_DELAYED - 1).wants_prompt_ack(Nanos(0))
    assert not measured(kernel=90 * MS, behind_proxy=True).wants_prompt_ack(Nanos(0))


def test_a_client_that_seems_far_is_asked_at_once_and_then_once_a_minute() -> None:
    meter = measured(kernel=PERHAPS_DELAYED)
    asked = [second for second in range(130) if meter.wants_prompt_ack(Nanos(second * SECOND))]
    assert asked == [0, 60, 120]
    assert PROMPT_ACK_EVERY == 60 * SECOND


def test_a_match_that_begins_does_not_ask_again_and_a_new_connection_does() -> None:
    meter = measured(kernel=40 * MS)
    assert meter.wants_prompt_ack(Nanos(SECOND))
    meter.begin(Nanos(2 * SECOND))
    assert not meter.wants_prompt_ack(Nanos(3 * SECOND))
    assert measured(kernel=40 * MS).wants_prompt_ack(Nanos(3 * SECOND))


def test_a_kernel_that_takes_too_little_at_once_to_be_asked_is_not_believed() -> None:
    meter = measured(40 * MS)
    meter.kernel_measured(Micros(40 * MS), SMALL_WINDOW - 1)
    assert meter.snapshot().base == SLACK
    assert not meter.wants_prompt_ack(Nanos(0))  # it is kept until it can work
    meter.kernel_measured(Micros(40 * MS), SMALL_WINDOW)
    assert meter.snapshot().base == 40 * MS
    assert meter.wants_prompt_ack(Nanos(0))


# the estimate


def test_nothing_known_is_no_compensation() -> None:
    known = RttMeter().snapshot()
    assert (known.base, known.low, known.high, known.dev) == (0, 0, 0, 0)
    assert known.tokens == TOKEN_START


def test_before_the_first_pong_the_kernel_is_taken_at_its_word() -> None:
    assert measured(kernel=30 * MS).snapshot().base == 30 * MS


def test_the_usual_round_trip_is_the_median_and_its_deviation_too() -> None:
    known = measured(*(rtt * MS for rtt in (50, 40, 41, 43, 90))).snapshot()
    assert (known.base, known.low, known.high, known.dev) == (43 * MS, 40 * MS, 90 * MS, 3 * MS)


def test_only_the_latest_round_trips_count() -> None:
    known = measured(*[90 * MS] * 10, *[40 * MS] * WINDOW).snapshot()
    assert (known.base, known.high) == (40 * MS, 40 * MS)


def test_stalled_pongs_do_not_lift_the_base_far_above_the_kernels() -> None:
    known = measured(*[150 * MS] * 9, kernel=40 * MS).snapshot()
    assert known.base == 40 * MS + SLACK


def test_a_play_may_be_as_quick_as_the_kernel_has_seen_and_quicker_than_every_pong() -> None:
    assert measured(43 * MS, 44 * MS, kernel=40 * MS).snapshot().low == 40 * MS
    assert measured(43 * MS, 44 * MS, kernel=45 * MS).snapshot().low == 43 * MS
    assert measured(43 * MS, 44 * MS, kernel=40 * MS, behind_proxy=True).snapshot().low == 43 * MS


def test_a_far_player_is_given_no_more_slack_than_a_near_one() -> None:
    for kernel in (1 * MS, 120 * MS):
        assert measured(190 * MS, kernel=kernel).snapshot().base == kernel + SLACK


def test_behind_a_proxy_the_kernel_is_not_asked() -> None:
    known = measured(*[90 * MS] * 5, kernel=1 * MS, behind_proxy=True).snapshot()
    assert known.base == 90 * MS


def test_nobody_is_compensated_for_more_than_200_ms() -> None:
    assert measured(*[900 * MS] * 5).snapshot().base == 200 * MS
    assert measured(*[900 * MS] * 5, kernel=800 * MS).snapshot().base == 200 * MS


def test_a_kernel_that_says_nothing_changes_nothing() -> None:
    meter = measured(60 * MS, kernel=40 * MS)
    meter.kernel_measured(None)
    assert meter.snapshot().base == 40 * MS + SLACK


# pings


def test_a_pong_shows_the_moment_of_its_ping() -> None:
    meter = RttMeter()
    meter.pinged(b"a", Micros(10 * MS))
    assert meter.ponged(b"a", Micros(50 * MS)) == 10 * MS
    assert meter.seen_until == 10 * MS
    assert (
        meter.frontier == 0
    )  # a pong is no play: its way down may have been shorter than the event's


@pytest.mark.parametrize("nonce", [b"", b"b", b"a" * 125])
def test_a_pong_nobody_asked_for_is_nothing(nonce: bytes) -> None:
    meter = RttMeter()
    meter.pinged(b"a", Micros(10 * MS))
    assert meter.ponged(nonce, Micros(50 * MS)) is None
    assert meter.snapshot().base == 0


def test_a_pong_counts_once() -> None:
    meter = measured(40 * MS)
    assert meter.ponged(bytes([0, 0]), Micros(900 * MS)) is None


def test_a_pong_from_before_its_ping_is_nothing() -> None:
    meter = RttMeter()
    meter.pinged(b"a", Micros(10 * MS))
    assert meter.ponged(b"a", Micros(9 * MS)) is None


def test_a_pong_for_the_latest_ping_makes_the_earlier_ones_moot() -> None:
    meter = RttMeter()
    for number in range(3):
        meter.pinged(bytes([number]), Micros(number * MS))
    assert meter.ponged(bytes([2]), Micros(42 * MS)) == 2 * MS
    assert meter.ponged(bytes([0]), Micros(43 * MS)) is None
    assert meter.snapshot().high == 40 * MS


def test_a_client_that_never_answers_is_forgotten_bit_by_bit() -> None:
    meter = RttMeter()
    for number in range(OUTSTANDING + 1):
        meter.pinged(bytes([number]), Micros(number))
    assert meter.ponged(bytes([0]), Micros(MS)) is None
    assert meter.ponged(bytes([1]), Micros(MS)) == 1


def test_a_ping_comes_every_second_and_every_50_ms_while_a_slot_is_hot() -> None:
    meter = RttMeter()
    assert meter.next_ping(hot=False) == 0
    meter.pinged(b"a", Micros(7 * MS))
    assert meter.next_ping(hot=False) == 1_007 * MS
    assert meter.next_ping(hot=True) == 57 * MS


def test_a_ping_is_due_at_once_when_a_match_begins_or_its_clock_goes_on() -> None:
    meter = RttMeter()
    meter.pinged(b"a", Micros(7 * MS))
    meter.begin(Nanos(SECOND))
    assert meter.next_ping(hot=False) == 0
    meter.pinged(b"b", Micros(7 * MS))
    meter.skip(epoch=Nanos(3 * SECOND), since=Nanos(2 * SECOND))
    assert meter.next_ping(hot=False) == 0
    assert meter.ponged(b"b", Micros(9 * MS)) is None  # it was sent on the clock of before


# plays


def test_a_play_moves_the_frontier_forward_only() -> None:
    meter = RttMeter()
    meter.acted(Micros(9 * MS))
    meter.acted(Micros(5 * MS))
    assert (meter.frontier, meter.seen_until) == (9 * MS, 9 * MS)


def test_an_uncontested_play_counts_as_soon_as_somebody_asks() -> None:
    meter = measured(40 * MS)
    meter.act_arrived(Micros(1_000 * MS), None, None)
    assert meter.frontier == 0
    meter.catch_up()
    assert (meter.frontier, meter.seen_until) == (960 * MS, 960 * MS)


def test_a_quota_goes_with_the_player_to_a_new_connection() -> None:
    old = RttMeter()
    old.spend(Micros(4 * MS))
    assert RttMeter(tokens=old.tokens).snapshot().tokens == TOKEN_START - 4 * MS


@thorough
@given(
    st.lists(st.integers(0, 2_000 * MS), max_size=150),
    st.none() | st.integers(1, 500 * MS),
    st.lists(st.integers(-(10**7), 10**7)),
)
def test_whatever_is_measured_the_estimate_is_within_its_bounds(
    rtts: list[int], kernel: int | None, spendings: list[int]
) -> None:
    meter = measured(*rtts, kernel=kernel)
    for spent in spendings:
        meter.spend(Micros(spent))
        assert 0 <= meter.tokens <= TOKEN_CAP
    known = meter.snapshot()
    assert 0 <= known.base <= LONGEST
    assert known.low <= known.high
    assert known.dev >= 0
    if kernel is not None:
        assert known.base <= kernel + SLACK


# what people are shown


@pytest.mark.parametrize(
    ("rtts", "kernel", "shown"),
    [
        ((), None, None),
        ((), 9_400, 9),
        ((12_400,), None, 12),
        ((10_000, 30_000, 20_000), 9_000, 20),
        ((300_000,), None, 300),
        ((15_000, 3_000_000, 2_000_000, 1_000_000), None, 15),
        ((3_000_000,), None, None),
        ((3_000_000,), 15_000, 15),
    ],
)
def test_the_distance_counts_no_time_in_which_the_connection_stood_still(
    rtts: tuple[int, ...], kernel: int | None, shown: int | None
) -> None:
    assert measured(*rtts, kernel=kernel).distance == shown
