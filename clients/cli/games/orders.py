"""The orders of Waka Waka in words: « 2 alike », « jewel, fruit »."""

from clients.cli.games.sight import TableSight, counted
from engine.waka_waka.orders import LETTERS
from engine.waka_waka.view import WakaWakaView


def order_words(sight: TableSight[WakaWakaView], order: str) -> str:
    """What a level asks for: capitals are goods, small letters kinds of the player's choice."""
    named = [LETTERS[letter] for letter in order if letter in LETTERS]
    words = [sight.inventory(named)] if named else []
    free = sorted(counted([letter for letter in order if letter not in LETTERS]).values())
    if free and free[-1] == 1:
        words.append(sight.say("any" if len(free) == 1 else "different", count=len(free)))
    elif free:
        words.append(sight.say("alike", count=" + ".join(map(str, reversed(free)))))
    return ", ".join(words)
