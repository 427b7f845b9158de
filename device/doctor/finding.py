"""Finding: a result of the doctor's examination."""

from __future__ import annotations

from enum import Enum

from values.named_tuple import NamedTuple


class Severity(Enum):
    """The severity of a finding."""

    OK = "ok"
    NOTE = "note"  # nothing is wrong, or only a part that the table can do without
    REPAIR = "mend"  # the table does not work as it is set up until this is repaired


class Finding(NamedTuple):
    """The result of one check. `topic` names what was checked, `command` is the command that repairs it."""

    topic: str
    severity: Severity
    sentence: str
    command: str | None = None


def ok(topic: str, sentence: str) -> Finding:
    """A finding that all is well."""
    return Finding(topic, Severity.OK, sentence)


def note(topic: str, sentence: str, command: str | None = None) -> Finding:
    """A finding that is worth knowing."""
    return Finding(topic, Severity.NOTE, sentence, command)


def defect(topic: str, sentence: str, command: str | None = None) -> Finding:
    """A finding that needs repair."""
    return Finding(topic, Severity.REPAIR, sentence, command)
