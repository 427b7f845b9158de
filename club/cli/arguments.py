"""Parses and checks the arguments that the club's commands share: addresses, passwords, box names, certificates."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from club.broker import topics
from club.broker.link import BrokerAddress
from device.cli.arguments import parse_port
from device.cli.common_arguments import UsageError
from device.system import files

MAX_PASSWORD_LENGTH = 200
"""Maximum number of bytes of a password in a file."""


def parse_host_and_port(address: str, default_host: str) -> tuple[str, int]:
    """Parse HOST:PORT, or PORT alone, for which `default_host` is the default. Raises UsageError."""
    host, _, port_text = address.rpartition(":")
    port = parse_port(port_text)
    if port is None:
        raise UsageError(f"“{address}” names no host and port; write HOST:PORT.")
    return host.strip("[]") or default_host, port


def read_password(path: Path | None) -> str | None:
    """Read the password from a file; None if no file is given. Raises UsageError if it is unreadable or invalid."""
    if path is None:
        return None
    try:
        password = files.read_file(path, MAX_PASSWORD_LENGTH + 1).decode().strip()
    except UnicodeDecodeError:
        raise UsageError(f"{path} has no password: it is not UTF-8 text.") from None
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.") from None
    if not 0 < len(password.encode()) <= MAX_PASSWORD_LENGTH or "\n" in password:
        raise UsageError(f"{path} must have one password, on one line of at most {MAX_PASSWORD_LENGTH} bytes.")
    return password


def check_box_name(name: str) -> None:
    """Raise UsageError if a box can't have this name."""
    if not topics.is_box_name(name):
        raise UsageError(f"“{name}” is no box's name: up to 32 small letters, digits and hyphens.")
    if name in topics.RESERVED_NAMES:
        raise UsageError(f"“{name}” is an account of the broker that no box can have: choose another name.")


def broker_address(arguments: argparse.Namespace, user: str) -> BrokerAddress:
    """The broker's address from the options, with the `user` who connects. Raises UsageError."""
    default_port = "1883" if arguments.certificate is None else "8883"
    address = arguments.broker if ":" in arguments.broker else f"{arguments.broker}:{default_port}"
    host, port = parse_host_and_port(address, "")
    if not host:
        raise UsageError(f"“{arguments.broker}” names no broker; write HOST or HOST:PORT.")
    return BrokerAddress(host, port, user, read_password(arguments.password), arguments.certificate)


@contextmanager
def check_certificates() -> Iterator[None]:
    """Raise UsageError if a certificate can't be used in the `with` block."""
    try:
        yield
    except OSError as error:  # includes ssl.SSLError
        raise UsageError(f"the certificate can't be used: {error.strerror or error}.") from None
