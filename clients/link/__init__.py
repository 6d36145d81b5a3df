"""One client's connection to a server, kept alive over lost sockets."""
