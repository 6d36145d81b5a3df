"""Results: figures, demands on them, tables and JSON."""
