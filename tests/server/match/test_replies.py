"""The one way for an answer to leave: counted once, queued for whoever asked, and kept if it is final."""

from tests.support.server.latency_room import LatencyRoom
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.messages import Done, Leave, Pending, Refused, ServerMessage
from watai.server.match.replies import Replies, Reply


def test_an_answer_is_kept_counted_and_queued_once() -> None:
    kept: list[tuple[str, Reply]] = []
    counted: list[ServerMessage] = []
    replies = Replies(lambda session, reply: kept.append((session, reply)), counted.append)
    (ada,) = MemoryLobby().guests("Ada")
    replies.send(ada, Pending(7))
    assert (ada.told, counted, kept) == ([Pending(7)], [], [])
    replies.send_kept("ada", ada, Done(7))
    assert (ada.told, counted, kept) == ([Pending(7), Done(7)], [Done(7)], [("ada", Done(7))])


def test_an_answer_to_a_player_who_is_gone_is_kept_for_the_return() -> None:
    kept: list[tuple[str, Reply]] = []
    counted: list[ServerMessage] = []
    replies = Replies(lambda session, reply: kept.append((session, reply)), counted.append)
    replies.send_kept("ada", None, Done(7))
    assert (counted, kept) == ([Done(7)], [("ada", Done(7))])


def held_play() -> tuple[LatencyRoom, MemoryGuest, int]:
    """A room in which a play waits for its rivals, the player who made it, and the play's number."""
    simulation = LatencyRoom([10, 100, 30], seed="duel")
    held: tuple[int, ServerMessage] | None = None
    while held is None:
        simulation.run(1)
        held = next((each for each in simulation.answers if isinstance(each[1], Pending)), None)
    seat, pending = held
    assert isinstance(pending, Pending)
    guest = simulation.players[seat].guest
    assert pending.n not in guest.session.answers
    return simulation, guest, pending.n


def test_a_held_play_of_a_player_who_leaves_is_answered_where_the_player_is() -> None:
    simulation, guest, n = held_play()
    guest.do(Leave)
    simulation.table.later(1)
    assert [each.n for each in guest.heard(Done) + guest.heard(Refused)] == [n]


def test_a_held_play_of_a_player_who_hangs_up_is_answered_after_the_return() -> None:
    simulation, guest, n = held_play()
    guest.hang_up()
    simulation.table.later(1)
    assert isinstance(guest.session.answers[n], Done | Refused)
    assert not [each for each in guest.told if isinstance(each, Done | Refused)]
