"""Bots that think in processes of their own, so that no decision keeps the loop waiting."""
