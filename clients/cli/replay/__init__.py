"""A finished game shown again on the terminal."""
