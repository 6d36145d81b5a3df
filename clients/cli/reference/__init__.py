"""Completions, the man page and the page of keys, made from the parsers and the key table."""
