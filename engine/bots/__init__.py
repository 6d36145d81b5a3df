"""Players made of code, one module per game, each playing from its view alone."""
