"""The faces of the games, by name."""

from collections.abc import Mapping
from typing import Final

from watai.clients.cli.games.duel import DuelFace
from watai.clients.cli.games.waka_tanka import WakaTankaFace
from watai.clients.cli.games.waka_waka import WakaWakaFace
from watai.clients.cli.games.wapi import WapiFace
from watai.clients.cli.games.watai.face import WataiFace
from watai.clients.cli.ui.face import Face
from watai.clients.cli.ui.screen import Scene

FACES: Final[Mapping[str, type[Face]]] = {
    face.game: face for face in (WataiFace, WakaTankaFace, WapiFace, DuelFace, WakaWakaFace)
}


def make_face(game: str, scene: Scene) -> Face:
    """A new face of this game, with nothing selected on it."""
    return FACES[game](scene.text, scene.glyphs, scene.keymap)
