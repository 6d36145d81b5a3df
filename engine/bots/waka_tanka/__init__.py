"""Waka Tanka by code."""
