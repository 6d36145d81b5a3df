"""What an install puts on a machine: one importable name, the same from a checkout with or without links and from an sdist."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from watai.child import ROOT
from watai.loadtest.bench.race import INVALID, PASSED

pytestmark = pytest.mark.slow

PACKAGES = ("engine", "protocol", "server", "clients", "loadtest")
PATIENCE = 240.0


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packages")


@pytest.fixture(scope="module")
def linkless(place: Path) -> Path:
    """A copy of the checkout as git makes it where there are no links: each is a file that holds its target."""
    copy = place / "checkout"
    shutil.copytree(ROOT / "watai", copy / "watai", symlinks=True, ignore=_caches)
    for package in PACKAGES:
        link = copy / "watai" / package
        target = os.readlink(link)
        link.unlink()
        link.write_text(target, encoding="utf-8")
        shutil.copytree(ROOT / package, copy / package, ignore=_caches)
    for folder in ("docs/rules", "docs/man"):
        shutil.copytree(ROOT / folder, copy / folder)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(linkless: Path, place: Path) -> Path:
    return _build(linkless, place / "wheel", "wheel")


def _caches(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "__pycache__"]


def _build(source: Path, folder: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=PATIENCE)
    (built,) = folder.iterdir()
    return built


def _names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as packed:
        return sorted(packed.namelist())


def _modules() -> Iterator[str]:
    for package in PACKAGES:
        paths = (path.relative_to(ROOT) for path in (ROOT / package).rglob("*.py"))
        yield from (f"watai/{path.as_posix()}" for path in paths)


def test_a_wheel_holds_one_importable_name_and_every_module(wheel: Path) -> None:
    names = _names(wheel)
    top = {name.partition("/")[0] for name in names}
    assert {name.partition("-")[0] for name in top} == {"watai", "watai_arena"}
    assert set(names) >= {*_modules(), "watai/__init__.py", "watai/clients/text/rules/fr/watai.md"}
    assert len(names) == len(set(names))


def test_an_sdist_holds_the_tree_as_it_is_and_makes_the_same_wheel(
    linkless: Path, wheel: Path, place: Path
) -> None:
    sdist = _build(linkless, place / "sdist", "sdist")
    with tarfile.open(sdist) as packed:
        packed.extractall(place / "unpacked", filter="data")
    (source,) = (place / "unpacked").iterdir()
    top = {path.name for path in source.iterdir()}
    assert top >= {*PACKAGES, "watai", "docs", "pyproject.toml"}
    assert sorted(path.name for path in (source / "watai").iterdir()) == [
        *("__init__.py", "__main__.py", "child.py"),
    ]
    assert _names(_build(source, place / "again", "wheel")) == _names(wheel)


def test_a_checkout_with_links_makes_the_same_wheel(
    linkless: Path, wheel: Path, place: Path
) -> None:
    linked = place / "linked"
    shutil.copytree(linkless, linked)
    for package in PACKAGES:
        link = linked / "watai" / package
        link.unlink()
        link.symlink_to(Path("..", package))
    assert _names(_build(linked, place / "of-linked", "wheel")) == _names(wheel)


def test_a_checkout_without_links_can_be_imported(linkless: Path, tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-P", "-c", "import watai.engine.catalogue as it; print(it.__file__)"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(linkless)},
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert found.stdout.strip() == str(linkless / "engine" / "catalogue.py")


@pytest.mark.parametrize("subject", ["race", "engine"])
def test_a_measurement_runs_our_code_in_a_folder_full_of_traps(
    subject: str, tmp_path: Path
) -> None:
    for name in (*PACKAGES, "watai", "tests"):
        trap = tmp_path / name
        trap.mkdir()
        (trap / "__init__.py").write_text(f'raise SystemExit("{name} of this folder was run")\n')
    words = {
        "race": ["--rooms", "1", "--seconds", "0.5"],
        "engine": ["--players", "2", "--games", "1", "--runs", "1"],
    }
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("watai")), "bench", subject, *words[subject]],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode in (PASSED, INVALID), ran.stdout + ran.stderr
    assert "was run" not in ran.stdout + ran.stderr
