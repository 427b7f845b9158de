"""The end of a run: a sentence and an exit status that say whether everything is on the disk."""

from __future__ import annotations

import sys

from device.journal.writer import JournalWriter
from device.system.exitcodes import NOT_STORED, SUCCESS
from device.system.log_level import LogLevel
from device.table import transcript
from display.words import Language, text


def final_status(journal_writer: JournalWriter, language: Language) -> int:
    """Return SUCCESS if everything declared is on the disk; else NOT_STORED, after a message on standard error.

    `journal_writer` must be closed: closing it tries the disk for the last time.
    """
    fault = journal_writer.fault
    if fault is None or not journal_writer.has_unsaved_rows:
        return SUCCESS
    spill_folder = journal_writer.spill.directory
    if spill_folder is None:
        remainder_sentence = text("What is missing is lost.")
    else:
        remainder_sentence = text(
            "What is missing is in {place}, until the computer is switched off: start Tablekeeper again when the disk"
            " works.",
            place=str(spill_folder),
        )
    sentence = text("Not everything was kept: {reason} {rest}", reason=fault.sentence, rest=remainder_sentence)
    tell = transcript.transcript_writer(sys.stderr, has_levels=transcript.is_system_journal(sys.stderr))
    tell(f"tablekeeper: {language.say(sentence)}", LogLevel.ERROR)
    return NOT_STORED
