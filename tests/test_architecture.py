"""The direction of imports, and the few other things about the source that a reader may rely on."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "protocol", "server", "clients", "loadtest")
PRODUCT = (*PACKAGES, "watai")
OURS = {*PRODUCT, "tests"}

MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "engine": ("engine",),
    "protocol": ("engine", "protocol", "child"),
    "server": ("engine", "protocol", "server", "child"),
    "clients": ("engine", "protocol", "clients", "child"),
    "loadtest": ("engine", "protocol", "loadtest", "clients", "child"),
    "tests": (*PACKAGES, "tests", "child"),
    "watai": (),
    "watai.__main__": ("clients.cli.__main__",),
}
"""Of our own packages, by their names inside `watai`; a name stands for itself and everything in it, unless something in it has a row of its own."""

LAYERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "server": {
        "clock": (),
        "chance": (),
        "counters": ("clock",),
        "settings": (),
        "web": ("settings",),
        "arbitration": ("clock",),
        "storage": ("clock", "settings", "arbitration"),
        "transport": ("clock", "chance", "counters", "settings", "web", "arbitration"),
        "bots": (),
        "match": (
            *("clock", "chance", "counters", "settings", "arbitration"),
            *("storage", "transport", "bots"),
        ),
        "rooms": (
            *("clock", "chance", "counters", "settings", "arbitration"),
            *("storage", "transport", "bots", "match"),
        ),
        "dispatch": ("clock", "counters", "settings", "storage", "transport", "match", "rooms"),
        "cluster": (
            *("clock", "chance", "counters", "settings", "storage", "transport"),
            *("match", "rooms", "dispatch"),
        ),
        "ops": (
            *("clock", "counters", "settings", "arbitration", "transport"),
            *("match", "rooms", "dispatch"),
        ),
        "listeners": ("settings",),
        "certificate": ("settings", "listeners"),
        "acceptor": ("settings", "web", "certificate", "transport", "dispatch"),
        "app": (
            "clock",
            "settings",
            "listeners",
            "acceptor",
            "storage",
            "transport",
            "dispatch",
            "cluster",
            "ops",
        ),
        "supervisor": ("settings", "listeners", "ops"),
        "__main__": ("settings", "listeners", "certificate", "ops", "app", "supervisor"),
        "audit": ("clock", "settings", "arbitration", "storage", "match"),
    },
    "clients": {
        "conversation": (),
        "link": ("conversation",),
        "text": (),
        "state": ("conversation", "link"),
        "cli": ("conversation", "link", "text", "state"),
    },
    "clients.cli": {
        "exits": (),
        "ui": (),
        "games": ("ui",),
        "guide": ("ui", "games"),
        "screens": ("ui", "games", "guide"),
        "config": ("ui",),
        "history": ("ui", "config"),
        "session": ("exits", "ui", "config", "history"),
        "line": ("exits", "ui", "games", "guide", "session"),
        "terminal": ("exits", "ui", "games", "guide", "screens", "config", "session"),
        "replay": ("exits", "ui", "games", "screens", "config", "terminal"),
        "batch": ("exits",),
        "registry": (),
        "reference": ("exits", "ui", "screens", "config", "registry"),
        "commands": (
            *("exits", "ui", "guide", "screens", "config", "history", "session"),
            *("line", "terminal", "replay", "batch", "registry"),
        ),
        "__main__": ("exits", "config", "registry"),
    },
    "loadtest": {
        "net": (),
        "oracle": ("net",),
        "systems": ("net",),
        "load": ("net", "oracle", "systems"),
        "results": ("systems", "load"),
        "report": ("load", "results"),
        "compare": ("results",),
        "fairness": ("net", "oracle", "systems", "results"),
        "peers": ("net", "systems", "load", "results", "report"),
        "bench": (
            *("net", "systems", "load", "results", "report", "compare", "fairness", "peers"),
        ),
        "registry": (),
    },
    "loadtest.fairness": {
        "conduct": (),
        "scenario": ("conduct",),
        "program": ("conduct", "scenario"),
        "races": ("conduct", "scenario"),
        "field": ("scenario", "races"),
        "network": ("scenario", "field"),
        "figures": ("conduct", "scenario", "program", "races"),
        "verification": (),
    },
}
"""What each package or module directly inside one of ours may import of its siblings, beside itself."""

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


def scripts(package: str) -> list[Path]:
    """What we have written in JavaScript."""
    found = sorted((ROOT / package).rglob("*.js"))
    return [path for path in found if not {"vendor", "data"} & set(path.relative_to(ROOT).parts)]


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def opening(path: Path) -> str:
    """The first paragraph of a module's docstring; in JavaScript, of the comment at its beginning."""
    if path.suffix == ".js":
        comment = re.match(r"/\*\*(.*?)\*/", path.read_text(encoding="utf-8"), re.DOTALL)
        said = comment[1].partition("@")[0] if comment else ""  # from @ on it is about types
    else:
        said = ast.get_docstring(tree_of(path)) or ""
    return said.partition("\n\n")[0]


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Every module a file imports, at the top or inside a function; `from a import b` may mean a.b.

    Our own are named by their place inside `watai`. Without it they are another copy of the same module: an error.
    """
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            assert not within(name, PACKAGES), f"watai.{name} is meant"
            yield name.removeprefix("watai.")


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Every module that this file imports."""
    return tuple(imports_of(tree_of(path)))


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def row_of(path: Path) -> str:
    """The row of MAY_IMPORT that a module is under."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return max((row for row in MAY_IMPORT if within(name, (row,))), key=len)


def layer_of(name: str, package: str) -> str | None:
    """The part of `package` to which a module's dotted name leads; None outside of it."""
    inside = name.removeprefix(f"{package}.")
    return None if inside == name else inside.partition(".")[0]


