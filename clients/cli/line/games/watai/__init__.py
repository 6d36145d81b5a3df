"""Wataï in lines: a race without a screen."""
