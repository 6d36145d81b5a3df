"""The server: rooms, connections, journal."""
