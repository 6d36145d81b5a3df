"""A server that draws all its chance from a seed: `python -m tests.support.clients.seeded_server SEED ARGUMENTS…`."""

import sys
from random import Random

from watai.server.__main__ import main
from watai.server.chance import simulated

if __name__ == "__main__":
    with simulated(Random(sys.argv[1]).randbytes):
        sys.exit(main(sys.argv[2:]))
