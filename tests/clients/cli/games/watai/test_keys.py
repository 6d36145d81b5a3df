"""Whole games of Wataï played by keys alone: every kind of move can be made, and none that the engine would refuse."""

from dataclasses import replace

import pytest

from tests.support.screens.watai import asked, frosted, laid, owing, selected, slappable
from tests.support.screens.watai_positions import SMALL, Position, face, position, room, set_up
from watai.clients.cli.commands.simulate import hire
from watai.clients.cli.games.watai.fits import commands, fit
from watai.clients.cli.games.watai.keys import KEYS, MIRRORED
from watai.clients.cli.games.watai.optimistic import apply_moves
from watai.clients.cli.screens.keys import KEYS as EVERY_KEY
from watai.clients.cli.ui.keymap import LAYOUTS, Keymap
from watai.clients.state.model import Model
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.engine.bots.bot import Bot, Plan
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.playout import playout
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import MOVES, Call, Go, Name, Place, Say, Shout, Slap, Turn
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai
from watai.engine.watai.view import FACE_OF, WataiView

ME = Seat(0)
KEYBOARD = ("enter", *"lkasdfgtj;h1234567890", " ", "c")


class Fingers(Bot):
    """A player who tries the keys in turn until one does something."""

    def __init__(self, game: Watai, keys: tuple[str, ...] = KEYBOARD) -> None:
        super().__init__(ME, "strong", Dice.from_text("fingers"))
        self.game = game
        self.keys = keys
        self.face = face()
        self.model = Model().hear(room(len(game.backs), {"refill": game.options.refill}), 0.0)

    def think(self, view: View, at: Millis) -> Plan | None:
        model = Position(self.game, self.model, at / 1000).shown(ME).model
        for key in self.keys:
            command = self.face.keymap.command(key, self.face.scopes(model))
            move = None if command is None else self.face.do(command, model)
            if move is not None and move in self.game.moves(ME):
                return self.plan(move, 450)
            assert move is None or isinstance(move, Call), (
                move
            )  # one may call too soon after another
        return None


def made(
    seats: int, options: dict[str, object], keys: tuple[str, ...] = KEYBOARD
) -> set[type[Move]]:
    """The kinds of moves that counted in a game played by keys."""
    game = Watai(WataiOptions.parse(options), seats, Dice.from_text("keys"))
    bots = {**hire(GAMES["watai"], seats, "keys", "easy"), ME: Fingers(game, keys)}
    steps = playout(game, bots)
    return {type(step.move) for step in steps if step.seat == ME and step.move and step.events}


def test_every_kind_of_move_can_be_made_by_keys() -> None:
    kinds = made(2, {"target": 60, "variants": "off", "refill": "manual"})
    for variant in ("4", "5", "8", "15", "16"):
        kinds |= made(3, {"target": 40, "variants": variant})
    kinds |= made(3, {"target": 5, "variants": "off"}, ("c", *KEYBOARD))
    assert kinds == set(MOVES)


@pytest.mark.parametrize("variant", ["1", "13"])
def test_a_game_is_played_to_its_end_by_keys(variant: str) -> None:
    kinds = made(4, {"target": 5, "variants": variant})
    assert {Place, Turn} <= kinds


def view_of(at: Position) -> WataiView:
    assert at.model.table is not None
    assert isinstance(at.model.table.view, WataiView)
    return at.model.table.view


def slot_of(at: Position, card: str) -> int:
    return view_of(at).players[ME].reel.index(Card(card)) + 1


def test_a_card_goes_at_once_where_all_piles_are_alike_and_players_spread_over_them() -> None:
    at = set_up({0: "Gr2", 1: "Lr2", 2: "Or2"}, "G+1", "G+2", "G+3")
    piles: set[int] = set()
    for seat, card in enumerate(("Gr2", "Lr2", "Or2")):
        where = fit(view_of(at), Card(card), Seat(seat))
        assert len(where.piles) == 1
        piles.update(where.piles)
    assert piles == {0, 1, 2}


