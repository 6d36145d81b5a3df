"""The commands that export and verify finished games."""
