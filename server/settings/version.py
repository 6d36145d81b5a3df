"""The name and version that the server reports to clients and in replays."""

from importlib.metadata import version

VERSION = version("watai-arena")
SERVER = f"watai-arena/{VERSION}"
