"""What the page computes itself is what Python computes: the fold of a race, sentences, a whole game from its events."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.engine.watai.specimen import SPECIMEN
from tests.support.clients.client_game import ClientGame
from tests.support.engine.specimen import Setup
from tests.support.web.node import run_in_node
from watai.clients.cli.commands.simulate import hire
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.clients.text.narrator import Narrator
from watai.clients.text.seats import player_names
from watai.clients.text.story import NAMES
from watai.engine.catalogue import GAMES
from watai.engine.game import Event, Game, Move, Seat
from watai.engine.playout import playout
from watai.server.web.files import read_files

pytestmark = pytest.mark.slow
STEPS = 100
"""Of each game: enough for a race with everything in it."""


def plain(value: object) -> Any:
    return orjson.loads(orjson.dumps(value))


def told(event: Event | Move) -> dict[str, Any]:
    return {"event": type(event).__name__, "data": plain(event)}


def race(setup: Setup) -> Iterator[dict[str, Any]]:
    """Steps of a game: the view before, the events, the view after."""
    game = SPECIMEN.new(setup, "fold")
    steps = playout(game, hire(GAMES["watai"], setup.seats, "fold", None))
    next(steps)
    view = plain(game.view(Seat(0)))
    for _, step in zip(range(STEPS), steps, strict=False):
        after = plain(game.view(Seat(0)))
        yield {"before": view, "events": [told(event) for event in step.events], "after": after}
        view = after


def test_the_fold_of_a_race_shows_what_the_engine_shows(tmp_path: Path) -> None:
    steps = [step for setup in SPECIMEN.setups for step in race(setup)]
    script = """
import { isDeepStrictEqual } from "node:util";
import { fold } from "./web/state/folds/watai.js";
const result = { folded: 0, wrong: [] };
for (const { before, events, after } of given) {
  const view = events.reduce((known, event) => known && fold(known, event), before);
  if (view && !isDeepStrictEqual(view, after)) result.wrong.push(events);
  result.folded += view ? 1 : 0;
}
console.log(JSON.stringify(result));
"""
    found = run_in_node(tmp_path, script, steps)
    assert found["wrong"] == []
    assert found["folded"] > 0.8 * len(steps)


def test_a_whole_game_can_be_shown_from_its_events(tmp_path: Path) -> None:
    """After each event of a race, the replay's table has the piles, players and counts of the engine's."""
    setup = Setup({"variants": "dice", "target": 60}, 3)
    game = SPECIMEN.new(setup, "film")
    moments = []
    for step in playout(game, hire(GAMES["watai"], setup.seats, "film", "strong")):
        view = plain(game.view(None))
        moments.append({"events": [told(event) for event in step.events], "view": view})
    script = """
import { isDeepStrictEqual } from "node:util";
import { first, foldAll } from "./web/state/folds/watai_rounds.js";
const shown = ({ round, leader, variant, score_die, target, opens, players, piles, closed, last_count }) =>
  ({ round, leader, variant, score_die, target, opens, players, piles, closed, last_count });
const wrong = [];
let view = first(given.seats, given.options);
for (const { events, view: right } of given.moments) {
  view = events.reduce(foldAll, view);
  const race = right.phase === "race";
  if (race && !isDeepStrictEqual(shown(view), shown(right))) wrong.push([events, shown(view), shown(right)]);
}
console.log(JSON.stringify({ wrong: wrong.slice(0, 1), rounds: view.round, over: view.outcome?.winners }));
"""
    given = {"seats": setup.seats, "options": dict(setup.options), "moments": moments}
    found = run_in_node(tmp_path, script, given)
    outcome = game.outcome()
    assert found["wrong"] == []
    assert outcome is not None
    assert found["over"] == plain(outcome.winners)
    assert found["rounds"] > 1


def played(name: str) -> tuple[Game, list[Event], list[Move]]:
    """A game in which every player now and then does anything that is allowed."""
    seats = min(4, GAMES[name].game.seats.stop - 1)
    client_game = ClientGame(name, seats, "narrated", {})
    moves: list[Move] = []
    for _, move in zip(range(400), client_game.bots(), strict=False):
        moves += [] if move is None else [move]
    return client_game.game, client_game.heard, moves


@pytest.mark.parametrize("name", list(GAMES))
def test_sentences_are_those_of_the_terminal(name: str, tmp_path: Path) -> None:
    game, events, moves = played(name)
    files = read_files()
    seen = [game.tell(event, None) for event in events]
    happened = [event for event in seen if event is not None]
    given = {
        "kinds": orjson.loads(files["/kinds.json"])[name],
        "texts": {each: orjson.loads(files[f"/text/{each}.json"]) for each in LANGUAGES},
        "game": name,
        "names": NAMES,
        "events": [told(event) for event in happened],
        "moves": [
            {"move": each["event"], "args": each["data"]} for each in [told(move) for move in moves]
        ],
    }
    script = """
import { Text } from "./web/text/text.js";
import { Narrator } from "./web/text/narrator.js";
const sentences = Object.entries(given.texts).map(([language, subjects]) => {
  const narrator = new Narrator(new Text(language, subjects), given.game, given.names, given.kinds);
  return [...given.events.map((each) => narrator.tell(each)), ...given.moves.map((each) => narrator.offer(each))];
});
console.log(JSON.stringify(sentences));
"""
    told_by_node = run_in_node(tmp_path, script, given)
    for language, sentences in zip(LANGUAGES, told_by_node, strict=True):
        narrator = Narrator(Text(language), name, NAMES)
        expected = [narrator.tell(event) for event in happened]
        expected += [narrator.offer(move) for move in moves]
        assert sentences == expected


def test_players_without_a_name_are_called_what_the_terminal_calls_them(tmp_path: Path) -> None:
    files = read_files()
    texts = {each: orjson.loads(files[f"/text/{each}.json"]) for each in LANGUAGES}
    names = ["Ana", "", "Chloé"]
    script = """
import { Text } from "./web/text/text.js";
import { playerNames } from "./web/text/seats.js";
const told = Object.entries(given.texts).map(([language, subjects]) => playerNames(new Text(language, subjects), given.names));
console.log(JSON.stringify(told));
"""
    told = run_in_node(tmp_path, script, {"texts": texts, "names": names})
    assert told == [list(player_names(Text(language), names)) for language in LANGUAGES]
    assert told[0] == ["Ana", "Player 2", "Chloé"]


def test_the_page_knows_that_nothing_can_be_stored_until_it_can_or_the_connection_is_over(
    tmp_path: Path,
) -> None:
    script = """
import { empty, hear } from "./web/state/model.js";
const away = hear(empty(), { type: "storage", away: true }, 0);
const after = given.map((message) => hear(away, message, 1).storageAway);
console.log(JSON.stringify([empty().storageAway, away.storageAway, ...after]));
"""
    ends = [{"type": "storage", "away": False}, {"type": "goodbye"}, {"type": "welcome"}]
    told = run_in_node(tmp_path, script, [*ends, {"type": "said", "text": "hm"}])
    assert told == [False, True, False, False, False, True]
