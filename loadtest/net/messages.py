"""Reads the server's messages with `msgpack`, a library the server does not use.

The harness shares no reading code with `protocol/codec`: a fault there cannot hide in both.
"""

from collections.abc import Callable
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # it has no stubs

AnyMessage = dict[str, Any]
"""A message of the server as it is on the wire; `type` says which."""

read_message: Final[Callable[[bytes], AnyMessage]] = msgpack.unpackb
Unreadable: Final = (ValueError, msgpack.UnpackException)
"""What `read_message` raises for bytes that are no MessagePack."""
