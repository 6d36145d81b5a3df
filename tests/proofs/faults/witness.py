"""One player that outlives its connections, and keeps what it was told since all of it was last checked.

It turns its Stock as fast as the server answers: one play, one answer, one event. So plays and events can be counted
against each other.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import CHUNK, CLOSE, PING, Address, Refusal
from watai.protocol.messages import Act, Ping, Resume

EVENT: Final = b"\xa4type\xa5event"


class Witness:
    """A player at one seat of a room."""

    def __init__(self, client: RawClient, code: str, seat: int) -> None:
        self.client = client
        self.token = client.token
        self.code = code
        self.seat = seat
        self.match: str | None = None
        self.playing = False
        """Whether an answer is followed by the next play."""
        self.heard: list[bytes] = []
        """The events since the last check, as they came."""
        self.acknowledged: dict[int, int] = {}
        """Plays that were accepted since the last check: number → the seq of the event."""
        self.pending: int | None = None
        """A play without an answer."""
        self.last: tuple[int, int] | None = None
        """The last play that was accepted, and its seq: sent again, it must get the same answer."""
        self.answers: dict[int, AnyMessage] = {}
        """Answers to what was no first try of a play, until somebody takes them."""
        self.base: int | None = None
        """The seq of the first view: what came before is in no event of `heard`."""
        self.viewed = False
        self.finished = False
        """Whether the game is over."""
        self.asked = False
        """Whether the game waits for this player."""
        self.wrong: list[str] = []

    # under load

    def go_on(self) -> None:
        """Play from now on, as often as the server answers."""
        self.playing = True
        with suppress(ConnectionError):  # `read` will tell
            if self.asked:
                self.answer_prompt()
            self.play()

    def play(self) -> None:
        """Make a play, unless one has no answer yet."""
        if self.pending is None:
            self.pending = self.client.turn()

    def repeat(self, number: int) -> None:
        """Send a play again."""
        self.client.number = number - 1
        self.client.turn()

    def answer_prompt(self) -> None:
        """Say Go: the round waits for this player."""
        self.asked = False
        self.client.say(lambda n: Act(n, "Go"))

    def read(self) -> bool:
        """Take what has come; False once the connection is over."""
        over = False
        try:
            data = self.client.sock.recv(CHUNK)
        except (ConnectionError, TimeoutError):
            return False
        for first, payload in self.client.frames(data):
            try:
                if first == PING:
                    self.client.pong(payload)
                elif first != CLOSE:
                    self._take(payload)
            except (
                ConnectionError
            ):  # it cannot be answered; what has come before the end still counts
                over = True
            over = over or first == CLOSE
        return bool(data) and not over

    def _take(self, payload: bytes) -> None:
        if payload[1:12] == EVENT:
            self.heard.append(payload)
            if self.playing and b"Started" in payload:
                self.play()  # a new round: whoever was refused between rounds goes on
            return
        said = read_message(payload)
        match said["type"]:
            case "done" | "refused":
                self._answered(said)
            case "room":
                self.match = said["match"] or self.match
                self.finished = said["status"] == "finished"
            case "prompts" | "view":
                self._prompted(said)

    def _prompted(self, said: AnyMessage) -> None:
        if said["type"] == "view":
            self.viewed = True
            self.base = said["seq"] if self.base is None else self.base
        self.asked = any(self.is_for_me(each) for each in said["prompts"])
        if self.asked and self.playing:
            self.answer_prompt()

    def is_for_me(self, prompt: AnyMessage) -> bool:
        """Whether the game waits for this player, and not for the clock alone."""
        return bool(prompt["seat"] == self.seat and prompt["ask"] == "go")

    def _answered(self, said: AnyMessage) -> None:
        number = said["n"]
        if number != self.pending:
            self.answers[number] = said
            return
        self.pending = None
        if said["type"] == "done":
            self.acknowledged[number] = said["seq"]
            self.last = number, said["seq"]
            if self.playing:
                self.play()

    # back after a fault

    def come_back(self, address: Address, since: int) -> None:
        """Connect anew as the same guest, and have every event since the last check told again."""
        self.client.close()
        self.client = RawClient(address, self.client.name, token=self.token)
        self.client.arrive()
        self.token = self.client.token
        self.heard, self.viewed = [], False
        self.ask(Resume(self._next(), self.code, since, self.match))
        self.catch_up()
        if self.viewed:
            self.wrong.append("was given a view instead of the events it had missed")

    def send_again(self) -> None:
        """Repeat the play without an answer, and the last one that was accepted: neither may count twice."""
        client, newest = self.client, self.client.number
        if self.last is not None:
            number, seq = self.last
            self.repeat(number)
            answer = self._until(lambda: self.answers.pop(number, None))
            if answer.get("seq") != seq:
                self.wrong.append(f"play {number} was event {seq}, and now the answer is {answer}")
        if self.pending is not None:
            self.repeat(self.pending)
            self._until(lambda: None if self.pending is not None else {"type": "done"})
        client.number = max(newest, client.number)
        self.catch_up()

    def catch_up(self) -> None:
        """Wait until everything has come that the server had sent by now."""
        self.ask(Ping(self._next()))

    def ask(self, message: Resume | Ping) -> AnyMessage:
        """Send a message and wait for its answer, keeping everything that comes before it."""
        self.client.tell(message)
        answer = self._until(lambda: self.answers.pop(message.n, None))
        if answer["type"] == "refused":
            raise Refusal(f"seat {self.seat} of {self.code}: {answer}")
        return answer

    def _next(self) -> int:
        self.client.number += 1
        return self.client.number

    def _until(self, found: Callable[[], AnyMessage | None]) -> AnyMessage:
        while (answer := found()) is None:
            if not self.read():
                raise Refusal(f"seat {self.seat} of {self.code} lost its connection again")
        return answer
