"""Pass actions of browsers to the table that is shown there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from hal.browser import page_requests
from hal.browser.broadcaster import TopicPublisher
from hal.browser.pods import DeskPods, PodSeating
from hal.clock.clock import Clock
from hal.keys.keys import Key, PairHeld, Press
from hal.pods.events import PodEvent
from hal.table.table import (
    BrowserAction,
    EditingKeyPressed,
    GameChosen,
    GameStopRequested,
    LineChosen,
    PicturePointed,
    RecordEdited,
    WordsTyped,
)

MAX_ANSWER_S = 20.0
"""Timeout, in seconds, for a table's answer to an edited record; one that is closed meanwhile never answers."""

DeskEvent = Press | PairHeld | PodEvent | BrowserAction
"""The events of browsers."""


class DeskInputs:
    """Keys, pods and edits of browsers. `on_refused` is called for an action that comes after the table has closed."""

    def __init__(
        self, topics: TopicPublisher, clock: Clock, on_refused: Callable[[], None], seating: PodSeating | None
    ) -> None:
        self._topics = topics
        self._clock = clock
        self._on_refused = on_refused
        self._post: Callable[[DeskEvent], None] | None = None
        topics.publish("open", False)
        self.pods = None if seating is None else DeskPods(topics, seating, self._post_event)
        """The simulated pods in browsers; None if there can be none."""

    def connect(self, post: Callable[[DeskEvent], None]) -> None:
        """Set the function that receives all events from now on; it may be called in any thread."""
        self._post = post
        self._topics.publish("open", True)

    def disconnect(self) -> None:
        """Stop passing on events, because there is no table now."""
        self._post = None
        self._topics.publish("open", False)

    def process_request(self, request: page_requests.PermittedRequest) -> None:
        """Carry out a request of a browser that is for the table."""
        if isinstance(request, page_requests.KeyRequest):
            self._press(request)
        elif self.pods is not None and isinstance(request, page_requests.PlugInPod):
            self.pods.plug(request.seat)
        elif self.pods is not None and isinstance(request, page_requests.UnplugPod):
            self.pods.unplug(request.pod)
        elif isinstance(request, page_requests.SwitchOff):
            self._post_event(PairHeld(frozenset((Key.A, Key.D)), self._clock.now()))
        else:
            self._post_choice(request)

    def _press(self, request: page_requests.KeyRequest) -> None:
        # Another browser may have unplugged the pod meanwhile.
        if not request.pod or (self.pods is not None and self.pods.is_plugged_in(request.pod)):
            self._post_event(Press(request.key, request.gesture, self._clock.now(), request.source))

    def _post_choice(self, request: page_requests.PermittedRequest) -> None:
        """Pass on the choice of a line or game to correct, or an answer without the four keys."""
        match request:
            case page_requests.CorrectLine(line):
                self._post_event(LineChosen(line))
            case page_requests.CorrectPastGame(number):
                self._post_event(GameChosen(number))
            case PicturePointed() | WordsTyped() | EditingKeyPressed():
                self._post_event(request)

    def stop_game(self, game_number: int) -> page_requests.RequestResult:
        """Make the table stop a past game, by its number."""
        return self._answer_of_table(lambda answer: GameStopRequested(game_number, answer))

    def edit_record(self, record: bytes, base_version: str) -> page_requests.RequestResult:
        """Like `hal.browser.web.ServedTable.edit_record`."""
        return self._answer_of_table(lambda answer: RecordEdited(record, base_version, answer))

    def _answer_of_table(self, make_event: Callable[[Callable[[str], None]], DeskEvent]) -> page_requests.RequestResult:
        """Return the table's answer to an event that needs one; None if there is none in time."""
        if self._post is None:
            return None
        answers: SimpleQueue[str] = SimpleQueue()
        self._post(make_event(answers.put))
        with suppress(Empty):
            return answers.get(timeout=MAX_ANSWER_S)
        return None

    def _post_event(self, event: DeskEvent) -> None:
        if self._post is not None:
            self._post(event)
        elif not isinstance(event, PodEvent):
            self._on_refused()
