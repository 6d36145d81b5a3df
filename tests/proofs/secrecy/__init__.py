"""What may not cross the wire to whom, stated independently of the engine."""
