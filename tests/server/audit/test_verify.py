"""`watai verify`: an honest game is OK with its counts, and whatever is changed in one is found."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.support.protocol.played_games import played
from tests.support.server.latency_room import LatencyRoom, races
from tests.support.server.memory_lobby import MemoryLobby
from watai.clients.cli.__main__ import main
from watai.engine.catalogue import GAMES
from watai.protocol.chain import Chain
from watai.protocol.problem import Problem
from watai.protocol.replay import Replay, read_replay
from watai.server.audit.recheck import Difference, recheck
from watai.server.clock import Nanos
from watai.server.match.ledger import Broken
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.sessions import Sessions
from watai.server.storage import records
from watai.server.storage.archive import as_records, keep
from watai.server.storage.sqlite.writer import SqliteJournal

Captured = pytest.CaptureFixture[str]
Change = Callable[[dict[str, Any]], None]


@cache
def game() -> Replay:
    simulation = LatencyRoom([5, 20, 60, 150])
    simulation.run()
    return simulation.replay()


def changed(change: Change) -> Replay:
    content = json.loads(game().to_json())
    change(content)
    return read_replay(json.dumps(content).encode())


def resealed(replay: Replay) -> Replay:
    """The same with hashes that fit, as somebody would make them who had the whole server."""
    started, *kept = as_records(replay)
    assert isinstance(started, records.Started)
    chain = Chain(replay.game, {**replay.options, **replay.room}, started)
    notes = iter(replay.notes)
    again = []
    for record in kept:
        if isinstance(record, records.Judged):
            record = structs.replace(record, chain=chain.so_far())
        chain.add(records.encode(record))
        if isinstance(record, records.ConnectedSeats | records.Judged | records.Missed):
            again.append(records.as_note(record, next(notes).after))
    seal = chain.sealed(replay.server, replay.ended)
    return structs.replace(replay, notes=tuple(again), chain=seal)


def lines_of_each_kind(lines: Iterable[bytes]) -> dict[str, int]:
    """The number of one line for each kind of record, and for each field of the head."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines):
        if line.startswith(b"    "):
            record = json.loads(line.rstrip(b",\n"))
            kind = (
                record["record"][0] if "record" in record else ("race", "t")["race" not in record]
            )
            found[kind if "seat" in record or "record" in record else "tick"] = number
        elif b'"' in line:
            found[line.split(b'"')[1].decode()] = number
    return found


LINES = game().to_json().splitlines(keepends=True)
KINDS = lines_of_each_kind(LINES)


