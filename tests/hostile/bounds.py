"""What hostile input may cost."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager

MOST_S = 1.0
MOST_KILOBYTES = 100_000


@contextmanager
def bounded() -> Iterator[None]:
    """At most a second of this process's own time, however busy the machine is, and 100 MB more than ever before."""
    begun, before = time.process_time(), _peak()
    yield
    assert time.process_time() - begun < MOST_S
    assert _peak() - before < MOST_KILOBYTES


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
