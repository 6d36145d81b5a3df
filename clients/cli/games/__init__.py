"""The faces of the games: name → how it looks and what its keys do."""

from collections.abc import Mapping
from typing import Final

from clients.cli.games.duel import DuelFace
from clients.cli.games.plain import PlainFace
from clients.cli.games.waka_tanka import WakaTankaFace
from clients.cli.games.waka_waka import WakaWakaFace
from clients.cli.games.wapi import WapiFace
from clients.cli.games.watai.face import WataiFace
from clients.cli.ui.face import Face

FACES: Final[Mapping[str, type[Face]]] = {
    face.game: face for face in (WataiFace, WakaTankaFace, WapiFace, DuelFace, WakaWakaFace)
}


def face_of(game: str) -> type[Face]:
    """The face of a game; one that is plain and knows every game, where it has none of its own."""
    return FACES.get(game, PlainFace)
