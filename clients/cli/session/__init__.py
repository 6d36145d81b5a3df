"""The way to a server and one stay there, whatever shows it."""
