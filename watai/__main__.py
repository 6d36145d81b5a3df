"""`python -m watai` is the command `watai`."""

import sys

from watai.clients.cli.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
