"""The desk: the web page that shows a table of its own, or mirrors a real one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from guard.names import is_loopback, server_names
from guard.sockets import listening_socket, socket_url
from hal.browser.broadcaster import Broadcaster
from hal.browser.desk_inputs import DeskEvent, DeskInputs
from hal.browser.desk_sidebar import DeskSidebar
from hal.browser.desk_signal import DeskReadout, DeskSignal
from hal.browser.invitations import Invitations
from hal.browser.key_gate import KeyGate, url_with_token
from hal.browser.page_requests import Documents, ProgramControl
from hal.browser.panels import DeskPanel, MirroredPanel, PictureStore
from hal.browser.pods import PodSeating
from hal.browser.served_desk import ServedDesk
from hal.browser.table_pin import NO_PIN, TablePin
from hal.clock.clock import Clock
from hal.panel.orientation import UPRIGHT, Mounting
from hal.panel.panel import Panel, PanelKind
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents
from hal.table.threaded_table import ThreadedTable
from values.named_tuple import NamedTuple

MAX_LAST_PICTURE_S = 0.5
"""Seconds that browsers have to fetch the last picture of the panel before the server ends."""


ALL_NETWORKS = "0.0.0.0"
"""The address for listening on all networks."""


class DeskSettings(NamedTuple):
    """Where the page is served, and to whom it answers.

    Where `address` is not this machine alone, only browsers with the `token` may press keys; without one, one is made
    up. `is_port_fixed` means that the port is this one or none. `allows_keys` is false for a table that browsers only
    watch. `network_names` are those that the network has for this machine, besides its own. `is_refresh_instant` is
    whether panels that are only pictures refresh at once; browsers may ask for the other. Phones that the table invites
    also say its `pin`.
    """

    address: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    is_port_fixed: bool = False
    allows_keys: bool = True
    network_names: tuple[str, ...] = ()
    is_refresh_instant: bool = True
    pin: TablePin = NO_PIN


class Desk:
    """The page and all that it shows. It outlives the tables that are shown on it, one after the other."""

    def __init__(
        self,
        clock: Clock,
        settings: DeskSettings = DeskSettings(),  # noqa: B008
        program_control: ProgramControl | None = None,
        seating: PodSeating | None = None,
        documents: Documents | None = None,
    ) -> None:
        """Serve the page. Raises CannotServe, and ImportError if the web framework is not installed.

        With a `seating`, browsers can plug in pods; `documents` are further pages to serve.
        """
        from hal.browser import server, web  # a table without a page needs no web framework

        invitations = Invitations()
        self.broadcaster = Broadcaster(lambda: invitations.is_code_shown)
        names = server_names(settings.address, settings.network_names)
        token = _token_of_settings(settings)
        self.key_gate = KeyGate(names, invitations, token, is_open_to_owner=settings.allows_keys, pin=settings.pin)
        self.signal = DeskSignal(self.broadcaster)
        self.readout = DeskReadout(self.broadcaster)
        self._clock = clock
        self._inputs = DeskInputs(self.broadcaster, clock, partial(self.signal.play, Cue.REFUSED), seating)
        self._sidebar = DeskSidebar(self.broadcaster)
        pictures = PictureStore(self.broadcaster, clock)
        self._panel = DeskPanel(self.broadcaster, pictures, is_instant=settings.is_refresh_instant)
        self.served_desk = ServedDesk(
            self.broadcaster, self.key_gate, self._panel, self._inputs, self._sidebar, clock, program_control, documents
        )
        """The table's interface for the web application."""
        bound_socket = listening_socket(settings.address, settings.port, "--port", or_next=not settings.is_port_fixed)
        self.url = socket_url(bound_socket)
        """The URL of the page."""
        self.network_url = "" if is_loopback(settings.address) else self.url
        """The URL for phones in the network; "" if only this machine is served."""
        self._server = server.PageServer(
            partial(web.page_application, self.served_desk), self.broadcaster, bound_socket
        )

    @property
    def url_with_token(self) -> str:
        """The URL with the token in it, if there is one. It must be shown only to people who may press keys."""
        token = self.key_gate.token
        return self.url if token is None or not self.key_gate.is_open_to_owner else url_with_token(self.url, token)

    def open_table(self, kind: PanelKind, mounting: Mounting = UPRIGHT) -> ThreadedTable:
        """Return a table that is shown on this page only."""
        panel = self._panel.create_simulated_panel(kind, mounting)
        # Nobody need see a simulated refresh to its end.
        table = ThreadedTable(self._clock, panel, self.signal, self.readout, max_stop_wait_s=0.0)
        table.pods = self._inputs.pods
        self.connect_table(table.post)
        return table

    def close_table(self, table: ThreadedTable) -> None:
        """Close a table that `open_table` returned; the page stays."""
        self._inputs.disconnect()
        self._panel.stop()
        table.close()

    def mirror_panel(self, panel: Panel) -> MirroredPanel:
        """Wrap a real panel, to show its pictures on this page, too."""
        return MirroredPanel(panel, self._panel.pictures)

    def connect_table(self, post: Callable[[DeskEvent], None]) -> None:
        """Set the function that receives browsers' events; it may be called in any thread.

        Until then, no key can be pressed.
        """
        self._inputs.connect(post)

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Show this content beside the panel."""
        self._sidebar.show_sidebar(contents)

    def publish(self, topic: str, value: object) -> None:
        """Publish another value to browsers, such as the texts of the page; any JSON value."""
        self.broadcaster.publish(topic, value)

    def close(self) -> None:
        """End the server, after waiting for browsers to fetch the last picture."""
        self._panel.pictures.wait_until_fetched(self.broadcaster.viewer_count, MAX_LAST_PICTURE_S)
        self._server.close()


def _token_of_settings(settings: DeskSettings) -> str | None:
    if is_loopback(settings.address) and settings.token is None:
        return None
    return settings.token or secrets.token_urlsafe(12)
