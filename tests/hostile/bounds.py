"""Limits for the cost of hostile input."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager

MAX_S = 10.0
"""Seconds of this process's own time. Quadratic algorithms take minutes; the promised second is measured by `make
bench`, on a machine without other load."""

MAX_KILOBYTES = 100_000


@contextmanager
def bounded(most_s: float = MAX_S) -> Iterator[None]:
    """Check that the block takes at most this much of the process's own time.

    Its peak memory may be at most 100 MB above the peak before.
    """
    begun, before = time.process_time(), _peak()
    yield
    assert time.process_time() - begun < most_s
    assert _peak() - before < MAX_KILOBYTES


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
