"""Panels shown in browsers: a simulated one, and a mirror of a real one."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hal.browser.broadcaster import TopicPublisher
from hal.browser.ghosting import GhostingSimulator
from hal.clock.clock import Clock
from hal.panel import picture
from hal.panel.orientation import Mounting, mount, picture_as_seen, rotated_kind
from hal.panel.panel import Panel, PanelKind, RefreshMode
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PICTURES = 3
"""How many pictures are stored for browsers: the old one, the new one, and one for browsers that are late."""


class PanelRefresh(NamedTuple):
    """The state of a panel's refresh. `earlier_picture` and `picture` are names of pictures, empty for none.

    A refresh under way began at `started_at`, by the clock, and takes `seconds`; 0 if `picture` is shown already.
    """

    kind: PanelKind
    earlier_picture: str = ""
    picture: str = ""
    started_at: float = 0.0
    seconds: float = 0.0


def _random_name() -> str:
    """Return a name that can't be guessed.

    A picture may be secret, and browsers may still have those of an earlier run.
    """
    return secrets.token_hex(12)


class PictureStore:
    """The pictures of a table's panel, by name, and the state of its refresh. Safe in any thread."""

    def __init__(self, topics: TopicPublisher, clock: Clock, new_name: Callable[[], str] = _random_name) -> None:
        """`new_name` returns a new name for each picture."""
        self._topics = topics
        self._clock = clock
        self._new_name = new_name
        self._png_by_name: dict[str, bytes] = {}
        self._refresh: PanelRefresh | None = None
        self._fetch_count = 0
        """How often the newest picture has been fetched."""
        self._condition = threading.Condition()

    def publish_empty_panel(self, kind: PanelKind) -> None:
        """Publish an empty panel of this kind."""
        self._publish(PanelRefresh(kind))

    def begin_refresh(self, kind: PanelKind, image: Image, seconds: float) -> None:
        """Store a picture, and publish that its refresh has begun, which takes about this long."""
        picture_name = self._new_name()
        png_by_name = {**self._png_by_name, picture_name: picture.encode_png(image)}
        with self._condition:
            self._png_by_name = dict(list(png_by_name.items())[-MAX_PICTURES:])
            self._fetch_count = 0
        earlier_picture = self._refresh.picture if self._refresh is not None and self._refresh.kind == kind else ""
        self._publish(PanelRefresh(kind, earlier_picture, picture_name, self._clock.now(), seconds))

    def end_refresh(self) -> None:
        """Publish that the refresh is over."""
        assert self._refresh is not None
        self._publish(self._refresh._replace(earlier_picture="", seconds=0.0))

    def fetch_png(self, name: str) -> bytes | None:
        """Return a picture as PNG, and count that as fetched; None if it is not stored any more."""
        with self._condition:
            if name == next(reversed(self._png_by_name), None):
                self._fetch_count += 1
                self._condition.notify_all()
            return self._png_by_name.get(name)

    def wait_until_fetched(self, min_fetch_count: int, max_wait_s: float) -> bool:
        """Wait until the newest picture, if any, has been fetched `min_fetch_count` times, at most for `max_wait_s`
        seconds.

        Returns whether it has.
        """
        with self._condition:
            return self._condition.wait_for(
                lambda: not self._png_by_name or self._fetch_count >= min_fetch_count, max_wait_s
            )

    def _publish(self, refresh: PanelRefresh) -> None:
        self._refresh = refresh
        kind = refresh.kind
        self._topics.publish(
            "panel",
            {
                "name": kind.name,
                "width": kind.width,
                "height": kind.height,
                "before": refresh.earlier_picture,
                "picture": refresh.picture,
                "begun": refresh.started_at,
                "seconds": refresh.seconds,
            },
        )


INSTANT_S = 0.01
"""Seconds of a refresh that is called instant: a page needs as long to be drawn and sent."""


