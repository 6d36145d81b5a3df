"""Who was quicker: view times, races, round-trip times and the arbiter. Pure."""
