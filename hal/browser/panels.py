"""The panel in a browser: one that is only a picture, and one that mirrors a real panel."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hal.browser.broadcaster import Topics
from hal.browser.ghosts import Ghosts
from hal.clock.clock import Clock
from hal.panel import picture
from hal.panel.orientation import Mounting, as_hung, mounted, turned_kind
from hal.panel.panel import Panel, PanelKind, RefreshMode
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

KEPT = 3
"""Pictures that browsers may still ask for: the one that goes, the one that comes, and one for those who are late."""


class Refresh(NamedTuple):
    """What a panel is doing. `before` and `picture` are names of pictures, empty for none.

    A refresh under way was `begun` at a time of the clock and takes `seconds`; 0 where `picture` is there.
    """

    kind: PanelKind
    before: str = ""
    picture: str = ""
    begun: float = 0.0
    seconds: float = 0.0


def _name() -> str:
    """A name that nobody guesses: a picture may be a secret, and browsers may still have those of an earlier run."""
    return secrets.token_hex(12)


class PictureStore:
    """The pictures of a table's panel, by name, and what the panel is doing with them. Safe in any thread."""

    def __init__(self, topics: Topics, clock: Clock, named: Callable[[], str] = _name) -> None:
        """`named` gives each picture a name of its own."""
        self._topics = topics
        self._clock = clock
        self._named = named
        self._pictures: dict[str, bytes] = {}
        self._now: Refresh | None = None
        self._fetched = 0
        """How often the newest picture has been fetched."""
        self._fetching = threading.Condition()

    def bare(self, kind: PanelKind) -> None:
        """A panel of this kind, with nothing on it."""
        self._tell(Refresh(kind))

    def begin(self, kind: PanelKind, image: Image, seconds: float) -> None:
        """A refresh has begun that takes about so long."""
        name = self._named()
        pictures = {**self._pictures, name: picture.png(image)}
        with self._fetching:
            self._pictures = {each: pictures[each] for each in list(pictures)[-KEPT:]}
            self._fetched = 0
        shown = self._now.picture if self._now is not None and self._now.kind == kind else ""
        self._tell(Refresh(kind, shown, name, self._clock.now(), seconds))

    def end(self) -> None:
        """The refresh is over."""
        assert self._now is not None
        self._tell(self._now._replace(before="", seconds=0.0))

    def find(self, name: str) -> bytes | None:
        """A picture as PNG, which is fetched with that; None if it is none of the last."""
        with self._fetching:
            if name == next(reversed(self._pictures), None):
                self._fetched += 1
                self._fetching.notify_all()
            return self._pictures.get(name)

    def wait_until_fetched(self, times: int, patience: float) -> bool:
        """Wait until the newest picture, if there is one, has been fetched so often; for so many seconds at most.
        Whether it has."""
        with self._fetching:
            return self._fetching.wait_for(lambda: not self._pictures or self._fetched >= times, patience)

    def _tell(self, refresh: Refresh) -> None:
        self._now = refresh
        kind = refresh.kind
        self._topics.publish(
            "panel",
            {
                "name": kind.name,
                "width": kind.width,
                "height": kind.height,
                "before": refresh.before,
                "picture": refresh.picture,
                "begun": refresh.begun,
                "seconds": refresh.seconds,
            },
        )


class DrawnPanel:
    """A panel that is a picture in a browser, and takes the time of a real one, and has its ghosts, or none.

    Its first picture is there at once: whoever has only now opened the page shall see what it is about.
    """

    def __init__(self, kind: PanelKind, pictures: PictureStore, degrees: int = 0, *, instant: bool) -> None:
        """It hangs turned by `degrees`, as its pictures are: browsers see it as people in front of it would."""
        self.kind = kind
        self._degrees = degrees
        self._hung = turned_kind(kind, degrees)
        self._pictures = pictures
        self._hurry = threading.Event()
        self._instant = instant
        self._ghosts = Ghosts()
        self._bare = True
        self._stopped = False
        pictures.bare(self._hung)

    @property
    def instant(self) -> bool:
        return self._instant

    @instant.setter
    def instant(self, instant: bool) -> None:
        """Refresh in no time, or in the panel's own; a refresh under way is over at once, or goes on as it began."""
        self._instant = instant
        if instant:
            self._hurry.set()

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Refresh. Raises ValueError for a picture that the real panel could not show."""
        picture.check(self.kind, image)
        if not self._stopped:
            self._hurry.clear()
        seconds = self.kind.seconds(mode)
        at_once, self._bare = self._instant or self._bare, False
        if at_once:
            self._hurry.set()
        drawn = self._ghosts.drawn(image, RefreshMode.FULL if self._instant else mode)
        self._pictures.begin(self._hung, as_hung(drawn, self._degrees), 0.0 if at_once else seconds)
        self._hurry.wait(seconds)
        self._pictures.end()

    def stop(self) -> None:
        """Nobody looks any more: end the refresh under way, and every later one, at once."""
        self._stopped = True
        self._hurry.set()


class MirroredPanel:
    """A real panel whose pictures are shown in browsers as well, in the time that it takes them."""

    def __init__(self, panel: Panel, pictures: PictureStore) -> None:
        self._panel = panel
        self._pictures = pictures
        pictures.bare(panel.kind)

    @property
    def kind(self) -> PanelKind:
        """The real panel's, which may turn out to be another one when it is found."""
        return self._panel.kind

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Refresh the real panel. Raises PanelError."""
        self._pictures.begin(self.kind, image, self.kind.seconds(mode))
        try:
            self._panel.show(image, mode)
        finally:
            self._pictures.end()


class DeskPanel:
    """The panel that a page shows, whichever table it is of, and how quickly it is drawn. Safe in any thread."""

    def __init__(self, topics: Topics, pictures: PictureStore, *, instant: bool) -> None:
        self._topics = topics
        self._pictures = pictures
        self._drawn: DrawnPanel | None = None
        self._instant = instant
        self._lock = threading.Lock()

    def drawn(self, kind: PanelKind, mounting: Mounting) -> Panel:
        """A panel that is on the page alone. Raises ValueError for an angle that a panel can't be turned by."""
        with self._lock:
            self._drawn = DrawnPanel(kind, self._pictures, mounting.rotation, instant=self._instant)
        self._say_speed()
        return mounted(self._drawn, mounting)

    def mirrored(self, panel: Panel) -> MirroredPanel:
        """A real panel whose pictures are on the page as well."""
        return MirroredPanel(panel, self._pictures)

    def picture(self, name: str) -> bytes | None:
        """A picture as PNG; None if it is none of the last."""
        return self._pictures.find(name)

    def wait_until_fetched(self, times: int, patience: float) -> None:
        """Wait until browsers have fetched the newest picture so often; for so many seconds at most."""
        self._pictures.wait_until_fetched(times, patience)

    def hurry(self, *, instant: bool) -> None:
        """Refresh in no time, or in the panel's own."""
        with self._lock:
            self._instant = instant
            if self._drawn is not None:
                self._drawn.instant = instant
        self._say_speed()

    def stop(self) -> None:
        """Nobody looks any more."""
        if self._drawn is not None:
            self._drawn.stop()

    def _say_speed(self) -> None:
        self._topics.publish("speed", self._instant)
