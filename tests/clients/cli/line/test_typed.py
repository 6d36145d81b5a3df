"""Typed lines: numbers, words in both languages, moves of a race, and mistakes."""

from dataclasses import replace

import msgspec
import pytest

from tests.support.clients.client_game import ClientGame
from watai.clients.cli.line import typed
from watai.clients.cli.line.games import make_lines
from watai.clients.cli.line.typed import Pick, Tell
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.ui.glyphs import UNICODE
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.screen import (
    LeaveRoom,
    MakeMove,
    PlayAgain,
    Quit,
    Scene,
    ScreenStep,
    SendMessage,
)
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Go, Open, Place, Shout, Slap, Turn
from watai.engine.watai.view import FACE_OF, WataiView
from watai.protocol.messages import (
    AddBot,
    Chat,
    Kick,
    MoveLine,
    RemoveBot,
    RoomState,
    SeatState,
    ViewNow,
)

SEATS = [SeatState("player", "Ana", True, True), SeatState("bot", "Bot 2", True, True)]


def scene(name: str, language: str = "en") -> Scene:
    game = GAMES[name].game(GAMES[name].game.options_type.parse({}), 2, Dice.from_text("typed"))
    asked = next(seat for seat in range(2) if game.moves(Seat(seat)))
    moves = [
        MoveLine(type(each).__name__, msgspec.to_builtins(each)) for each in game.moves(Seat(asked))
    ]
    view = ViewNow(1, 1, 0, asked, msgspec.to_builtins(game.view(Seat(asked))), [], moves, "m", "")
    room = RoomState("bako-timu", name, "playing", False, {}, 0, SEATS, 0, asked, "m", False, [])
    model = Model().hear(room, 0.0).hear(view, 0.0)
    text = Text(language)
    return Scene(text, UNICODE, Keymap(KEYS, text), model=model)


def read_line(line: str, scene: Scene) -> ScreenStep | None:
    assert scene.model.room is not None
    return typed.read_line(line, scene, make_lines(scene.model.room.game, scene))


def told_table(scene: Scene) -> list[str]:
    assert scene.model.table is not None
    return list(make_lines(scene.model.table.game, scene).table(scene.model.table, 0.0))


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("", None),
        ("3", Pick(3)),
        ("back", Pick(None)),
        ("status", Tell("status")),
        ("rules", Tell("rules")),
        ("s", Tell("status")),
        ("HELP", Tell("help")),
        ("stauts", Tell("unknown", "stauts", "status")),
        ("xyzzy", Tell("unknown", "xyzzy", "")),
        ("say", Tell("say_what")),
    ],
)
def test_words_of_line_mode(line: str, step: ScreenStep | None) -> None:
    assert read_line(line, scene("wapi")) == step


@pytest.mark.parametrize(
    ("line", "kind"), [("quit", Quit), ("again", PlayAgain), ("leave", LeaveRoom)]
)
def test_ends_and_beginnings(line: str, kind: type[ScreenStep]) -> None:
    assert isinstance(read_line(line, scene("wapi")), kind)


def test_french_words_and_english_ones_are_both_french() -> None:
    french = scene("wapi", "fr")
    assert read_line("état", french) == read_line("status", french) == Tell("status")
    assert isinstance(read_line("quitter", french), Quit)


def test_what_is_said_to_the_room_keeps_its_words() -> None:
    step = read_line("say  Well  played!", scene("wapi"))
    assert isinstance(step, SendMessage)
    assert step.make(7) == Chat(7, "Well  played!")


def test_bots_come_and_go() -> None:
    add, remove = read_line("bot strong", scene("wapi")), read_line("unbot", scene("wapi"))
    assert isinstance(add, SendMessage)
    assert isinstance(remove, SendMessage)
    assert add.make(1) == AddBot(1, "strong")
    assert remove.make(2) == RemoveBot(2, 1)


def test_a_move_of_a_calm_game_is_typed_by_name_and_fields() -> None:
    wapi = scene("wapi")
    assert wapi.model.table is not None
    for move in wapi.model.table.moves:
        fields = msgspec.to_builtins(move).values()
        words = " ".join([type(move).__name__.lower(), *map(str, fields)])
        assert read_line(words, wapi) == MakeMove(move)


