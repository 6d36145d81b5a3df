"""One client's connection to a server, which survives lost sockets."""
