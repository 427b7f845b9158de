"""Tunes garbage collection at start-up. What is loaded at start-up stays for good, so scanning it only takes time."""

from __future__ import annotations

import gc


def disable_until_settled() -> None:
    """Disable garbage collection while the program is being loaded, until `settle`."""
    gc.disable()


def collect_and_settle() -> None:
    """Collect the garbage that loading has left, then `settle`.

    This is for a program that starts once in months and should use little memory.
    """
    gc.collect()
    settle()


def settle() -> None:
    """Enable garbage collection after loading, but exclude all objects that exist by now from it."""
    gc.freeze()
    gc.enable()
