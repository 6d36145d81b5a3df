"""The guided first round of each game: what to look at and what to press, one thing at a time."""
