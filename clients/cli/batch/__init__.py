"""Long work spread over the cores, with a progress line."""
