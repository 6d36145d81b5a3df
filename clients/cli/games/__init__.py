"""The faces of the games, by name."""

from collections.abc import Mapping
from typing import Final

from clients.cli.games.duel import DuelFace
from clients.cli.games.waka_tanka import WakaTankaFace
from clients.cli.games.waka_waka import WakaWakaFace
from clients.cli.games.wapi import WapiFace
from clients.cli.games.watai.face import WataiFace
from clients.cli.ui.face import Face
from clients.cli.ui.screen import Scene

FACES: Final[Mapping[str, type[Face]]] = {
    face.game: face for face in (WataiFace, WakaTankaFace, WapiFace, DuelFace, WakaWakaFace)
}


def make_face(game: str, scene: Scene) -> Face:
    """A new face of this game, with nothing selected on it."""
    return FACES[game](scene.text, scene.glyphs, scene.keymap)
