"""The conversation of a client, message by message and instant by instant, without a socket."""

from collections.abc import Sequence
from random import Random

import pytest

from watai.clients.conversation import conversation as its
from watai.clients.conversation.addresses import MOST_MOVES
from watai.clients.conversation.conversation import Conversation, State
from watai.clients.conversation.lost import BROKEN, FINAL_CODES, Lost
from watai.clients.conversation.silence import (
    AFTER_SLEEP,
    ALONE,
    IN_CLUSTER,
    NEVER,
    SLEPT,
    Pace,
)
from watai.clients.conversation.steps import (
    Connect,
    ConversationEnded,
    Drop,
    Renumbered,
    Send,
    Settled,
    Step,
    Told,
)
from watai.protocol.messages import (
    VERSION,
    Act,
    Chat,
    ClientMessage,
    Create,
    Done,
    Goodbye,
    Happened,
    Hello,
    Leave,
    Nodes,
    Ping,
    Refused,
    Resume,
    RoomState,
    Said,
    ViewNow,
    Welcome,
)

HOME, OTHER, THIRD = "ws://home", "ws://other", "ws://third"
CUT = Lost("it was cut")
NOWHERE: tuple[str, int, str | None] = ("", its.NOTHING, None)


def a_welcome(n: int = 0, room: str | None = None) -> Welcome:
    return Welcome(VERSION, "s", "Ana", "secret", "server", room, n, [])


def a_room(code: str = "a-b-c", match: str | None = "m") -> RoomState:
    return RoomState(
        *(code, "wapi", "playing", False, {}, 0, [], 0, 0), match=match, paused=False, watchers=[]
    )


def an_event(seq: int) -> Happened:
    return Happened(seq, 0, "Declined", {})


def sent(steps: Sequence[Step]) -> list[ClientMessage]:
    return [step.message for step in steps if isinstance(step, Send)]


def ended(steps: Sequence[Step]) -> Lost:
    (lost,) = [step.lost for step in steps if isinstance(step, ConversationEnded)]
    return lost


class Talk:
    """A conversation with an instant of its own."""

    def __init__(self, url: str = HOME, token: str = "") -> None:
        self.now = 0.0
        self.resumes = NOWHERE
        """The room that the last hello went back to, with the last event seen there and its match."""
        self.its = Conversation(url, "Ana", token, rng=Random(1))
        assert self.its.begin(self.now) == [Connect(url, its.CONNECTING)]

    def open(self, n: int = 0, room: str | None = None) -> list[Step]:
        """Be connected and welcomed; the steps after the welcome."""
        if self.its.state is State.WAITING:
            self.wait()
        (hello,) = sent(self.its.opened(self.now))
        assert isinstance(hello, Hello)
        self.resumes = (hello.room, hello.seq, hello.match)
        return self.its.heard(a_welcome(n, room), self.now)

    def wait(self) -> list[Step]:
        """Until something is due, and do it."""
        assert self.its.due < NEVER
        self.now = max(self.now, self.its.due)
        return self.its.advance(self.now)

    def ask(self, message: type[ClientMessage] = Ping) -> ClientMessage:
        question, _ = self.its.ask(lambda n: message(n), self.now)
        return question.message

    def hear(self, *messages: object) -> list[Step]:
        return [step for each in messages for step in self.its.heard(each, self.now)]  # type: ignore[arg-type]


@pytest.fixture
def talk() -> Talk:
    """Connected, welcomed, and in no room."""
    talk = Talk()
    talk.open()
    return talk


@pytest.fixture
def seated(talk: Talk) -> Talk:
    """In a room, with one event seen."""
    talk.hear(a_room(), an_event(7))
    return talk


# being welcomed


def test_it_says_hello_and_is_open_once_it_is_welcome() -> None:
    talk = Talk(token="kept")
    assert talk.its.state is State.CONNECTING
    assert talk.its.opened(1.0) == [Send(Hello(VERSION, "Ana", "kept"))]
    assert talk.its.heard(a_welcome(), 1.0) == []
    assert (talk.its.state, talk.its.token, talk.its.connections) == (State.OPEN, "secret", 1)
    assert talk.its.welcome == a_welcome()


