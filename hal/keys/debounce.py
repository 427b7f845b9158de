"""Debounce contacts: a state machine that turns the edges of all sources into presses and holds.

It reads no clock and starts no timer. The caller passes edges as they come, and calls `outcomes_until` at the time that
`deadline` returns; more frequent ticks change nothing.
"""

from __future__ import annotations

from enum import Enum

from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyClash, KeyStuck, Outcome, PairHeld, Press
from values.named_tuple import NamedTuple


class ContactState(Enum):
    """The state of a contact, as it was when it last came to rest."""

    RELEASED = "up"
    PRESSED = "down"
    HELD = "armed"
    IGNORED = "void"
    STUCK = "stuck"


class Contact(NamedTuple):
    """A contact that is closed or bouncing, in a form to pass to another debouncer. Times are in seconds.

    `moved_at_s` is when it last moved. `pressed_at_s` is when it closed, if it counts as closed.
    """

    key: Key
    moved_at_s: float
    pressed_at_s: float
    is_closed: bool
    is_at_rest: bool
    state: ContactState

    def shifted(self, seconds: float) -> Contact:
        """Return the contact with its times `seconds` later, in whole milliseconds."""
        return self._replace(
            moved_at_s=round(self.moved_at_s + seconds, 3), pressed_at_s=round(self.pressed_at_s + seconds, 3)
        )


class SourceContacts(NamedTuple):
    """All contacts of a source that are not open and at rest.

    `pair_since_s` is when two of them went down together, without a third; None if they are not down together.
    """

    contacts: tuple[Contact, ...] = ()
    pair_since_s: float | None = None

    def shifted(self, seconds: float) -> SourceContacts:
        """Return the contacts with their times `seconds` later, in whole milliseconds."""
        pair_since_s = None if self.pair_since_s is None else round(self.pair_since_s + seconds, 3)
        return SourceContacts(tuple(contact.shifted(seconds) for contact in self.contacts), pair_since_s)


MAX_LATENESS_S = 30.0
"""An edge that is further in the past, in seconds before the last tick, is not late: the clock has been set back."""

_DOWN_STATES = frozenset({ContactState.PRESSED, ContactState.HELD, ContactState.IGNORED})


class _MovingContact:
    """A contact that is closed or bouncing; it last moved at `moved_at_s`."""

    __slots__ = ("is_at_rest", "is_closed", "key", "moved_at_s", "pressed_at_s", "source", "state")

    def __init__(
        self,
        key: Key,
        source: str,
        moved_at_s: float,
        state: ContactState = ContactState.RELEASED,
        pressed_at_s: float = 0.0,
    ) -> None:
        self.key = key
        self.source = source
        self.moved_at_s = moved_at_s
        self.state = state
        self.pressed_at_s = pressed_at_s
        self.is_closed = True
        self.is_at_rest = False


