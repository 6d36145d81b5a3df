"""How one of our programs starts another: the same Python and the same code, whatever the user's folder holds."""

import os
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
"""The folder in which `watai` lies: site-packages, or a checkout."""


def command(program: str = "", *words: str) -> list[str]:
    """The command line of `watai.PROGRAM`, or of `watai` itself.

    -P keeps Python from importing modules out of the folder that the user happens to be in.
    """
    return [sys.executable, "-P", "-m", f"watai.{program}".removesuffix("."), *words]


def environment() -> dict[str, str]:
    """Ours, with our own code first on the path: under -P a checkout that is not installed would not be found."""
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