def test_what_is_asked_has_rising_numbers_after_those_of_the_welcome() -> None:
    talk = Talk()
    talk.open(n=40)
    assert [talk.ask(), talk.ask()] == [Ping(41), Ping(42)]


def test_whoever_says_anything_but_welcome_is_no_server_of_ours() -> None:
    talk = Talk()
    talk.its.opened(0.0)
    assert ended(talk.hear(an_event(1))).code == 4005


def test_a_server_that_was_never_there_is_given_up_at_once() -> None:
    talk = Talk()
    assert ended(talk.its.gone(Lost("cannot reach it"), 0.0)).why == "cannot reach it"
    assert talk.its.state is State.ENDED
    assert talk.its.due == NEVER


def test_a_server_that_does_not_say_welcome_in_time_is_left() -> None:
    talk = Talk()
    talk.its.opened(0.0)
    assert talk.its.due == its.CONNECTING
    assert talk.its.advance(its.CONNECTING - 0.1) == []
    assert talk.wait() == [Drop()]
    assert talk.its.state is State.WAITING


def test_a_server_that_was_there_is_waited_for_more_briefly(talk: Talk) -> None:
    talk.its.gone(CUT, talk.now)
    assert talk.wait() == [Connect(HOME, its.CONNECTING_AGAIN)]
    talk.its.opened(talk.now)
    assert talk.its.due == talk.now + its.CONNECTING_AGAIN


@pytest.mark.parametrize("code", FINAL_CODES)
def test_a_final_code_ends_it(talk: Talk, code: int) -> None:
    question, _ = talk.its.ask(Ping, talk.now)
    steps = talk.its.gone(Lost("so it is", code), talk.now)
    assert steps[:2] == [Drop(), Settled(question)]
    assert (ended(steps).code, question.answer) == (code, None)
    with pytest.raises(Lost, match="so it is"):
        talk.ask()


def test_a_final_goodbye_ends_it_before_the_socket_closes(talk: Talk) -> None:
    assert ended(talk.hear(Goodbye(4001, "taken over", resume=False))).code == 4001


def test_another_goodbye_is_told_and_the_client_comes_back(talk: Talk) -> None:
    stops = Goodbye(1001, "it stops", resume=True)
    assert talk.hear(stops) == [Told(stops)]
    assert talk.its.gone(Lost("it stops", 1001), talk.now) == []
    assert talk.wait() == [Connect(HOME, its.CONNECTING_AGAIN)]


def test_who_is_turned_away_before_the_first_welcome_tries_for_ten_seconds() -> None:
    talk = Talk()
    while talk.its.state is not State.ENDED:
        talk.its.opened(talk.now)
        steps = talk.hear(Goodbye(1001, "not now", resume=True))
        assert steps[0] == Drop()
        if talk.its.state is State.WAITING:
            talk.wait()
    assert ended(steps).why == "not now"
    assert its.FIRST_PATIENCE < talk.now < its.FIRST_PATIENCE + 2 * its.LONGEST_PAUSE


def test_who_was_turned_away_and_finds_nobody_then_is_told_why() -> None:
    talk = Talk()
    talk.its.opened(0.0)
    talk.hear(Goodbye(1001, "not now", resume=True))
    talk.wait()
    assert ended(talk.its.gone(CUT, talk.now)).why == "not now"


def test_a_server_that_closes_without_goodbye_before_the_first_welcome_is_tried_again() -> None:
    talk = Talk()
    talk.its.opened(0.0)
    assert talk.its.gone(Lost("restarting", 1012), 0.0) == []
    talk.wait()
    assert ended(talk.its.gone(CUT, talk.now)).why == "restarting"


# coming back


