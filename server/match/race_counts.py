"""How many races there were on this server and what became of the plays in them: plain numbers for whoever looks."""

from collections import Counter

from server.arbitration.races import Late, Verdict

STOOD, BEATEN, LATE, LATE_BEATEN = "stood", "beaten", "late", "late_beaten"


class Tally:
    """Counts since the server started. What is read again from a journal is not counted again."""

    def __init__(self) -> None:
        self.races: Counter[bool] = Counter()
        """Cases decided, by whether the first play had to wait."""
        self.plays: Counter[str] = Counter()
        """Plays in them, by what became of each."""

    def decided(self, verdict: Verdict) -> None:
        """A case was decided."""
        self.races[verdict.held > 0] += 1
        for ruling in verdict.order:
            self.plays[STOOD if ruling.stands else BEATEN] += 1

    def missed(self, late: Late) -> None:
        """A play came after the decision: too late all the same, or it would have won had it come in time."""
        self.plays[LATE_BEATEN if late.beaten else LATE] += 1
