"""What director and table tell each other, on its way through the courier."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from club.broker import topics
from club.broker.link import Published
from club.courier.door import TableDoor
from device.outbox.codec import Unreadable, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, ToTable

STANDING_S = 20.0
"""How often the table is told how things stand, in seconds."""

NEWS_S = 1.0
"""Seconds between two such words where something of it is new."""

Publish = Callable[[str, bytes], None]
"""Has the broker retain what it is told on a topic."""


class DirectorTalk:
    """Between director and table. What is for the table is kept, for whenever its door is open."""

    def __init__(self, box: str, publish: Publish) -> None:
        self._topic = topics.table(box)
        self._heard_on = {topics.words(box), topics.seating(box)}
        self._publish = publish
        self._for_table: dict[str, ToTable] = {}
        self._report: TableReport | None = None

    def connected(self) -> None:
        """A connection has been made: the table's report is published on it."""
        self._report = None

    def opened(self, door: TableDoor) -> None:
        """Tell the table all that the director has said. Raises DoorShut."""
        for said in self._for_table.values():
            door.tell(said)

    def hears(self, said: Published) -> bool:
        """Whether this comes from the director."""
        return said.topic in self._heard_on

    def pass_on(self, said: Published, door: TableDoor) -> None:
        """What the director tells the table is there until the hub takes it away. Raises DoorShut."""
        self._for_table.pop(said.topic, None)
        with suppress(Unreadable):
            message = decode(said.payload) if said.payload else None
            if isinstance(message, DirectorWords | NextSeating):
                self._for_table[said.topic] = message
                door.tell(message)

    def report(self, door: TableDoor) -> None:
        """Let the director know what the table has for it, whenever that is new, and at each connection."""
        report = None if door.wishes is None else door.wishes.report
        if report is not None and report != self._report:
            self._report = report
            self._publish(self._topic, encode(report))


class StandingTalk:
    """How things stand, told to the table now and then."""

    def __init__(self) -> None:
        self._told: tuple[float, ClubStanding] | None = None

    def opened(self) -> None:
        """The table has been told nothing yet."""
        self._told = None

    def tell(self, door: TableDoor, standing: ClubStanding, now: float) -> None:
        """Tell it if that is new, or long ago; `now` are seconds of any steady clock. Raises DoorShut."""
        if self._told is not None:
            at, told = self._told
            if now - at < (STANDING_S if standing == told else NEWS_S):
                return
        self._told = now, standing
        door.tell(standing)
