"""A player's name beside its hash: the hash is part of a match's record, and the name can be taken out of it."""

from hashlib import sha256
from hmac import digest
from typing import Final

from msgspec import Struct

SALT_BYTES: Final = 16
"""Without the salt a hash would give the name away: whoever guesses it could hash it."""


class HashedName(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the player of a seat was called: HMAC-SHA256 of the name, with the salt as key. Both leave together."""

    hash: str
    name: str | None = None
    salt: str | None = None

    @classmethod
    def of(cls, name: str, salt: bytes) -> "HashedName":
        """A name and its hash, with so many bytes of chance."""
        return cls(digest(salt, name.encode(), sha256).hex(), name, salt.hex())

    def without_name(self) -> "HashedName":
        """What is left when the name has been taken out."""
        return HashedName(self.hash)

    def holds(self) -> bool:
        """Whether this is the name that was hashed, or none."""
        if self.name is None or self.salt is None:
            return self.name is self.salt
        try:  # compared whole: the same salt written in another way is not what was recorded
            salt = bytes.fromhex(self.salt)
            return len(salt) == SALT_BYTES and HashedName.of(self.name, salt) == self
        except ValueError:  # the salt is not hexadecimal, or the name no text that can be encoded
            return False
