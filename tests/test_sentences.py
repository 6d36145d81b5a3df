"""Every sentence that a person may read from the server or of a bad replay has its French, with the same blanks."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from watai.clients.text.catalogue import Text
from watai.protocol.problem import Problem
from watai.server.settings.flags import EXAMPLES, HELP
from watai.server.settings.translations import Translations

ROOT = Path(__file__).parents[1]
SPEAKERS = {
    *(
        "CannotStart",
        "OldCertificate",
        "CannotExport",
        "CannotVerify",
        "CannotAnonymize",
        "BadReplay",
    ),
    "CannotDrain",
    *("Difference", "Broken"),
    *(
        "JournalError",
        "JournalLocked",
        "JournalTooNew",
        "OtherVersion",
        "JournalDamaged",
        "JournalGone",
        "GameDamaged",
    ),
    *("BadSetting", "LocalServerFailed", "CannotDrain"),
    *("say", "help"),
}
ASIDES = {"wanted": "_bad", "why": "_disagree", "what": "_wrong"}
"""Blanks that are filled with sentences themselves, and the functions that get these."""


def spoken(path: Path) -> Iterator[str]:
    """The constant sentences in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            given = node.args if name in ASIDES.values() else node.args[:1]
            if name in SPEAKERS or name in ASIDES.values():
                for each in given:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.value
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") in ("_ADVICE", "_OTHER_ADVICE", "_KINDS"):
                value = node.value
                parts = value.values if isinstance(value, ast.Dict) else [value]
                yield from (str(each.value) for each in parts if isinstance(each, ast.Constant))


def sentences(package: str) -> set[str]:
    return {each for path in (ROOT / package).rglob("*.py") for each in spoken(path)}


SHARED = set(spoken(ROOT / "protocol" / "settings.py"))
"""Said by the server and by the client, so both have the French."""


def blanks(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


def french(subject: str) -> dict[str, str]:
    return dict(Text("fr").find(f"{subject}.why"))


def test_every_sentence_of_the_server_has_its_french_and_none_is_left_over() -> None:
    said = sentences("server") | SHARED | set(HELP.values()) | set(EXAMPLES.values())
    said -= {each for each in said if " " not in each and "{" not in each and ":" not in each}
    assert said == set(french("server"))


def test_every_fault_of_a_replay_has_its_french_and_none_is_left_over() -> None:
    assert sentences("protocol") - SHARED == set(french("replay"))


def test_every_complaint_of_the_client_has_its_french_and_none_is_left_over() -> None:
    said = {each for each in sentences("clients/cli") | SHARED if "{" in each}
    assert said == set(french("commands")) | set(french("visit"))


def reasons_against_options() -> set[str]:
    """Every sentence given to BadOption."""
    found = set()
    for package in ("engine", "protocol", "clients"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadOption":
                    sentence = node.args[1]
                    assert isinstance(sentence, ast.Constant), f"{path.name}:{node.lineno}"
                    found.add(str(sentence.value))
    return found


def test_every_reason_against_an_option_has_its_french_and_none_is_left_over() -> None:
    assert reasons_against_options() == set(french("options"))


@pytest.mark.parametrize("subject", ["server", "replay", "commands", "visit", "options"])
def test_translations_have_the_same_blanks(subject: str) -> None:
    for english, other in french(subject).items():
        assert blanks(other) == blanks(english), english


def test_a_problem_speaks_every_language_and_english_where_words_are_missing() -> None:
    problem = Problem("{who} has {what}", who="Ana", what="a number")
    assert str(problem) == "Ana has a number"
    assert problem.told({"{who} has {what}": "{who} a {what}"}) == "Ana a a number"
    assert problem.told({"a number": "un nombre"}) == "Ana has un nombre"


def test_words_come_from_the_text_that_is_handed_over() -> None:
    assert Translations(Text("fr")).say("a number") == "un nombre"
    assert Translations(Text("en")).say("a number") == "a number"
    assert Translations().say("a number") == "a number"
    assert Translations(Text("fr")).help("100 %") == "100 %%"
