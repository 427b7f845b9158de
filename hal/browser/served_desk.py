"""What the pages show and the socket asks for, put together. It is called in the server's thread."""

from __future__ import annotations

from dataclasses import dataclass

from hal.browser.broadcaster import Broadcaster
from hal.browser.desk_inputs import DeskInputs
from hal.browser.desk_sidebar import DeskSidebar
from hal.browser.key_gate import KeyGate
from hal.browser.panels import DeskPanel
from hal.browser.requests import (
    Choose,
    Document,
    DocumentFile,
    Documents,
    Fields,
    KeyRequest,
    NoRequests,
    RequestHandler,
    stopped_game,
)
from hal.clock.clock import Clock
from hal.table.table import Direct


@dataclass(slots=True)
class ServedDesk:
    """A `hal.browser.web.ServedTable`: passes on what is asked to who knows it."""

    broadcaster: Broadcaster
    gate: KeyGate
    panel: DeskPanel
    inputs: DeskInputs
    sidebar: DeskSidebar
    clock: Clock
    handler: RequestHandler | None
    documents: Documents | None

    @property
    def takes_records(self) -> bool:
        return self.handler is not None

    def picture(self, name: str) -> bytes | None:
        return self.panel.picture(name)

    def record(self) -> str:
        return self.sidebar.contents.record

    def now(self) -> float:
        return self.clock.now()

    def press(self, stroke: KeyRequest) -> None:
        self.inputs.press(stroke)

    def plug(self, seat: int | None) -> None:
        self.inputs.plug(seat)

    def unplug(self, pod: int) -> None:
        self.inputs.unplug(pod)

    def correct(self, line: int) -> None:
        self.inputs.correct(line)

    def answer(self, direct: Direct) -> None:
        self.inputs.answer(direct)

    def correct_game(self, number: int) -> None:
        self.inputs.correct_game(number)

    def edit(self, record: bytes, since: str) -> str | None:
        return self.inputs.edit(record, since)

    def off(self) -> None:
        self.inputs.off()

    def hurry(self, *, instant: bool) -> None:
        self.panel.hurry(instant=instant)

    def choose(self, choice: Choose) -> None:
        handler = self._handler()
        if choice.what == "panel":
            handler.panel(choice.name)
        else:
            handler.language(choice.name)

    def play(self, record: bytes) -> str:
        return self._handler().play(record)

    def gallery(self, path: str, game: str) -> bytes | None:
        return self._handler().gallery(path, game)

    def find(self, path: str, query: Fields) -> Document | None:
        return None if self.documents is None else self.documents.find(path, query)

    def file(self, path: str, query: Fields) -> DocumentFile | None:
        return None if self.documents is None else self.documents.file(path, query)

    def change(self, fields: Fields) -> str:
        number = stopped_game(fields)
        answer = None if number is None else self.inputs.stop_game(number)
        if answer is not None:
            return answer
        return "" if self.documents is None else self.documents.change(fields)

    def _handler(self) -> RequestHandler:
        return self.handler or NoRequests()