def test_every_kind_of_record_is_there_to_be_changed() -> None:
    assert {"judged", "missed", "attending", "race", "t", "tick", "seed", "ended"} <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_flipped_byte_is_found(kind: str) -> None:
    line = LINES[KINDS[kind]].rstrip()
    before, after = b"".join(LINES[: KINDS[kind]]), b"".join(LINES[KINDS[kind] + 1 :])
    for place in range(0, len(line), 1 + len(line) // 60):
        flipped = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
        with pytest.raises(Problem):
            recheck(read_replay(before + flipped + b"\n" + after))


def test_lines_that_are_left_out_doubled_or_swapped_are_found() -> None:
    for kind in ("judged", "missed", "attending", "race", "t"):
        number = KINDS[kind]
        line = LINES[number]
        for lines in ([], [line, line], [LINES[number + 1], line]):
            skip = 2 if len(lines) == 2 and lines[0] != line else 1
            data = b"".join([*LINES[:number], *lines, *LINES[number + skip :]])
            with pytest.raises(Problem):
                recheck(read_replay(data))


# names


def test_a_name_may_be_taken_out_of_a_file_and_the_rest_holds() -> None:
    def take_out(content: dict[str, Any]) -> None:
        del content["names"][1]["name"], content["names"][1]["salt"]

    assert recheck(game()).unnamed == ()
    assert recheck(changed(take_out)).unnamed == (1,)


def other_name(content: dict[str, Any]) -> None:
    content["names"][1]["name"] = "Player 9"


def other_salt(content: dict[str, Any]) -> None:
    content["names"][1]["salt"] = "00" * 16


def salt_alone(content: dict[str, Any]) -> None:
    del content["names"][1]["name"]


def name_alone(content: dict[str, Any]) -> None:
    del content["names"][1]["salt"]


@pytest.mark.parametrize("change", [other_name, other_salt, salt_alone, name_alone])
def test_a_name_that_does_not_fit_its_hash_is_found(change: Change) -> None:
    with pytest.raises(Difference, match="the name of seat 2 is not the one the game began with"):
        recheck(changed(change))


def another_hash(content: dict[str, Any]) -> None:
    content["names"][1]["hash"] = content["names"][0]["hash"]


def swapped(content: dict[str, Any]) -> None:
    content["names"].reverse()


@pytest.mark.parametrize("change", [another_hash, swapped])
def test_the_hashes_of_names_are_in_the_chain(change: Change) -> None:
    with pytest.raises(Difference, match="chain"):
        recheck(changed(change))


# with hashes that fit: what a server could do that wants somebody to win


def judged(content: dict[str, Any], place: int = 0) -> Any:
    """A race that somebody lost: its record, [tag, case, verdict, moves, since, chain]."""
    found = [each["record"] for each in content["notes"] if each["record"][0] == "judged"]
    return [each for each in found if len(each[2][4]) > 1][place]


def another_winner(content: dict[str, Any]) -> None:
    order = judged(content)[2][4]
    order[0][5], order[1][5] = False, True


def a_rival_forgotten(content: dict[str, Any]) -> None:
    record = next(each["record"] for each in content["notes"] if each["record"][0] == "judged")
    record[1][6] = []


def arrived_sooner(content: dict[str, Any]) -> None:
    judged(content)[1][5][0][2] -= 90_000


def a_longer_wait(content: dict[str, Any]) -> None:
    judged(content)[1][4] = 400_000


def a_race_for_another_room(content: dict[str, Any]) -> None:
    judged(content)[1][2] = "ff"


def nobody_there(content: dict[str, Any]) -> None:
    content["notes"][0]["record"][1] = []


def race_not_run(content: dict[str, Any]) -> None:
    content["notes"] = [each for each in content["notes"] if each["record"][0] == "attending"]


def untold(content: dict[str, Any]) -> None:
    for each in content["inputs"]:
        each.pop("race", None)


def told_of_another(content: dict[str, Any]) -> None:
    free = next(each for each in content["inputs"] if "seat" in each and "race" not in each)
    free["race"] = {"w": 1, "held": 0, "beat": []}


def late_by_less(content: dict[str, Any]) -> None:
    record = next(each["record"] for each in content["notes"] if each["record"][0] == "missed")
    record[1][5] += 1


def another_card(content: dict[str, Any]) -> None:
    record = judged(content)
    record[3][0], record[3][1] = record[3][1], record[3][0]


def by_arrival(content: dict[str, Any]) -> None:
    content["room"] = {"arbitration": "arrival"}


@pytest.mark.parametrize(
    "change",
    [
        *(another_winner, a_rival_forgotten, arrived_sooner, a_longer_wait, nobody_there),
        *(a_race_for_another_room, race_not_run, untold, told_of_another, late_by_less),
        *(another_card, by_arrival),
    ],
)
def test_a_change_is_found_even_if_the_hashes_fit(change: Change) -> None:
    with pytest.raises(Difference, match=r"input \d+|record \d+"):
        recheck(resealed(changed(change)))


def test_a_race_that_is_none_is_found() -> None:
    def spoil(content: dict[str, Any]) -> None:
        judged = next(each for each in content["notes"] if each["record"][0] == "judged")
        judged["record"][1] = ["case", "no"]

    with pytest.raises(Difference, match="a record of a race cannot be read"):
        recheck(changed(spoil))


def test_resealing_alone_changes_nothing() -> None:
    assert resealed(game()).to_json() == game().to_json()
    assert recheck(game()).decisions > 10


def test_the_order_in_which_a_host_names_the_options_does_not_matter() -> None:
    """A replay has the options of the room apart from those of the game."""
    simulation = LatencyRoom([5, 20], {"arbitration": "fair", "target": 1, "variants": "off"})
    simulation.run()
    assert recheck(simulation.replay()).decisions


# the journal


def test_a_room_whose_records_were_changed_does_not_come_back() -> None:
    simulation = LatencyRoom([5, 20, 60, 150])
    while len(races(simulation)) < 2:
        simulation.run(10)
    bodies = simulation.table.journal.streams[simulation.room.code]
    kept = [records.decode(body) for body in bodies]
    assert any(isinstance(each, records.Judged) for each in kept)
    first = next(each for each in kept if isinstance(each, records.Played))
    kept[kept.index(first)] = structs.replace(first, t=first.t + 1)
    lobby = Lobby(MemoryLobby().journal, Sessions(), simulation.table.limits)
    with pytest.raises(Broken):
        lobby.restore(simulation.room.code, kept, Nanos(0))


# the command


def test_the_command_says_ok_with_counts(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(game().to_json())
    assert main(["verify", str(file), "--lang", "en"]) == 0
    counts = recheck(game())
    said = capsys.readouterr().out
    assert said.startswith(f"OK. Inputs: {counts.inputs}, shuffles: {counts.shuffles}")
    assert main(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"] == counts.decisions


def test_several_games_are_checked_one_after_the_other(tmp_path: Path, capsys: Captured) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(game().to_json())
    bad.write_bytes(resealed(changed(another_winner)).to_json())
    assert main(["verify", str(bad), str(good), "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert said.out.startswith(f"{good}: OK")
    assert f"{bad}: " in said.err
    assert main(["verify", str(bad), str(good), "--json"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["game"], each["ok"]) for each in told] == [(str(bad), False), (str(good), True)]


def test_a_replay_tells_its_races(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(game().to_json())
    assert main(["replay", str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    races_told = [each["race"] for each in told if "race" in each]
    assert len(races_told) == sum(each.race is not None for each in game().inputs)
    assert any(race["beat"] for race in races_told)


def test_the_command_finds_a_game_in_the_journal(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "journal.sqlite"
    with SqliteJournal(path) as journal:
        keep(journal, game(), 1_790_003_600)
        journal.submit()
        assert main(["verify", game().match, "--journal", str(path), "--lang", "fr"]) == 0
        assert capsys.readouterr().out.startswith("OK. Actions : ")
        assert main(["verify", "0" * 16, "--journal", str(path)]) == 1
    assert main(["verify", game().match, "--journal", str(tmp_path / "none")]) == 1


def test_the_command_names_the_first_difference(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(resealed(changed(another_winner)).to_json())
    assert main(["verify", str(file), "--lang", "en"]) == 1
    assert "a race is decided otherwise" in capsys.readouterr().err
    file.write_bytes(game().to_json().replace(b'"seat":1', b'"seat":2', 1))
    assert main(["verify", str(file), "--lang", "fr"]) == 1
    assert "la chaîne des empreintes est rompue : les traces" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in GAMES if name != "watai"])
def test_calm_games_have_shuffles_to_check(name: str) -> None:
    counts = recheck(played(name))
    assert counts.shuffles >= 1
    assert counts.decisions == 0
