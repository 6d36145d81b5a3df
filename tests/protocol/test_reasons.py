"""Every refusal has a key for those who want it, and every key its sentence in both languages."""

import json
import re

import pytest

from tests.clients.text.test_text import PACKAGES, reasons_for_refusal
from tests.support.server.memory_server import MemoryServer, answers
from watai.clients.text.catalogue import LANGUAGES
from watai.engine.catalogue import GAMES
from watai.engine.wapi.moves import Place
from watai.protocol.errors import CLOSES, CODES
from watai.protocol.messages import Chat, Refused
from watai.protocol.pages import DOCS
from watai.protocol.reasons import key_of
from watai.server.web.files import read_files

SENTENCES = {each for game in GAMES for each in reasons_for_refusal(PACKAGES[game])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_its_sentence(language: str) -> None:
    texts = json.loads(read_files()[f"/text/{language}.json"])
    assert set(texts["reasons"]) == {*CODES, *map(key_of, SENTENCES)}
    assert all(texts["reasons"].values())
    assert set(texts["closes"]) == set(map(str, CLOSES))


def test_in_english_the_sentence_of_an_illegal_move_is_the_one_that_was_sent() -> None:
    reasons = json.loads(read_files()["/text/en.json"])["reasons"]
    assert {reasons[key_of(sentence)] for sentence in SENTENCES} == SENTENCES


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_every_key(game: str) -> None:
    page = (DOCS / "protocol-games.md").read_text(encoding="utf-8")
    section = page.partition(f"### Illegal moves of {game}\n")[2].partition("\n### ")[0]
    sentences = reasons_for_refusal(PACKAGES[game])
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(map(key_of, sentences))


def test_no_two_sentences_share_a_key() -> None:
    keys = [key_of(sentence) for sentence in SENTENCES]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9_]+", key) for key in keys)
    assert not set(keys) & set(CODES)


def test_who_wants_keys_gets_one_with_every_refusal_and_nobody_else_does() -> None:
    server = MemoryServer()
    for wants in (["keys", "teeth"], []):
        ada = server.guest("Ada", wants=wants)
        server.game(ada)
        server.now(ada, ada.codec.act(5, Place("no such section")))
        server.now(ada, Chat(6, ""))
        illegal, other = [each for each in answers(ada) if isinstance(each, Refused)]
        assert (illegal.code, other.code) == ("move/illegal", "chat/bad")
        expected = [key_of(illegal.why), other.code] if wants else ["", ""]
        assert [illegal.key, other.key] == expected
