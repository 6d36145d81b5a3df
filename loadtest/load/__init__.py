"""The load generator: rooms of racing players on a fixed schedule."""
