"""`python -m tests.proofs.storm`."""

import sys

from tests.proofs.storm.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
