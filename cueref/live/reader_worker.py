"""The process that reads shots: stretches in by stdin, what was read out by stdout.

It keeps nothing between two stretches, so that it can be started again at any time.
It ends when its parent does, for then stdin ends.
"""

import os
import signal
import sys
from typing import BinaryIO

import cv2

from cueref.live.pickling import receive, send
from cueref.live.shot_reading import Read, ReaderLostError, read_frames


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more requests.

    Args:
        requests: Pairs of a reader and the frames of a stretch.
        answers: For each what was read, or in one line why nothing was.
    """
    while True:
        try:
            reader, frames = receive(requests)
        except EOFError:
            return
        answer: Read | str
        try:
            answer = read_frames(reader, frames)
        except ReaderLostError as error:
            answer = str(error)
        try:
            send(answer, answers)
        except OSError:
            return  # nobody waits for it any more


def main() -> None:
    """Serve the parent of this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to end
    cv2.setNumThreads(1)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
