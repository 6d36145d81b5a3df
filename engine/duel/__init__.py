"""Duel der Schamanen: eighteen stones on nine cells, two secret masks, eighteen shells. Clauses: docs/rules/duel.md."""