def test_a_card_that_fits_piles_which_differ_waits_for_the_number_of_one() -> None:
    at, (command,) = selected("8", 3)
    eyes = face()
    assert eyes.do(command, at.model) is None
    chosen = eyes.control.selected
    assert chosen is not None
    pile = fit(view_of(at), chosen, ME).piles[1]
    assert pile < 10
    assert eyes.do(f"watai.pile.{pile or 10}", at.model) == Place(chosen, pile)
    assert eyes.control.selected is None
    eyes.do(command, at.model)
    eyes.do(command, at.model)
    assert eyes.control.selected is None, "the same key again lets go of it"
    assert eyes.do("watai.pile.1", at.model) is None


def numbered(at: Position, *numbers: int) -> Position:
    """The same table, with other numbers for the piles that the selected card fits, and no other pile."""
    table = at.model.table
    assert table is not None
    view = view_of(at)
    eyes = face()
    eyes.do(selected("8", 3)[1][0], at.model)
    assert eyes.control.selected is not None
    takers = [view.piles[pile] for pile in fit(view, eyes.control.selected, ME).piles]
    piles = tuple(replace(pile, pile=n) for pile, n in zip(takers, numbers, strict=False))
    changed = replace(table, view=replace(view, piles=piles))
    return replace(at, model=replace(at.model, table=changed))


def test_what_is_pressed_is_the_number_of_the_pile_as_it_is_named_below_the_card() -> None:
    at, (command,) = selected("8", 3)
    for numbers, named in (((2, 7), ("2", "7")), ((2, 12), ("02", "12")), ((1, 11), ("01", "11"))):
        table = numbered(at, *numbers)
        for number, digits in zip(numbers, named, strict=True):
            eyes = face()
            drawn = "\n".join(
                "".join(words for _, words in line) for line in eyes.draw(table.model, 0.0, SMALL)
            )
            assert f"⇡{' '.join(named)}" in drawn
            assert eyes.do(command, table.model) is None
            card = eyes.control.selected
            assert card is not None
            *before, last = (f"watai.pile.{int(digit) or 10}" for digit in digits)
            assert [eyes.do(each, table.model) for each in before] == [None] * len(before)
            assert eyes.do(last, table.model) == Place(card, number)


def test_a_digit_that_begins_no_pile_takes_the_card_back() -> None:
    at, (command,) = selected("8", 3)
    table = numbered(at, 2, 12)
    eyes = face()
    eyes.do(command, table.model)
    assert eyes.do("watai.pile.2", table.model) is None
    assert eyes.control.selected is None


def test_a_play_on_its_way_makes_room_for_the_next() -> None:
    """Two cards in a row with no answer between them, and the same key twice plays once."""
    at = set_up({0: "Gr3 Gr2"}, "G+1")
    eyes = face()
    first = eyes.do(f"watai.card.{slot_of(at, 'Gr2')}", at.model)
    assert first == Place(Card("Gr2"), 0)
    assert eyes.do(f"watai.card.{slot_of(at, 'Gr3')}", at.model) is None
    at = at.pending(first)
    assert eyes.do(f"watai.card.{slot_of(at, 'Gr2')}", at.model) is None
    assert eyes.do(f"watai.card.{slot_of(at, 'Gr3')}", at.model) == Place(Card("Gr3"), 0)


def test_a_play_that_was_overtaken_is_not_drawn() -> None:
    at = set_up({0: "Gr2"}, "G+1").pending(Place(Card("Gr2"), 7))
    assert at.model.table is not None
    assert not apply_moves(view_of(at), [Place(Card("Gr2"), 7)], refills=True).piles


