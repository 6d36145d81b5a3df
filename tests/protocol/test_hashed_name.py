"""A name and its hash: the hash holds for this name with this salt, and for none."""

import pytest
from msgspec import structs

from watai.protocol.hashed_name import SALT_BYTES, HashedName

CHLOE = HashedName.of("Chloé", bytes(range(SALT_BYTES)))


def test_a_name_holds_and_so_does_its_absence() -> None:
    assert CHLOE.holds()
    assert CHLOE.without_name().holds()
    assert CHLOE.without_name() == HashedName(CHLOE.hash)


def test_the_hash_is_hmac_sha256_with_the_salt_as_key() -> None:
    """As `printf Chloé | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…` says."""
    assert CHLOE.salt == "000102030405060708090a0b0c0d0e0f"
    assert CHLOE.hash == "d20adaabc094a458afd2d2933f5f1c08cfc0a95bde0db4abebec6ede14ef86db"


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "Chloe"},
        {"name": ""},
        {"salt": "ff" * SALT_BYTES},
        {"salt": "", "name": "Chloé"},
        {"salt": "000102030405060708090a0b0c0d0e", "name": "\x0fChloé"},
        {"salt": "no hexadecimal"},
        {"salt": f"{CHLOE.salt}00"},  # HMAC fills its key up with zeros
        {"salt": f"{CHLOE.salt}".upper()},
        {"salt": f"{CHLOE.salt}".replace("0a", "0a ")},
        {"name": "\ud800"},
        {"name": None},
        {"salt": None},
        {"hash": "00" * 32},
    ],
)
def test_any_other_name_or_salt_does_not_hold(changed: dict[str, str | None]) -> None:
    assert not structs.replace(CHLOE, **changed).holds()


def test_the_same_name_has_another_hash_with_another_salt() -> None:
    assert HashedName.of("Chloé", bytes(SALT_BYTES)).hash != CHLOE.hash
