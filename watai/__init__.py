"""Wataï Arena under its one importable name: `watai.engine`, `watai.server`, ….

In a checkout the packages lie beside this folder, and links in it lead to them. Where git makes no links (Windows),
the checkout itself is searched for them.
"""

from pathlib import Path

_HERE = Path(__file__).parent

if not (_HERE / "engine").is_dir():
    __path__.append(str(_HERE.parent))
