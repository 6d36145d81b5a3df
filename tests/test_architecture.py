"""The direction of imports, and the few other things about the source that a reader may rely on."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("engine", "protocol", "server", "clients", "loadtest")
OURS = {*PRODUCT, "tests"}

MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "engine": ("engine",),
    "protocol": ("engine", "protocol"),
    "server": ("engine", "protocol", "server"),
    "clients": ("engine", "protocol", "clients"),
    "loadtest": ("engine", "protocol", "loadtest", "clients"),
    "tests": ("engine", "protocol", "server", "clients", "loadtest", "tests"),
}
"""Of our own packages; a name stands for itself and everything in it."""

NOT_IN_ENGINE = {
    "random",
    "secrets",
    "time",
    "datetime",
    "asyncio",
    "threading",
    "logging",
    "socket",
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Every module a file imports, at the top or inside a function; `from a import b` may mean a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def where(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_in_one_direction(package: str) -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules(package)
        for name in imports_of(tree_of(path))
        if name.partition(".")[0] in OURS and not within(name, MAY_IMPORT[package])
    ]
    assert wrong == []


def test_the_engine_needs_the_standard_library_only() -> None:
    allowed = {"engine", *sys.stdlib_module_names}
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules("engine")
        for name in imports_of(tree_of(path))
        if name.partition(".")[0] not in allowed
    ]
    assert modules("engine")
    assert wrong == []


def test_the_engine_has_no_clock_no_chance_and_no_input_or_output() -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules("engine")
        for name in imports_of(tree_of(path))
        if name.partition(".")[0] in NOT_IN_ENGINE
    ]
    assert wrong == []


def test_nothing_of_ours_uses_asyncio() -> None:
    wrong = [
        where(path)
        for package in PRODUCT
        for path in modules(package)
        for name in imports_of(tree_of(path))
        if name.partition(".")[0] == "asyncio"
    ]
    assert wrong == []


def test_every_module_opens_by_saying_what_belongs_there() -> None:
    silent = [
        where(path)
        for package in OURS
        for path in modules(package)
        if not ast.get_docstring(tree_of(path)) and not _is_empty_marker(path)
    ]
    assert silent == []


def _is_empty_marker(path: Path) -> bool:
    """The `__init__.py` that makes a folder of tests a package has nothing to say."""
    return path.name == "__init__.py" and where(path).startswith("tests")


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in modules("tests")}
    assert [where(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_rule_of_imports_catches_what_it_forbids() -> None:
    tree = ast.parse("def f():\n    from server.room import Room\n    import clients.link.socket\n")
    found = list(imports_of(tree))
    assert found == ["server.room.Room", "clients.link.socket"]
    assert [within(name, MAY_IMPORT["loadtest"]) for name in found] == [False, True]