def race(scene: Scene) -> WataiView:
    assert scene.model.table is not None
    view = scene.model.table.view
    assert isinstance(view, WataiView)
    return view


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("go", Go()),
        ("turn", Turn()),
        ("t", Turn()),
        ("w", Shout()),
        ("slap 3", Slap(3)),
        ("fill 2", Fill(1)),
    ],
)
def test_short_words_of_the_race(line: str, move: Move) -> None:
    assert read_line(line, scene("watai")) == MakeMove(move)


def test_a_card_and_a_pile_are_named_by_what_they_show() -> None:
    table = scene("watai")
    me = race(table).players[race(table).seat or 0]
    card = next(each for each in me.reel if each is not None and FACE_OF[each][0] in "brgy")
    face = FACE_OF[card]
    assert read_line(f"{face} 3", table) == MakeMove(Place(card, 3))
    assert read_line(f"place {face.upper()} 3", table) == MakeMove(Place(card, 3))
    assert read_line(face, table) == Tell("no_card", face)  # no pile takes it yet
    other = race(table).players[1 - me.seat]
    held = next(each for each in other.reel if each is not None)
    assert read_line(f"call {other.seat + 1} {FACE_OF[held]}", table) == MakeMove(
        Call(other.seat, held)
    )


def test_french_letters_name_cards_in_french_and_are_shown() -> None:
    table = scene("watai", "fr")
    me = race(table).players[race(table).seat or 0]
    letters = {"b": "b", "r": "r", "g": "v", "y": "j"}
    told = "\n".join(told_table(table))
    for card in me.reel:
        assert card is not None
        face = FACE_OF[card]
        french = letters.get(face[0], face[0]) + face[1:]
        assert french in told
        for face_typed in (french, french.upper(), face):
            assert read_line(f"{face_typed} 3", table) == MakeMove(Place(card, 3))
    missing = next(face for face in ("v5", "v6", "v7", "j5", "j6") if face not in told)
    assert read_line(missing, table) == Tell("no_card", missing)


def test_a_card_that_opens_needs_no_pile() -> None:
    table = scene("watai")
    assert table.model.table is not None
    view, seat = race(table), table.model.table.seat
    assert seat is not None
    start = next(card for card, face in FACE_OF.items() if face == view.opens)
    me = replace(view.players[seat], reel=(Card(start), *view.players[seat].reel[1:]))
    players = tuple(me if each.seat == seat else each for each in view.players)
    table.model = replace(
        table.model, table=replace(table.model.table, view=replace(view, players=players))
    )
    assert read_line("+", table) == MakeMove(Open(start))


@pytest.mark.parametrize("name", [name for name in GAMES if name != "watai"])
def test_the_table_of_a_calm_game_is_told_without_menu_and_lines(name: str) -> None:
    client_game = ClientGame(name, GAMES[name].game.seats[0], "told", {})
    seat = client_game.game.prompts()[0].seat
    text = Text("en")
    here = Scene(text, UNICODE, Keymap(KEYS, text), model=client_game.model(seat))
    told = told_table(here)
    assert told
    assert not any(set(line) <= {" ", here.glyphs.horizontal} for line in told)
    menu = [text.say("keys.menu.pick"), "Stone 1", "Put a totem on it", "Lay on the"]
    assert not any(words in line for words in menu for line in told)


def test_whoever_has_nothing_to_decide_is_told_who_has() -> None:
    client_game = ClientGame("wapi", 3, "told", {})
    asked = client_game.game.prompts()[0].seat
    text = Text("fr")
    model = client_game.model(Seat((asked + 1) % 3))
    here = Scene(text, UNICODE, Keymap(KEYS, text), model=model)
    assert model.table is not None
    (told,) = make_lines("wapi", here).waits(model.table)
    assert told.startswith(model.names[asked])


def test_hole_10_a_host_sends_away_by_name_or_seat() -> None:
    table = scene("wapi")
    assert read_line("kick", table) == Tell("kick_whom")
    said = {
        "kick ana": Kick(1, seat=0),
        "ban 1": Kick(1, seat=0, ban=True),
        "kick  Zoe  Zoé": Kick(1, name="Zoe Zoé"),
    }
    for line, message in said.items():
        step = read_line(line, table)
        assert isinstance(step, SendMessage)
        assert step.make(1) == message
