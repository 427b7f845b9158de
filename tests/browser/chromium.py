"""The browser that tests and figures drive: Debian's Chromium."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium")
"""Debian's names for it. The one without windows comes first: it takes two thirds of the time for the same pages."""

MISSING = f"Chromium is not installed: apt-get install {NAMES[0]}"


def chromium() -> str | None:
    """The path of the browser; None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
