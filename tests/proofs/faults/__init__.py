"""`python -m tests.proofs.faults`: what players lose when a real server process, its disk or its network fails."""
