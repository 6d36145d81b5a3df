"""The proofs: what the server promises, tried where everything fails. Simulated worlds, real faults, a tortured cluster, secrets on the wire."""
