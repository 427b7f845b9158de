"""What the pages of a browser look like, for pages that are made elsewhere."""

from __future__ import annotations

from pathlib import Path


def theme() -> str:
    """The style sheet that all pages share: colours by day and by night, letters, buttons."""
    return _style("theme")


def past() -> str:
    """The style sheet that pages of the past have besides."""
    return _style("past")


def _style(name: str) -> str:
    return (Path(__file__).parent / "page" / f"{name}.css").read_text(encoding="utf-8")
