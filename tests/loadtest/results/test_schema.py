"""The page about the JSON names every field that the structs have, and a result survives its JSON."""

import re
from pathlib import Path

import msgspec
import orjson
import pytest

from tests.support.loadtest.sample_runs import race
from watai.loadtest.results.files import dumps
from watai.loadtest.results.schema import (
    KINDS,
    Calm,
    FaultFigures,
    GeneratorFigures,
    KneeResult,
    LatencySummary,
    RaceList,
    RaceResult,
    Second,
    ServerFigures,
    Usage,
    parse,
)

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "bench-schema.md").read_text(encoding="utf-8")
PARTS = (
    LatencySummary,
    GeneratorFigures,
    ServerFigures,
    Second,
    Calm,
    KneeResult,
    RaceList,
    FaultFigures,
    Usage,
)


def fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def documented(bench: str) -> set[str]:
    """The keys in the first column of the table about this bench."""
    command = "python -m tests.proofs.faults" if bench == "faults" else f"watai bench {bench}"
    section = PAGE.partition(f"`{command}`")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("bench", KINDS)
def test_the_page_has_a_row_for_every_key_and_no_other(bench: str) -> None:
    implied = {"schema", "bench"} if bench in ("fairness", "faults") else set()  # in its heading
    assert documented(bench) | implied == fields(KINDS[bench][1])


@pytest.mark.parametrize("part", PARTS)
def test_the_page_names_the_keys_of_every_part(part: type[msgspec.Struct]) -> None:
    assert [name for name in fields(part) if not re.search(rf"[`\"]{name}[`\"]", PAGE)] == []


def test_a_result_survives_its_json() -> None:
    made = race()
    assert parse(orjson.loads(dumps(made))) == made
    assert "knee" not in orjson.loads(dumps(made))


def test_the_sample_of_the_page_is_what_a_race_writes_today() -> None:
    sample = orjson.loads((DOCS / "samples" / "race.json").read_bytes())
    assert set(sample) == fields(RaceResult) - {"knee"}
    assert orjson.loads(dumps(parse(sample))) == sample
