"""Detects that two couriers connect as the same box, because the box's SD card was copied."""

from __future__ import annotations

from values.named_tuple import NamedTuple

MAX_EARLIER_COURIERS = 16
"""Maximum number of earlier couriers of a box that are remembered, besides the current one."""

RETURNS_UNTIL_COPIED = 2
"""How often earlier couriers must come back before there are two boxes. Once may be a late message."""


class _CourierHistory(NamedTuple):
    """The couriers that have sent as one box: the current one and earlier ones, and how often those came back."""

    current_id: str | None = None
    earlier_ids: tuple[str, ...] = ()
    return_count: int = 0


_NO_COURIER = _CourierHistory()


class BoxCouriers:
    """Notes which courier sends as which box.

    Each courier process draws a random identifier when it starts. A restarted courier has another one, and the earlier
    one never comes back. If it does, two boxes have the same name and password, and disconnect each other.
    """

    def __init__(self) -> None:
        self._histories: dict[str, _CourierHistory] = {}

    def copy(self) -> BoxCouriers:
        """A copy, which notes nothing that is noted here later."""
        other = BoxCouriers()
        other._histories |= self._histories
        return other

    def note_and_detect_copy(self, box: str, courier_id: str) -> bool:
        """Note that a courier has sent as a box. Returns whether this shows that two boxes send as this one."""
        current_id, earlier_ids, return_count = self._histories.get(box, _NO_COURIER)
        if not courier_id or courier_id == current_id:
            return False
        if current_id is not None:
            earlier_ids = (*earlier_ids, current_id)[-MAX_EARLIER_COURIERS:]
        if courier_id in earlier_ids:
            earlier_ids = tuple(earlier_id for earlier_id in earlier_ids if earlier_id != courier_id)
            return_count += 1
        is_copied = return_count >= RETURNS_UNTIL_COPIED
        self._histories[box] = _CourierHistory(courier_id, earlier_ids, 0 if is_copied else return_count)
        return is_copied
