"""Several nodes that share one Redis: which node owns which room, and the journal of live rooms (decision 13)."""
