"""The servers a user would pick instead, on the same work as ours."""
