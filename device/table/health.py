"""The trouble that people must know of: of the disk, of stored games that the present rules refuse, of the panel."""

from __future__ import annotations

from collections.abc import Callable

from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.system.log_level import LogLevel
from device.table.table_games import TableGames
from display.vocabulary import Notice
from display.words import Text, text
from hal.signal.signal import Cue, Signal

RETRY_S = 5.0
"""Seconds between two retries of a failed disk while nothing else happens."""

ReportTrouble = Callable[[Text, LogLevel], None]
"""A function that publishes a message to the listeners."""


class Health:
    """Retries a failed disk, and reports news of it by page, signal and transcript."""

    def __init__(self, journal: JournalWriter, games: TableGames, signal: Signal, report: ReportTrouble) -> None:
        self.panel_fault: str | None = None
        """Why the last refresh failed, until somebody presses a key; None if it succeeded."""
        self.is_disk_slow = False
        """Whether the disk has been slow this evening, so that acknowledgements may be delayed."""
        self._journal = journal
        self._games = games
        self._signal = signal
        self._report = report
        self._retry_at = 0.0
        self._messages: list[Text] = []
        """The messages to show; each stays until somebody closes it."""
        self._reported_notices: tuple[Text, ...] = ()
        """The journal's notices, as last reported."""
        self._reported_unreadable: Text | None = None
        """The message about unreadable games, as last reported."""
        self._reported_fault: Text | None = None
        """Why the disk fails, as last reported."""

    @property
    def notice(self) -> Notice | None:
        """The notice to show; None if all is well."""
        if self._journal.fault is not None:
            return pages.unwritten_notice(self._journal.fault.sentence)
        if self.panel_fault is not None:
            return pages.panel_trouble_notice(self.panel_fault)
        return pages.trouble_notice(self._messages[0]) if self._messages else None

    @property
    def disk_fails(self) -> bool:
        """Whether the disk fails."""
        return self._journal.fault is not None

    def warn(self, sentence: Text) -> None:
        """Report a message, and show it until somebody closes it."""
        self._messages.append(sentence)
        self._report(sentence, LogLevel.WARNING)

    def close_message(self) -> bool:
        """Close the message that is shown. Returns whether there was one. The notice of a failed disk stays."""
        if self._journal.fault is not None:
            return True
        if not self._messages:
            return False
        self._journal.disk.close_notice(self._messages.pop(0))
        return True

    def deadline(self) -> float | None:
        """When to retry the disk, in seconds of the table's clock; None if it works."""
        return None if self._journal.fault is None else self._retry_at

    def retry_if_due(self, now: float) -> bool:
        """Retry a failed disk if it is time for that. Returns whether there is news."""
        if self._journal.fault is None or now < self._retry_at:
            return False
        self._retry_at = now + RETRY_S
        return self.retry(unless_slow=True)

    def retry(self, *, unless_slow: bool = False) -> bool:
        """Retry a failed disk. Returns whether there is news."""
        reported_before = self._reported_notices, self._reported_unreadable, self._reported_fault
        self._journal.retry_writing(unless_slow=unless_slow)
        self.report_news()
        return (self._reported_notices, self._reported_unreadable, self._reported_fault) != reported_before

    def report_after_declaration(self) -> None:
        """After a declaration: report news of the disk. While the disk fails, give the signal of trouble each time."""
        if not self.report_news() and self._journal.fault is not None:
            self._signal.play(Cue.TROUBLE)

    def report_news(self) -> bool:
        """Report news of the disk and its games. Returns whether there is trouble."""
        self.is_disk_slow = self._journal.disk.is_slow
        # A list, so that all are called.
        has_trouble = any([self._report_messages(), self._report_disk()])
        for place in self._journal.spill.take_unsafe_places():
            sentence = text("{place} could be meddled with by other users: it is not used.", place=place)
            self._report(sentence, LogLevel.WARNING)
        if has_trouble:
            self._signal.play(Cue.TROUBLE)
        return has_trouble

    def _report_messages(self) -> bool:
        """Report what somebody has to read: a damaged or slow disk, and games that can't be opened."""
        known_notices, self._reported_notices = self._reported_notices, self._journal.disk.notices
        news = [notice for notice in self._reported_notices if notice not in known_notices]
        known_message, self._reported_unreadable = self._reported_unreadable, self._games.unreadable_message
        if self._reported_unreadable is not None and self._reported_unreadable is not known_message:
            news.append(self._reported_unreadable)
        for sentence in news:
            self.warn(sentence)
        return bool(news)

    def _report_disk(self) -> bool:
        """Report that the disk fails, or works again. Returns whether it newly fails."""
        known_fault, fault = self._reported_fault, self._journal.fault
        self._reported_fault = None if fault is None else fault.sentence
        if self._reported_fault is not None and self._reported_fault != known_fault:
            self._report(self._reported_fault, LogLevel.ERROR)
            return True
        if self._reported_fault is None and known_fault is not None:
            self._report(text("everything is on the disk again"), LogLevel.NOTICE)
        return False
