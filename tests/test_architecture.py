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

IN_CLIENTS: Mapping[str, str] = {
    "link": "",
    "text": "",
    "state": "link",
    "cli.ui": "text state",
    "cli.games": "text state cli.ui",
    "cli.screens": "text state cli.ui cli.games",
    "cli.config": "text link state cli.ui",
    "cli.session": "text link state cli.ui cli.config",
    "cli.line": "text state cli.ui cli.games cli.session",
    "cli.terminal": "text link state cli.ui cli.games cli.screens cli.config cli.session",
    "cli.replay": "text state cli.ui cli.games cli.screens cli.config cli.terminal",
    "cli.batch": "text",
    "cli.reference": "text cli.ui cli.screens cli.config cli.registry",
    "cli.commands": "text link state cli.ui cli.screens cli.config cli.session cli.line "
    "cli.terminal cli.replay cli.batch",
}
"""Which other packages each package of the clients may import; it stands below all that it names."""
FOR_ALL_OF_CLI = ("clients.cli.exits",)
"""Leaves that every package of the command may import."""
DRAWS_WITHOUT_IO = ("clients/text", "clients/cli/ui", "clients/cli/games", "clients/cli/screens")

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


@pytest.mark.parametrize("package", IN_CLIENTS)
def test_packages_of_the_clients_import_only_those_they_may(package: str) -> None:
    below = [f"clients.{name}" for name in IN_CLIENTS[package].split()]
    allowed = (f"clients.{package}", *below, *FOR_ALL_OF_CLI)
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules(f"clients/{package.replace('.', '/')}")
        for name in imports_of(tree_of(path))
        if name.startswith("clients.") and not within(name, allowed)
    ]
    assert wrong == []


def test_packages_of_the_clients_stand_in_one_order() -> None:
    known = list(IN_CLIENTS)
    for number, (package, below) in enumerate(IN_CLIENTS.items()):
        assert {*below.split()} <= {*known[:number], "cli.registry"}, package
    folders = {path.parent for path in (ROOT / "clients").rglob("__init__.py")}
    nested = [where(folder).replace("/", ".").removeprefix("clients.") for folder in folders]
    assert [each for each in nested if not within(each, (*known, "clients"))] == ["cli"]


def test_what_is_drawn_is_drawn_without_input_or_output() -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for package in DRAWS_WITHOUT_IO
        for path in modules(package)
        for name in imports_of(tree_of(path))
        if name.partition(".")[0] in {"trio", "urwid", "socket", "subprocess", "time", "sys"}
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
