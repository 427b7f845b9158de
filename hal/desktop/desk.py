"""The desk: a table in a browser, or the mirror of a real one."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple
from urllib.parse import quote

from hal.clock.clock import Clock
from hal.desktop.broadcast import Broadcaster
from hal.desktop.gate import gate, is_loopback
from hal.desktop.panels import DrawnPanel, MirroredPanel, PictureStore
from hal.desktop.pods import DeskPods, Seating
from hal.desktop.requests import Choose, Document, Documents, Fields, KeyRequest, NoRequests, RequestHandler
from hal.keys.keys import Key, Press, Together
from hal.panel.orientation import UPRIGHT, Mounting, mounted
from hal.panel.panel import Panel, PanelKind
from hal.pods.events import PodEvent
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents
from hal.table.table import LineChosen, RecordEdited
from hal.table.threaded import ThreadedTable

ANSWER_S = 0.0005
"""How long the table's thread waits for an answer to go out: somewhat longer than the server's needs to wake and send
it. A page for it takes far longer to make, and both at once would take turns, each waiting for the other's."""


EDITED_S = 20.0
"""How long a table may take to answer a record that was edited; one that is closed meanwhile never does."""


class DeskSettings(NamedTuple):
    """Where the page is served, and to whom it answers.

    Where `address` is not this machine alone, only browsers with the `token` may press keys; without one, one
    is made up. `fixed` means that the port is this one or none. `keys` is false for a table that browsers only watch.
    `names` are those that the network has for this machine, besides its own. `instant` is whether panels that are only
    pictures refresh at once; browsers may ask for the other.
    """

    address: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    fixed: bool = False
    keys: bool = True
    names: tuple[str, ...] = ()
    instant: bool = True


