"""Wapi: draw from a bag, claim treasures with totems, and steer the coins."""
