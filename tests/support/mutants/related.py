"""Which tests should notice a fault in a module: first those that are about it, then all of its part of the tree."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

AREAS: Final = {
    "arbitration": ("server/arbitration", "server/match"),
    "storage": ("server/storage",),
    "rooms": ("server/rooms", "server/dispatch"),
    "transport": ("server/transport", "protocol/frames.py", "protocol/codec.py"),
    "rules": (
        "engine/watai",
        "engine/duel",
        "engine/waka_tanka",
        "engine/waka_waka",
        "engine/wapi",
    ),
}
"""What is sampled, as many faults from each: where a mistake costs players a game, a secret or a race."""
WIDER: Final = {
    "server": ("tests/server", "tests/protocol"),
    "protocol": ("tests/protocol", "tests/server"),
    "engine": ("tests/engine", "tests/protocol", "tests/server/match", "tests/server/audit"),
}
QUICK: Final = ("tests/server", "tests/protocol", "tests/engine")
"""Where the quick tests are of which it is known which lines they run."""
PROCESSES: Final = ("tests/server/whole/", "tests/server/cluster/", "tests/server/bots/")
"""Tests that start processes: what those run is not known."""
WORLDS: Final = "tests/proofs/storm/test_storm.py"
"""Ten seconds that notices most of what is left in the server."""


def modules(area: str, root: Path) -> Iterator[str]:
    """The files of an area, in order."""
    for part in AREAS[area]:
        place = root / part
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            yield path.relative_to(root).as_posix()


def stages(module: str, root: Path) -> list[list[str]]:
    """Test files in the order in which they are run: near and quick, the other quick ones, simulated worlds, near and slow."""
    near, far = nearest(module, root), _wider(module, root)
    worlds = [WORLDS] if module.startswith("server/") else []
    return [
        [path for path in near if not _slow(root, path)],
        [path for path in far if not _slow(root, path)],
        worlds,
        [path for path in near if _slow(root, path) and path not in worlds],
    ]


def after_covering(module: str, root: Path) -> list[list[str]]:
    """The stages that are left when every quick test that runs the line has passed: other processes, simulated worlds, near and slow."""
    near, far, worlds, slow = stages(module, root)
    return [[path for path in (*near, *far) if path.startswith(PROCESSES)], worlds, slow]


def last_stage(module: str, root: Path) -> list[str]:
    """The slow test files of its part of the tree: minutes, so only for faults that nothing else notices."""
    return [path for path in _wider(module, root) if _slow(root, path)]


def nearest(module: str, root: Path) -> list[str]:
    """Test files named after the module or its folder, and those that import it; the nearest first."""
    folder = module.rpartition("/")[0]
    stem = module.rpartition("/")[2].removesuffix(".py")
    dotted = "watai." + module.removesuffix(".py").replace("/", ".")

    def distance(path: str) -> tuple[int, str]:
        if path.rpartition("/")[2].startswith(f"test_{stem}"):
            return 0, path
        return (1 if dotted in _imports(root, path) else 2), path

    near = [
        path
        for path in _test_files(root)
        if path.startswith(f"tests/{folder}/")
        or dotted in _imports(root, path)
        or path.rpartition("/")[2] == f"test_{stem}.py"
    ]
    return sorted(near, key=distance)


def _wider(module: str, root: Path) -> list[str]:
    """The other test files of its part of the tree."""
    near = set(nearest(module, root))
    folders = WIDER[module.partition("/")[0]]
    return [path for path in _test_files(root) if path.startswith(folders) and path not in near]


@cache
def _test_files(root: Path) -> tuple[str, ...]:
    return tuple(
        path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py"))
    )


@cache
def _slow(root: Path, path: str) -> bool:
    return "pytest.mark.slow" in (root / path).read_text(encoding="utf-8")


@cache
def _imports(root: Path, path: str) -> frozenset[str]:
    """Modules that a test file names in its imports."""
    found = set()
    for node in ast.walk(ast.parse((root / path).read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
    return frozenset(found)
