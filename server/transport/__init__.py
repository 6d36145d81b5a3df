"""Sockets to stamped messages and back. Knows no room."""
