"""The page in a browser beside a real table: a mirror for phones, which only watch unless a token is configured."""

from __future__ import annotations

from device.config import DesktopSettings
from device.reports.archive_client import ArchiveDocuments
from device.run import webwords
from device.table.listeners import Listener
from device.table.phones import PhoneAccess
from device.table.sidebar import SidebarFiller
from display.words import Language
from hal.browser.desk import Desk, DeskSettings
from hal.clock.clock import Clock
from hal.panel.panel import Panel
from hal.signal.signal import Signal, Signals
from hal.table.threaded import ThreadedTable


def phone_access(desk: Desk) -> PhoneAccess | None:
    """How phones reach a table whose page is served so; None where only this machine does."""
    return PhoneAccess(desk.phone_url, desk.gate.invitations.invite) if desk.phone_url else None


class Mirror:
    """What a real table is built with so that it can be seen elsewhere: its own parts, each with a second reader.

    The table never waits for a browser, and loses nothing with the page.
    """

    def __init__(self, settings: DesktopSettings, clock: Clock, documents: ArchiveDocuments | None = None) -> None:
        """Serve the page, and besides it these `documents`.

        Raises CannotServe, and ImportError where the web framework is not installed.
        """
        keys = settings.token is not None
        where = DeskSettings(
            settings.address, settings.port, settings.token, fixed=True, keys=keys, names=settings.names
        )
        self._documents = documents
        self._desk = Desk(clock, where, documents=documents)
        self.readout = self._desk.readout
        self.url = self._desk.url
        """Where a browser finds the page."""
        self.phones = phone_access(self._desk)

    def panel(self, panel: Panel) -> Panel:
        """The real panel, whose pictures are on the page as well."""
        return self._desk.mirror(panel)

    def signal(self, signal: Signal) -> Signal:
        """The real signal, whose cues are on the page as well."""
        return Signals(signal, self._desk.signal)

    def listener(self, language: Language) -> Listener:
        """What follows the table."""
        self._speak(language)
        return SidebarFiller(self._desk, language, self._speak)

    def attach(self, table: ThreadedTable) -> None:
        """Presses of browsers that have the token go to this table."""
        self._desk.attach(table.post)
        if self._documents is not None:
            self._documents.changed = table.wake

    def close(self) -> None:
        """End the page."""
        self._desk.close()
        if self._documents is not None:
            self._documents.close()

    def _speak(self, language: Language) -> None:
        self._desk.say("words", webwords.said(language))
        if self._documents is not None:
            self._documents.language = language
        choices = {"panels": [], "panel": "", "languages": [], "language": language.code}
        self._desk.say("choices", {**choices, "past": self._documents is not None})
