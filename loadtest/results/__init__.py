"""Results: the schema of their JSON, the figures in them, and assertions about them."""
