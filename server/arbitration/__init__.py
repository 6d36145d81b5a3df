"""Which player was quicker: view times, races, round-trip times and the arbiter. Pure, without I/O or clock."""
