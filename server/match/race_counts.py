"""How many races this server has decided, and what became of the plays in them."""

from collections import Counter

from watai.server.arbitration.races import Late, Verdict

STOOD, BEATEN, LATE, LATE_BEATEN = "stood", "beaten", "late", "late_beaten"


class RaceCounts:
    """Counts since the server started. Races recovered from a journal are not counted again."""

    def __init__(self) -> None:
        self.races: Counter[bool] = Counter()
        """Races decided, by whether the first play had to wait."""
        self.plays: Counter[str] = Counter()
        """Plays in races, by what became of each."""
        self.marks_left_out = 0
        """How often a contested place was not told at once, because the server was busy."""

    def count_race(self, verdict: Verdict) -> None:
        """Count a race and its plays."""
        self.races[verdict.held > 0] += 1
        for ruling in verdict.order:
            self.plays[STOOD if ruling.stands else BEATEN] += 1

    def count_late(self, late: Late) -> None:
        """Count a play that arrived after its race was decided, by whether it would have won in time."""
        self.plays[LATE_BEATEN if late.beaten else LATE] += 1
