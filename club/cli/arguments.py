"""What the commands of a club have in common: places, passwords, packages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from club.broker import topics
from club.broker.link import BrokerAddress
from device.cli.common_arguments import Misused
from device.system import files

LONGEST_PASSWORD = 200
"""Bytes of a file that has a password, with the line's end."""


def place_of(words: str, host: str) -> tuple[str, int]:
    """The host and port of HOST:PORT, or of PORT alone. Raises Misused."""
    name, _, port = words.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port[:6]) < 65536):
        raise Misused(f"“{words}” names no host and port; write HOST:PORT.")
    return name.strip("[]") or host, int(port)


def password_of(path: Path | None) -> str | None:
    """The password that a file has; None where no file is named. Raises Misused."""
    if path is None:
        return None
    try:
        found = files.read(path, LONGEST_PASSWORD + 1).decode().strip()
    except UnicodeDecodeError:
        raise Misused(f"{path} has no password: it is not UTF-8 text.") from None
    except OSError as error:
        raise Misused(f"{path} can't be read: {error.strerror}.") from None
    if not 0 < len(found.encode()) <= LONGEST_PASSWORD or "\n" in found:
        raise Misused(f"{path} must have one password, on one line of at most {LONGEST_PASSWORD} bytes.")
    return found


def check_name(name: str) -> None:
    """Raises Misused for what can be no box's name."""
    if not topics.is_box_name(name):
        raise Misused(f"“{name}” is no box's name: up to 32 small letters, digits and hyphens.")
    if name in topics.RESERVED:
        raise Misused(f"“{name}” is an account of the broker that no box can have: choose another name.")


def broker_address(given: argparse.Namespace, user: str) -> BrokerAddress:
    """The broker that an option names, and who connects to it. Raises Misused."""
    default = "1883" if given.certificate is None else "8883"
    host, port = place_of(given.broker if ":" in given.broker else f"{given.broker}:{default}", "")
    if not host:
        raise Misused(f"“{given.broker}” names no broker; write HOST or HOST:PORT.")
    return BrokerAddress(host, port, user, password_of(given.password), given.certificate)


@contextmanager
def readable_certificates() -> Iterator[None]:
    """Say that a certificate can't be used. Raises Misused."""
    try:
        yield
    except OSError as error:  # ssl's errors are some, too
        raise Misused(f"the certificate can't be used: {error.strerror or error}.") from None
