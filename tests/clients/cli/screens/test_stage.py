"""What is on the terminal and what keys mean there, without a terminal."""

from dataclasses import replace as replace_dataclass

import pytest
from msgspec.structs import replace
from wcwidth import width

from tests.support.clients.client_game import ClientGame, as_text
from tests.support.screens.around_games import (
    GOLDEN,
    LARGE,
    ROOMS,
    SMALL,
    a_room,
    a_scene,
    in_room,
    screens,
    stages,
)
from tests.support.screens.in_games import over
from tests.support.screens.watai_positions import position as a_race
from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.setting import SettingScreen
from watai.clients.cli.screens.stage import NOTICE_SECONDS, Stage
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.frame import absence, connection_line
from watai.clients.cli.ui.screen import (
    Back,
    EnterRoom,
    LeaveRoom,
    MakeMove,
    OpenRoom,
    PlayAgain,
    Quit,
    Redraw,
    ScreenStep,
    SendMessage,
    Show,
    SignalMiss,
    Type,
)
from watai.clients.state.model import Model
from watai.clients.state.rematch import all_agree
from watai.clients.state.room_setup import Setup
from watai.engine.game import Seat
from watai.engine.watai.moves import Turn
from watai.protocol.messages import (
    AddBot,
    Chat,
    Distances,
    Goodbye,
    Kick,
    Ready,
    RemoveBot,
    RoomState,
    SeatState,
    Start,
    Storage,
)


def press(stage: Stage, *keys: str, now: float = 0.0) -> ScreenStep | None:
    """Press keys; whatever shows something is carried out, and the last step is given back."""
    step = None
    for key in keys:
        step = stage.press(key, now)
        if isinstance(step, Show | Type | Back):
            stage.show(step)
    return step


def on(stage: Stage) -> str:
    return type(stage.screen).__name__


def sent(step: ScreenStep | None) -> object:
    assert isinstance(step, SendMessage)
    return step.make(1)


def room_stage(room: RoomState) -> Stage:
    return Stage(a_scene(model=in_room(room)), LobbyScreen())


def test_a_host_is_asked_before_the_game_stops_for_friends() -> None:
    seats = [SeatState("player", name, True, here) for name, here in HERE.items()]
    stage = room_stage(replace(a_room(), seats=seats, you=0, host=0))
    assert isinstance(press(stage, "ctrl c"), Quit), "the server is another's"
    stage.scene.own = True
    assert press(stage, "ctrl c") is None
    shown = "".join(words for _, words in stage.draw(LARGE, 1.0, [])[0][-1])
    assert "Quit? Ctrl-C again: the game then stops for Ben until you are back." in shown
    press(stage, "f12", "menu down", "r")
    assert press(stage, "ctrl c") is None, "another key was an answer: no"
    assert isinstance(press(stage, "ctrl c"), Quit)


def test_a_player_alone_or_with_bots_is_not_asked() -> None:
    seats = [SeatState("player", "Ana", True, True), SeatState("bot", "Bot", True, True)]
    stage = room_stage(replace(a_room(), seats=seats, you=0, host=0))
    stage.scene.own = True
    assert isinstance(press(stage, "ctrl c"), Quit)


def test_a_guest_is_told_to_wait_while_the_server_is_away() -> None:
    scene = a_scene(model=in_room(a_room()))
    assert absence(scene, True) == ""
    assert absence(scene, False).startswith("Connection lost. Wait here")
    scene.model = scene.model.hear(Goodbye(1001, "it stops", True), 0.0)
    assert absence(scene, False).startswith("The server has stopped. Wait here")
    scene.model = scene.model.hear(a_room(), 0.0)
    assert absence(scene, False).startswith("Connection lost"), "it has been back since"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The server cannot store anything"), ("fr", "Le serveur ne peut rien enregistrer")],
)
def test_a_player_is_told_that_the_game_stands_still_because_nothing_can_be_stored(
    language: str, words: str
) -> None:
    scene = a_scene(language, model=in_room(a_room()))
    scene.model = scene.model.hear(Storage(True), 0.0)
    assert absence(scene, True).startswith(words)
    scene.own = True
    assert absence(scene, True).startswith(words)
    scene.model = scene.model.hear(Storage(False), 1.0)
    assert absence(scene, True) == ""
    scene.model = scene.model.hear(Storage(True), 2.0).hear(a_room(), 3.0)
    assert absence(scene, True) == "", "another node goes on with the room"