def test_the_first_attempt_comes_at_once_and_later_ones_more_and_more_slowly(talk: Talk) -> None:
    pauses = []
    for _ in range(12):
        gone = talk.now
        talk.its.gone(CUT, gone)
        assert talk.its.retry_at == talk.its.due
        assert talk.its.advance(talk.its.due - 0.001) == []
        talk.wait()
        pauses.append(talk.now - gone)
    for number, pause in enumerate(pauses):
        least = min(its.FIRST_PAUSE * 2**number, its.LONGEST_PAUSE)
        assert least <= pause <= least * 1.5 + 1e-9
    talk.open()
    talk.its.gone(CUT, talk.now)
    assert talk.its.due - talk.now <= its.FIRST_PAUSE * 1.5, "it has been there meanwhile"


def test_not_everybody_comes_back_in_the_same_instant() -> None:
    instants = set()
    for seed in range(8):
        one = Conversation(HOME, "Ana", rng=Random(seed))
        one.begin(0.0)
        one.opened(0.0)
        one.heard(a_welcome(), 0.0)
        one.gone(CUT, 0.0)
        instants.add(one.due)
    assert len(instants) == 8


def test_a_server_is_waited_for_half_an_hour(talk: Talk) -> None:
    while not (steps := talk.its.gone(CUT, talk.now)):
        talk.wait()
    assert "long time" in ended(steps).why
    assert its.PATIENCE < talk.now < its.PATIENCE + 2 * its.LONGEST_PAUSE


def test_its_hello_resumes_its_room_before_it_repeats_what_has_no_answer(seated: Talk) -> None:
    asked = seated.ask()
    seated.its.gone(CUT, seated.now)
    assert sent(seated.open(n=1_000)) == [asked]
    assert seated.resumes == ("a-b-c", 7, "m")


def test_a_first_hello_resumes_nothing() -> None:
    talk = Talk()
    talk.open()
    assert talk.resumes == NOWHERE


def test_of_another_match_no_event_has_been_seen(seated: Talk) -> None:
    seated.hear(a_room(match="next"))
    seated.its.gone(CUT, seated.now)
    assert sent(seated.open()) == []
    assert seated.resumes == ("a-b-c", its.NOTHING, "next")


def test_a_view_says_how_far_its_events_go(seated: Talk) -> None:
    seated.hear(ViewNow(9, 0, 0, 0, {}, [], [], "m", "", []))
    seated.its.gone(CUT, seated.now)
    assert sent(seated.open()) == []
    assert seated.resumes == ("a-b-c", 9, "m")


def test_a_room_that_was_left_is_not_resumed(seated: Talk) -> None:
    seated.hear(Done(seated.ask(Leave).n))  # type: ignore[attr-defined]
    seated.its.gone(CUT, seated.now)
    assert sent(seated.open()) == []
    assert seated.resumes == NOWHERE


@pytest.mark.parametrize(("code", "room"), [("server/failed", "a-b-c"), ("room/none", None)])
def test_a_leave_that_was_refused_leaves_a_room_that_one_is_in(
    seated: Talk, code: str, room: str | None
) -> None:
    seated.hear(Refused(seated.ask(Leave).n, code, "no"))  # type: ignore[attr-defined]
    assert seated.its.room == room


@pytest.mark.parametrize("room", ["a-b-c", None])
def test_a_room_is_not_resumed_if_a_leave_without_an_answer_was_carried_out(
    seated: Talk, room: str | None
) -> None:
    """Who resumed would be a spectator there, and the repeated leave would be answered and not carried out again."""
    leave = seated.ask(Leave)
    seated.its.gone(CUT, seated.now)
    resume = [Resume(2, "a-b-c", 7, "m")] if room else []
    assert sent(seated.open(room=room)) == [*resume, leave]
    assert seated.resumes == NOWHERE, "only the welcome tells"


def test_a_room_that_is_gone_is_told_and_not_resumed_again(seated: Talk) -> None:
    seated.its.gone(CUT, seated.now)
    seated.open()
    refused = Refused(its.RESUMED, "room/not_found", "gone")
    assert seated.hear(refused) == [Told(refused)]
    assert (seated.its.room, seated.its.match, seated.its.seq) == (None, None, its.NOTHING)


