"""One pass of the server: read, answer, submit, write."""
