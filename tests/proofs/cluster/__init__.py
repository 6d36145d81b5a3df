"""A cluster under load while its nodes and its Redis fail: what its players were promised, and what Redis has."""