HERE = {"Ana": True, "Ben": True, "Cleo": False}


def in_race(**options: str) -> Model:
    """In the middle of a race."""
    return a_race(3, lambda view: view.phase == "race" and len(view.piles) > 2, **options).model


def shown(stage: Stage, size: Size = SMALL, now: float = 0.0) -> str:
    lines, _ = stage.draw(size, now, [("good", "12 ms ")])
    return "\n".join("".join(words for _, words in line) for line in lines)


def test_the_screens_are_those_of_the_golden_file() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == "\n".join(screens())


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_wider_or_higher_than_the_terminal(language: str, plain: bool) -> None:
    for size in (SMALL, LARGE, Size(97, 31)):
        for title, stage in stages(language, plain=plain):
            lines, _ = stage.draw(size, 0.0, [])
            assert len(lines) == size.lines, title
            assert max(width("".join(words for _, words in line)) for line in lines) <= size.columns


def test_a_terminal_that_is_too_small_is_told_so_at_any_size() -> None:
    stage = room_stage(a_room())
    for columns in range(1, 80, 7):
        lines, _ = stage.draw(Size(columns, 3), 0.0, [])
        assert all(width("".join(words for _, words in line)) <= columns for line in lines)
    assert "needs 60×20; the terminal has 59×40" in shown(stage, Size(59, 40))
    assert "needs" not in shown(stage, Size(60, 20))


def test_enter_plays_the_first_game_and_a_digit_any_other() -> None:
    stage = Stage(a_scene(), ChooseScreen())
    step = press(stage, "enter")
    assert isinstance(step, OpenRoom)
    assert (step.setup.game, step.setup.start) == ("watai", True)
    step = press(stage, "4")
    assert isinstance(step, OpenRoom)
    assert (step.setup.game, step.setup.seats) == ("duel", 2)
    step = press(stage, "down", "down", "enter")
    assert isinstance(step, OpenRoom)
    assert step.setup.game == "wapi"


def test_enter_goes_on_with_a_game_that_was_left_and_digits_stay_those_of_the_games() -> None:
    stage = Stage(a_scene(), ChooseScreen())
    stage.scene.waiting = "bako-timu-rane"
    assert press(stage, "enter") == EnterRoom("bako-timu-rane")
    assert press(stage, "6") == EnterRoom("bako-timu-rane")
    step = press(stage, "3")
    assert isinstance(step, OpenRoom)
    assert step.setup.game == "wapi"
    step = press(stage, "up", "enter")
    assert isinstance(step, OpenRoom)
    assert step.setup.game == "waka-waka"


def test_a_room_is_set_up_step_by_step() -> None:
    stage = Stage(a_scene(), ChooseScreen(set_up=True))
    press(stage, "enter")
    assert on(stage) == "SettingScreen"
    step = press(stage, "right", "down", "right", "down", "left", "down", "down", "left", "enter")
    expected = Setup("watai", 5, {"target": 140, "box": "blue"}, public=True)
    assert step == OpenRoom(expected)
    press(stage, "esc")
    assert on(stage) == "ChooseScreen"


def test_a_variant_is_named_where_it_is_chosen() -> None:
    screen = SettingScreen(Setup("watai", 4, {"variants": "8"}))
    while "Variant 8: piles may change suit." not in drawn_text(screen):
        before = drawn_text(screen)
        screen.do("menu.down", a_scene())
        assert drawn_text(screen) != before


def drawn_text(screen: SettingScreen) -> str:
    lines = screen.draw(a_scene(), 0.0, Size(80, 22))
    return "\n".join("".join(words for _, words in line) for line in lines)


def test_a_room_that_could_never_start_is_not_opened() -> None:
    stage = Stage(a_scene(), SettingScreen(Setup("watai", 6, {"boxes": 1})))
    assert press(stage, "enter") is None
    assert "need 2 boxes" in shown(stage)


def test_the_lobby_leads_into_rooms() -> None:
    stage = Stage(a_scene(), LobbyScreen())
    stage.scene.rooms = ROOMS
    assert press(stage, "enter") == EnterRoom("bako-timu-rane")
    assert press(stage, "down", "v") == EnterRoom("zuze-lofa-nipe", watching=True)
    assert press(stage, "t", *"ZUZU-zuzu", "enter") == EnterRoom("ZUZU-zuzu")
    assert press(stage, "t", "enter") is None


