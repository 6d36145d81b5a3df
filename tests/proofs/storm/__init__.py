"""A simulated world: the real server in virtual time, among failing links, journals and peers (decision 9)."""
