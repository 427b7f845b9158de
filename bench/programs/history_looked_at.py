"""Reads all games of a data directory with their results, keeping only the last, and prints its peak memory."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import closing
from pathlib import Path

from bench.processes import own_peak
from device.journal.store import Journal
from device.people.people import People
from device.reports.games import past_games

if __name__ == "__main__":
    with closing(Journal.open_to_read(Path(sys.argv[1]))) as journal:
        deque(past_games(journal, People()), maxlen=1)
    print(own_peak())
