"""The client driven for real: tmux is the terminal, and a shell is where it is started."""
