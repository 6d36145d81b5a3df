"""WebSockets, relays and simulated links."""
