"""What hostile input may cost."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager

MOST_S = 10.0
"""Of this process's own time. What grows with the square of its input takes minutes; the second that is promised is
measured by `make bench`, on a machine that has nothing else to do."""

MOST_KILOBYTES = 100_000


@contextmanager
def bounded(most_s: float = MOST_S) -> Iterator[None]:
    """At most so much of this process's own time, however busy the machine is, and 100 MB more than ever before."""
    begun, before = time.process_time(), _peak()
    yield
    assert time.process_time() - begun < most_s
    assert _peak() - before < MOST_KILOBYTES


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
