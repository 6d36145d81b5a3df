"""What deploy/ says agrees with the server: the example file, the unit, the image."""

import ast
import dataclasses
import json
import re
import subprocess
import sys
import tomllib
from configparser import RawConfigParser
from itertools import pairwise
from pathlib import Path

import pytest

from server.dispatch.loop import Loop
from server.ops.health import Health
from server.ops.http import serve_status
from server.ops.prometheus import Exposition
from server.settings.config import Config, read_config
from server.settings.limits import LIMITS, Limits
from server.storage.sqlite.writer import SqliteJournal
from tests.support.server.server_process import PATIENCE

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
EXAMPLE = (DEPLOY / "watai.toml").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def fields(kind: type) -> list[str]:
    return [each.name for each in dataclasses.fields(kind) if each.name != "limits"]


def instructions(name: str) -> list[str]:
    """What stands behind an instruction of the Dockerfile, each time it is used."""
    return [line.partition(" ")[2] for line in DOCKERFILE.splitlines() if line.startswith(name)]


@pytest.fixture
def unit() -> RawConfigParser:
    parser = RawConfigParser(strict=False, comment_prefixes="#")
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # systemd cares about case
    parser.read(DEPLOY / "watai.service", encoding="utf-8")
    return parser


def test_the_example_lists_every_setting_and_is_the_default() -> None:
    content = tomllib.loads(EXAMPLE)
    limits = content.pop("limits")
    assert list(content) == fields(Config)
    assert list(limits) == fields(Limits)
    assert read_config(["--config", str(DEPLOY / "watai.toml")], {}) == Config()


def test_every_setting_of_the_example_has_its_reason() -> None:
    for name in [*fields(Config), *fields(Limits)]:
        assert re.search(rf"^# .{{10,}}\n{name} = ", EXAMPLE, re.MULTILINE), name


def test_the_example_gives_the_reasons_of_the_code() -> None:
    body = next(
        node.body
        for node in ast.parse((ROOT / "server/settings/limits.py").read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    for setting, reason in pairwise(body):
        if isinstance(setting, ast.AnnAssign):
            name = ast.unparse(setting.target)
            assert isinstance(reason, ast.Expr), name
            assert f"# {ast.literal_eval(reason.value)}\n{name} = " in EXAMPLE


def test_the_unit_leaves_a_stop_its_time_and_connections_their_descriptors(
    unit: RawConfigParser,
) -> None:
    service = dict(unit["Service"])
    assert float(service["TimeoutStopSec"]) >= 2 * LIMITS.stop_seconds
    assert int(service["LimitNOFILE"]) > LIMITS.connections
    assert service["KillSignal"] == "SIGTERM"
    assert service["Restart"] == "on-failure"


def test_the_unit_lets_the_server_do_nothing_else(unit: RawConfigParser) -> None:
    service = dict(unit["Service"])
    for name in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert f"WATAI_JOURNAL=/var/lib/{service['StateDirectory']}/" in service["Environment"]


def test_the_command_of_the_unit_is_one_that_watai_understands(unit: RawConfigParser) -> None:
    _, command, *words = unit["Service"]["ExecStart"].split()
    assert command == "serve"
    config, path = words
    assert config == "--config"
    assert read_config([config, str(DEPLOY / Path(path).name)], {}) == Config()


def test_the_image_holds_every_package_and_nothing_runs_as_root() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = {word for line in instructions("COPY") for word in line.split()}
    assert set(wheel["packages"]) <= copied
    for path in map(Path, (*wheel["force-include"], *wheel["shared-data"])):
        assert copied & {str(each) for each in (path, *path.parents)}, path
    for line in instructions("COPY")[:-1]:
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
    assert instructions("USER") == ["watai"]
    assert all("slim" in line for line in instructions("FROM"))
    assert instructions("STOPSIGNAL") == ["SIGTERM"]


def test_the_settings_of_the_image_are_settings() -> None:
    (line,) = instructions("ENV")
    given = dict(pair.split("=", 1) for pair in line.split())
    given = {name: value for name, value in given.items() if name.startswith("WATAI_")}
    assert {name.removeprefix("WATAI_").lower() for name in given} <= set(fields(Config))
    assert str(read_config([], given).port) in instructions("EXPOSE")


def test_the_health_check_of_the_image_tells_well_from_ill(tmp_path: Path) -> None:
    (line,) = instructions("HEALTHCHECK")
    _, *words = json.loads(line[line.index("[") :])
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        loop = Loop(journal, LIMITS)
        server = serve_status(Exposition(loop).registry, Health(loop), "127.0.0.1", 0)
        try:
            codes = []
            for stopping in (False, True):
                loop.lobby.stopping = stopping
                done = subprocess.run(
                    [sys.executable, *words],
                    env={"WATAI_METRICS_PORT": str(server.server_port)},
                    stderr=subprocess.DEVNULL,
                    timeout=PATIENCE,
                    check=False,
                )
                codes.append(done.returncode)
        finally:
            server.shutdown()
            server.server_close()
    assert codes == [0, 1]


def test_the_compose_file_starts_nodes_with_flags_that_the_server_has() -> None:
    commands = re.findall(r"command: \[(.*)\]", (DEPLOY / "compose.yaml").read_text("utf-8"))
    nodes = [json.loads(f"[{each}]") for each in commands if each.startswith('"serve"')]
    assert len(nodes) == 2
    urls = {read_config(command[1:], {}).advertise for command in nodes}
    assert len(urls) == 2
    assert {read_config(command[1:], {}).redis for command in nodes} == {"redis://redis:6379"}
