"""Writes docs/FILES.md, the list of all modules, from the first sentence of each: `make docs`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "FILES.md"
TREES: Final = ("engine", "protocol", "server", "clients", "loadtest", "tests/support")
HEAD: Final = """\
# What is in each file

The first sentence of each module, by folder. `make docs` writes this page; a test fails when it is not current.
[architecture.md](architecture.md) says how the parts fit together.
"""


def page() -> str:
    """The page as it should be."""
    return HEAD + "".join(f"{line}\n" for tree in TREES for line in _lines(ROOT / tree))


def _lines(folder: Path) -> Iterator[str]:
    """A heading for the folder, an entry for each of its modules, then the same for the folders in it."""
    found = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".js"))
    modules = [path for path in found if path.name != "__init__.py"]
    yield from ("", f"## {folder.relative_to(ROOT)}/", "")
    package = folder / "__init__.py"
    if sentence := first_sentence(package) if package.exists() else "":
        yield from (sentence, "")
    for path in modules:
        yield f"- [{path.name}](../{path.relative_to(ROOT)}): {first_sentence(path)}"
    for inside in sorted({path.parent for path in folder.glob("*/*") if _is_listed(path)}):
        yield from _lines(inside)


def _is_listed(path: Path) -> bool:
    """Whether a folder is listed because of this file: it is a package, or a part of the page that we have written."""
    return path.name == "__init__.py" or (path.suffix == ".js" and "vendor" not in path.parts)


def first_sentence(path: Path) -> str:
    """The first sentence of a module's docstring, on one line; empty if it has none. A module of the page has a comment."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        opening = re.match(r"/\*\*(.*?)\*/", source, re.DOTALL)
        said = re.sub(r"\n \*", "\n", opening[1] if opening else "").partition("\n @")[0]
    else:
        said = ast.get_docstring(ast.parse(source)) or ""
    paragraph = " ".join(said.partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) ", paragraph, maxsplit=1)[0]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
