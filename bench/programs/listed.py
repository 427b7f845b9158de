"""Lists the games of a data directory, and prints its peak memory."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.processes import own_peak
from device.journal.export import exported_lines

if __name__ == "__main__":
    for line in exported_lines(Path(sys.argv[1]), None, listing=True):
        print(line)
    print(own_peak())
