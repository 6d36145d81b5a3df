"""The bot for Waka Waka."""
