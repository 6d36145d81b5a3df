"""The bot for Waka Tanka."""
