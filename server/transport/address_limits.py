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
            return AddressBuckets(per_second, burst, limits.addresses)

        self.by_address = not behind_proxy
        """Whether an address says anything about its peer."""
        self.guests = buckets(limits.new_guests_per_second, limits.new_guests)
        self.rooms = buckets(limits.new_rooms_per_second, limits.new_rooms)
        self.guesses = buckets(limits.wrong_codes_per_second, limits.wrong_codes)

    def __len__(self) -> int:
        return len(self.guests) + len(self.rooms) + len(self.guesses)
