"""Room codes: readable, typed in any way, and not to be counted through."""

import re

from watai.protocol.rooms import read_code
from watai.server.rooms.room_codes import CONSONANTS, SYLLABLES, VOWELS, new_code


class TakenAtFirst:
    """The first three codes asked about are taken."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def __contains__(self, code: object) -> bool:
        self.asked.append(code)
        return len(self.asked) <= 3


def test_hole_10_codes_are_six_syllables_and_all_different() -> None:
    syllable = f"[{CONSONANTS}][{VOWELS}]"
    codes = {new_code(()) for _ in range(1_000)}
    assert len(codes) > 990  # of 178 billion; two alike in a thousand draws may happen
    pair = f"({syllable}){{2}}"
    assert all(re.fullmatch(f"{pair}-{pair}-{pair}", code) for code in codes)
    assert (len(CONSONANTS) * len(VOWELS)) ** SYLLABLES > 2**37


def test_a_code_that_is_taken_is_not_given_again() -> None:
    taken = TakenAtFirst()
    assert new_code(taken) == taken.asked[-1]
    assert len(taken.asked) == 4


def test_every_code_is_read_as_it_is_written() -> None:
    for _ in range(200):
        code = new_code(())
        typed = (code, code.upper(), code.replace("-", ""), code.replace("-", " "), f" {code}\n")
        assert {read_code(each) for each in typed} == {code}


def test_what_is_no_code_finds_no_room() -> None:
    for typed in ("", "-", "12345678", "\0\0", "sessions"):
        assert read_code(typed) not in {"", "sessions"}
