"""Measures the server: how fast it is, how fair, and whether it was right."""
