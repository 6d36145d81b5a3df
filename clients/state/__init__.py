"""What a client knows: a pure fold of the server's messages."""
