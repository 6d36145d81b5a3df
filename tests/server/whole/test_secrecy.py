"""No hidden card crosses the wire to the wrong eyes: every frame of whole games is searched, byte by byte."""

from dataclasses import replace
from typing import Final

import pytest

from tests.proofs.secrecy.words import search
from tests.support.secrecy.wire import leaks
from tests.support.server.whole_game import SETTINGS, play_whole_game, whole_game
from watai.engine.duel.rules import Duel
from watai.engine.game import Event, Game, Seat
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import TankaView
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.wapi.events import SymbolDrawn
from watai.engine.wapi.rules import Wapi
from watai.engine.watai.events import Turned
from watai.engine.watai.rules import Watai

pytestmark = pytest.mark.slow


class LeakyWatai(Watai):
    """Says which card lies on top of a Talon."""

    def tell(self, event: Event, seat: Seat | None) -> Event | None:
        talon = self.players[0].talon
        return replace(event, top=talon[-1]) if isinstance(event, Turned) and talon else event


class LeakyWapi(Wapi):
    """Says what comes out of the bag next."""

    def tell(self, event: Event, seat: Seat | None) -> Event | None:
        words = [token for token in self.bag if isinstance(token, str)]
        return (
            replace(event, symbol=words[-1]) if isinstance(event, SymbolDrawn) and words else event
        )


class LeakyWakaTanka(WakaTanka):
    """Forgets that anything is secret."""

    def tell(self, event: Event, seat: Seat | None) -> Event:
        return event


class LeakyWakaTankaView(WakaTanka):
    """Shows a spectator the hand of the first player."""

    def view(self, seat: Seat | None) -> TankaView:
        return super().view(Seat(0) if seat is None else seat)


class LeakyDuel(Duel):
    """Forgets that anything is secret."""

    def tell(self, event: Event, seat: Seat | None) -> Event | None:
        return event


class LeakyWakaWaka(WakaWaka):
    """Forgets that anything is secret."""

    def tell(self, event: Event, seat: Seat | None) -> Event:
        return event


LEAKY: Final[tuple[type[Game], ...]] = (
    LeakyWatai,
    LeakyWapi,
    LeakyWakaTanka,
    LeakyWakaTankaView,
    LeakyDuel,
    LeakyWakaWaka,
)


@pytest.mark.parametrize("game", list(SETTINGS))
def test_nobody_is_sent_what_they_may_not_know(game: str) -> None:
    assert leaks(whole_game(game)) == []


@pytest.mark.parametrize("rules", LEAKY)
def test_the_search_finds_a_leak_that_is_there(rules: type[Game]) -> None:
    assert leaks(play_whole_game(SETTINGS[rules.name], rules))


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("game", list(SETTINGS))
def test_what_is_looked_for_does_cross_the_wire_to_others(game: str, encoding: str) -> None:
    """Otherwise the search would look for bytes that no encoder writes."""
    pattern, needles = search(game, encoding)
    peers = [
        peer for seen in whole_game(game).seen for peer in seen.peers if peer.encoding == encoding
    ]
    frames = b"".join(heard.raw for peer in peers for heard in peer.heard)
    assert len(set(pattern.findall(frames))) > len(needles) / 2
