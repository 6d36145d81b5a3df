"""`python -m tests.proofs.cluster`."""

import sys

from tests.proofs.cluster.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
