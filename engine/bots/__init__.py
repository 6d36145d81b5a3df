"""Bots: a module or a package per game. Each bot plays from its own view alone."""
