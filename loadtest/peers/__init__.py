"""Measures the servers that a user might pick instead, on the same work as ours."""
