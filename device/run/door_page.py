"""A table's page that another program serves: what the table shows goes out by the door, and presses come in by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.run.page_answers import PageAnswers
from device.run.page_door import PageDoor
from device.table.phones import PhoneAccess
from hal.browser.desk_inputs import DeskEvent, DeskInputs
from hal.browser.desk_sidebar import DeskSidebar
from hal.browser.desk_signal import DeskReadout, DeskSignal
from hal.browser.panels import MirroredPanel, PictureStore
from hal.browser.requests import BadRequest, Documents, OfRealTable, read
from hal.browser.table_pin import TablePin
from hal.clock.clock import Clock
from hal.panel.panel import Panel
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents


class DoorPage:
    """The same for a real table as the page that it would serve itself: `device.run.mirror.MirroredPage`."""

    def __init__(self, path: Path, clock: Clock, documents: Documents | None, pin: TablePin) -> None:
        """Raises OSError if the socket can't be made."""
        self._door = PageDoor(path, pin)
        news = self._door.news
        self.signal = DeskSignal(news)
        self.readout = DeskReadout(news)
        self._inputs = DeskInputs(news, clock, self._refused, None)
        self._sidebar = DeskSidebar(news)
        self._pictures = PictureStore(news, clock)
        news.picture, news.record = self._pictures.find, lambda: self._sidebar.contents.record
        self.url = str(path)
        """Where a service finds the page."""
        self.phones = PhoneAccess(lambda: self._door.phones.url, self._door.invite, self._door.phones)
        self._door.open(self._hear, PageAnswers(self._inputs, documents))

    def mirror(self, panel: Panel) -> MirroredPanel:
        """A real panel whose pictures are on the page as well."""
        return MirroredPanel(panel, self._pictures)

    def attach(self, post: Callable[[DeskEvent], None]) -> None:
        """Where presses go; any thread may call it."""
        self._inputs.open(post)

    def put(self, contents: SidebarContents) -> None:
        """What stands beside the panel now."""
        self._sidebar.put(contents)

    def say(self, topic: str, value: object) -> None:
        """Tell browsers something else; any JSON value."""
        self._door.news.publish(topic, value)

    def close(self) -> None:
        """End the page."""
        self._inputs.shut()
        self._door.close()

    def _refused(self) -> None:
        self.signal.give(Cue.REFUSED)

    def _hear(self, request: str) -> None:
        """Do what a browser asks for, if it is anything that a table in a real box can be asked for."""
        try:
            wanted = read(request)
        except BadRequest:
            return
        if isinstance(wanted, OfRealTable):
            self._inputs.do(wanted)
