"""A disk without room, for one process."""

import contextlib
import resource
from collections.abc import Iterator


@contextlib.contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Let every write of a process fail that would make a file longer.

    Files of any length beyond nothing are too long for it; reading goes on.
    """
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
