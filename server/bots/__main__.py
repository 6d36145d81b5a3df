"""The process in which bots think: `python -m watai.server.bots` reads requests from standard input and writes answers to standard output.

It ends when its input ends, which the system sees to however the server ends.
"""

import os
import pickle
import signal
import sys
from typing import Final

from watai.server.bots.thinker import PREFIX_BYTES, Thinker

NICENESS: Final = 5  # on a machine without a core to spare, players come before bots


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the server, which then ends
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(NICENESS)
    thinker = Thinker()
    while True:
        try:
            message = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):  # the server has ended, perhaps within a message
            return
        answer = thinker.take(message)
        if answer is not None:
            data = pickle.dumps(answer)
            try:
                sys.stdout.buffer.write(len(data).to_bytes(PREFIX_BYTES, "big") + data)
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                os._exit(0)  # without another try to flush


if __name__ == "__main__":
    main()
