"""Inputs nobody would send on purpose, by the million: `make fuzz`."""
