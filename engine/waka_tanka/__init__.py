"""Waka Tanka: young sorcerers call the animals of the totem, or pretend to."""
