"""Simulated visitors of a hub's pages, until the process is ended. Argument: the port.

Prints a line once all have seen a page.
"""

from __future__ import annotations

import sys
import threading

from bench.visitors import VISITORS, visit


def main(port: int) -> None:
    """Run all visitors, each in a thread."""
    seen = threading.Barrier(VISITORS + 1)
    for seed in range(VISITORS):
        threading.Thread(target=_look, args=(port, seed, seen), daemon=True).start()
    seen.wait()
    print("all have seen a page", flush=True)
    threading.Event().wait()


def _look(port: int, seed: int, seen: threading.Barrier) -> None:
    pages = visit(port, seed)
    next(pages)
    seen.wait()
    for _ in pages:
        continue


if __name__ == "__main__":
    main(int(sys.argv[1]))
