"""Chooses the inputs to keep: as few and as small as together reach every step that any input reaches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
ROOMS = tuple(f"{ROOT / room}/" for room in ("device", "display", "firmware", "guard", "hal", "values"))

Step = tuple[str, int, int]
"""A file, and two of its lines that were executed one after the other."""


def reached_steps(target: Callable[[bytes], None], data: bytes) -> set[Step]:
    """The steps in the program's own code that an input causes, until its end or an exception."""
    steps: set[Step] = set()

    def enter(frame: FrameType, event: str, argument: object) -> Any:
        file, last = frame.f_code.co_filename, 0
        if not file.startswith(ROOMS):
            return None

        def follow(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last
            if event == "line":
                steps.add((file, last, frame.f_lineno))
                last = frame.f_lineno
            return follow

        return follow

    sys.settrace(enter)
    try:
        with suppress(Exception):
            target(data)
    finally:
        sys.settrace(None)
    return steps


def choose_inputs(target: Callable[[bytes], None], inputs: Iterable[bytes], longest: int) -> list[bytes]:
    """Choose from the inputs of at most `longest` bytes. Of two inputs with the same steps, the smaller one is kept."""
    small = sorted({data for data in inputs if len(data) <= longest}, key=lambda data: (len(data), data))
    if small:
        target(small[0])  # so that work done once per process counts for no input
    kept: list[bytes] = []
    known: set[Step] = set()
    for data in small:
        steps = reached_steps(target, data)
        if not steps <= known:
            kept.append(data)
            known |= steps
    return kept
