"""What the table answers at once, while ink is slow: lights, sounds and fast displays, on the box and on its pods."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.setup import Seat
from device.table.entry import CodeEntry
from device.table.podseats import PodSeats
from display.words import Language
from hal.pods.news import Who
from hal.readout import Status
from hal.signal import Cue
from hal.table import Pods, Table

Players = Callable[[], tuple[str, ...]]
"""Who plays now, by seat; nobody before a game is set up."""


class Feedback:
    """Speaks on a table's box and pods; knows which pod speaks for which seat."""

    def __init__(self, table: Table, seats: PodSeats, players: Players) -> None:
        self.source = ""
        """Whose press is being answered: a pod's, or with nothing the box's own."""
        self._table = table
        self._seats = seats
        self._players = players
        self._called: tuple[Seat, ...] = ()

    def seat(self, source: str) -> Seat | None:
        """The seat that a source speaks for; None if it speaks for all."""
        who = None if self._table.pods is None or not source else self._table.pods.who(source)
        seat = None if who is None else self._seats.seat(who, self.others(source))
        return None if seat is None or seat >= len(self._players()) else seat

    def others(self, source: str) -> tuple[Who, ...]:
        """The pods that are there besides that of a source."""
        pods = self._table.pods
        found = () if pods is None else (pods.who(other) for other in pods.sources() if other != source)
        return tuple(who for who in found if who is not None)

    def owner(self, source: str) -> str | None:
        """The name of whose pod it is; None if it is everybody's."""
        seat = self.seat(source)
        return None if seat is None else self._players()[seat]

    def give(self, cue: Cue) -> None:
        """Answer a press: on the box, and on the pod that it came from, which says itself that it has heard."""
        self._table.signal.give(cue)
        if self.source and self._table.pods is not None and cue is not Cue.HEARD:
            self._table.pods.give(cue, self.source)

    def call(self, asked: tuple[Seat, ...]) -> None:
        """Let the pods of those who are asked now, and were not before, say so."""
        pods, called = self._table.pods, self._called
        self._called = asked
        if pods is None or not asked:
            return
        for source in pods.sources():
            if source != self.source and (seat := self.seat(source)) in asked and seat not in called:
                pods.give(Cue.YOUR_TURN, source)

    @property
    def fast(self) -> bool:
        """Whether there is any display that is faster than ink."""
        return self._table.readout is not None or self._table.pods is not None

    def welcome(self, codes: CodeEntry, language: Language) -> None:
        """A pod has only now come: have it say what is asked, and call it, should its seat be."""
        self._called = ()
        self.call(codes.asked)
        if self._table.pods is not None:
            self._say_on_pods(self._table.pods, codes, language.say(codes.question))

    def say(self, codes: CodeEntry, language: Language, answer: str, *, everywhere: bool = True) -> None:
        """Say on all fast displays what is asked now, and what the last press led to: everywhere, or where it was."""
        readout, pods = self._table.readout, self._table.pods
        if not self.fast:
            return
        question = language.say(codes.question)
        if readout is not None:
            readout.say(Status(question, codes.typed(self.source), answer))
        if pods is not None:
            self._say_on_pods(pods, codes, question, answer, everywhere=everywhere)

    def _say_on_pods(
        self, pods: Pods, codes: CodeEntry, question: str, answer: str = "", *, everywhere: bool = True
    ) -> None:
        said = answer if everywhere or not self.source else ""
        apart = {
            source: Status(question, codes.typed(source), answer if source == self.source else said)
            for source in {*self._seated(), self.source} - {""}
        }
        pods.say(Status(question, codes.typed(""), said), apart)

    def _seated(self) -> list[str]:
        """The pods that speak for a seat."""
        pods = self._table.pods
        return [] if pods is None else [source for source in pods.sources() if self.seat(source) is not None]
