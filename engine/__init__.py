"""The rules of five games: pure, deterministic, standard library only."""
