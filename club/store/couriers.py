"""Detects that two couriers connect as the same box, because the box's SD card was copied."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

MAX_EARLIER_COURIERS = 16
"""Maximum number of earlier couriers of a box that are remembered, besides the current one."""

RETURNS_UNTIL_COPIED = 2
"""How often earlier couriers must come back before there are two boxes. Once may be a late message."""


class BoxCouriers:
    """Notes which courier sends as which box.

    Each courier process draws a random identifier when it starts. A restarted courier has another one, and the earlier
    one never comes back. If it does, two boxes have the same name and password, and disconnect each other.
    """

    def __init__(self) -> None:
        self._current_couriers: dict[str, str] = {}
        self._earlier_couriers: dict[str, OrderedDict[str, None]] = defaultdict(OrderedDict)
        self._return_counts: dict[str, int] = {}

    def note_and_detect_copy(self, box: str, courier_id: str) -> bool:
        """Note that a courier has sent as a box. Returns whether this shows that two boxes send as this one."""
        current_id = self._current_couriers.get(box)
        if not courier_id or courier_id == current_id:
            return False
        self._current_couriers[box] = courier_id
        earlier_ids = self._earlier_couriers[box]
        if current_id is not None:
            earlier_ids[current_id] = None
            if len(earlier_ids) > MAX_EARLIER_COURIERS:
                earlier_ids.popitem(last=False)
        if courier_id not in earlier_ids:
            return False
        del earlier_ids[courier_id]
        return_count = self._return_counts.get(box, 0) + 1
        self._return_counts[box] = 0 if return_count >= RETURNS_UNTIL_COPIED else return_count
        return return_count >= RETURNS_UNTIL_COPIED
