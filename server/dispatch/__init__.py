"""One pass of the server: read, answer, commit, write."""
