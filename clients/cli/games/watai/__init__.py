"""Wataï on the screen: the race, what comes between two rounds, and how it ended."""
