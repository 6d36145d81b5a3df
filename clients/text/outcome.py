"""The sentence that says who has won, the same on every screen and in every mode."""

from collections.abc import Sequence

from watai.clients.text.catalogue import Text
from watai.engine.game import Outcome


def outcome_sentence(text: Text, names: Sequence[str], outcome: Outcome) -> str:
    """Return « Ana wins. », « Ana and Bo win. », or the sentence for a draw."""
    winners = [names[seat] for seat in outcome.winners if seat < len(names)]
    if not winners:
        return text.say("games.outcome.drawn")
    return text.count("games.outcome.won", len(winners), winners=text.listed(winners))