class Debouncer:
    """Turns edges into presses, holds and other outcomes.

    A contact changes its state once it has stayed put for `settle_s`, from the last edge of its bounce. Released before
    `hold_s` it is a press, later a hold, which `HoldReached` announces at the threshold. After `stuck_s` it is
    `KeyStuck`, once, and ignored until it is released. Two keys of one source down together are ignored until both are
    up; a stuck key is not one of them, so that the others stay usable. Two that stay down for `pair_s`, with no third,
    are reported as `PairHeld`, once. A contact is assumed to be open until an edge closes it, so a key released after
    power-on gives nothing; one that is reported as closed then can still become `KeyStuck`.

    Times are seconds of one clock. Edges come in order: one earlier than the last counts as simultaneous. But they may
    come late, when the machine is busy: `outcomes_until` may already have passed the time at which something would have
    been due without them. They count for when they happened all the same, and until one comes in time again, whatever
    waits for edges waits longer by the same delay. Time that goes back by more than `MAX_LATENESS_S`, or in ticks, is
    ignored: the time stands still. Memory is used only for contacts that are closed or bouncing.
    """

    def __init__(self, settle_s: float = 0.02, hold_s: float = 0.6, stuck_s: float = 8.0, pair_s: float = 3.0) -> None:
        if not 0 <= settle_s < hold_s < pair_s < stuck_s:
            raise ValueError("0 <= settle < hold < together < stuck must be true")
        self._settle_s = settle_s
        self._hold_s = hold_s
        self._stuck_s = stuck_s
        self._pair_s = pair_s
        self._processed_until_s = float("-inf")
        """The time up to which outcomes have been returned; it goes back if edges are late."""
        self._last_tick_s = float("-inf")
        self._last_edge_s = float("-inf")
        self._lateness_s = 0.0
        self._contacts: dict[tuple[str, Key], _MovingContact] = {}
        self._pair_starts: dict[str, float] = {}
        """Since when two keys of a source, and no third, have been down together."""

    @property
    def is_idle(self) -> bool:
        """Whether all contacts are open and at rest, with no outcome left to come."""
        return not self._contacts

    def contacts(self, source: str) -> SourceContacts:
        """Return the contacts of a source, to resume in another debouncer; there are at most as many as keys."""
        contacts = tuple(
            Contact(
                contact.key,
                contact.moved_at_s,
                contact.pressed_at_s,
                contact.is_closed,
                contact.is_at_rest,
                contact.state,
            )
            for contact in self._contacts.values()
            if contact.source == source
        )
        return SourceContacts(contacts, self._pair_starts.get(source))

    def restore(self, source: str, contacts: SourceContacts, now: float) -> None:
        """Resume with the contacts of a source as another debouncer left them at `now`."""
        self._processed_until_s = self._last_edge_s = max(self._processed_until_s, now)
        for saved in contacts.contacts:
            contact = _MovingContact(saved.key, source, saved.moved_at_s, saved.state, saved.pressed_at_s)
            contact.is_closed, contact.is_at_rest = saved.is_closed, saved.is_at_rest
            self._contacts[source, saved.key] = contact
        if contacts.pair_since_s is not None and self._down_contacts(source):
            self._pair_starts[source] = contacts.pair_since_s

    def process_edge(self, edge: Edge) -> tuple[Outcome, ...]:
        """Process an edge. Returns the outcomes that were due before it."""
        edge_time_s = max(self._last_edge_s, edge.time_s)
        if self._last_tick_s - edge_time_s > MAX_LATENESS_S:
            edge_time_s = self._last_tick_s
        self._processed_until_s = self._last_edge_s = edge_time_s
        self._lateness_s = max(0.0, self._last_tick_s - edge_time_s)
        outcomes = self._take_due_outcomes()
        contact_key = (edge.source, edge.key)
        contact = self._contacts.get(contact_key)
        if contact is None:
            if edge.is_closed:
                self._contacts[contact_key] = self._new_contact(edge)
        elif contact.is_closed != edge.is_closed:
            contact.is_closed = edge.is_closed
            contact.moved_at_s = self._processed_until_s
            contact.is_at_rest = False
        return outcomes

    def outcomes_until(self, now: float) -> tuple[Outcome, ...]:
        """Return the outcomes that are due by `now`, in order of time."""
        self._last_tick_s = max(self._last_tick_s, now)
        self._processed_until_s = max(self._processed_until_s, self._last_tick_s - self._lateness_s)
        return self._take_due_outcomes()

    def next_deadline(self) -> float | None:
        """Return when `outcomes_until` must be called next, in seconds; None if only an edge can change anything."""
        first = self._earliest_deadline()
        return None if first is None else first[0] + self._lateness_s

    def _take_due_outcomes(self) -> tuple[Outcome, ...]:
        outcomes: list[Outcome] = []
        while (first := self._earliest_deadline()) is not None and first[0] <= self._processed_until_s:
            due, contact = first
            if isinstance(contact, str):
                outcomes.append(self._finish_pair(contact, due))
            elif contact.is_at_rest:
                outcomes.append(self._on_hold_timeout(contact, due))
            else:
                outcomes.extend(self._on_settled(contact, due))
        return tuple(outcomes)

    def _new_contact(self, edge: Edge) -> _MovingContact:
        if not edge.was_closed_at_start:
            return _MovingContact(edge.key, edge.source, self._processed_until_s)
        contact = _MovingContact(
            edge.key, edge.source, self._processed_until_s, ContactState.IGNORED, self._processed_until_s
        )
        contact.is_at_rest = True
        return contact

    def _earliest_deadline(self) -> tuple[float, _MovingContact | str] | None:
        first: tuple[float, _MovingContact | str] | None = None
        for contact in self._contacts.values():
            due = self._due_time(contact)
            if due is not None and (first is None or due < first[0]):
                first = due, contact
        for source in self._pair_starts:
            due = self._pair_due_time(source)
            if first is None or due < first[0]:
                first = due, source
        return first

    def _pair_due_time(self, source: str) -> float:
        """Return when a pair has been down for long enough, and no bounce can still turn out to be a release."""
        certain_at_s = max(contact.moved_at_s + self._settle_s for contact in self._down_contacts(source))
        return max(self._pair_starts[source] + self._pair_s, certain_at_s)

    def _finish_pair(self, source: str, time_s: float) -> PairHeld:
        del self._pair_starts[source]
        return PairHeld(frozenset(contact.key for contact in self._down_contacts(source)), time_s, source)

    def _down_contacts(self, source: str) -> list[_MovingContact]:
        return [
            contact for contact in self._contacts.values() if contact.source == source and contact.state in _DOWN_STATES
        ]

    def _due_time(self, contact: _MovingContact) -> float | None:
        if not contact.is_at_rest:
            return contact.moved_at_s + self._settle_s
        if contact.state is ContactState.STUCK:
            return None
        wait_s = self._hold_s if contact.state is ContactState.PRESSED else self._stuck_s
        # A glitch may have delayed the threshold; no outcome is dated before it was certain.
        return max(contact.pressed_at_s + wait_s, contact.moved_at_s + self._settle_s)

    def _on_hold_timeout(self, contact: _MovingContact, time_s: float) -> Outcome:
        if contact.state is ContactState.PRESSED:
            contact.state = ContactState.HELD
            return HoldReached(contact.key, time_s, contact.source)
        contact.state = ContactState.STUCK
        return KeyStuck(contact.key, time_s, contact.source)

    def _on_settled(self, contact: _MovingContact, time_s: float) -> tuple[Outcome, ...]:
        contact.is_at_rest = True
        if not contact.is_closed:
            del self._contacts[contact.source, contact.key]
            if contact.state in _DOWN_STATES:
                self._pair_starts.pop(contact.source, None)
            return self._on_release(contact)
        if contact.state is ContactState.RELEASED:
            return self._on_press(contact, time_s)
        return ()

    def _on_release(self, contact: _MovingContact) -> tuple[Outcome, ...]:
        gesture = self._gesture(contact)
        return () if gesture is None else (Press(contact.key, gesture, contact.moved_at_s, contact.source),)

    def _gesture(self, contact: _MovingContact) -> Gesture | None:
        """Return the gesture of a contact that is open again; None if it has none.

        If the edge of its release came late, it was assumed to be closed for longer than it was.
        """
        if (
            contact.state in (ContactState.RELEASED, ContactState.IGNORED)
            or contact.moved_at_s < contact.pressed_at_s + self._settle_s
        ):
            return None
        if contact.state is ContactState.STUCK and contact.moved_at_s >= contact.pressed_at_s + self._stuck_s:
            return None
        is_hold = (
            contact.state is not ContactState.PRESSED and contact.moved_at_s >= contact.pressed_at_s + self._hold_s
        )
        return Gesture.HOLD if is_hold else Gesture.PRESS

    def _on_press(self, contact: _MovingContact, time_s: float) -> tuple[Outcome, ...]:
        down_contacts = self._down_contacts(contact.source)
        contact.state = ContactState.IGNORED if down_contacts else ContactState.PRESSED
        contact.pressed_at_s = contact.moved_at_s
        is_clash = any(down_contact.state is not ContactState.IGNORED for down_contact in down_contacts)
        self._pair_starts.pop(contact.source, None)
        if is_clash and len(down_contacts) == 1:
            self._pair_starts[contact.source] = contact.pressed_at_s
        for down_contact in down_contacts:
            down_contact.state = ContactState.IGNORED
        return (KeyClash(time_s, contact.source),) if is_clash else ()
