"""What does not do its work, and what people must know of it: the disk of the games, games on it that these rules
refuse, and the panel."""

from __future__ import annotations

from collections.abc import Callable

from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.system.weight import Weight
from device.table.gamelog import GameLog
from display.vocabulary import Notice
from display.words import Text, text
from hal.signal.signal import Cue, Signal

RETRY_S = 5.0
"""How often a disk that refused is tried again while nothing happens."""

TellTrouble = Callable[[Text, Weight], None]
"""Tells those who look on."""


class Health:
    """Tries a disk that refused again, and says what is new of it, by page, signal and transcript."""

    def __init__(self, journal: JournalWriter, log: GameLog, signal: Signal, tell: TellTrouble) -> None:
        self.panel: str | None = None
        """Why the last refresh failed, until somebody presses a key; None if it did not."""
        self._journal = journal
        self._log = log
        self._signal = signal
        self._tell = tell
        self._due = 0.0
        self._messages: list[Notice] = []
        """What people must know of; each stays until somebody closes it."""
        self._unreadable: Text | None = None
        """What was told last of games that can't be gone on with."""
        self._told: tuple[Text | None, Text | None] = (None, None)
        """The journal's notice and fault that were told last."""

    @property
    def notice(self) -> Notice | None:
        """What there is to show; None if all is well."""
        if self._journal.fault is not None:
            return pages.unwritten(self._journal.fault.sentence)
        if self.panel is not None:
            return pages.panel_trouble(self.panel)
        return self._messages[0] if self._messages else None

    def close(self) -> bool:
        """Somebody has read what was shown. Whether anything was."""
        there = bool(self._messages) or self._journal.fault is not None
        del self._messages[:1]
        return there

    def deadline(self) -> float | None:
        """When the disk is to be tried again, in seconds of the table's clock; None if it works."""
        return None if self._journal.fault is None else self._due

    def retry_due(self, now: float) -> bool:
        """Try a disk that refused again, if it is time for that. Whether there is news of it."""
        if self._journal.fault is None or now < self._due:
            return False
        self._due = now + RETRY_S
        return self.retry(patiently=True)

    def retry(self, *, patiently: bool = False) -> bool:
        """Try a disk that refused again. Whether there is news of it."""
        before = self._told
        self._journal.retry(patiently=patiently)
        self.attend()
        return self._told != before

    @property
    def slow(self) -> bool:
        """Whether the disk has been slow this evening, so that an acknowledgement may take its time."""
        return self._journal.slow

    def declared(self) -> None:
        """Something was declared: say what is new of the disk, and remind by signal of what it lacks."""
        if not self.attend() and self._journal.fault is not None:
            self._signal.give(Cue.TROUBLE)

    def attend(self) -> bool:
        """Say what is new of the disk and its games. Whether there is trouble in it."""
        noticed, faulted = self._told
        notice, fault = (
            self._journal.notice,
            None if self._journal.fault is None else self._journal.fault.sentence,
        )
        self._told = (notice, fault)
        trouble = False
        if notice is not None and notice is not noticed:
            trouble = True
            self._warn(notice)
        unreadable = self._log.unreadable
        if unreadable is not None and unreadable is not self._unreadable:
            trouble, self._unreadable = True, unreadable
            self._warn(unreadable)
        if fault is not None and fault != faulted:
            trouble = True
            self._tell(fault, Weight.ERROR)
        elif fault is None and faulted is not None:
            self._tell(text("everything is on the disk again"), Weight.NOTICE)
        for place in self._journal.avoided():
            self._tell(
                text("{place} could be meddled with by other users: it is not used.", place=place), Weight.WARNING
            )
        if trouble:
            self._signal.give(Cue.TROUBLE)
        return trouble

    def _warn(self, sentence: Text) -> None:
        """Tell something that has to be read by somebody."""
        self._messages.append(pages.trouble(sentence))
        self._tell(sentence, Weight.WARNING)
