"""Runs a command, and prints its processor time in seconds and its peak memory in MiB.

A new process inherits the peak memory of the one that starts it, so a small one must start it.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    nowhere = os.open(os.devnull, os.O_WRONLY)
    quiet = [(os.POSIX_SPAWN_DUP2, nowhere, output) for output in (1, 2)]
    process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
    _, _, used = os.wait4(process, 0)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
