"""Rooms, seats, guests and their sessions."""