def test_the_last_talon_card_on_its_way_gives_the_right_to_shout() -> None:
    at = position(
        3, lambda view: view.phase == "race" and view.players[0].talon == 1, variants="off"
    )
    view = view_of(at)
    card = next(card for card in view.players[0].reel if card is not None)
    pile = replace(view.piles[0], takes=(FACE_OF[card],))
    optimistic = apply_moves(replace(view, piles=(pile,)), [Place(card, pile.pile)], refills=True)
    assert optimistic.view.players[0].may_shout


def test_a_shout_without_the_right_to_it_takes_two_presses() -> None:
    at, eyes = position(3, laid(20)), face()
    assert eyes.do("watai.shout", at.model) is None
    assert eyes.do("watai.shout", at.model) == Shout()
    eyes.do("watai.shout", at.model)
    eyes.do("watai.turn", at.model)
    assert eyes.do("watai.shout", at.model) is None


def test_the_other_hand_plays_in_variant_1_and_only_that_one() -> None:
    at, eyes = position(4, laid(30), variants="1"), face()
    assert list(eyes.scopes(at.model)) == ["mirror", "watai"]
    command, _ = next(iter(commands(view_of(at))))
    moves = {scope: eyes.do(f"{scope}.turn", at.model) for scope in ("watai", "mirror")}
    assert moves == {"watai": Turn(), "mirror": None}
    assert eyes.keymap.command("a", eyes.scopes(at.model)) == "watai.card.1"
    for number in range(1, 6):
        assert eyes.do(f"watai.card.{number}", at.model) is None
    assert command in MIRRORED


def test_a_question_is_answered_by_number_or_with_the_cursor() -> None:
    at, eyes = position(5, asked("name"), variants="3"), face()
    assert list(eyes.scopes(at.model)) == ["menu", "watai"]
    assert eyes.do("menu.3", at.model) == Name(Seat(2))
    assert [eyes.do(command, at.model) for command in ("menu.down", "menu.right")] == [None, None]
    assert eyes.do("menu.pick", at.model) == Name(Seat(2))
    at, eyes = position(3, asked("go")), face()
    assert list(eyes.scopes(at.model)) == ["start", "watai"]
    assert eyes.do("start.go", at.model) == Go()


def test_a_spectator_may_look_at_the_races_and_do_nothing_else() -> None:
    at, eyes = position(3, laid(20)).shown(None), face()
    assert [eyes.do(row.command, at.model) for row in KEYS] == [None] * len(KEYS)
    assert eyes.control.races


def test_nobody_acts_while_frozen() -> None:
    at, eyes = position(6, frosted, variants="13"), face()
    assert [eyes.do(row.command, at.model) for row in KEYS] == [None] * len(KEYS)
    assert not eyes.options(at.model)


def test_the_most_valuable_commands_come_first() -> None:
    at, eyes = position(5, slappable, variants="15"), face()
    assert eyes.options(at.model)[0].command == "watai.slap"
    assert isinstance(eyes.do("watai.slap", at.model), Slap)
    at, eyes = position(5, owing, variants="16"), face()
    assert eyes.options(at.model)[0].command == "watai.say"
    say = eyes.do("watai.say", at.model)
    assert isinstance(say, Say)
    assert eyes.do("watai.say", at.pending(say).model) is None


def test_a_room_without_refusals_has_no_calls() -> None:
    at, eyes = position(4, laid(30), refusal="off"), face()
    assert "watai.call" not in [option.command for option in eyes.options(at.model)]
    assert eyes.do("watai.call", at.model) is None
    assert not eyes.control.calling


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_place_on_every_keyboard_and_words_in_every_language(
    layout: str, language: str
) -> None:
    text = Text(language)
    keymap = Keymap(EVERY_KEY, text, layout)
    for row in KEYS:
        assert keymap.label(row.command)
        table = text.find(f"keys.{row.scope}") or text.find(f"{row.scope}.keys")
        for part in row.command.split(".")[1:]:
            table = table.get(part, table.get("number"))
        assert isinstance(table, str), row.command
