"""What became of newer programs that somebody put on a card, as sentences for the panel (docs/image.md).

The card's own part (`tools/image/on_card/programs.py`) writes it at each start: a list of pairs, in JSON, of an outcome
and the name of a file, or nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from device import __version__
from device.system import files
from display.words import Text, text

MOST_BYTES = 10_000
LONGEST_NAME = 40


def program_news(path: Path) -> tuple[Text, ...]:
    """What is to be told at this start; nothing, if the file is not there or not what is expected."""
    try:
        found = json.loads(files.read(path, MOST_BYTES))
        return tuple(_SENTENCES[outcome](_printable(name)) for outcome, name in found)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ()


def _printable(name: str) -> str:
    return re.sub(r"[^!-~]", "?", name)[:LONGEST_NAME]


_SENTENCES: dict[str, Callable[[str], Text]] = {
    "not-signed": lambda file: text(
        "{file} was not taken: it is not signed for this card, or not whole. Copy it once more.", file=file
    ),
    "too-large": lambda file: text("{file} was not taken: it is too large to be a program for this card.", file=file),
    "no-program": lambda file: text("{file} was not taken: there is no program in it.", file=file),
    "no-room": lambda file: text("{file} was not taken: there is no room for it on the card.", file=file),
    "no-file": lambda file: text("{file} was not taken: it is no file. Copy the program itself.", file=file),
    "broken": lambda file: text(
        "{file} was not taken: it is signed, but broken. Ask whoever made it for another one.", file=file
    ),
    "unreadable": lambda file: text(
        "{file} was not taken: the stick or the card fails to read it. Copy it once more.", file=file
    ),
    "plays": lambda _: text("Tablekeeper {version} plays from now on.", version=__version__),
    "never-started": lambda _: text(
        "A newer program was begun three times and never ready: Tablekeeper {version} goes on.", version=__version__
    ),
    "spoilt": lambda _: text(
        "The newer program was not ready five times running: Tablekeeper {version} of the card goes on. Copy the newer"
        " one once more.",
        version=__version__,
    ),
}
"""By the outcome's name in `tools/image/on_card/programs.py`."""
