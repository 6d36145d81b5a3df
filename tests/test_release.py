"""Version, changelog and pinned packages agree with pyproject.toml."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pinned() -> dict[str, str]:
    """The version of each package in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pins}


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}


def test_every_package_that_the_product_imports_is_a_dependency() -> None:
    ours = ("engine", "protocol", "server", "clients", "loadtest", "watai")
    optional = PROJECT["optional-dependencies"]
    products = (PROJECT["dependencies"], *(optional[extra] for extra in optional if extra != "dev"))
    named = {canonicalize_name(Requirement(each).name) for each in chain.from_iterable(products)}
    distributions = packages_distributions()
    rigs = (
        ROOT / "loadtest" / "peers" / "rigs"
    )  # programs of other systems, with their own packages
    for path in (path for package in ours for path in (ROOT / package).rglob("*.py")):
        if path.is_relative_to(rigs):
            continue
        for name in imported(path).difference(sys.stdlib_module_names, ["watai"]):
            assert named & set(map(canonicalize_name, distributions[name])), (path, name)


def test_the_newest_release_of_the_changelog_is_the_version_of_the_project() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert releases[0] == PROJECT["version"]


def test_every_package_the_project_names_is_pinned_to_a_version_it_allows() -> None:
    named = chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for each in map(Requirement, named):
        assert pinned()[canonicalize_name(each.name)] in each.specifier, each
