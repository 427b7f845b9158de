"""What people do in browsers, on its way to the table that is shown there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from hal.browser.broadcaster import Topics
from hal.browser.pods import DeskPods, Seating
from hal.browser.requests import CorrectLine, CorrectPastGame, KeyRequest, Permitted, PlugPod, SwitchOff, UnplugPod
from hal.clock.clock import Clock
from hal.keys.keys import Key, Press, Together
from hal.pods.events import PodEvent
from hal.table.table import (
    Beside,
    EditingKeyPressed,
    GameChosen,
    GameStopped,
    LineChosen,
    Pointed,
    RecordEdited,
    WordsTyped,
)

EDITED_S = 20.0
"""How long a table may take to answer a record that was edited; one that is closed meanwhile never does."""

DeskEvent = Press | Together | PodEvent | Beside
"""What comes from a browser."""


class DeskInputs:
    """Keys, pods and edits of browsers. `refused` is called for what was on its way when the table closed."""

    def __init__(self, topics: Topics, clock: Clock, refused: Callable[[], None], seating: Seating | None) -> None:
        self._topics = topics
        self._clock = clock
        self._refused = refused
        self._post: Callable[[DeskEvent], None] | None = None
        topics.publish("open", False)
        self.pods = None if seating is None else DeskPods(topics, seating, self._hand_in)
        """The pods that are only in browsers; None where there can be none."""

    def open(self, post: Callable[[DeskEvent], None]) -> None:
        """Where it all goes from now on; any thread may call it."""
        self._post = post
        self._topics.publish("open", True)

    def shut(self) -> None:
        """There is no table now."""
        self._post = None
        self._topics.publish("open", False)

    def do(self, request: Permitted) -> None:
        """Do what a browser asks for, as far as it is for the table."""
        if isinstance(request, KeyRequest):
            self._press(request)
        elif self.pods is not None and isinstance(request, PlugPod):
            self.pods.plug(request.seat)
        elif self.pods is not None and isinstance(request, UnplugPod):
            self.pods.unplug(request.pod)
        elif isinstance(request, SwitchOff):
            self._hand_in(Together(frozenset((Key.A, Key.D)), self._clock.now()))
        else:
            self._choose(request)

    def _press(self, stroke: KeyRequest) -> None:
        # A pod may have been pulled out by somebody else meanwhile.
        if not stroke.pod or (self.pods is not None and self.pods.there(stroke.pod)):
            self._hand_in(Press(stroke.key, stroke.gesture, self._clock.now(), stroke.source))

    def _choose(self, request: Permitted) -> None:
        """Choose what is to be corrected, or answer without the four keys."""
        match request:
            case CorrectLine(line):
                self._hand_in(LineChosen(line))
            case CorrectPastGame(number):
                self._hand_in(GameChosen(number))
            case Pointed() | WordsTyped() | EditingKeyPressed():
                self._hand_in(request)

    def stop_game(self, number: int) -> str | None:
        """Have the table stop a game of the past, by its number. Nothing, or why it is not stopped; None if no table
        answers."""
        return self._asked(lambda answer: GameStopped(number, answer))

    def edit(self, record: bytes, since: str) -> str | None:
        """As `hal.browser.web.ServedTable.edit`."""
        return self._asked(lambda answer: RecordEdited(record, since, answer))

    def _asked(self, event: Callable[[Callable[[str], None]], DeskEvent]) -> str | None:
        """The table's answer to an event that wants one; None if there is none."""
        if self._post is None:
            return None
        answers: SimpleQueue[str] = SimpleQueue()
        self._post(event(answers.put))
        with suppress(Empty):
            return answers.get(timeout=EDITED_S)
        return None

    def _hand_in(self, event: DeskEvent) -> None:
        if self._post is not None:
            self._post(event)
        elif not isinstance(event, PodEvent):
            self._refused()
