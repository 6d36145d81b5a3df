"""Refusals of the server in the player's language."""

from collections.abc import Sequence

from watai.clients.text.catalogue import Text, subject_of
from watai.protocol.messages import Refused


def explain(
    text: Text, refused: Refused, game: str | None = None, names: Sequence[str] = ()
) -> str:
    """Why the server refused: who was quicker, the rule that forbids the move, or what stands in the way."""
    lost = lost_race(text, refused, names)
    if lost is not None:
        return lost
    if refused.code == "move/illegal" and game is not None:
        clause = f" ({refused.clause})" if refused.clause else ""
        return broken_rule(text, refused, game) + clause
    told = text.find(f"refusals.{refused.code}")
    return told if isinstance(told, str) else refused.why


def lost_race(text: Text, refused: Refused, names: Sequence[str]) -> str | None:
    """Which rival was quicker and by how much; None if the refusal does not name one of these players."""
    if refused.by is None or refused.by >= len(names):
        return None
    ms = refused.ms or 0
    if refused.early and ms >= 0:
        ending = "early_quicker" if ms else "early_drawn"
    else:
        ending = "quicker" if ms > 0 else "drawn" if ms == 0 else "too_late"
    return text.say(f"watai.face.{ending}", name=names[refused.by], ms=abs(ms))


def broken_rule(text: Text, refused: Refused, game: str) -> str:
    """The engine's reason for refusing a move, translated; in English where there is no translation."""
    reasons = text.find(f"{subject_of(game)}.why") or {}
    return str(reasons.get(refused.why, refused.why))
