"""The bot for Wapi."""