def test_the_answer_to_its_own_resume_is_not_told(seated: Talk) -> None:
    seated.its.gone(CUT, seated.now)
    seated.open()
    assert seated.hear(Done(its.RESUMED, code="a-b-c")) == []
    assert seated.its.room == "a-b-c"


def test_a_room_that_is_gone_is_told_for_a_resume_of_the_user_too(talk: Talk) -> None:
    question, _ = talk.its.ask(lambda n: Resume(n, "a-b-c", 3), talk.now)
    refused = Refused(question.n, "room/not_found", "gone")
    assert talk.hear(refused) == [Told(refused), Settled(question)]


def test_while_it_goes_back_a_node_may_take_its_time(seated: Talk) -> None:
    seated.hear(Nodes([OTHER]))
    seated.its.gone(CUT, seated.now)
    seated.open()
    assert seated.its.due - seated.now == ALONE.every
    seated.hear(Done(its.RESUMED, code="a-b-c"))
    assert seated.its.due - seated.now == IN_CLUSTER.every


def test_what_never_left_before_the_first_welcome_gets_a_new_number() -> None:
    talk = Talk()
    question, steps = talk.its.ask(Ping, 0.0)
    assert (question.message, steps) == (Ping(1), [])
    assert talk.open(n=5) == [Renumbered(question, 1), Send(Ping(6))]
    assert talk.hear(Done(1)) == []
    assert talk.hear(Done(6)) == [Settled(question)]


def test_an_answer_settles_its_question_once(talk: Talk) -> None:
    question, steps = talk.its.ask(Ping, talk.now)
    assert steps == [Send(Ping(1))]
    assert talk.hear(Done(1)) == [Settled(question)]
    assert question.answer == Done(1)
    assert talk.hear(Done(1)) == []


def test_everything_else_is_told(talk: Talk) -> None:
    said = Said("Ben", None, "hello")
    assert talk.hear(said, an_event(3)) == [Told(said), Told(an_event(3))]


# what a player saw


def test_a_move_says_what_its_player_had_seen_and_how_long_ago(seated: Talk) -> None:
    seated.now += 0.25
    question, _ = seated.its.ask(lambda n: Act(n, "Turn"), seated.now)
    assert question.message == Act(1, "Turn", seen=7, el=250_000)


def test_who_says_it_is_not_corrected_and_who_saw_nothing_says_nothing(seated: Talk) -> None:
    own, _ = seated.its.ask(lambda n: Act(n, "Turn", seen=3, el=7), seated.now)
    assert own.message == Act(1, "Turn", seen=3, el=7)
    seated.its.left()
    nothing, _ = seated.its.ask(lambda n: Act(n, "Turn"), seated.now)
    assert nothing.message == Act(2, "Turn")


# other addresses


def test_it_follows_to_where_the_server_sends_it(talk: Talk) -> None:
    moved = Goodbye(1001, "elsewhere", resume=True, moved=OTHER)
    assert talk.hear(moved) == [Told(moved)]
    talk.its.gone(Lost("", 1001), talk.now)
    assert talk.wait() == [Connect(OTHER, its.CONNECTING_AGAIN)]


def test_a_redirect_instead_of_a_welcome_is_followed_too() -> None:
    talk = Talk()
    talk.its.opened(0.0)
    assert talk.hear(Goodbye(1001, "elsewhere", resume=True, moved=OTHER)) == [Drop()]
    assert talk.wait() == [Connect(OTHER, its.CONNECTING_AGAIN)]


def test_nobody_is_sent_round_in_circles() -> None:
    talk = Talk()
    for _ in range(MOST_MOVES):
        talk.its.opened(talk.now)
        talk.hear(Goodbye(1001, "elsewhere", resume=True, moved=OTHER))
        talk.wait()
    talk.its.opened(talk.now)
    assert "none lets us in" in ended(talk.hear(Goodbye(1001, "", resume=True, moved=HOME))).why


def test_a_welcome_ends_a_chain_of_redirects(talk: Talk) -> None:
    for number in range(2 * MOST_MOVES):
        talk.hear(Goodbye(1001, "", resume=True, moved=(OTHER, HOME)[number % 2]))
        talk.its.gone(Lost("", 1001), talk.now)
        talk.open()
    assert talk.its.state is State.OPEN


