"""The file with what the player chose before; a game is played all the same if it cannot be read or written."""

import json
from pathlib import Path
from typing import Final

from watai.clients.state.choices import Choices

NAME: Final = "choices.json"


def read_choices(folder: Path) -> Choices:
    """The choices saved in this folder; the usual ones if there are none."""
    try:
        return Choices.read(json.loads((folder / NAME).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return Choices()


def save_choices(folder: Path, choices: Choices) -> None:
    """Save the choices for next time."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = folder / f"{NAME}.new"
        new.write_text(json.dumps(choices.written()), encoding="utf-8")
        new.replace(folder / NAME)
    except OSError:
        return  # the home folder is not writable
