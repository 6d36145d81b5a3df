"""What one address may do, on a clock of its own."""

import pytest

from watai.server.clock import SECOND, Nanos
from watai.server.settings.limits import Limits
from watai.server.transport import address_limits
from watai.server.transport.address_limits import AddressLimits, network

NOW = Nanos(0)


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("memory", "memory"),
    ],
)
def test_an_ipv6_address_counts_by_its_network(host: str, counts_as: str) -> None:
    assert network(host) == counts_as


def test_hole_7_each_address_has_a_bucket_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limits, "NEW_ROOMS_PER_SECOND", 0.5)
    limits = AddressLimits(Limits(new_rooms_per_address=2))
    assert [limits.rooms.spend("a", NOW) for _ in range(3)] == [True, True, False]
    assert limits.rooms.spend("b", NOW)
    assert limits.guests.spend("a", NOW)
    assert not limits.rooms.may_spend("a", Nanos(2 * SECOND - 1))
    assert limits.rooms.may_spend("a", Nanos(2 * SECOND))
    assert [limits.rooms.spend("a", Nanos(2 * SECOND)) for _ in range(2)] == [True, False]


def test_hole_7_the_table_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limits, "ADDRESSES", 3)
    limits = AddressLimits(Limits(new_guests_per_address=1))
    for address in "abcd":
        assert limits.guests.spend(address, NOW)
    assert len(limits) == 3
    assert not limits.guests.spend("d", NOW)
    assert limits.guests.spend("a", NOW)  # unused for longest, and forgotten


def test_behind_a_proxy_addresses_mean_nothing() -> None:
    limits = AddressLimits(
        Limits(new_guests_per_address=1, new_rooms_per_address=1, wrong_codes_per_address=1),
        behind_proxy=True,
    )
    for buckets in (limits.guests, limits.rooms, limits.guesses):
        assert all(buckets.spend("proxy", NOW) for _ in range(100))
        assert buckets.may_spend("proxy", NOW)
    assert len(limits) == 0
