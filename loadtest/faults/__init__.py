"""`watai bench faults`: what players lose when a real server process, its disk or its network fails."""
