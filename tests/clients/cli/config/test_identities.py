"""Saved identities: readable by their owner alone, and never used by two clients at once."""

import os
import stat
from pathlib import Path

from watai.clients.cli.config.identities import MOST_GAMES, OWN, find, hosted, kept_commitment, take


def test_the_guest_of_last_time_comes_back_with_the_token(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as identity:
        identity.save(token="secret", room="bako-timu")
    with take(tmp_path, "ws://a", "Ana") as again:
        assert (again.token, again.room, again.path) == ("secret", "bako-timu", identity.path)


def test_another_server_or_another_name_is_another_guest(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as one:
        one.save(token="secret")
    with take(tmp_path, "ws://b", "Ana") as other, take(tmp_path, "ws://a", "Bo") as third:
        assert len({one.path, other.path, third.path}) == 3
        assert (other.token, third.token) == ("", "")


def test_two_programs_are_never_the_same_guest(tmp_path: Path) -> None:
    with take(tmp_path, OWN, "Ana") as first, take(tmp_path, OWN, "Ana") as second:
        assert first.path != second.path
        assert first.folder != second.folder
        first.save(room="bako-timu")
        assert find(tmp_path, "bako-timu") is None  # in use


def test_a_room_is_found_however_its_code_is_typed(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as identity:
        identity.save(room="bako-timu")
    assert find(tmp_path, "zuzu-zuzu") is None
    assert find(tmp_path, "") is None
    found = find(tmp_path, "BAKOTIMU")
    assert found is not None
    with found:
        assert found.server == "ws://a"


def test_a_hosted_room_is_found_whatever_the_name_the_latest_first(tmp_path: Path) -> None:
    with take(tmp_path, OWN, "Cleo"), take(tmp_path, "ws://a", "Ana") as guest:
        guest.save(room="zuzu-zuzu", port=7777)
    assert hosted(tmp_path, "Cleo") is None
    for age, name in enumerate(("Ana", "Ben", "Dan")):
        with take(tmp_path, OWN, name) as identity:
            identity.save(room=f"{name}-timu", port=7777 if name != "Dan" else 0)
        os.utime(identity.path, (1_000_000 + age, 1_000_000 + age))
    for name, found in (("Cleo", "Ben"), ("Ana", "Ana"), ("Dan", "Ben")):
        with hosted(tmp_path, name) as waiting:  # type: ignore[union-attr]
            assert waiting.name == found
    with take(tmp_path, OWN, "Ben"), hosted(tmp_path, "Cleo") as other:  # type: ignore[union-attr]
        assert other.name == "Ana"  # another program hosts as Ben


def test_secrets_are_for_their_owner_only(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as identity:
        identity.save(token="secret")
        assert stat.S_IMODE(identity.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(identity.path.parent.stat().st_mode) == 0o700


def test_a_torn_file_is_nobody(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as identity:
        identity.save(token="a much longer secret than the next one")
        identity.save(token="short")
    identity.path.write_text('{"server": "ws://a", "na')
    with take(tmp_path, "ws://a", "Ana") as again:
        assert again.token == ""


def test_a_player_whose_home_is_read_only_can_still_play(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with take(tmp_path / "file", "ws://a", "Ana") as identity:
        assert identity.name == "Ana"


def test_the_first_commitment_of_a_game_is_kept_and_the_oldest_games_go(tmp_path: Path) -> None:
    with take(tmp_path, "ws://a", "Ana") as identity:
        identity.keep_commitment("first", "1" * 64)
        identity.keep_commitment("first", "2" * 64)  # a server that changes its mind
        assert kept_commitment(tmp_path, "first") == "1" * 64
        assert kept_commitment(tmp_path, "none") is None
        for number in range(MOST_GAMES):
            identity.keep_commitment(f"game {number}", "4" * 64)
    with take(tmp_path, "ws://a", "Ana") as identity:
        assert list(identity.commitments) == [f"game {number}" for number in range(MOST_GAMES)]
