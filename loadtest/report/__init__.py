"""A measurement as one page of HTML: pure functions from JSON to text, no network, inline drawings."""
