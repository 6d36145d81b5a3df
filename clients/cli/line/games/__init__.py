"""The games in lines: name → what line mode tells of it and how its moves are typed."""

from watai.clients.cli.line.games.calm import CalmLines
from watai.clients.cli.line.games.game_lines import GameLines
from watai.clients.cli.line.games.wapi import WapiLines
from watai.clients.cli.line.games.watai.lines import WataiLines
from watai.clients.cli.ui.screen import Scene


def make_lines(game: str, scene: Scene) -> GameLines:
    """New lines of this game; a game without any of its own is played by menus."""
    return {"watai": WataiLines, "wapi": WapiLines}.get(game, CalmLines)(scene)
