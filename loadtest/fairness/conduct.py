"""How a player behaves towards the server: honestly, or by one of the cheats that might pay."""

from typing import ClassVar, Final

MS: Final = 1_000
STALL: Final = 0.030  # seconds
FAKED: Final = 61 * MS  # µs: a little more than the largest spike that is believed
FAKED_EVERY: Final = 30  # plays: the quota is full again by then


class Conduct:
    """An honest player: true claims, pongs at once."""

    name: ClassVar[str] = "honest"
    repeats: ClassVar[float | None] = None
    """How often the player sends its play blindly before the slot is open, in seconds; None if it never does."""

    def __init__(self) -> None:
        self.plays = 0

    def claim(self, el: int) -> int | None:
        """The time from seeing to pressing that the player claims, in µs; None for no claim."""
        return el

    def hold_pong(self) -> float:
        """How long the player delays a pong, in seconds."""
        return 0.0


class ClockLiar(Conduct):
    """Claims to have pressed at once, every time, to gain all that a claim may gain."""

    name = "clock_liar"

    def claim(self, el: int) -> int | None:
        return 0


class PongStaller(Conduct):
    """Answers pings late, to look farther away than it is, and claims nothing."""

    name = "pong_staller"

    def claim(self, el: int) -> int | None:
        return None

    def hold_pong(self) -> float:
        return STALL


class SpikeFaker(Conduct):
    """Claims the truth until its quota is full, then spends all of it on one play."""

    name = "spike_faker"

    def claim(self, el: int) -> int | None:
        self.plays += 1
        return max(0, el - FAKED) if self.plays % FAKED_EVERY == 0 else el


class StallAndLie(PongStaller):
    """Answers pings late, and claims to have pressed at once."""

    name = "stall_and_lie"

    def claim(self, el: int) -> int | None:
        return 0


class Blind(Conduct):
    """Sends the same play 40 times a second until it fits, without looking."""

    name = "blind"
    repeats = 0.025


class Spectated(Conduct):
    """Sees by a spectator's connection nearby, and claims nothing about events of its own."""

    name = "spectated"

    def claim(self, el: int) -> int | None:
        return None


class Colluding(Spectated):
    """Sees by another seat nearby, whose player does not press."""

    name = "colluding"


class ZeroMs(Conduct):
    """A program that presses the moment it sees the bell; it claims the truth."""

    name = "zero_ms"


CHEATS: Final = {
    each.name: each
    for each in (
        *(ClockLiar, PongStaller, SpikeFaker, StallAndLie),
        *(Blind, Spectated, Colluding, ZeroMs),
    )
}


class SilentClient(Conduct):
    """An honest player whose client claims nothing: the server goes by the usual round trip."""

    name = "silent"

    def claim(self, el: int) -> int | None:
        return None
