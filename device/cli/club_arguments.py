"""What the commands of a club have in common: places, passwords, packages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.system import files
from hal.system import installing

LONGEST_PASSWORD = 200
"""Bytes of a file that has a password, with the line's end."""


class ClubMisused(Exception):
    """The command was used wrongly or meets something that can't be used; the message is a sentence."""


def place_of(words: str, host: str) -> tuple[str, int]:
    """The host and port of HOST:PORT, or of PORT alone. Raises ClubMisused."""
    name, _, port = words.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port[:6]) < 65536):
        raise ClubMisused(f"“{words}” names no host and port; write HOST:PORT.")
    return name.strip("[]") or host, int(port)


def password_of(path: Path | None) -> str | None:
    """The password that a file has; None where no file is named. Raises ClubMisused."""
    if path is None:
        return None
    try:
        found = files.read(path, LONGEST_PASSWORD + 1).decode().strip()
    except UnicodeDecodeError:
        raise ClubMisused(f"{path} has no password: it is not UTF-8 text.") from None
    except OSError as error:
        raise ClubMisused(f"{path} can't be read: {error.strerror}.") from None
    if not 0 < len(found.encode()) <= LONGEST_PASSWORD or "\n" in found:
        raise ClubMisused(f"{path} must have one password, on one line of at most {LONGEST_PASSWORD} bytes.")
    return found


@contextmanager
def needed_packages(extra: str) -> Iterator[None]:
    """Say what to type where a package is missing. Raises ClubMisused."""
    try:
        yield
    except ImportError as error:
        command = installing.command(extra)
        raise ClubMisused(f"a club needs {error.name}; install it with: {command}") from None
