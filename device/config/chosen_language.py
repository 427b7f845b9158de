"""Stores the language chosen at the table, for all its games, in a small file beside the journal."""

from __future__ import annotations

import os
from pathlib import Path

from device.config import LANGUAGES
from device.system import atomicfile, files
from device.system.error_reasons import unread_sentence
from display.words import Text, text
from values.named_tuple import NamedTuple

FILE_NAME = "language"
MAX_FILE_BYTES = 100
"""Maximum number of bytes that are read of the file; it holds a code of two letters."""


class ChosenLanguage(NamedTuple):
    """The code of the language chosen at the table; None if none was chosen, or `trouble` says why it can't be read."""

    code: str | None
    trouble: Text | None = None


def read_chosen_language(directory: Path) -> ChosenLanguage:
    """The language chosen at the table; none if this user has no right to look into the directory."""
    path = directory / FILE_NAME
    try:
        code = files.read_file(path, MAX_FILE_BYTES).decode("ascii", "replace").strip()
    except OSError as error:
        if not os.path.lexists(path):  # also if this user may not look into the directory
            return ChosenLanguage(None)
        return ChosenLanguage(code=None, trouble=_with_advice(unread_sentence(path, error)))
    if code in LANGUAGES:
        return ChosenLanguage(code)
    return ChosenLanguage(code=None, trouble=_with_advice(text("{file} has no language in it.", file=str(path))))


def chosen_language_code(directory: Path) -> str | None:
    """The code of the language chosen at the table; None if none was chosen, or the file is invalid."""
    return read_chosen_language(directory).code


def _with_advice(fault: Text) -> Text:
    return text("{fault} Choose the language again, in the menu.", fault=fault)


def store_language(directory: Path, code: str) -> None:
    """Store the choice of a language, so that it survives a power cut. Raises OSError."""
    atomicfile.replace_file(directory / FILE_NAME, f"{code}\n".encode())
