"""Compares runs: is one server faster than another, and can these runs tell?"""
