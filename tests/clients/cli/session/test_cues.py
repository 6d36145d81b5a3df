"""What calls a player who looks elsewhere, and what calls nobody."""

from tests.support.clients.client_game import ClientGame
from tests.support.screens.watai_positions import position
from watai.clients.cli.session.cues import Cues
from watai.clients.state.model import Model
from watai.engine.game import Seat
from watai.protocol.messages import Happened, PromptLine, Prompts, Refused

ME = Seat(0)


def asked(seat: int, ask: str) -> Prompts:
    return Prompts([PromptLine(seat, ask, None)])


def calm(seat: Seat | None = ME) -> Model:
    return ClientGame("wapi", 3, "cues", {}).model(seat)


def test_go_and_a_shout_call_everybody_in_a_race() -> None:
    model = position(3, lambda view: view.phase == "race").model
    cues = [
        Cues().cue(Happened(1, 1, event, None), model) for event in ("Started", "Shouted", "Placed")
    ]
    assert cues == ["go", "shout", None]
    assert Cues().cue(Happened(1, 1, "Started", None), calm()) is None


def test_a_lost_race_calls_and_another_refusal_does_not() -> None:
    model = position(3, lambda view: view.phase == "race").model
    assert Cues().cue(Refused(1, "race/lost", ""), model) == "lost"
    assert Cues().cue(Refused(1, "move/illegal", ""), model) is None


def test_ones_own_question_calls_once_and_anothers_never() -> None:
    cues, model = Cues(), calm()

    def cue(message: Prompts) -> str | None:
        return cues.cue(message, model.hear(message, 0.0))

    told = [
        cue(asked(seat, ask)) for seat, ask in ((1, "coin"), (0, "coin"), (0, "coin"), (0, "totem"))
    ]
    assert told == [None, "turn", None, "turn"]
    assert cue(asked(1, "coin")) is None
    assert cue(asked(0, "totem")) == "turn", "it was another's turn in between"


def test_a_spectator_is_not_called() -> None:
    message = asked(0, "coin")
    assert Cues().cue(message, calm(None).hear(message, 0.0)) is None
