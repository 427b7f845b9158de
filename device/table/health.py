"""What does not do its work, and what people must know of it: the disk of the games, games on it that these rules
refuse, and the panel."""

from __future__ import annotations

from collections.abc import Callable

from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.system.log_level import LogLevel
from device.table.gamelog import GameLog
from display.vocabulary import Notice
from display.words import Text, text
from hal.signal.signal import Cue, Signal

RETRY_S = 5.0
"""How often a disk that refused is tried again while nothing happens."""

TellTrouble = Callable[[Text, LogLevel], None]
"""Tells those who look on."""


class Health:
    """Tries a disk that refused again, and says what is new of it, by page, signal and transcript."""

    def __init__(self, journal: JournalWriter, log: GameLog, signal: Signal, tell: TellTrouble) -> None:
        self.panel: str | None = None
        """Why the last refresh failed, until somebody presses a key; None if it did not."""
        self.slow = False
        """Whether the disk has been slow this evening, so that an acknowledgement may take its time."""
        self._journal = journal
        self._log = log
        self._signal = signal
        self._tell = tell
        self._due = 0.0
        self._messages: list[Text] = []
        """What people must know of; each stays until somebody closes it."""
        self._noticed: tuple[Text, ...] = ()
        """What there was to know of the journal."""
        self._unreadable: Text | None = None
        """What was told last of games that can't be gone on with."""
        self._refused: Text | None = None
        """Why the disk refuses, as it was told last."""

    @property
    def notice(self) -> Notice | None:
        """What there is to show; None if all is well."""
        if self._journal.fault is not None:
            return pages.unwritten(self._journal.fault.sentence)
        if self.panel is not None:
            return pages.panel_trouble(self.panel)
        return pages.trouble(self._messages[0]) if self._messages else None

    def warn(self, sentence: Text) -> None:
        """Tell what people must know, and show it until somebody closes it."""
        self._messages.append(sentence)
        self._tell(sentence, LogLevel.WARNING)

    def close(self) -> bool:
        """Somebody has read what was shown. Whether anything was; while the disk refuses, that is shown and stays."""
        if self._journal.fault is not None:
            return True
        if not self._messages:
            return False
        self._journal.disk.close_notice(self._messages.pop(0))
        return True

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
        before = self._noticed, self._unreadable, self._refused
        self._journal.retry(patiently=patiently)
        self.attend()
        return (self._noticed, self._unreadable, self._refused) != before

    def declared(self) -> None:
        """Something was declared: say what is new of the disk, and remind by signal of what it lacks."""
        if not self.attend() and self._journal.fault is not None:
            self._signal.give(Cue.TROUBLE)

    def attend(self) -> bool:
        """Say what is new of the disk and its games. Whether there is trouble in it."""
        self.slow = self._journal.disk.slow
        # Each is looked at, whatever the others have to say.
        trouble = any([self._news_to_read(), self._news_of_disk()])
        for place in self._journal.spill.avoided():
            self._tell(
                text("{place} could be meddled with by other users: it is not used.", place=place), LogLevel.WARNING
            )
        if trouble:
            self._signal.give(Cue.TROUBLE)
        return trouble

    def _news_to_read(self) -> bool:
        """Tell what somebody has to read: of a damaged or slow disk, and of games that can't be gone on with."""
        before, self._noticed = self._noticed, self._journal.disk.notices
        news = [notice for notice in self._noticed if notice not in before]
        refused, self._unreadable = self._unreadable, self._log.unreadable
        if self._unreadable is not None and self._unreadable is not refused:
            news.append(self._unreadable)
        for sentence in news:
            self.warn(sentence)
        return bool(news)

    def _news_of_disk(self) -> bool:
        """Tell that the disk refuses, or no longer does. Whether it is news that it does."""
        before, self._refused = self._refused, None if self._journal.fault is None else self._journal.fault.sentence
        if self._refused is not None and self._refused != before:
            self._tell(self._refused, LogLevel.ERROR)
            return True
        if self._refused is None and before is not None:
            self._tell(text("everything is on the disk again"), LogLevel.NOTICE)
        return False
