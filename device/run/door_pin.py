"""The check of the PIN between the table and the web service that serves its page, on both ends of their socket."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import ceil

from device.run.page_wire import PinChanged, RequestKind, TableAnswer
from hal.browser.table_pin import PinCheck, PinVerdict, TablePin


class PinLock:
    """Whether the connected web service may send presses: if the table has a PIN, only after the service has sent it.

    So an attacker who takes the service over presses nothing before somebody has typed the PIN on a phone."""

    def __init__(self, pin: TablePin) -> None:
        self._pin = pin
        self._connection_id = os.urandom(4).hex()
        self._accepted_pin_id = ""
        self._announced_id: str | None = None

    @property
    def is_unlocked(self) -> bool:
        """Whether the web service may send presses now."""
        return self._pin.pin_id in ("", self._accepted_pin_id)

    def check_digits(self, digits: str) -> PinCheck:
        """Check digits that the web service sends."""
        pin_id = self._pin.pin_id
        check = self._pin.check_digits(digits)
        if check.verdict is PinVerdict.RIGHT:
            self._accepted_pin_id = pin_id
        return check

    def take_change(self) -> tuple[PinChanged, ...]:
        """The PIN's identifier, if it has not been sent to the web service yet.

        Each connection has identifiers of its own, so phones must send the PIN again after a restart of the table.
        """
        announced_id = f"{self._connection_id}{pin_id}" if (pin_id := self._pin.pin_id) else ""
        if announced_id == self._announced_id:
            return ()
        self._announced_id = announced_id
        return (PinChanged(announced_id),)


class RemotePin:
    """The web service's `hal.browser.table_pin.TablePin`: it lets the table check digits.

    After wrong digits, the table says for how long it takes no more. Until then, it is not asked.
    """

    def __init__(
        self,
        ask: Callable[[RequestKind, tuple[str, ...]], TableAnswer | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pin_id = ""
        """The identifier that the table has sent last."""
        self._ask = ask
        self._clock = clock
        self._paused_until = float("-inf")

    def check_digits(self, digits: str) -> PinCheck:
        """Let the table check these digits. For one thread at a time."""
        if (wait_s := self._paused_until - self._clock()) > 0:
            return PinCheck(PinVerdict.NOT_CHECKED, ceil(wait_s))
        answer = self._ask(RequestKind.PIN, (digits,))
        if answer is None:
            return PinCheck(PinVerdict.NO_TABLE)
        try:
            verdict, wait_word = answer.words
            check = PinCheck(PinVerdict(verdict), int(wait_word))
        except ValueError:
            return PinCheck(PinVerdict.NO_TABLE)
        self._paused_until = self._clock() + check.wait_s
        return check
