"""The name and version that the server reports to clients and in replays."""

from importlib.metadata import version

SERVER = f"watai-arena/{version('watai-arena')}"
