"""Which couriers speak as a box: one at a time, unless the box's card was copied."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

MOST_EARLIER = 16
"""Couriers of a box that are remembered, besides the one that spoke last."""

RETURNS = 2
"""So often must couriers come back that another one has taken the place of: a message that was late is none."""


class BoxCouriers:
    """Hears which courier asks for a box. Each draws its word when it is started, and never speaks again once another
    one has: then two boxes have the same name and password, and push each other out."""

    def __init__(self) -> None:
        self._current: dict[str, str] = {}
        self._earlier: dict[str, OrderedDict[str, None]] = defaultdict(OrderedDict)
        self._returns: dict[str, int] = {}

    def hear(self, box: str, courier: str) -> bool:
        """A courier speaks as a box. Whether it is known by now that two do."""
        current = self._current.get(box)
        if not courier or courier == current:
            return False
        self._current[box] = courier
        earlier = self._earlier[box]
        if current is not None:
            earlier[current] = None
            if len(earlier) > MOST_EARLIER:
                earlier.popitem(last=False)
        if courier not in earlier:
            return False
        del earlier[courier]
        returns = self._returns.get(box, 0) + 1
        self._returns[box] = 0 if returns >= RETURNS else returns
        return returns >= RETURNS