def test_the_host_adds_bots_of_the_strength_they_like_and_starts() -> None:
    stage = room_stage(a_room())
    assert sent(press(stage, "b")) == AddBot(1, "easy")
    assert sent(press(stage, "m", "b")) == AddBot(1, "medium")
    assert sent(press(stage, "x")) == RemoveBot(1, 2)
    assert sent(press(stage, "s")) == Start(1)


def test_a_guest_is_ready_or_not() -> None:
    assert sent(press(room_stage(a_room(1)), "r")) == Ready(1, True)
    assert sent(press(room_stage(a_room(1, ready=True)), "r")) == Ready(1, False)
    assert press(room_stage(a_room(None)), "r") is None


def test_chat_takes_every_key_until_it_is_sent_or_given_up() -> None:
    stage = room_stage(a_room())
    assert sent(press(stage, "/", *"so", "backspace", *"?!", "enter")) == Chat(1, "s?!")
    press(stage, "/", "b", "esc")
    assert sent(press(stage, "b")) == AddBot(1, "easy")
    press(stage, "/")
    _, cursor = stage.draw(SMALL, 0.0, [])
    assert cursor == (len(" say: "), SMALL.lines - 1)


def test_however_far_a_guest_is_the_options_stand_clear() -> None:
    stage = room_stage(a_room())
    stage.scene.model = stage.scene.model.hear(Distances([0, 2345, None, None]), 0.0)
    (row,) = (line for line in shown(stage).splitlines() if "2 Félix" in line)
    assert "not ready  2345 ms " in row


def test_help_shows_the_keys_of_where_one_is_and_goes_away_again() -> None:
    stage = room_stage(a_room())
    press(stage, "?")
    assert on(stage) == "KeysScreen"
    assert "add a bot" in shown(stage)
    press(stage, "?")
    assert on(stage) == "RoomScreen"
    press(stage, "f3")
    assert on(stage) == "LogScreen"
    assert "Just one more friend" in shown(stage)


def test_the_rules_can_be_read_at_the_table_and_the_keys_before_go() -> None:
    stage = room_stage(a_room())
    press(stage, "f4")
    assert "In one minute" in shown(stage)
    press(stage, "esc")
    assert on(stage) == "RoomScreen"
    before = a_race(3, lambda view: any(each.ask == "go" for each in view.prompts)).model
    stage = Stage(a_scene(model=before), LobbyScreen())
    press(stage, "?")
    assert "say Go" in shown(stage)
    assert "turn the Stock" in shown(stage)


def test_a_french_player_reads_the_rules_in_french() -> None:
    stage = Stage(a_scene("fr", model=in_room(a_room())), LobbyScreen())
    press(stage, "f4")
    assert "En une minute" in shown(stage)


def test_a_running_game_is_left_only_when_asked_twice() -> None:
    playing = in_room(a_room()).hear(_playing(), 0.0)
    stage = Stage(a_scene(model=playing), LobbyScreen())
    assert press(stage, "f9", now=0.0) is None
    assert "F9 once more" in shown(stage, now=1.0)
    assert isinstance(press(stage, "f9", now=1.0), LeaveRoom)
    assert press(stage, "f9", now=1.0 + 2 * NOTICE_SECONDS) is None
    assert isinstance(press(room_stage(a_room()), "f9"), LeaveRoom)


def _playing() -> RoomState:
    room = a_room(0, 3, ready=True)
    return replace(room, status="playing", options={}, watching=0, match="match")


@pytest.mark.parametrize("delay", [0.2, 0.25, 0.5, 0.66, 1.0])
@pytest.mark.parametrize("interval", [0.02, 0.033, 0.092])
def test_a_held_key_plays_once_more_at_most_in_a_race(delay: float, interval: float) -> None:
    stage = Stage(a_scene(model=in_race()), LobbyScreen())
    pressed = [1.0, *(1.0 + delay + repeat * interval for repeat in range(60))]
    played = [stage.press(" ", at) for at in pressed]
    assert played == [MakeMove(Turn())] * 2 + [None] * 59
    assert stage.press(" ", pressed[-1] + 0.15) == MakeMove(Turn()), "let go and pressed again"


