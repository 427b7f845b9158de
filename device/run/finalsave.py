"""The end of a run: what the disk has by then, in a sentence and an exit status."""

from __future__ import annotations

import sys

from device.journal.writer import JournalWriter
from device.system.exitcodes import FINE, NOT_KEPT
from device.system.log_level import LogLevel
from device.table import transcript
from display.words import Language, text


def status(journal_writer: JournalWriter, language: Language) -> int:
    """FINE if the disk has all that was declared; otherwise NOT_KEPT, and standard error says where the rest is.

    `journal_writer` is closed: closing it is the last time that the disk is tried.
    """
    fault = journal_writer.fault
    if fault is None or not journal_writer.unkept:
        return FINE
    place = journal_writer.spill.kept_in
    if place is None:
        rest = text("What is missing is lost.")
    else:
        rest = text(
            "What is missing is in {place}, until the computer is switched off: start Tablekeeper again when the disk"
            " works.",
            place=str(place),
        )
    said = text("Not everything was kept: {reason} {rest}", reason=fault.sentence, rest=rest)
    tell = transcript.to(sys.stderr, weighted=transcript.is_journal(sys.stderr))
    tell(f"tablekeeper: {language.say(said)}", LogLevel.ERROR)
    return NOT_KEPT
