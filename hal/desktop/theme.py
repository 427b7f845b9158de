"""What the pages of a browser look like, for pages that are made elsewhere."""

from __future__ import annotations

from pathlib import Path


def theme() -> str:
    """The style sheet that all pages share: colours by day and by night, letters, buttons."""
    return (Path(__file__).parent / "page" / "theme.css").read_text(encoding="utf-8")
