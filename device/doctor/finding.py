"""What an examination finds."""

from __future__ import annotations

from enum import Enum

from values.named_tuple import NamedTuple


class Severity(Enum):
    """How much a finding matters."""

    OK = "ok"
    NOTE = "note"  # nothing is wrong, or only a part that the table can do without
    MEND = "mend"  # the table does not work as it is set up, until this is mended


class Finding(NamedTuple):
    """One thing that was looked at. `topic` is a word for it, `line` what to type to mend it."""

    topic: str
    level: Severity
    sentence: str
    line: str | None = None


def ok(topic: str, sentence: str) -> Finding:
    """All is well."""
    return Finding(topic, Severity.OK, sentence)


def note(topic: str, sentence: str, line: str | None = None) -> Finding:
    """Something to know."""
    return Finding(topic, Severity.NOTE, sentence, line)


def mend(topic: str, sentence: str, line: str | None = None) -> Finding:
    """Something to mend."""
    return Finding(topic, Severity.MEND, sentence, line)
