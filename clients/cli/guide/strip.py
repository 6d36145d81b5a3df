"""A step of the guide as lines: its words, and the keys that go on or end the guide."""

from watai.clients.cli.ui.face import Line
from watai.clients.cli.ui.lines import clipped, wrap
from watai.clients.cli.ui.screen import Scene


def strip(scene: Scene, words: str, columns: int, *, does: bool) -> list[Line]:
    """The lines of a step; `does` if the player is to do something, so that Space keeps its meaning in the game."""
    title = scene.say("guide.title")
    first, *rest = wrap(f"{title} {words}", columns - 2)
    lines: list[Line] = [[("selected", f" {title} "), ("strong", first.removeprefix(title)[1:])]]
    lines += [[("strong", f" {each}")] for each in rest]
    on = "guide.next" if does else "pause.on"
    lines.append(
        [
            ("hint", f" {scene.say('guide.do')}" if does else ""),
            ("key", f" {scene.keymap.label(on)}"),
            ("hint", f" {scene.say('guide.next')}  "),
            ("key", scene.keymap.label("guide.skip")),
            ("hint", f" {scene.say('guide.skip')}"),
        ]
    )
    return [clipped(line, columns) for line in lines]
