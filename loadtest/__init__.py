"""Measuring: how fast, how fair, and whether it was right."""
