"""Publish the immediate answers to a press to browsers: light, sound, and the state of the typed code."""

from __future__ import annotations

import time

from hal.browser.broadcaster import TopicPublisher
from hal.signal.readout import Status
from hal.signal.signal import Cue

SEND_PAUSE_S = 0.0005
"""Seconds that the table's thread waits for an answer to be sent: a little longer than the server's thread needs to
wake and send it. Making the page takes far longer, and both threads at once would take turns for the interpreter."""


class DeskSignal:
    """Light and sound in browsers."""

    def __init__(self, topics: TopicPublisher) -> None:
        self._topics = topics
        self._count = 0
        # By this, a browser that connects now knows that the next cue is new.
        topics.publish("cue", {"cue": "", "count": 0})

    def play(self, cue: Cue) -> None:
        self._count += 1
        self._topics.publish("cue", {"cue": cue.value, "count": self._count})
        # The answer is sent before its page is made: the server's thread has the interpreter to itself.
        time.sleep(SEND_PAUSE_S)


class DeskReadout:
    """The state of the typed code, in browsers."""

    def __init__(self, topics: TopicPublisher) -> None:
        self._topics = topics

    def show_status(self, status: Status) -> None:
        self._topics.publish("status", status_message(status))


def status_message(status: Status) -> dict[str, object]:
    """Return a status as browsers are sent it."""
    return {
        "question": status.question,
        "typed": status.typed_keys,
        "answer": status.answer,
        "keys": status.key_meanings,
        "spelling": status.is_spelling,
    }
