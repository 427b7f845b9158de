"""Opens a browser for whoever started the program, and shows nobody else what opens the keys."""

from __future__ import annotations

import html
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Tablekeeper</title>
<meta http-equiv="refresh" content="0; url={url}">
<p><a href="{url}">Tablekeeper</a></p>
"""


def has_screen() -> bool:
    """Whether there is one for a browser to be on. A browser in the terminal would only be in the way."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def browse(url: str) -> None:
    """Have the desktop's browser go to an address."""
    import webbrowser  # most starts open none

    webbrowser.open(url)


@contextmanager
def opened(url: str, private: str, browse: Callable[[str], object] = browse) -> Iterator[None]:
    """Open a browser at `private`, an address that nobody else may see; at `url` where the two are the same.

    Other users of the machine can read the arguments of a browser. It is given a file that they can't read, which
    leads on to the address, and is there until the program ends.
    """
    if url == private:
        browse(url)
        yield
        return
    # Such a directory is its owner's alone (0700).
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as directory:
        page = Path(directory) / "table.html"
        with os.fdopen(os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(PAGE.format(url=html.escape(private)))
        browse(page.as_uri())
        yield
