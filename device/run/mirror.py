"""A real table's page in a browser: a mirror for phones, which only watch unless they are allowed to press keys."""

from __future__ import annotations

from pathlib import Path

from device.config import DesktopSettings
from device.reports.archive_client import ArchiveDocuments
from device.run import page_texts
from device.run.door_page import DoorPage
from device.run.program_uploads import ProgramUploads
from device.table.listeners import Listener
from device.table.phone_access import PhoneAccess
from device.table.sidebar_filler import SidebarFiller
from display.words import Language
from hal.browser.desk import Desk, DeskSettings
from hal.browser.table_pin import NO_PIN, TablePin
from hal.clock.clock import Clock
from hal.panel.panel import Panel
from hal.signal.signal import Signal, SignalGroup
from hal.table.threaded_table import ThreadedTable


def phone_access(desk: Desk) -> PhoneAccess | None:
    """How phones reach a table whose page is served by `desk`; None if only this machine does."""
    return PhoneAccess(lambda: desk.network_url, desk.key_gate.invitations.create_code) if desk.network_url else None


def make_mirror(
    settings: DesktopSettings,
    clock: Clock,
    documents: ArchiveDocuments | None = None,
    pin: TablePin = NO_PIN,
    programs: ProgramUploads | None = None,
) -> Mirror:
    """The page beside a real table, which also has these `documents`. If the settings name a door, the page is served
    behind it, else here. Phones that the table invites must know its `pin`. Behind a door, they may send `programs`.

    Raises CannotServe, OSError for a door that can't be made, and ImportError where the web framework is not installed.
    """
    if settings.door is not None:
        page = DoorPage(Path(settings.door), clock, documents, pin, programs)
        return Mirror(page, page.phones, documents)
    desk_settings = DeskSettings(
        settings.address,
        settings.port,
        settings.token,
        is_port_fixed=True,
        allows_keys=settings.token is not None,
        network_names=settings.names,
        pin=pin,
    )
    desk = Desk(clock, desk_settings, documents=documents)
    return Mirror(desk, phone_access(desk), documents)


class Mirror:
    """Wraps the parts of a real table, so that the page shows the same.

    The table never waits for a browser, and works without the page as well.
    """

    def __init__(self, page: Desk | DoorPage, phones: PhoneAccess | None, documents: ArchiveDocuments | None) -> None:
        """`page` is served in this program, or by a web service behind a socket."""
        self._page = page
        self._documents = documents
        self.phones = phones
        self.readout = page.readout
        self.url = page.url
        """The page's address, or the path of the socket."""

    def mirror_panel(self, panel: Panel) -> Panel:
        """Wrap the real panel: its pictures are on the page as well."""
        return self._page.mirror_panel(panel)

    def mirror_signal(self, signal: Signal) -> Signal:
        """Wrap the real signal: its cues are on the page as well."""
        return SignalGroup(signal, self._page.signal)

    def make_listener(self, language: Language) -> Listener:
        """The listener that keeps the page up to date."""
        self._set_language(language)
        return SidebarFiller(self._page, language, self._set_language)

    def connect_table(self, table: ThreadedTable) -> None:
        """Send presses of browsers that may press keys to this table."""
        self._page.connect_table(table.post)
        if self._documents is not None:
            self._documents.on_change = table.wake
        if self.phones is not None and self.phones.wifi is not None:
            self.phones.wifi.on_change = table.wake

    def close(self) -> None:
        """End the page."""
        self._page.close()
        if self._documents is not None:
            self._documents.close()

    def _set_language(self, language: Language) -> None:
        self._page.publish("words", page_texts.page_texts(language))
        if self._documents is not None:
            self._documents.language = language
        choices = {"panels": [], "panel": "", "languages": [], "language": language.code}
        self._page.publish("choices", {**choices, "past": self._documents is not None})
