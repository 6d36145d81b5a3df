"""A server process that ends when its standard input is closed.

However the client ends, even by SIGKILL, the system closes its end of the pipe, and the server then stops in good
order. The server is run by name, as a program of its own: nothing of it is imported here.
"""

import os
import runpy
import signal
import threading
from typing import Final

STDIN: Final = 0


def main() -> None:
    """Run `watai.server` with this program's arguments, until standard input ends."""
    threading.Thread(target=_follow, daemon=True).start()
    runpy.run_module("watai.server", run_name="__main__", alter_sys=True)


def _follow() -> None:
    while os.read(STDIN, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
