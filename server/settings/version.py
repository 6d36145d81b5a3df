"""What this server calls itself."""

from importlib.metadata import version

SERVER = f"watai-arena/{version('watai-arena')}"
