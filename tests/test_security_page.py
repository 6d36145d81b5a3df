"""docs/security.md names tests as proof: each of them is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_that_the_security_page_names_exists() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    modules = (ROOT / "tests").rglob("test_*.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    there = set(re.findall(r"def (test_\w+)\(", source))
    assert named
    assert named <= there, named - there
