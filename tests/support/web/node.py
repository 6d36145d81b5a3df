"""Runs modules of the page in Node, where it is installed, to compare them with the Python they are twins of."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson

from tests.support.programs import require

PAGE = Path(__file__).parents[3] / "clients" / "web"


def run_in_node(folder: Path, script: str, given: object) -> Any:
    """Return what the script prints as JSON. It imports from `./web/…` and finds `given` under that name."""
    node = require("node")
    if not (folder / "web").exists():
        shutil.copytree(PAGE, folder / "web")
        (folder / "package.json").write_text('{"type": "module"}')  # as browsers take them
    (folder / "given.json").write_bytes(orjson.dumps(given))
    read = 'import { readFileSync } from "node:fs";\nconst given = JSON.parse(readFileSync("given.json"));\n'
    (folder / "script.js").write_text(read + script)
    done = subprocess.run([node, "script.js"], cwd=folder, capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    return orjson.loads(done.stdout)
