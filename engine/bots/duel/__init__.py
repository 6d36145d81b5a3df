"""Duel der Schamanen by code."""
