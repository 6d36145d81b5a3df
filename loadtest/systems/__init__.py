"""What is measured: server processes, the terminal client, the machine."""
