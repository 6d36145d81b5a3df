"""Who has won, in one sentence, the same wherever it is said."""

from collections.abc import Sequence

from clients.text.catalogue import Text
from engine.game import Outcome


def victory(text: Text, names: Sequence[str], outcome: Outcome) -> str:
    """« Ana wins. », « Ana and Bo win. », or that nobody does."""
    winners = [names[seat] for seat in outcome.winners if seat < len(names)]
    if not winners:
        return text.say("games.outcome.drawn")
    return text.count("games.outcome.won", len(winners), winners=text.listed(winners))
