"""Detects that two couriers connect as the same box, because the box's card was copied."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

MAX_EARLIER = 16
"""Most earlier couriers of a box that are remembered, besides the current one."""

RETURNS_UNTIL_COPIED = 2
"""How often earlier couriers must come back before there are two boxes. Once may be a late message."""


class BoxCouriers:
    """Notes which courier sends as which box.

    Each courier process draws a random identifier when it starts. A restarted courier has another one, and the earlier
    one never comes back. If it does, two boxes have the same name and password, and disconnect each other.
    """

    def __init__(self) -> None:
        self._current: dict[str, str] = {}
        self._earlier: dict[str, OrderedDict[str, None]] = defaultdict(OrderedDict)
        self._returns: dict[str, int] = {}

    def detects_copy(self, box: str, courier: str) -> bool:
        """Note that a courier has sent as a box. Returns whether this shows that two boxes send as this one."""
        current = self._current.get(box)
        if not courier or courier == current:
            return False
        self._current[box] = courier
        earlier = self._earlier[box]
        if current is not None:
            earlier[current] = None
            if len(earlier) > MAX_EARLIER:
                earlier.popitem(last=False)
        if courier not in earlier:
            return False
        del earlier[courier]
        returns = self._returns.get(box, 0) + 1
        self._returns[box] = 0 if returns >= RETURNS_UNTIL_COPIED else returns
        return returns >= RETURNS_UNTIL_COPIED
