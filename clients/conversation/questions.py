"""The requests of a client that have no answer yet, and their numbers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from watai.protocol.messages import (
    Catalogue,
    ClientMessage,
    Done,
    Recorded,
    RecordPart,
    Refused,
    RoomList,
    Scenes,
)

Ask = Callable[[int], ClientMessage]
Answer = Done | Refused | RoomList | Catalogue | Recorded | RecordPart | Scenes


@dataclass(slots=True, eq=False)
class Question:
    """A request, and its answer once there is one."""

    n: int
    message: ClientMessage
    answer: Answer | None = None


class Questions:
    """Each request has one number and gets one answer."""

    def __init__(self) -> None:
        self._number = 0
        self._open: dict[int, Question] = {}

    def __iter__(self) -> Iterator[Question]:
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)

    def start_after(self, number: int) -> None:
        """The next connection has the numbers after this one."""
        self._number = max(self._number, number)

    def add(self, make: Ask) -> Question:
        """A request with the next number."""
        self._number += 1
        question = self._open[self._number] = Question(self._number, make(self._number))
        return question

    def renumber(self, question: Question) -> None:
        """Give a request from before the first welcome a number: the one it has may be an earlier program's."""
        del self._open[question.n]
        self._number += 1
        question.n, question.message = self._number, replace(question.message, n=self._number)
        self._open[question.n] = question

    def settle(self, answer: Answer) -> Question | None:
        """The request that this answers; None for one that was answered or forgotten before."""
        question = self._open.pop(answer.n, None)
        if question is not None:
            question.answer = answer
        return question

    def forget(self, question: Question | None) -> None:
        """It is of no use any more."""
        if question is not None:
            self._open.pop(question.n, None)