def test_a_key_that_a_slow_line_delivers_all_at_once_plays_once_more_at_most() -> None:
    stage = Stage(a_scene(model=in_race()), LobbyScreen())
    assert [stage.press(" ", 1.0) for _ in range(20)] == [MakeMove(Turn())] * 2 + [None] * 18


@pytest.mark.parametrize("gap", [0.0, 0.01, 0.05, 0.09, 0.15, 0.3])
def test_two_presses_of_one_key_are_both_meant_however_close(gap: float) -> None:
    stage = Stage(a_scene(model=in_race()), LobbyScreen())
    for start in (10.0, 20.0, 30.0):
        assert stage.press(" ", start) == MakeMove(Turn())
        assert stage.press(" ", start + gap) == MakeMove(Turn())


def test_presses_as_quick_as_a_finger_all_count() -> None:
    stage = Stage(a_scene(model=in_race()), LobbyScreen())
    assert all(stage.press(" ", 1.0 + tap * 0.11) == MakeMove(Turn()) for tap in range(30))


def test_two_keys_in_quick_turn_are_both_meant_and_menus_may_be_scrolled() -> None:
    race = Stage(a_scene(model=in_race()), LobbyScreen())
    assert race.press(" ", 1.0) == MakeMove(Turn())
    assert race.press("tab", 1.01) is None
    assert race.press(" ", 1.02) == MakeMove(Turn())
    room = room_stage(a_room())
    assert sent(press(room, "b", now=1.0)) == sent(press(room, "b", now=1.01)) == AddBot(1, "easy")


def test_with_the_other_hand_the_keys_of_this_one_are_not_listed() -> None:
    for variant, listed in (("off", 1), ("1", 0)):
        stage = Stage(a_scene(model=in_race(variants=variant)), LobbyScreen())
        press(stage, "?")
        told = shown(stage, LARGE)
        assert told.count("  a s d f g  ") == listed
        assert told.count("  ; l k j h  ") == 1 - listed
        assert told.count("show the race log") == 1


def test_the_room_is_told_who_is_away_and_what_becomes_of_the_seat() -> None:
    away = a_room()
    away.seats[1] = SeatState("player", "Félix", False, False)
    assert "Félix is away. After a minute" in shown(room_stage(away))


def test_another_game_begins_with_a_screen_of_its_own() -> None:
    stage = room_stage(a_room())
    press(stage, "?")
    before = stage.screen
    stage.scene.model = stage.scene.model.hear(_playing(), 0.0)
    assert stage.screen is not before
    stage.scene.model = Model()
    assert stage.screen is stage.home


def test_a_notice_passes_and_so_do_the_hints_below_it() -> None:
    stage = room_stage(a_room())
    stage.tell("error", "Somebody is missing.", 10.0)
    assert "Somebody is missing." in shown(stage, now=11.0)
    assert "Somebody is missing." not in shown(stage, now=11.0 + NOTICE_SECONDS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "z does nothing here; ? shows the keys."),
        ("fr", "z ne fait rien ici ; ? montre les touches."),
    ],
)
def test_a_letter_without_a_meaning_is_answered(language: str, told: str) -> None:
    stage = Stage(a_scene(language), ChooseScreen())
    assert stage.press("z", 1.0) == SignalMiss(told)
    assert stage.press("f12", 2.0) is None, (
        "a key that types nothing may be meant for another program"
    )


def test_the_rest_of_a_table_can_be_seen_after_the_game_too() -> None:
    client_game = ClientGame("wapi", 5, "small", {})
    for _ in client_game.bots():
        pass
    model, now = client_game.model(Seat(0)), client_game.at / 1000
    stage = Stage(a_scene(model=over(model)), LobbyScreen())
    first, _ = stage.draw(Size(60, 20), now, [])
    assert "Tab: the rest of the table" in as_text(first)
    assert stage.press("tab", now) is None
    second, _ = stage.draw(Size(60, 20), now, [])
    assert as_text(second) != as_text(first)


def test_keys_that_hold_everywhere() -> None:
    stage = Stage(a_scene(), ChooseScreen())
    assert isinstance(press(stage, "ctrl c"), Quit)
    assert isinstance(press(stage, "ctrl l"), Redraw)
    assert press(stage, "f9") is None
    assert isinstance(press(stage, "§"), SignalMiss)