@pytest.mark.parametrize(
    ("home", "to", "safe"),
    [
        ("ws://a", "wss://b", True),
        ("ws://a", "http://b", False),
        ("wss://a", "wss://b", True),
        ("wss://a", "ws://b", False),
    ],
)
def test_whoever_came_over_tls_stays_on_tls(home: str, to: str, safe: bool) -> None:
    talk = Talk(home)
    talk.open()
    talk.hear(Nodes([to]))
    assert talk.its.addresses.several is safe
    talk.hear(Goodbye(1001, "", resume=True, moved=to))
    assert (talk.its.lost is None) is safe


def test_if_a_server_is_gone_the_others_are_tried_in_turn(talk: Talk) -> None:
    talk.hear(Nodes([HOME, OTHER, THIRD]))
    tried = []
    for _ in range(5):
        talk.its.gone(CUT, talk.now)
        (connect,) = talk.wait()
        assert isinstance(connect, Connect)
        tried.append(connect.url)
    assert tried == [HOME, OTHER, THIRD, HOME, OTHER]


# silence


def test_it_asks_now_and_then_and_measures_the_way(seated: Talk) -> None:
    began = seated.now
    assert sent(seated.wait()) == [Ping(1)]
    assert seated.now - began == ALONE.every
    seated.now += 0.05
    assert seated.hear(Done(1)) == []
    assert seated.its.round_trip == pytest.approx(0.05)
    assert seated.its.due == pytest.approx(seated.now - 0.05 + ALONE.every)


@pytest.mark.parametrize(("nodes", "pace"), [([], ALONE), ([OTHER], IN_CLUSTER)])
def test_a_server_that_answers_no_more_is_left(seated: Talk, nodes: list[str], pace: Pace) -> None:
    seated.hear(Nodes(nodes))
    began = seated.now
    seated.wait()
    assert seated.its.unanswered(seated.now + 2) == 2
    assert seated.wait() == [Drop()]
    assert seated.now - began == pace.every + pace.patience
    assert seated.its.unanswered(seated.now + 2) == 0
    assert seated.its.round_trip is None
    assert seated.wait() == [Connect(nodes[0] if nodes else HOME, its.CONNECTING_AGAIN)]


def test_whatever_is_heard_proves_that_the_server_is_there(seated: Talk) -> None:
    seated.wait()
    seated.now += ALONE.patience - 0.1
    seated.hear(an_event(8))
    assert seated.its.unanswered(seated.now) == 0
    assert sent(seated.wait()) == [Ping(2)]


def test_its_own_questions_are_not_repeated_on_another_connection(seated: Talk) -> None:
    seated.wait()
    seated.its.gone(CUT, seated.now)
    assert sent(seated.open()) == []


def test_who_is_in_no_room_and_waits_for_nothing_is_silent(talk: Talk) -> None:
    assert talk.its.due == NEVER
    talk.ask()
    assert talk.its.due == ALONE.every
    talk.hear(Done(1))
    assert talk.its.due == NEVER


def test_while_it_enters_a_room_a_node_may_take_its_time(talk: Talk) -> None:
    talk.hear(Nodes([OTHER]))
    talk.its.ask(lambda n: Create(n, "wapi", 2), talk.now)
    assert talk.its.due == ALONE.every
    talk.hear(Done(1, code="a-b-c"))
    talk.its.ask(lambda n: Chat(n, "hello"), talk.now)
    assert talk.its.due == IN_CLUSTER.every


def test_after_a_sleep_the_server_is_asked_once_more(seated: Talk) -> None:
    seated.wait()
    seated.now = seated.its.due + SLEPT + 1
    assert sent(seated.its.advance(seated.now)) == [Ping(2)]
    assert seated.its.due == seated.now + AFTER_SLEEP
    assert seated.wait() == [Drop()]


def test_a_code_of_no_meaning_is_not_final() -> None:
    assert BROKEN not in FINAL_CODES
