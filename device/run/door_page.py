"""The table's web page if another program (a web service) serves it: this program sends the content to it and receives
the browsers' key presses, through a Unix socket."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.run.page_answers import ServiceAnswerer
from device.run.page_door import PageDoor
from device.run.program_uploads import ProgramUploads
from device.table.phone_access import PhoneAccess
from hal.browser.desk_inputs import DeskEvent, DeskInputs
from hal.browser.desk_sidebar import DeskSidebar
from hal.browser.desk_signal import DeskReadout, DeskSignal
from hal.browser.page_requests import Documents, InvalidRequest, RealTableRequest, parse_request
from hal.browser.panels import MirroredPanel, PictureStore
from hal.browser.table_pin import TablePin
from hal.clock.clock import Clock
from hal.panel.panel import Panel
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents


class DoorPage:
    """The page of a real table, which a web service behind a socket serves. `device.run.mirror.Mirror` uses it in place
    of a `hal.browser.desk.Desk`."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        documents: Documents | None,
        pin: TablePin,
        programs: ProgramUploads | None = None,
    ) -> None:
        """Create the socket. Raises OSError if that fails."""
        self._door = PageDoor(path, pin)
        page_news = self._door.news
        self.signal = DeskSignal(page_news)
        self.readout = DeskReadout(page_news)
        self._inputs = DeskInputs(page_news, clock, self._play_refusal, seating=None)
        self._sidebar = DeskSidebar(page_news)
        self._pictures = PictureStore(page_news, clock)
        page_news.fetch_picture = self._pictures.fetch_png
        page_news.current_record = lambda: self._sidebar.contents.record
        self.url = str(path)
        """The socket's path, where a web service connects."""
        self.phones = PhoneAccess(lambda: self._door.phones.url, self._door.create_code, self._door.phones)
        if programs is not None:
            programs.is_in_play = lambda: self._sidebar.contents.is_game_in_play
        self._door.start(self._carry_out, ServiceAnswerer(self._inputs, documents, programs))

    def mirror_panel(self, panel: Panel) -> MirroredPanel:
        """Wrap a real panel, so that its pictures are on the page as well."""
        return MirroredPanel(panel, self._pictures)

    def connect_table(self, post: Callable[[DeskEvent], None]) -> None:
        """Set where presses go. `post` may be called in any thread."""
        self._inputs.connect(post)

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Set the contents of the sidebar, beside the picture of the panel."""
        self._sidebar.show_sidebar(contents)

    def publish(self, topic: str, value: object) -> None:
        """Publish a topic to browsers. `value` is any JSON value."""
        self._door.news.publish(topic, value)

    def close(self) -> None:
        """End the page."""
        self._inputs.disconnect()
        self._door.close()

    def _play_refusal(self) -> None:
        self.signal.play(Cue.REFUSED)

    def _carry_out(self, request: str) -> None:
        """Carry out a browser's request, if a real table allows it."""
        try:
            parsed = parse_request(request)
        except InvalidRequest:
            return
        if isinstance(parsed, RealTableRequest):
            self._inputs.process_request(parsed)
