"""Visitors of a hub's pages, until they are ended. Argument: the pages' port. Says so once all have seen a page."""

from __future__ import annotations

import sys
import threading

from bench.visitors import VISITORS, visit


def main(port: int) -> None:
    """Let all of them look, each in a thread."""
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
