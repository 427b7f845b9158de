"""Sentences about newer programs that were put on an SD card or sent to it (docs/image.md), and what became of them.

The card's own program (`tools/image/on_card/programs.py`) writes the file at each start: a JSON list of pairs of an
outcome and a file name, or an empty list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from device import __version__
from device.system import files
from display.words import Text, text

MAX_BYTES = 10_000
MAX_NAME_LENGTH = 40


def program_news(path: Path) -> tuple[Text, ...]:
    """The sentences for this start; empty if the file is missing or not as expected."""
    try:
        outcomes = json.loads(files.read_file(path, MAX_BYTES))
        return tuple(outcome_sentence(outcome, name) for outcome, name in outcomes)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ()


def outcome_sentence(outcome: str, file: str) -> Text:
    """The sentence about what became of a file. Raises KeyError for an outcome of later cards."""
    return _SENTENCES[outcome](re.sub(r"[^!-~]", "?", file)[:MAX_NAME_LENGTH])


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
    "older": lambda file: text(
        "{file} was not taken: it is older than Tablekeeper {version}. A USB stick brings an older one.",
        file=file,
        version=__version__,
    ),
    "same": lambda file: text("{file} is the program that plays already.", file=file),
    "ready": lambda file: text("{file} was taken: it plays from the next start of the box on.", file=file),
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
"""The sentences by the outcomes' names in `tools/image/on_card/programs.py`."""
