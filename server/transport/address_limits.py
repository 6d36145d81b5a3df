"""How much one address may do: new guests, new rooms and wrong room codes, each from a token bucket of its own.

A peer gets a new connection and a new session for nothing, but not a new address. Behind a proxy every peer has the
proxy's address, so nothing is counted there: the proxy has to limit single addresses.
"""

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from watai.server.clock import Nanos
from watai.server.settings.limits import Limits
from watai.server.transport.rate_limit import TokenBucket

PREFIX: Final = 64  # bits of an IPv6 address that a provider gives to one customer; the rest is the customer's choice
ADDRESSES: Final = 10_000
"""Addresses that are counted, of each kind: about 200 bytes each. An IPv6 address counts by its first 64 bits."""
NEW_GUESTS_PER_SECOND: Final = 2.0
"""New guests from one address on average. Guests who come back are not counted."""
NEW_ROOMS_PER_SECOND: Final = 1.0
"""Rooms opened from one address on average."""
WRONG_CODES_PER_SECOND: Final = 0.1
"""Wrong room codes from one address on average. With 178 billion codes, 10,000 addresses need years to find a certain room."""


def network(host: str) -> str:
    """What counts as one address: an IPv4 address, or an IPv6 network of one customer."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, PREFIX), strict=False))


class AddressBuckets:
    """A bucket for each address that has spent something lately; the one unused for longest is dropped beyond `most`."""

    def __init__(self, per_second: float, burst: int, most: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def may_spend(self, address: str, now: Nanos) -> bool:
        """Whether this address has something left."""
        bucket = self._buckets.get(address)
        return self._burst > 0 and (bucket is None or bucket.may_spend(now))

    def spend(self, address: str, now: Nanos) -> bool:
        """Take one from this address if it has something left."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._per_second, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.spend(now)


class _Unlimited(AddressBuckets):
    """Where addresses mean nothing."""

    def __init__(self) -> None:
        super().__init__(1.0, 0, 0)

    def may_spend(self, address: str, now: Nanos) -> bool:
        return True

    def spend(self, address: str, now: Nanos) -> bool:
        return True


class AddressLimits:
    """What all addresses may do."""

    def __init__(self, limits: Limits, behind_proxy: bool = False) -> None:
        def buckets(per_second: float, burst: int) -> AddressBuckets:
            if behind_proxy:
                return _Unlimited()
            return AddressBuckets(per_second, burst, ADDRESSES)

        self.by_address = not behind_proxy
        """Whether an address says anything about its peer."""
        self.guests = buckets(NEW_GUESTS_PER_SECOND, limits.new_guests_per_address)
        self.rooms = buckets(NEW_ROOMS_PER_SECOND, limits.new_rooms_per_address)
        self.guesses = buckets(WRONG_CODES_PER_SECOND, limits.wrong_codes_per_address)

    def __len__(self) -> int:
        return len(self.guests) + len(self.rooms) + len(self.guesses)
