"""Evenings of No Loose Ends for two, declared by totals: the shortest possible ones."""

from __future__ import annotations

from device.session.keyscript import key_script

HEADER = ["game no-loose-ends", "players Ann Bo"]


def script(*lines: str) -> list[str]:
    """The presses that declare these lines after the header."""
    return list(key_script("\n".join([*HEADER, *lines]).encode()))


TOTALS = ("set detail totals",)
ROUND = ("Ann planned 2 covered 2 extra 0", "Bo planned 1 covered 1 extra 10")
ROUND_POINTS = (2 * 2 + 5, 2 - 10)
