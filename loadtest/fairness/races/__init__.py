"""Rooms of real players on a real server, made to race for one slot after the other."""
