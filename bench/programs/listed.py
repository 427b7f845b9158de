"""Lists the games of a data directory, and prints its peak memory."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.processes import own_peak
from device.journal.export import export

if __name__ == "__main__":
    for line in export(Path(sys.argv[1]), None, listing=True):
        print(line)
    print(own_peak())
