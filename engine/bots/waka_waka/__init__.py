"""Waka Waka by code."""
