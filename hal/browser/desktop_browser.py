"""Opens the desktop's web browser for the user who started the program, without showing the token to other users."""

from __future__ import annotations

import html
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

REDIRECT_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Tablekeeper</title>
<meta http-equiv="refresh" content="0; url={url}">
<p><a href="{url}">Tablekeeper</a></p>
"""


def has_screen() -> bool:
    """Whether there is a screen for a browser. A browser in the terminal would be of no use."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_url(url: str) -> None:
    import webbrowser  # imported late: needed only if a browser is opened

    webbrowser.open(url)


@contextmanager
def open_browser(url: str, *, is_secret: bool, open_url: Callable[[str], object] = _open_url) -> Iterator[None]:
    """Open a browser at a URL, which other users must not see if it `is_secret`.

    Other users of the machine can read a browser's arguments. So it gets a file that they can't read, which redirects
    to the URL, and is removed when the context ends.
    """
    if not is_secret:
        open_url(url)
        yield
        return
    # Only its owner can read such a directory (0700).
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as directory:
        page = Path(directory) / "table.html"
        with os.fdopen(os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(REDIRECT_PAGE.format(url=html.escape(url)))
        open_url(page.as_uri())
        yield