@pytest.mark.parametrize(
    ("connected", "retry", "trip", "said"),
    [
        (True, None, 0.012, "12 ms"),
        (True, None, None, "✓"),
        (False, 2.6, 0.012, "Connection lost: trying again in 3 s"),
        (False, None, None, "Connecting"),
    ],
)
def test_the_connection_is_told(
    connected: bool, retry: float | None, trip: float | None, said: str
) -> None:
    line = connection_line(a_scene(), connected, retry, trip)
    assert "".join(words for _, words in line).strip() == said


@pytest.mark.parametrize(("seconds", "said"), [(1.9, "12 ms"), (2.9, "No answer for 2 s")])
def test_a_server_that_answers_no_more_is_told(seconds: float, said: str) -> None:
    line = connection_line(a_scene(), True, None, 0.012, seconds)
    assert "".join(words for _, words in line).strip() == said


def test_nothing_is_told_of_a_connection_while_a_server_of_ones_own_starts() -> None:
    scene = a_scene()
    scene.own = True
    assert connection_line(scene, False, None, None) == []


def test_hole_10_the_host_sends_away_the_player_under_the_cursor() -> None:
    stage = room_stage(a_room())
    assert sent(press(stage, "x")) == RemoveBot(1, 2)  # the cursor is on the host
    assert sent(press(stage, "down", "x")) == Kick(1, seat=1)
    assert sent(press(stage, "X")) == Kick(1, seat=1, ban=True)
    assert sent(press(stage, "w", *"Zoe", "enter")) == Kick(1, name="Zoe")
    assert press(stage, "w", "enter") is None
    guest = room_stage(a_room(1))
    assert press(guest, "X") is None


def test_every_player_may_propose_another_game_and_the_host_sees_who_has() -> None:
    over = replace(a_room(you=1, seats=3), status="finished", match="m")
    stage = room_stage(over)
    assert sent(press(stage, "n")) == Ready(1)
    agreed = replace(over, seats=[over.seats[0], replace(over.seats[1], ready=True), over.seats[2]])
    stage.scene.model = in_room(agreed)
    assert sent(press(stage, "n")) == Ready(1, False)
    model = replace_dataclass(
        a_race(3, lambda view: view.phase == "race").model, room=replace(agreed, you=0)
    )
    host = Stage(a_scene(model=model), LobbyScreen())
    assert isinstance(press(host, "n"), PlayAgain)
    assert all_agree(agreed)
    assert not all_agree(over)
    shown = as_text(host.draw(SMALL, 0.0, [])[0])
    assert "Félix wants to play again. Begin:  n" in shown


def keys_shown(stage: Stage) -> str:
    press(stage, "?")
    assert on(stage) == "KeysScreen"
    return as_text(stage.draw(LARGE, 0.0, [])[0])


def test_a_round_lists_the_keys_of_its_own_variant() -> None:
    plain, six, slaps, accents = (
        keys_shown(Stage(a_scene(model=in_race(variants=each)), LobbyScreen()))
        for each in ("off", "2", "15", "16")
    )
    assert "a s d f g t  " not in plain
    assert "a s d f g t  " in six, "the leader has six cards"
    assert ("slap a fresh 10" in plain, "slap a fresh 10" in slaps) == (False, True)
    assert ("say the number" in plain, "say the number" in accents) == (False, True)
    assert "pause" not in plain  # people sit at this table


def test_the_list_of_keys_has_only_those_that_work_here() -> None:
    host, guest = (room_stage(replace(a_room(you=you), watching=0)) for you in (0, 1))
    assert "add a bot" in keys_shown(host)
    shown = keys_shown(guest)
    assert "ready, or not" in shown
    for idle in ("add a bot", "start the game", "play again", "choose the one with this number"):
        assert idle not in shown
    over = room_stage(replace(a_room(you=0, seats=3), status="finished", match="m"))
    shown = keys_shown(over)
    assert "play again" in shown
    assert "add a bot" not in shown
    lobby = keys_shown(Stage(a_scene(), LobbyScreen()))
    assert "open a room" in lobby
    for idle in ("say something", "leave the room", "watch a room"):
        assert idle not in lobby
