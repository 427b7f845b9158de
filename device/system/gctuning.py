"""Garbage collection and a start: what a start loads is there to stay, so looking for garbage in it only takes time."""

from __future__ import annotations

import gc


def leave() -> None:
    """The program is being loaded: collect nothing until `settle`."""
    gc.disable()


def sweep() -> None:
    """As `settle`, for a program that starts once in months and shall be small: what loading has left is collected."""
    gc.collect()
    settle()


def settle() -> None:
    """The program is loaded: collect garbage again, but never look at what is there by now."""
    gc.freeze()
    gc.enable()
