"""What each client message may do, and its one answer."""
