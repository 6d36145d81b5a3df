"""A server that hands out the page of another folder, as after an upgrade: `python -m tests.support.web.upgraded_server FOLDER ARGUMENTS…`."""

import sys
from pathlib import Path

from watai.server.__main__ import main
from watai.server.web import files

if __name__ == "__main__":
    files.PAGE = Path(sys.argv[1])  # type: ignore[misc]
    sys.exit(main(sys.argv[2:]))
