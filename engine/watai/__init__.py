"""Wataï: everybody plays at once, onto shared piles."""
