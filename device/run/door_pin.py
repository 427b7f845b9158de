"""The PIN of the table, between the table's door and the program that serves the page to phones."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import ceil

from device.run.page_wire import Asking, PinKept, TableAnswered
from hal.browser.table_pin import PinLook, PinVerdict, TablePin


class SaidPin:
    """Whether one program at the door may hand in what phones ask for: where the table has a PIN, only once it has said
    it there. So who takes that program over presses nothing before somebody has typed the PIN."""

    def __init__(self, pin: TablePin) -> None:
        self._pin = pin
        self._name = os.urandom(4).hex()
        self._said = ""
        self._told: str | None = None

    @property
    def opens(self) -> bool:
        """Whether it may now."""
        return self._pin.mark in ("", self._said)

    def look(self, digits: str) -> PinLook:
        """Whether these are the digits of the PIN."""
        mark = self._pin.mark
        found = self._pin.look(digits)
        if found.verdict is PinVerdict.RIGHT:
            self._said = mark
        return found

    def news(self) -> tuple[PinKept, ...]:
        """What the program has not been told of it. A mark is another for each connection, so that phones say the PIN
        again to a table that has begun anew."""
        mark = f"{self._name}{found}" if (found := self._pin.mark) else ""
        if mark == self._told:
            return ()
        self._told = mark
        return (PinKept(mark),)


class RemotePin:
    """A `hal.browser.table_pin.TablePin` that `ask`s the table, and no more often than the table looks at digits."""

    def __init__(
        self,
        ask: Callable[[Asking, tuple[str, ...]], TableAnswered | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.mark = ""
        """As the table has told it."""
        self._ask = ask
        self._clock = clock
        self._until = float("-inf")

    def look(self, digits: str) -> PinLook:
        """One thread at a time."""
        if (left := self._until - self._clock()) > 0:
            return PinLook(PinVerdict.WAITS, ceil(left))
        answer = self._ask(Asking.PIN, (digits,))
        try:
            verdict, wait = ("", "") if answer is None else answer.words
            found = PinLook(PinVerdict(verdict), int(wait))
        except ValueError:
            return PinLook(PinVerdict.UNANSWERED)
        self._until = self._clock() + found.wait_s
        return found
