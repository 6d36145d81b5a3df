"""Installs what only the peers need, Node packages and a Python environment, outside the project."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import orjson

RIGS = Path(__file__).with_name("rigs")
OLDEST_NODE = 20


class Missing(Exception):
    """Why a peer cannot be measured here."""


def folder(environ: Mapping[str, str]) -> Path:
    """Where it is installed: PEERS_CACHE, or under the user's cache."""
    if environ.get("PEERS_CACHE"):
        return Path(environ["PEERS_CACHE"])
    return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "watai-peers"


def node_rig(cache: Path, script: str) -> list[str]:
    """The command of a rig for Node; installs its packages and copies the rig to them."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing(f"{'node' if node is None else 'npm'} is not installed")
    version = _said([node, "--version"]).lstrip("v")
    if int(version.partition(".")[0] or 0) < OLDEST_NODE:
        raise Missing(f"Node {version} is older than {OLDEST_NODE}")
    home = cache / "node"
    home.mkdir(parents=True, exist_ok=True)
    wanted = orjson.loads((RIGS / "package.json").read_text())["dependencies"]
    if wanted != {name: _node_version(home, name) for name in wanted}:
        shutil.copy(RIGS / "package.json", home)
        _install([npm, "install", "--no-audit", "--no-fund", "--silent"], home)
    shutil.copy(RIGS / script, home)
    return [node, str(home / script)]


def _node_version(home: Path, name: str) -> str | None:
    about = home / "node_modules" / name / "package.json"
    return str(orjson.loads(about.read_text())["version"]) if about.exists() else None


def python_rig(cache: Path, script: str) -> list[str]:
    """The command of a rig for Python that needs more than our own environment has."""
    home = cache / "venv"
    python = home / "bin" / "python"
    wanted = (RIGS / "requirements.txt").read_text().split()
    if not python.exists():
        _install([sys.executable, "-m", "venv", str(home)], RIGS)
    if not set(wanted) <= set(_said([str(python), "-m", "pip", "freeze", "--all"]).split()):
        _install([str(python), "-m", "pip", "install", "--quiet", *wanted], RIGS)
    return [str(python), str(RIGS / script)]


def own_rig(script: str) -> list[str]:
    """The command of a rig that needs only our own environment."""
    return [sys.executable, str(RIGS / script)]


def _said(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _install(command: list[str], where: Path) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        raise Missing(f"{Path(command[0]).name} could not install what it needs: {last}")
