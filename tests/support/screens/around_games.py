"""What the screens around the games look like today, in a file people can read. `make golden` writes it anew."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.setting import SettingScreen
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.screens.wait import WaitScreen
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.frame import connection_line
from watai.clients.cli.ui.glyphs import ASCII, UNICODE, plain_letters
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.screen import Scene, Screen, Show, Type
from watai.clients.state.model import Model
from watai.clients.state.room_setup import Setup
from watai.clients.text.catalogue import Text
from watai.protocol.messages import RoomLine, RoomState, Said, SeatState

GOLDEN = Path(__file__).parents[2] / "data" / "screens" / "around.txt"
SMALL, LARGE = Size(80, 24), Size(120, 40)
ADDRESS = "ws://192.168.1.20:7777"


def a_scene(language: str = "en", *, plain: bool = False, model: Model | None = None) -> Scene:
    text = Text(language)
    signs = ASCII if plain else UNICODE
    return Scene(text, signs, Keymap(KEYS, text), address=ADDRESS, model=model or Model())


def a_room(you: int | None = 0, seats: int = 4, *, bots: int = 1, ready: bool = False) -> RoomState:
    """A host, a guest, bots, and free seats."""
    people = [SeatState("player", "Ana", False, True), SeatState("player", "Félix", ready, True)]
    people += [SeatState("bot", f"Bot {seat + 3}", True, True) for seat in range(bots)]
    free = [SeatState("open", "", False, False)] * (seats - len(people))
    options: dict[str, str | int | bool] = {"target": 50}
    return RoomState(
        *("bako-timu-rane", "watai", "waiting", False, options, 0),
        *([*people, *free], 2, you, None, False, []),
    )


def in_room(room: RoomState) -> Model:
    model = Model().hear(room, 0.0)
    for name, words in (("Félix", "Salut !"), ("Ana", "Just one more friend to come.")):
        model = model.hear(Said(name, 0, words), 0.0)
    return model


ROOMS = [
    RoomLine("bako-timu-rane", "watai", "waiting", 8, 3, "Ana"),
    RoomLine("zuze-lofa-nipe", "duel", "playing", 2, 0, "A name of 24 characters!"),
    RoomLine("tomi-rona", "waka-waka", "finished", 4, 0, "Gil"),
]


def stages(language: str, *, plain: bool) -> Iterator[tuple[str, Stage]]:
    def stage(home: Screen, model: Model | None = None, **fields: object) -> Stage:
        scene = a_scene(language, plain=plain, model=model)
        for name, value in fields.items():
            setattr(scene, name, value)
        return Stage(scene, home)

    yield "one moment", stage(WaitScreen())
    yield "which game", stage(ChooseScreen(), own=True, address="")
    yield "a game to go on with", stage(ChooseScreen(), own=True, waiting="bako-timu-rane")
    yield "a room is set up", stage(SettingScreen(Setup("watai", 6, {"boxes": "1"})))
    yield "the lobby", stage(LobbyScreen(), rooms=ROOMS)
    yield "an empty lobby", stage(LobbyScreen(), rooms=[])
    yield "a room, for its host", stage(LobbyScreen(), in_room(a_room()))
    yield "a room, for a guest", stage(LobbyScreen(), in_room(a_room(1)))
    yield "a full room", stage(LobbyScreen(), in_room(a_room(0, 3, ready=True)))
    yield "a room, for a spectator", stage(LobbyScreen(), in_room(a_room(None, 8, bots=6)))
    invited = stage(LobbyScreen(), in_room(a_room()))
    invitation = invited.press("i", 0.0)
    assert isinstance(invitation, Show)
    invited.show(invitation)
    yield "an invitation", invited
    keys = stage(LobbyScreen(), in_room(a_room()))
    step = keys.press("?", 0.0)
    assert isinstance(step, Show)
    keys.show(step)
    yield "the keys", keys
    typing = stage(LobbyScreen(), in_room(a_room()))
    asked = typing.press("/", 0.0)
    assert isinstance(asked, Type)
    typing.show(asked)
    for key in "Hello":
        typing.press(key, 0.0)
    yield "typing", typing


def as_text(lines: Sequence[Line], *, plain: bool) -> str:
    drawn = ("".join(words for _, words in line).rstrip() for line in lines)
    return "".join(f"{plain_letters(line) if plain else line}\n" for line in drawn)


def screens() -> Iterator[str]:
    """All of them in English, then in French without Unicode signs."""
    for language, plain in (("en", False), ("fr", True)):
        for title, stage in stages(language, plain=plain):
            connection = connection_line(stage.scene, True, None, 0.012)
            lines, _ = stage.draw(SMALL, 0.0, connection)
            signs = ", ascii" if plain else ""
            yield f"[{title}, 80x24, {language}{signs}]\n{as_text(lines, plain=plain)}"


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(screens()), encoding="utf-8")