class SimulatedPanel:
    """A simulated panel, shown in browsers. It refreshes as slowly as a real one and with its ghosting, or at once.

    Its first picture is shown at once, so that a newly opened page is not empty.
    """

    def __init__(self, kind: PanelKind, pictures: PictureStore, rotation_degrees: int = 0, *, is_instant: bool) -> None:
        """`rotation_degrees` is that of the mounted panel and of its pictures.

        Browsers show it as people in front see it.
        """
        self._kind = kind
        self._rotation_degrees = rotation_degrees
        self._rotated_kind = rotated_kind(kind, rotation_degrees)
        self._pictures = pictures
        self._ends_at_once = threading.Event()
        self._is_instant = is_instant
        self._ghosting = GhostingSimulator()
        self._is_empty = True
        self._is_stopped = False
        pictures.publish_empty_panel(self._rotated_kind)

    @property
    def kind(self) -> PanelKind:
        """The panel's kind, with the seconds of a refresh as it is now."""
        return self._kind._replace(refresh_s=INSTANT_S) if self._is_instant else self._kind

    def set_speed(self, *, is_instant: bool) -> None:
        """Set whether refreshes take no time.

        If so, one under way ends at once; otherwise, it continues as it began.
        """
        self._is_instant = is_instant
        if is_instant:
            self._ends_at_once.set()

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Refresh. Raises ValueError for a picture that the real panel could not show."""
        picture.check_picture(self._kind, image)
        if not self._is_stopped:
            self._ends_at_once.clear()
        seconds = self._kind.refresh_seconds(mode)
        is_instant, self._is_empty = self._is_instant or self._is_empty, False
        if is_instant:
            self._ends_at_once.set()
        picture_with_traces = self._ghosting.draw_with_traces(image, RefreshMode.FULL if self._is_instant else mode)
        picture_seen = picture_as_seen(picture_with_traces, self._rotation_degrees)
        self._pictures.begin_refresh(self._rotated_kind, picture_seen, 0.0 if is_instant else seconds)
        self._ends_at_once.wait(seconds)
        self._pictures.end_refresh()

    def stop(self) -> None:
        """End the refresh under way and every later one at once, because the table closes."""
        self._is_stopped = True
        self._ends_at_once.set()


class MirroredPanel:
    """A real panel whose pictures are shown in browsers, too, with the real refresh time."""

    def __init__(self, panel: Panel, pictures: PictureStore) -> None:
        self._panel = panel
        self._pictures = pictures
        pictures.publish_empty_panel(panel.kind)

    @property
    def kind(self) -> PanelKind:
        """The real panel's kind, which may change when the panel is detected."""
        return self._panel.kind

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Refresh the real panel. Raises PanelError."""
        self._pictures.begin_refresh(self.kind, image, self.kind.refresh_seconds(mode))
        try:
            self._panel.show(image, mode)
        finally:
            self._pictures.end_refresh()


class DeskPanel:
    """The panel that a page shows, for any table, and its speed. Safe in any thread."""

    def __init__(self, topics: TopicPublisher, pictures: PictureStore, *, is_instant: bool) -> None:
        self.pictures = pictures
        """The pictures of whichever panel there is."""
        self._topics = topics
        self._simulated_panel: SimulatedPanel | None = None
        self._is_instant = is_instant
        self._lock = threading.Lock()

    def create_simulated_panel(self, kind: PanelKind, mounting: Mounting) -> Panel:
        """Return a panel shown on the page only. Raises ValueError for an angle that a panel can't be rotated by."""
        with self._lock:
            self._simulated_panel = SimulatedPanel(kind, self.pictures, mounting.rotation, is_instant=self._is_instant)
        self._publish_speed()
        return mount(self._simulated_panel, mounting)

    def set_speed(self, *, is_instant: bool) -> None:
        """Set whether refreshes take no time, or the panel's own."""
        with self._lock:
            self._is_instant = is_instant
            if self._simulated_panel is not None:
                self._simulated_panel.set_speed(is_instant=is_instant)
        self._publish_speed()

    def stop(self) -> None:
        """End all refreshes at once, because the table closes."""
        if self._simulated_panel is not None:
            self._simulated_panel.stop()

    def _publish_speed(self) -> None:
        self._topics.publish("speed", self._is_instant)
