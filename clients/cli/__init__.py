"""The `watai` command."""
