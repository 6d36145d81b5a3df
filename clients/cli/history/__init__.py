"""The player's own finished games: a line each in one file, and what they say over time."""
