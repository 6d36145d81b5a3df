"""What a move races others for, clause by clause: the slot, whether it is taken, and who else could act on it."""

from tests.engine.watai.positions import Table, begin, call, climb, lay, new, only, table
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat, Slot, Stake
from watai.engine.watai.events import Placed
from watai.engine.watai.moves import Fill, Slap, Turn
from watai.engine.watai.moves import Shout as ShoutMove


def stake(it: Table, seat: int, move: Move) -> Stake | None:
    return it.game.stake(Seat(seat), move)


def rivals(it: Table, seat: int, move: Move) -> list[tuple[int, bool]]:
    found = stake(it, seat, move)
    assert found is not None
    return list(found.rivals)


def race() -> Table:
    """Two show a red 3 for pile 0, the third has one that cannot be seen."""
    return table(
        reels={0: "Gr3 G+1 . . .", 1: "Lr3 . . . .", 2: "Ob9 . . . ."},
        talons={0: 0, 1: 0, 2: "Or3"},
        piles=["O+1 Or2"],
        refill="manual",
    )


def test_watai_14_a_card_races_whoever_shows_one_that_fits() -> None:
    it = race()
    assert stake(it, 0, lay("Gr3", on=0)) == Stake(
        Slot("pile/1/0/2"), True, ((Seat(1), True),), "Gr3"
    )
    assert rivals(it, 1, lay("Lr3", on=0)) == [(0, True)]


def test_watai_14_what_the_rules_refuse_races_nobody() -> None:
    it = race()
    for move in (lay("Gr3", on=1), lay("G+1", on=0), lay("Lr3", on=0), lay("", on=0), Fill(1)):
        assert stake(it, 0, move) is None
    assert stake(new(3, "before"), 0, lay("Gr3", on=0)) is None


def test_watai_7_nobody_can_be_in_the_way_of_a_new_pile() -> None:
    assert stake(race(), 0, begin("G+1")) is None


def test_watai_9_the_top_of_the_stock_counts_as_shown() -> None:
    it = table(
        reels={0: "Gr3 . . . .", 1: "Lb9 . . . ."},
        talons={0: 0, 1: 0, 2: 0},
        stocks={1: "Lb4 Lb5 Lr3"},
        piles=["O+1 Or2"],
    )
    assert rivals(it, 0, lay("Gr3", on=0)) == []
    it.play(1, Turn())
    assert rivals(it, 0, lay("Gr3", on=0)) == [(1, True)]
    assert rivals(it, 1, lay("Lr3", on=0)) == [(0, True)]


def test_watai_14_the_next_slot_is_opened_by_the_card_before() -> None:
    it = race()
    placed = only(it.play(0, lay("Gr3", on=0)), Placed)
    assert it.game.opens(placed) == "pile/1/0/3"
    assert it.game.missed(lay("Lr3", on=0)) == "pile/1/0/2"
    assert it.game.missed(lay("Ob9", on=0)) is None
    for nowhere in (-1, 1, 7):
        assert it.game.missed(lay("Lr3", on=nowhere)) is None
    assert it.game.missed(Turn()) is None
    opened = it.play(0, begin("G+1"))
    assert it.game.opens(opened[0]) == "pile/1/1/1"


def test_watai_8_a_closed_pile_opens_no_slot() -> None:
    it = table(reels={0: "G-1"}, piles=[climb("Gb12")])
    closing = only(it.play(0, lay("G-1", on=0)), Placed)
    assert closing.closes
    assert it.game.opens(closing) is None


def test_watai_15_those_who_may_shout_race_each_other() -> None:
    it = table(talons={0: 0, 1: 0})
    found = stake(it, 0, ShoutMove())
    assert found == Stake(Slot("shout/1"), True, ((Seat(1), True),), sweeping=True)
    assert stake(it, 2, ShoutMove()) is None  # a false one harms nobody else


def test_watai_17_a_call_comes_after_what_is_under_way() -> None:
    assert stake(race(), 0, call(1, "Lr3")) == Stake(None, sweeping=True)


def test_watai_v13_the_extra_stop_races_every_card_that_fits() -> None:
    it = table(
        variant=13,
        reels={0: "Gb9", 1: "Lb3", 2: "Ob9 . . . ."},
        stocks={0: "Gr3 Gr4 G!"},
        talons={1: 0, 2: 0},
        piles=["O+1 Ob2"],
    )
    assert stake(it, 0, Turn()) == Stake(Slot("freeze/1"), True, ((Seat(1), False),), sweeping=True)
    assert stake(it, 1, Turn()) is None
    it.play(0, Turn())
    assert stake(it, 1, lay("Lb3", on=0)) is None  # frozen
    assert stake(it, 0, Turn()) is None  # it has come


def test_watai_v13_the_leader_alone_may_play_and_races_nobody() -> None:
    it = table(
        variant=13,
        reels={0: "Gb3", 1: "Lb3"},
        stocks={0: "Gr3 Gr4 G!"},
        talons={1: 0},
        piles=["O+1 Ob2"],
    )
    assert it.game.hot() == [0, 1]
    it.play(0, Turn())
    assert rivals(it, 0, lay("Gb3", on=0)) == []
    assert it.game.hot() == []


def test_watai_v15_a_slap_races_the_next_card_and_the_card_the_slaps() -> None:
    it = table(
        variant=15,
        reels={0: "Gb10 . . . .", 1: "Lb11 . . . .", 2: "Ob2 . . . ."},
        talons={0: 0, 1: 0, 2: 0},
        piles=[climb("Gb9")],
    )
    assert stake(it, 2, Slap(0)) is None  # there is no 10 yet
    it.play(0, lay("Gb10", on=0))
    slot = Slot("pile/1/0/10")
    assert stake(it, 2, Slap(0)) == Stake(slot, False, ((Seat(0), False), (Seat(1), True)))
    assert rivals(it, 1, lay("Lb11", on=0)) == [(0, False), (2, False)]
    it.play(2, Slap(0))
    assert rivals(it, 1, lay("Lb11", on=0)) == [(0, False)]
    assert it.game.missed(Slap(0)) is None
    it.play(1, lay("Lb11", on=0))
    assert it.game.missed(Slap(0)) == slot


def test_hot_are_those_who_show_cards_for_the_same_place() -> None:
    it = race()
    assert it.game.hot() == [0, 1]
    it.play(0, lay("Gr3", on=0))
    assert it.game.hot() == []
    assert new(3, "before").game.hot() == ()


def test_a_game_without_races_has_no_stakes() -> None:
    for name, entry in GAMES.items():
        if not entry.game.races:
            rules, seats = entry.game, entry.game.seats[0]
            game = rules(rules.options_type.parse({}), seats, Dice.from_text(name))
            move = next(each for seat in range(seats) for each in game.moves(Seat(seat)))
            assert game.stake(Seat(0), move) is None
            assert game.missed(move) is None
            assert game.opens(game.opening[0]) is None
            assert game.hot() == ()
