"""The browser that tests and figures drive: Debian's Chromium."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium")
"""What Debian calls it, the one without windows first: it takes two thirds of the time for the same pages."""

MISSING = f"Chromium is not installed: apt-get install {NAMES[0]}"


def chromium() -> str | None:
    """Where the browser is, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
