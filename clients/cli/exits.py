"""Exit codes, the same for every command."""

OK = 0
FAILURE = 1
USAGE = 2
INTERRUPTED = 130
UNREACHABLE = 3
REFUSED = 4
MISMATCH = 5
