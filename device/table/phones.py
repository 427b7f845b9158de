"""How phones of the network reach a table."""

from __future__ import annotations

from collections.abc import Callable

from values.named_tuple import NamedTuple


class PhoneAccess(NamedTuple):
    """Where phones find the page of a table just now, "" for nowhere, and what gives a new code that opens the keys
    there while a function says so."""

    url: Callable[[], str]
    invite: Callable[[Callable[[], bool]], str]
