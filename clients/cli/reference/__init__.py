"""Completions, the man page and the page of keys, made from the command lines and the key table."""
