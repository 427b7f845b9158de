"""Detects that two couriers connect as the same box, because the box's SD card was copied."""

from __future__ import annotations

from values.named_tuple import NamedTuple

MAX_COURIERS = 16
"""Maximum number of couriers of a box that are remembered."""


class _CourierHistory(NamedTuple):
    """The couriers that have sent as one box, the newest last; the one that has sent last; and those that came back."""

    ids: tuple[str, ...] = ()
    last_id: str = ""
    returned_ids: frozenset[str] = frozenset()


class CopyDetector:
    """Notes which courier sends as which box.

    Each courier process draws a random identifier when it starts. A restarted courier has another one, and the earlier
    one comes back at most once, with a late message. If it comes back twice, two boxes have the same name and password,
    and disconnect each other.
    """

    def __init__(self) -> None:
        self._histories: dict[str, _CourierHistory] = {}

    def copy(self) -> CopyDetector:
        """A copy, which notes nothing that is noted here later."""
        other = CopyDetector()
        other._histories |= self._histories
        return other

    def note_and_detect_copy(self, box: str, courier_id: str) -> bool:
        """Note that a courier has sent as a box. Returns whether this shows that two boxes send as this one."""
        ids, last_id, returned_ids = self._histories.get(box, _CourierHistory())
        if not courier_id or courier_id == last_id:
            return False
        is_copied = courier_id in returned_ids
        if is_copied:
            returned_ids = frozenset()  # told once; what comes back from now on is told again
        elif courier_id in ids[:-1]:
            returned_ids |= {courier_id}
        elif courier_id not in ids:
            ids = (*ids, courier_id)[-MAX_COURIERS:]
        self._histories[box] = _CourierHistory(ids, courier_id, returned_ids.intersection(ids))
        return is_copied