def against_layers(
    package: str, layer: str, names: Iterable[str], may: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """Those of the imported names that go upwards or sideways."""
    parts = ((name, layer_of(name, package)) for name in names)
    return [name for name, part in parts if part not in (None, layer, *may[layer])]


def where(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_in_one_direction(package: str) -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules(package.replace(".", "/"))
        if row_of(path) == package
        for name in imported(path)
        if name.partition(".")[0] in OURS and not within(name, MAY_IMPORT[package])
    ]
    assert wrong == []


@pytest.mark.parametrize("package", LAYERS)
def test_packages_import_downwards_only(package: str) -> None:
    wrong = []
    folder = package.replace(".", "/")
    for path in modules(folder):
        layer = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
        if layer != "__init__":
            names = imported(path)
            found = against_layers(package, layer, names, LAYERS[package])
            wrong += [f"{where(path)} imports {name}" for name in found]
    assert wrong == []


@pytest.mark.parametrize("package", LAYERS)
def test_the_layers_have_an_order(package: str) -> None:
    """No row may allow an import of a row that leads back to it, and every row is of something that exists."""
    may = LAYERS[package]
    assert list(TopologicalSorter(may).static_order())
    folder = ROOT / package.replace(".", "/")
    there = {path.stem for path in folder.iterdir() if path.suffix == ".py"}
    there |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert set(may) == there - {"__init__"}


def test_the_rule_of_layers_catches_what_it_forbids() -> None:
    source = (
        "from watai.server.rooms.room import Room\n"
        "from watai.server import clock\n"
        "import watai.server.settings.limits"
    )
    names = list(imports_of(ast.parse(source)))
    may = {"transport": ("clock",), "rooms": ("clock", "transport", "settings"), "clock": ()}
    wrong = against_layers("server", "transport", names, may)
    assert wrong == ["server.rooms.room.Room", "server.settings.limits"]
    assert against_layers("server", "rooms", names, may) == []
    with pytest.raises(CycleError):
        list(TopologicalSorter({"a": ("b",), "b": ("a",)}).static_order())


def test_what_is_drawn_is_drawn_without_input_or_output() -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for package in DRAWS_WITHOUT_IO
        for path in modules(package)
        for name in imported(path)
        if name.partition(".")[0] in {"trio", "urwid", "socket", "subprocess", "time", "sys"}
    ]
    assert wrong == []


def test_the_engine_needs_the_standard_library_only() -> None:
    allowed = {"engine", *sys.stdlib_module_names}
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules("engine")
        for name in imported(path)
        if name.partition(".")[0] not in allowed
    ]
    assert modules("engine")
    assert wrong == []


def test_the_engine_has_no_clock_no_chance_and_no_input_or_output() -> None:
    wrong = [
        f"{where(path)} imports {name}"
        for path in modules("engine")
        for name in imported(path)
        if name.partition(".")[0] in NOT_IN_ENGINE
    ]
    assert wrong == []


def test_nothing_of_ours_uses_asyncio() -> None:
    wrong = [
        where(path)
        for package in PRODUCT
        for path in modules(package)
        for name in imported(path)
        if name.partition(".")[0] == "asyncio"
    ]
    assert wrong == []


def test_every_module_opens_with_a_sentence() -> None:
    silent = [
        where(path)
        for package in OURS
        for path in (*modules(package), *scripts(package))
        if not re.search(r"\S[.!?:](\s|$)", opening(path)) and not _is_empty_marker(path)
    ]
    assert scripts("clients")
    assert silent == []


def _is_empty_marker(path: Path) -> bool:
    """The `__init__.py` that makes a folder of tests a package has nothing to say."""
    return path.name == "__init__.py" and where(path).startswith("tests")


def classes_defined_twice(trees: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """Each class that several modules define at the top, and in which; private ones are their module's own."""
    places: dict[str, list[str]] = {}
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module)
    return {name: found for name, found in places.items() if len(found) > 1}


def test_a_class_name_means_one_thing() -> None:
    """The games of the engine have words of their own, each for itself; the rigs are other systems' programs."""
    games = [path for path in modules("engine") if path.parent != ROOT / "engine"]
    rigs = modules("loadtest/peers/rigs")
    paths = [path for package in PACKAGES for path in modules(package)]
    trees = {where(path): tree_of(path) for path in paths if path not in {*games, *rigs}}
    assert classes_defined_twice(trees) == {}


def test_the_rule_of_names_catches_what_it_forbids() -> None:
    trees = {
        "a": ast.parse("class Room: ...\nclass Seat:\n    class Room: ...\nclass _Own: ..."),
        "b": ast.parse("class Room: ...\nclass _Own: ..."),
    }
    assert classes_defined_twice(trees) == {"Room": ["a", "b"]}


def test_every_path_that_the_architecture_names_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:engine|protocol|server|clients|loadtest|tests)/[\w/.]+)`", page)
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in modules("tests")}
    assert [where(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_rule_of_imports_catches_what_it_forbids() -> None:
    source = "from watai.server.room import Room\n    import watai.clients.link.socket"
    found = list(imports_of(ast.parse(f"def f():\n    {source}\n")))
    assert found == ["server.room.Room", "clients.link.socket"]
    assert [within(name, MAY_IMPORT["loadtest"]) for name in found] == [False, True]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_has_one_name(name: str) -> None:
    with pytest.raises(AssertionError, match=f"watai.{name}"):
        list(imports_of(ast.parse(f"from {name}.some import thing")))
