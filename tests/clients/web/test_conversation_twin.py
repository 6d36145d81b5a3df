"""The page's conversation and Python's take the same steps: recorded and made-up ones, run in Node and here."""

import random
from collections.abc import Mapping
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.web.node import run_in_node
from watai.clients.conversation.conversation import Conversation
from watai.clients.conversation.lost import Lost
from watai.clients.conversation.silence import NEVER
from watai.clients.conversation.steps import (
    Connect,
    ConversationEnded,
    Drop,
    Renumbered,
    Send,
    Settled,
    Step,
    Told,
)
from watai.protocol.codec import JSON
from watai.protocol.messages import CLIENT_MESSAGES

CLIENT: Any = reduce(or_, CLIENT_MESSAGES)

HOME, OTHERS = "ws://a:1", ["ws://b:1", "ws://c:1", "ws://a:1/"]
SEEDS = range(60)
LENGTH = 120
SCRIPT = """
import { Addresses } from "./web/link/addresses.js";
import { Conversation } from "./web/link/conversation.js";
const found = given.map(({ home, inputs, chances }) => {
  const talk = new Conversation(new Addresses(home), "Ana", "", [], () => chances.shift());
  return inputs.map(([what, now, ...words]) => {
    let steps;
    if (what === "ask") [, steps] = talk.ask(words[0]);
    else if (what === "heard") steps = talk.heard(words[0], now);
    else if (what === "gone") steps = talk.gone(words[0], now);
    else steps = talk[what](now);
    const told = steps.map((step) => step.question ? { ...step, question: step.question.n } : step);
    return [talk.state, talk.due === Infinity ? -1 : talk.due, talk.unanswered(now), talk.roundTrip, talk.room, talk.seq, told];
  });
});
console.log(JSON.stringify(found));
"""


class Chances(random.Random):
    """The chances that both are given."""

    def __init__(self, chances: list[float]) -> None:
        super().__init__()
        self._chances = iter(chances)

    def random(self) -> float:
        return next(self._chances)


def input_to(talk: Conversation, what: str, now: float, *words: Any) -> list[Step]:
    """Do to Python's conversation what the script does to the page's."""
    match what:
        case "ask":
            return talk.ask(lambda n: msgspec.convert({**words[0], "n": n}, CLIENT), now)[1]
        case "heard":
            return talk.heard(JSON.read_server(msgspec.json.encode(words[0])), now)
        case "gone":
            return talk.gone(Lost(words[0]["why"], words[0]["code"]), now)
    steps: list[Step] = getattr(talk, what)(now)
    return steps


def plain(step: Step) -> dict[str, Any]:
    """A step as the page writes it; of a message that is told, its type."""
    match step:
        case Connect(url, within):
            return {"do": "connect", "url": url, "within": within}
        case Send(message):
            return {"do": "send", "message": msgspec.to_builtins(message)}
        case Drop():
            return {"do": "drop"}
        case Told(message):
            return {"do": "told", "message": type(message).__struct_config__.tag}
        case Settled(question):
            return {"do": "settled", "question": question.n}
        case Renumbered(question, before):
            return {"do": "renumbered", "question": question.n, "before": before}
        case ConversationEnded(lost):
            return {"do": "ended", "lost": {"code": lost.code, "why": lost.why}}


def as_python(step: dict[str, Any]) -> dict[str, Any]:
    """A step of the page, its messages read by our types."""
    if step["do"] == "send":
        message = msgspec.convert(step["message"], CLIENT)
        return {**step, "message": msgspec.to_builtins(message)}
    if step["do"] == "told":
        return {**step, "message": step["message"]["type"]}
    return step


