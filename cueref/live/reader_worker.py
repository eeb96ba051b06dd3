"""The process that reads shots: stretches in by stdin, what was read out by stdout.

What it keeps of a stretch only saves time, so that it can be started again at any
time. It ends when its parent does, for then stdin ends.
"""

import os
import signal
import sys
from dataclasses import dataclass
from typing import BinaryIO

import cv2

from cueref.heap import Heap
from cueref.live.pickling import receive, send
from cueref.live.shot_reading import Ahead, Read, ReaderLostError, read_frames
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A stretch, as far as the process does not have it yet.

    Attributes:
        reader: What it knew after the stretch before.
        kept: So many of the frames sent before are its first ones.
        more: The frames after them.
        is_over: Whether it is to be read; otherwise it goes on.
    """

    reader: WindowReader
    kept: int
    more: tuple[Seen, ...]
    is_over: bool = True


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more requests.

    Args:
        requests: Stretches, or more of one that goes on.
        answers: For each what was read, or in one line why nothing was.
    """
    frames: list[Seen] = []
    ahead, heap = Ahead(), Heap()
    while True:
        try:
            request: Request = receive(requests)
        except EOFError:
            return
        frames = [*frames[: request.kept], *request.more]
        answer: Read | str = ""
        try:
            if request.is_over:
                answer = read_frames(request.reader, frames, ahead)
            else:
                ahead.look(request.reader, frames)
        except ReaderLostError as error:
            answer = str(error)
        try:
            send(answer, answers)
        except OSError:
            return  # nobody waits for it any more
        if request.is_over:
            heap.give_back()


def main() -> None:
    """Serve the parent of this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to end
    cv2.setNumThreads(1)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
