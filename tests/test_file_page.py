"""docs/FILES.md lists every module by its first sentence, and docs/architecture.md names only paths that exist."""

import re
from pathlib import Path

import pytest

from tests.support.file_page import PAGE, ROOT, TREES, first_sentence, page


def test_the_list_of_files_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_module_is_listed_once() -> None:
    modules = [path for tree in TREES for path in (ROOT / tree).rglob("*.py")]
    scripts = [path for tree in TREES for path in (ROOT / tree).rglob("*.js")]
    modules += [path for path in scripts if "vendor" not in path.parts]
    listed = [path for path in modules if path.name != "__init__.py"]
    text = page()
    assert text.count("\n- [") == len(listed)
    for path in listed:
        assert f"](../{path.relative_to(ROOT)}): " in text, path


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('"""One thing."""', "One thing."),
        ('"""One thing. And why."""', "One thing."),
        ('"""One thing\nover two lines: `a.b`.\n\nMore."""', "One thing over two lines: `a.b`."),
        ("", ""),
    ],
)
def test_a_module_is_listed_by_its_first_sentence(
    source: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert first_sentence(path) == sentence


@pytest.mark.parametrize(
    "source",
    [
        "/** One thing. And why. */\ncode",
        "/**\n * One\n * thing.\n * @typedef {x} Y\n */",
        "/** One thing.\n * More. */",
    ],
)
def test_a_module_of_the_page_is_listed_by_its_first_comment(source: str, tmp_path: Path) -> None:
    path = tmp_path / "module.js"
    path.write_text(source, encoding="utf-8")
    assert first_sentence(path) == "One thing."


def test_every_path_that_the_architecture_names_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:engine|protocol|server|clients|loadtest|tests)/[\w/.]+)`", page)
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
