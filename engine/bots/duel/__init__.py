"""The bot for Duel der Schamanen."""
