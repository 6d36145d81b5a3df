"""Wapi by code."""
