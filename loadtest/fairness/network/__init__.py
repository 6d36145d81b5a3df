"""The delays between players and server: packets in a tunnel, or bytes inside our own program."""
