"""The client in lines: sentences for people and screen readers, JSON for scripts."""
