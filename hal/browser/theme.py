"""Style sheets of the browser's pages, for pages that are made elsewhere."""

from __future__ import annotations

from pathlib import Path


def shared_style() -> str:
    """Return the style sheet that all pages share: colours by day and by night, letters, buttons."""
    return _read_style("theme")


def past_style() -> str:
    """Return the additional style sheet of pages about past games."""
    return _read_style("past")


def _read_style(name: str) -> str:
    return (Path(__file__).parent / "page" / f"{name}.css").read_text(encoding="utf-8")