class Script:
    """A conversation made up step by step, as Python's goes; each input is one that a shell could make then."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.chances = [self.rng.random() for _ in range(LENGTH)]
        self.talk = Conversation(HOME, "Ana", rng=Chances(self.chances))
        self.now = 0.0
        self.opened = False
        self.inputs: list[list[Any]] = []
        self.found: list[list[Any]] = []
        self._do("begin")
        self._ask()
        self._do("opened")
        self._do("heard", self._welcome())
        while len(self.inputs) < LENGTH and self.talk.lost is None:
            self.now += self.rng.choice((0.0, 0.01, 0.4, 2.0, 7.0)) * self.rng.random()
            getattr(self, f"_{self.talk.state.value}")()

    def _do(self, what: str, *words: Any) -> None:
        self.inputs.append([what, self.now, *words])
        steps = input_to(self.talk, what, self.now, *words)
        talk = self.talk
        due = -1 if talk.due == NEVER else talk.due
        told = [plain(step) for step in steps]
        known = [talk.unanswered(self.now), talk.round_trip, talk.room, talk.seq]
        self.found.append([talk.state.value, due, *known, told])

    def _advance(self) -> None:
        if self.talk.due < NEVER and self.rng.random() < 0.8:
            self.now = max(self.now, self.talk.due + self.rng.choice((0.0, 0.0, 0.0, 9.0)))
        self._do("advance")

    def _ask(self) -> None:
        messages = (
            {"type": "ping"},
            {"type": "leave"},
            {"type": "look"},
            {"type": "create", "game": "wapi", "seats": 2},
            {"type": "act", "move": "Turn", "seen": 1, "el": 2},
            {"type": "resume", "code": "a-b-c", "seq": 3},
        )
        self._do("ask", self.rng.choice(messages))

    def _waiting(self) -> None:
        self.opened = False
        self.rng.choice((self._advance, self._advance, self._ask))()

    def _connecting(self) -> None:
        if not self.opened:
            self.opened = self.rng.random() < 0.8
            self._do(*(("opened",) if self.opened else ("gone", self._lost())))
        elif self.rng.random() < 0.2:
            self._advance()
        elif self.rng.random() < 0.2:
            self._do("heard", self._goodbye())
        else:
            self._do("heard", self._welcome())

    def _open(self) -> None:
        chance = self.rng.random()
        if chance < 0.25:
            self._ask()
        elif chance < 0.5:
            self._advance()
        elif chance < 0.58:
            self._do("gone", self._lost())
        else:
            self._do("heard", self._message())

    def _lost(self) -> dict[str, Any]:
        code = self.rng.choice((1001, 1006, 1006, 1006, 4008))
        if self.rng.random() < 0.02:
            code = 4001
        return {"code": code, "why": "so it is"}

    def _goodbye(self) -> dict[str, Any]:
        where = {"moved": self.rng.choice(OTHERS)} if self.rng.random() < 0.5 else {}
        code = 4003 if self.rng.random() < 0.05 else 1001
        return {"type": "goodbye", "code": code, "why": "it stops", "resume": True, **where}

    def _welcome(self) -> dict[str, Any]:
        welcome = {"type": "welcome", "v": 1, "session": "s", "name": "Ana", "server": "x"}
        n = self.talk.connections * 1_000 if self.rng.random() < 0.7 else 0
        return {
            **welcome,
            "token": "t",
            "room": self.rng.choice((None, "a-b-c")),
            "n": n,
            "features": [],
        }

    def _message(self) -> dict[str, Any]:
        asked = [each.n for each in self.talk.questions] or [0]
        n, seq = self.rng.choice(asked), self.rng.randrange(50)
        room: dict[str, Any] = {
            "type": "room",
            "code": "a-b-c",
            "game": "wapi",
            "status": "playing",
        }
        room |= {"public": False, "options": {}, "host": 0, "seats": [], "watching": 0, "you": 0}
        messages: tuple[Mapping[str, Any], ...] = (
            {"type": "refused", "n": 0, "code": "room/not_found", "why": "no"},
            {"type": "done", "n": 0, "code": "a-b-c"},
            {"type": "done", "n": n},
            {"type": "done", "n": n},
            {"type": "refused", "n": n, "code": "room/none", "why": "no"},
            {"type": "event", "seq": seq, "t": 1, "event": "Declined", "data": {}},
            {**room, "match": self.rng.choice("mn"), "paused": False, "watchers": []},
            {"type": "nodes", "urls": self.rng.sample(OTHERS, 2)},
            {"type": "said", "name": "Ben", "seat": None, "text": "hello"},
            self._goodbye(),
        )
        return dict(self.rng.choice(messages))


def test_both_take_the_same_steps_in_every_conversation(tmp_path: Path) -> None:
    scripts = [Script(seed) for seed in SEEDS]
    given = [
        {"home": HOME, "inputs": script.inputs, "chances": script.chances} for script in scripts
    ]
    for seed, (script, found) in enumerate(
        zip(scripts, run_in_node(tmp_path, SCRIPT, given), strict=True)
    ):
        for at, (mine, its) in enumerate(zip(script.found, found, strict=True)):
            told = [as_python(step) for step in its.pop()]
            where = seed, at, script.inputs[at]
            assert (told, where) == (mine[-1], where)
            assert [*its[:1], *map(pytest.approx, its[1:4]), *its[4:]] == mine[:-1], where


def test_the_conversations_go_everywhere() -> None:
    """A check of the check: what is compared has every kind of step and state in it."""
    scripts = [Script(seed) for seed in SEEDS]
    did = {step["do"] for script in scripts for line in script.found for step in line[-1]}
    assert did == {"connect", "send", "drop", "told", "settled", "renumbered", "ended"}
    states = {line[0] for script in scripts for line in script.found}
    assert states == {"waiting", "connecting", "open", "ended"}
    assert any(line[2] for script in scripts for line in script.found)
    assert sum(len(script.inputs) for script in scripts) > 2_000
