"""The end of a conversation: the close codes after which connecting again would end the same way, and why it ended."""

from typing import Final

FINAL_CODES: Final = (1002, 1007, 1008, 1013, 4001, 4003, 4004, 4005)
"""Close codes after which reconnecting would end the same way."""
BROKEN: Final = 1006
"""The code that stands for a connection which ended without one."""
MOVED_BADLY: Final = 1008
"""Used as if the server had closed with it: its redirect cannot be followed."""


class Lost(Exception):
    """The connection is gone for good, and why."""

    def __init__(self, why: str, code: int = BROKEN) -> None:
        super().__init__(why)
        self.why = why
        self.code = code
