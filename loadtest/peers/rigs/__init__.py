"""One small server per peer: rooms of eight, every play broadcast, no rules, no journal. Run, never imported."""
