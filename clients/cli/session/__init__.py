"""One visit to a server, local or remote, however it is shown."""