class Desk:
    """The page and all that it shows. It outlives the tables that are shown on it, one after the other."""

    def __init__(
        self,
        clock: Clock,
        setting: DeskSettings = DeskSettings(),  # noqa: B008
        handler: RequestHandler | None = None,
        seating: Seating | None = None,
        documents: Documents | None = None,
    ) -> None:
        """Serve the page. Raises CannotServe, and ImportError where the web framework is not installed.

        With a `seating`, browsers can plug in pods; `documents` are other pages that they can see.
        """
        from hal.desktop import server, web  # a table without a page needs no web framework

        self.broadcaster = Broadcaster()
        self.gate = gate(setting.address, _token(setting), setting.names, keys=setting.keys)
        self.takes_records = handler is not None
        self.signal = _Lamp(self.broadcaster)
        self.readout = _Says(self.broadcaster)
        self._clock = clock
        self._handler: RequestHandler = handler or NoRequests()
        self._documents = documents
        self._pictures = PictureStore(self.broadcaster, clock, secrets.token_hex(4))
        self._panel: DrawnPanel | None = None
        self._post: Callable[[Press | Together | PodEvent | LineChosen | RecordEdited], None] | None = None
        self.broadcaster.publish("open", False)
        self._pods = None if seating is None else DeskPods(self.broadcaster, seating, self._hand_in)
        self._margin = SidebarContents()
        self._instant = setting.instant
        self._lock = threading.Lock()
        listening = server.listen(setting.address, setting.port, or_next=not setting.fixed)
        self.url = server.url(listening)
        """Where a browser finds the page."""
        self._server = server.Server(partial(web.application, self), self.broadcaster, listening)

    @property
    def open_url(self) -> str:
        """The same with what opens the keys, where that is needed; for the eyes of who may press them."""
        token = self.gate.token
        return self.url if token is None or not self.gate.keys else f"{self.url}#token={quote(token)}"

    def table(self, kind: PanelKind, mounting: Mounting = UPRIGHT) -> ThreadedTable:
        """A table that is on this page alone."""
        with self._lock:
            self._panel = DrawnPanel(kind, self._pictures, mounting.rotation, instant=self._instant)
        self._say_speed()
        # Nobody need see a simulated refresh to its end.
        table = ThreadedTable(self._clock, mounted(self._panel, mounting), self.signal, self.readout, patience=0.0)
        table.pods = self._pods
        self.attach(table.post)
        return table

    def leave(self, table: ThreadedTable) -> None:
        """Close a table that `table` made; the page stays."""
        self._post = None
        self.broadcaster.publish("open", False)
        if self._panel is not None:
            self._panel.stop()
        table.close()

    def mirror(self, panel: Panel) -> MirroredPanel:
        """A real panel whose pictures are on this page as well."""
        return MirroredPanel(panel, self._pictures)

    def attach(self, post: Callable[[Press | Together | PodEvent | LineChosen | RecordEdited], None]) -> None:
        """Where presses of browsers go; any thread may call it. Before, keys on the page can't be pressed."""
        self._post = post
        self.broadcaster.publish("open", True)

    def put(self, contents: SidebarContents) -> None:
        """What stands beside the panel now."""
        marked = contents.marks != self._margin.marks
        self._margin = contents
        self.broadcaster.publish_transcript(contents.transcript)
        if marked:
            self.broadcaster.publish("marks", contents.marks)
        self.broadcaster.publish(
            "margin",
            {
                "sections": contents.sections,
                "holds": contents.holds,
                "players": contents.players,
                "downloadable": bool(contents.record),
            },
        )

    def say(self, topic: str, value: object) -> None:
        """Tell browsers something else, such as the words of the page; any JSON value."""
        self.broadcaster.publish(topic, value)

    def close(self) -> None:
        """End the page."""
        self._server.close()

    # What the pages and the socket ask for; these are called in the server's thread.

    def picture(self, name: str) -> bytes | None:
        return self._pictures.find(name)

    def record(self) -> str:
        return self._margin.record

    def now(self) -> float:
        return self._clock.now()

    def press(self, stroke: KeyRequest) -> None:
        # A pod may have been pulled out by somebody else meanwhile.
        if not stroke.pod or (self._pods is not None and self._pods.there(stroke.pod)):
            self._hand_in(Press(stroke.key, stroke.gesture, self._clock.now(), stroke.source))

    def plug(self, seat: int | None) -> None:
        if self._pods is not None:
            self._pods.plug(seat)

    def unplug(self, pod: int) -> None:
        if self._pods is not None:
            self._pods.unplug(pod)

    def correct(self, line: int) -> None:
        self._hand_in(LineChosen(line))

    def edit(self, record: bytes, since: str) -> str | None:
        if self._post is None:
            return None
        answers: SimpleQueue[str] = SimpleQueue()
        self._post(RecordEdited(record, since, answers.put))
        with suppress(Empty):
            return answers.get(timeout=EDITED_S)
        return None

    def off(self) -> None:
        self._hand_in(Together(frozenset((Key.A, Key.D)), self._clock.now()))

    def hurry(self, *, instant: bool) -> None:
        with self._lock:
            self._instant = instant
            if self._panel is not None:
                self._panel.instant = instant
        self._say_speed()

    def choose(self, choice: Choose) -> None:
        if choice.what == "panel":
            self._handler.panel(choice.name)
        else:
            self._handler.language(choice.name)

    def play(self, record: bytes) -> str:
        return self._handler.play(record)

    def gallery(self, path: str, game: str) -> bytes | None:
        return self._handler.gallery(path, game)

    def find(self, path: str, query: Fields) -> Document | None:
        return None if self._documents is None else self._documents.find(path, query)

    def change(self, fields: Fields) -> str:
        return "" if self._documents is None else self._documents.change(fields)

    def _hand_in(self, event: Press | Together | PodEvent | LineChosen | RecordEdited) -> None:
        if self._post is not None:
            self._post(event)
        elif not isinstance(event, PodEvent):
            # It was on its way when the table closed.
            self.signal.give(Cue.REFUSED)

    def _say_speed(self) -> None:
        self.broadcaster.publish("speed", self._instant)


def _token(setting: DeskSettings) -> str | None:
    if is_loopback(setting.address) and setting.token is None:
        return None
    return setting.token or secrets.token_urlsafe(12)


class _Lamp:
    """Light and sound in a browser."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster
        self._count = 0
        # Whoever comes now knows by this that the next cue is new.
        broadcaster.publish("cue", {"cue": "", "count": 0})

    def give(self, cue: Cue) -> None:
        self._count += 1
        self._broadcaster.publish("cue", {"cue": cue.value, "count": self._count})
        # The answer goes out before the page for it is made: the server's thread has the interpreter to itself.
        time.sleep(ANSWER_S)


class _Says:
    """The state of the code typed, in a browser."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster

    def say(self, status: Status) -> None:
        self._broadcaster.publish("status", status._asdict())
