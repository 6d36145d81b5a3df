"""Runs modules of the page in Node, where it is installed, to compare them with the Python they are twins of."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest

PAGE = Path(__file__).parents[3] / "clients" / "web"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(
    NODE is None, reason="Node is not installed: the page's modules are compared with Python in it"
)


def run_in_node(folder: Path, script: str, given: object) -> Any:
    """Return what the script prints as JSON. It imports from `./web/…` and finds `given` under that name."""
    assert NODE is not None, "tests that need Node are marked so"
    if not (folder / "web").exists():
        shutil.copytree(PAGE, folder / "web")
        (folder / "package.json").write_text('{"type": "module"}')  # as browsers take them
    (folder / "given.json").write_bytes(orjson.dumps(given))
    read = 'import { readFileSync } from "node:fs";\nconst given = JSON.parse(readFileSync("given.json"));\n'
    (folder / "script.js").write_text(read + script)
    done = subprocess.run([NODE, "script.js"], cwd=folder, capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    return orjson.loads(done.stdout)
