"""What a client knows: a pure fold of the server's messages, and the guest that feeds it."""
