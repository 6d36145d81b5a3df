"""What deploy/ says agrees with the server: the example file, the unit, the image, the manifests."""

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
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from tests.support.server.server_process import PATIENCE
from watai.server.dispatch.loop import Loop
from watai.server.ops.health import Health
from watai.server.ops.http import serve_status
from watai.server.ops.prometheus import Exposition
from watai.server.settings.config import Config, read_config
from watai.server.settings.limits import LIMITS, Limits
from watai.server.storage.sqlite.writer import SqliteJournal

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


def test_the_page_for_operators_lists_every_limit_with_its_default() -> None:
    page = (ROOT / "docs/operating.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| .{10,} \|$", page, re.MULTILINE)
    assert rows == [(name, str(value)) for name, value in dataclasses.asdict(LIMITS).items()]


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
    given = image_settings()
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


def manifests(name: str) -> list[dict[str, Any]]:
    """The documents of a file of YAML."""
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


def test_everything_that_the_image_copies_is_sent_to_the_builder() -> None:
    rules = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    sent = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    assert rules[0] == "**"
    for line in instructions("COPY"):
        if not line.startswith("--from"):
            assert set(line.split()[:-1]) <= sent, line


def test_the_compose_file_starts_nodes_with_flags_that_the_server_has() -> None:
    (compose,) = manifests("compose.yaml")
    services = compose["services"]
    nodes = [each for each in services.values() if each.get("command", [""])[0] == "serve"]
    configs = [read_config(each["command"][1:], {}) for each in nodes]
    assert len(nodes) == len({each.advertise for each in configs}) == 2
    for node, config in zip(nodes, configs, strict=True):
        redis = urlsplit(config.redis)
        assert redis.hostname in services
        assert redis.hostname in node["depends_on"]
        outside, inside = node["ports"][0].split(":")
        assert inside == str(config.port)
        assert outside == str(urlsplit(config.advertise).port)
        assert float(node["stop_grace_period"].rstrip("s")) > stopping(config)
        assert config.metrics_host == "0.0.0.0", "Prometheus is in another container"
    named = {
        volume.partition(":")[0]
        for each in services.values()
        for volume in each.get("volumes", ())
        if not volume.startswith(".")
    }
    assert named == set(compose["volumes"])
    redis_flags = services["redis"]["command"]
    assert redis_flags[redis_flags.index("--appendfsync") + 1] == "always"


def stopping(config: Config) -> float:
    """The longest that a node takes to stop."""
    return config.drain_seconds + LIMITS.stop_seconds


def test_the_files_that_the_compose_file_hands_to_its_services_exist() -> None:
    (compose,) = manifests("compose.yaml")
    mounts = [
        volume.split(":")[0]
        for each in compose["services"].values()
        for volume in each.get("volumes", ())
        if volume.startswith("./")
    ]
    assert len(mounts) == 5
    for mount in mounts:
        assert (DEPLOY / mount).is_file(), mount
    (provider,) = manifests("grafana/provider.yaml")
    (source,) = manifests("grafana/datasource.yaml")
    path = provider["providers"][0]["options"]["path"]
    volumes = compose["services"]["grafana"]["volumes"]
    assert any(f"dashboard.json:{path}/" in volume for volume in volumes)
    assert urlsplit(source["datasources"][0]["url"]).hostname in compose["services"]


def test_prometheus_watches_every_node_at_its_metrics_port() -> None:
    (compose,) = manifests("compose.yaml")
    (prometheus,) = manifests("prometheus.yaml")
    (job,) = prometheus["scrape_configs"]
    targets = [target for each in job["static_configs"] for target in each["targets"]]
    port = image_settings()["WATAI_METRICS_PORT"]
    nodes = [name for name, each in compose["services"].items() if "build" in each]
    assert targets == [f"{name}:{port}" for name in nodes]
    assert prometheus["rule_files"] == ["alerts.yaml"]


def test_the_dashboard_and_the_alerts_ask_for_metrics_that_the_server_has(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        exposition = Exposition(Loop(journal, LIMITS)).registry
        known = {"up"}
        for family in exposition.collect():
            suffix = {"counter": ["_total"], "histogram": ["_bucket"]}.get(family.type, [""])
            known |= {family.name + each for each in suffix}
    dashboard = json.loads((DEPLOY / "grafana/dashboard.json").read_text(encoding="utf-8"))
    (source,) = manifests("grafana/datasource.yaml")
    (alerts,) = manifests("alerts.yaml")
    for panel in dashboard["panels"]:
        assert panel["datasource"]["uid"] == source["datasources"][0]["uid"]
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    for expression in asked:
        names = re.findall(r"\b(?:watai|process|python|up)(?:_\w+)?\b(?=[\[{ )]|$)", expression)
        assert names, expression
        assert set(names) <= known, expression
    places = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_the_stateful_set_starts_nodes_as_the_server_and_the_image_have_it() -> None:
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for each in manifests("statefulset.yaml"):
        by_kind.setdefault(each["kind"], []).append(each)
    (nodes,) = by_kind["StatefulSet"]
    pod = nodes["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    command, *flags = (each.replace("$(POD_NAME)", "watai-0") for each in container["args"])
    config = read_config(flags, {})
    assert command == "serve"
    assert "watai-0" in config.advertise
    assert "POD_NAME" in {each["name"] for each in container["env"]}
    assert pod["terminationGracePeriodSeconds"] > stopping(config)
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert ports == {
        "players": config.port,
        "metrics": int(image_settings()["WATAI_METRICS_PORT"]),
    }
    assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "metrics"}
    assert container["livenessProbe"]["httpGet"] == {"path": "/livez", "port": "metrics"}
    uid = next(line for line in instructions("RUN") if "--uid" in line).split("--uid ")[1]
    assert pod["securityContext"]["runAsUser"] == int(uid.split()[0])
    mounted = {Path(each["mountPath"]) for each in container["volumeMounts"]}
    for path in (config.tls_cert, config.tls_key, image_settings()["WATAI_JOURNAL"]):
        assert Path(path).parent in mounted, path


def test_every_node_of_the_stateful_set_has_an_address_of_its_own() -> None:
    every = manifests("statefulset.yaml")
    (nodes,) = (each for each in every if each["kind"] == "StatefulSet")
    services = [each["spec"] for each in every if each["kind"] == "Service"]
    reached = [each["selector"] for each in services if each.get("type") == "LoadBalancer"]
    name = "statefulset.kubernetes.io/pod-name"
    assert reached == [{name: f"watai-{number}"} for number in range(nodes["spec"]["replicas"])]
    assert (
        nodes["spec"]["selector"]["matchLabels"] == nodes["spec"]["template"]["metadata"]["labels"]
    )
    assert any(each.get("clusterIP") == "None" for each in services)


def image_settings() -> dict[str, str]:
    """The settings that the image gives the server."""
    (line,) = instructions("ENV")
    given = dict(pair.split("=", 1) for pair in line.split())
    return {name: value for name, value in given.items() if name.startswith("WATAI_")}
