"""The browser client as the server hands it out: files read once and held in memory, and the answer to each request."""
