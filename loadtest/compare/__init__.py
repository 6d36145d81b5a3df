"""Whether one server is faster than another, and whether that can be known from these runs."""
