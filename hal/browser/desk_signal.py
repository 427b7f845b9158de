"""What a browser shows at once of a press: light, sound, and the state of the code typed."""

from __future__ import annotations

import time

from hal.browser.broadcaster import Topics
from hal.signal.readout import Status
from hal.signal.signal import Cue

ANSWER_S = 0.0005
"""How long the table's thread waits for an answer to go out: somewhat longer than the server's needs to wake and send
it. A page for it takes far longer to make, and both at once would take turns, each waiting for the other's."""


class DeskSignal:
    """Light and sound in a browser."""

    def __init__(self, topics: Topics) -> None:
        self._topics = topics
        self._count = 0
        # Whoever comes now knows by this that the next cue is new.
        topics.publish("cue", {"cue": "", "count": 0})

    def give(self, cue: Cue) -> None:
        self._count += 1
        self._topics.publish("cue", {"cue": cue.value, "count": self._count})
        # The answer goes out before the page for it is made: the server's thread has the interpreter to itself.
        time.sleep(ANSWER_S)


class DeskReadout:
    """The state of the code typed, in a browser."""

    def __init__(self, topics: Topics) -> None:
        self._topics = topics

    def say(self, status: Status) -> None:
        self._topics.publish("status", status._asdict())
