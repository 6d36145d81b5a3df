"""A room of Waka Tanka under faults, where players hide their cards: one player of the harness, bots in the other seats."""

from random import Random
from typing import Any, Final

import msgspec

from tests.proofs.faults.tally import FaultTally
from tests.proofs.faults.witness import Witness
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Address
from watai.protocol.messages import AddBot, Create, Look, Start

GAME: Final = "waka-tanka"
SEAT: Final = Seat(0)


class SecretPlayer(Witness):
    """Asks for a view whenever the game waits for it, and makes any move that is allowed."""

    def __init__(self, client: RawClient, code: str) -> None:
        super().__init__(client, code, SEAT)
        self._dice = Random(client.name)
        self._moves: dict[int, tuple[str, dict[str, Any]]] = {}

    def play(self) -> None:
        """Nothing: this player waits for its turn."""

    def answer_prompt(self) -> None:
        if self.pending is None:
            self.asked = False
            self.client.say(Look)

    def is_for_me(self, prompt: AnyMessage) -> bool:
        return bool(prompt["seat"] == SEAT)

    def _prompted(self, said: AnyMessage) -> None:
        moves = said.get("moves") if said["type"] == "view" else None
        playing, self.playing = self.playing, self.playing and not moves
        super()._prompted(said)
        self.playing = playing
        if moves and playing and self.pending is None:
            self.asked = False
            move = self._dice.choice(moves)
            self.pending = self.client.act(move["move"], move["args"])
            self._moves[self.pending] = (move["move"], move["args"])

    def repeat(self, number: int) -> None:
        self.client.number = number - 1
        self.client.act(*self._moves[number])


class SecretRoom:
    """The room, which is opened anew when its game is over."""

    def __init__(self, address: Address, number: int) -> None:
        self._number = number
        rules = GAMES[GAME].game
        self._seats = rules.seats[0]
        self._rules = rules(rules.options_type.parse({}), self._seats, Dice.from_text("tell only"))
        self._kinds = {kind.__name__: kind for kind in rules.event_types}
        self._open(address)

    def _open(self, address: Address) -> None:
        client = RawClient(address, f"Secret {self._number}")
        code: str = client.ask(lambda n: Create(n, GAME, self._seats))["code"]
        for _ in range(self._seats - 1):
            client.ask(AddBot)
        client.say(Start)
        self.players = [SecretPlayer(client, code)]
        self.checked = 0

    def come_back(self, address: Address, tally: FaultTally) -> None:
        """Bring the player back, compare what it is told, and look for what it should not be told."""
        player = self.players[0]
        self.checked = self.checked or player.base or 0
        heard = player.heard
        if player.finished:  # its history is in the archive now
            player.client.close()
            self._open(address)
            return
        player.come_back(address, self.checked)
        if player.viewed:  # the game ended while nobody was there
            player.finished, player.wrong = True, []
            return
        player.send_again()
        again = [read_message(payload) for payload in player.heard]
        missing = len(heard) - len(again)
        tally.add("lost", missing, f"{missing} events of {GAME} are gone")
        for old, new in zip(heard, again, strict=False):
            tally.add("reordered", int(read_message(old) != new), f"{GAME}: event {new['seq']}")
        told = {each["seq"] for each in again}
        gone = [n for n, seq in player.acknowledged.items() if seq not in told]
        tally.add("lost", len(gone), f"{GAME}: plays {gone} were accepted and are gone")
        tally.acknowledged += len(player.acknowledged)
        for each in again:
            tally.add("leaked", int(self._tells_too_much(each)), f"{GAME}: event {each['seq']}")
        for words in player.wrong:
            tally.add("duplicated", 1, f"{GAME}: {words}")
        self.checked = again[-1]["seq"] if again else self.checked
        player.heard, player.acknowledged, player.wrong = [], {}, []

    def _tells_too_much(self, said: AnyMessage) -> bool:
        kind = self._kinds.get(said["event"])
        if kind is None:
            return said["data"] is not None
        event = msgspec.convert(said["data"], kind)
        return bool(self._rules.tell(event, SEAT) != event)
