"""`python -m tests.proofs.faults`."""

import sys

from tests.proofs.faults.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
