"""Checking and exporting finished games."""
