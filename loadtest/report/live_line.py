"""The line that a user watches while a race runs."""

from typing import TextIO

from watai.loadtest.load.fleet import RawRun
from watai.loadtest.load.plan import Plan
from watai.loadtest.results.latency import brief


class LiveLine:
    """Progress, plays a second, latency and violations in one line; nothing unless it is a terminal."""

    def __init__(self, stream: TextIO, plan: Plan) -> None:
        self.stream = stream
        self.plan = plan
        self.watched = stream.isatty()

    def __call__(self, second: float, run: RawRun) -> None:
        if not self.watched:
            return
        recent = [each for each in run.seconds if each.number >= second - 2]
        ack = brief(each.counts("ack") for each in recent)
        late = brief(each.counts("lag") for each in recent)
        plays = sum(each.plays for each in recent) / max(1, len({each.number for each in recent}))
        left = max(0.0, self.plan.whole - second)
        parts = [
            f"{self.plan.stage(second)} {second:.0f}/{self.plan.whole:.0f} s, {left:.0f} to go"
        ]
        parts.append(f"{plays:,.0f} plays/s")
        if ack.p99 is not None:
            parts.append(f"p99 {ack.p99:.2f} ms")
        if late.p99 is not None:
            parts.append(f"late {late.p99:.2f} ms")
        if wrong := max((each.violations for each in run.seconds[-8:]), default=0):
            parts.append(f"{wrong} VIOLATIONS")
        self.stream.write("\r" + " | ".join(parts) + "\x1b[K")
        self.stream.flush()

    def wipe(self) -> None:
        """Remove the line."""
        if self.watched:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
