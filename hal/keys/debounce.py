"""Debounce contacts: a state machine that turns the edges of all sources into presses and holds.

It reads no clock and starts no timer. The caller passes edges as they come, and calls `outcomes_until` at the time that
`next_deadline` returns; more frequent ticks change nothing.
"""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import Any

from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyClash, KeyOutcome, KeyStuck, PairHeld, Press
from values.named_tuple import NamedTuple


class ContactState(Enum):
    """The state of a contact, as it was when it last came to rest."""

    RELEASED = "up"
    PRESSED = "down"
    HELD = "held"
    IGNORED = "ignored"  # down with another key, or since the start: its release is no press
    STUCK = "stuck"


class Contact(NamedTuple):
    """A contact that is closed or bouncing. Times are in seconds.

    `moved_at_s` is when it last moved. `pressed_at_s` is when it closed, if it counts as closed.
    """

    key: Key
    moved_at_s: float
    pressed_at_s: float
    is_closed: bool
    is_at_rest: bool
    state: ContactState
    source: str = ""
    """The source of the key; empty in the form to pass to another debouncer."""

    def shifted(self, seconds: float) -> Contact:
        """Return the contact with its times `seconds` later, in whole milliseconds."""
        moved, pressed = round(self.moved_at_s + seconds, 3), round(self.pressed_at_s + seconds, 3)
        return self._replace(moved_at_s=moved, pressed_at_s=pressed)


class _Deadline(NamedTuple):
    """When a contact is due to change, or the two keys that are held at a source are to be reported."""

    due_s: float
    contact_or_source: Contact | str


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
    been due without them. They still count for when they happened. Outcomes are then returned later, by as much as the
    last edge was late, since others may be as late. Time that goes back by more than `MAX_LATENESS_S`, or in ticks, is
    ignored: the time stands still. Memory is used only for contacts that are closed or bouncing.
    """

    def __init__(self, settle_s: float = 0.02, hold_s: float = 0.6, stuck_s: float = 8.0, pair_s: float = 3.0) -> None:
        if not 0 <= settle_s < hold_s < pair_s < stuck_s:
            raise ValueError("0 <= settle < hold < pair < stuck must be true")
        self._settle_s = settle_s
        self._hold_s = hold_s
        self._stuck_s = stuck_s
        self._pair_s = pair_s
        self._processed_until_s = -inf
        """The time up to which outcomes have been returned; it goes back if edges are late."""
        self._last_tick_s = -inf
        self._last_edge_s = -inf
        self._lateness_s = 0.0
        self._active_contacts: dict[tuple[str, Key], Contact] = {}
        self._pair_starts: dict[str, float] = {}
        """Since when two keys of a source, and no third, have been down together."""

    @property
    def is_idle(self) -> bool:
        """Whether all contacts are open and at rest, with no outcome left to come."""
        return not self._active_contacts

    def contacts(self, source: str) -> SourceContacts:
        """Return the contacts of a source, to resume in another debouncer; there are at most as many as keys."""
        contacts = (contact for contact in self._active_contacts.values() if contact.source == source)
        sourceless = tuple(contact._replace(source="") for contact in contacts)
        return SourceContacts(sourceless, self._pair_starts.get(source))

    def restore(self, source: str, source_contacts: SourceContacts, now: float) -> None:
        """Resume with the contacts of a source as another debouncer left them at `now`."""
        self._processed_until_s = self._last_edge_s = max(self._processed_until_s, now)
        for contact in source_contacts.contacts:
            self._active_contacts[source, contact.key] = contact._replace(source=source)
        if source_contacts.pair_since_s is not None and self._down_contacts(source):
            self._pair_starts[source] = source_contacts.pair_since_s

    def process_edge(self, edge: Edge) -> tuple[KeyOutcome, ...]:
        """Process an edge. Returns the outcomes that were due before it."""
        edge_time_s = max(self._last_edge_s, edge.time_s)
        if self._last_tick_s - edge_time_s > MAX_LATENESS_S:
            edge_time_s = self._last_tick_s
        self._processed_until_s = self._last_edge_s = edge_time_s
        self._lateness_s = max(0.0, self._last_tick_s - edge_time_s)
        outcomes = self._take_due_outcomes()
        contact = self._active_contacts.get((edge.source, edge.key))
        if contact is None:
            if edge.is_closed:
                self._active_contacts[edge.source, edge.key] = self._new_contact(edge)
        elif contact.is_closed != edge.is_closed:
            self._change(contact, is_closed=edge.is_closed, moved_at_s=edge_time_s, is_at_rest=False)
        return outcomes

    def outcomes_until(self, now: float) -> tuple[KeyOutcome, ...]:
        """Return the outcomes that are due by `now`, in order of time."""
        self._last_tick_s = max(self._last_tick_s, now)
        self._processed_until_s = max(self._processed_until_s, self._last_tick_s - self._lateness_s)
        return self._take_due_outcomes()

    def next_deadline(self) -> float | None:
        """Return when `outcomes_until` must be called next, in seconds; None if only an edge can change anything."""
        first = self._earliest_deadline()
        return None if first is None else first.due_s + self._lateness_s

    def _take_due_outcomes(self) -> tuple[KeyOutcome, ...]:
        outcomes: list[KeyOutcome] = []
        while (first := self._earliest_deadline()) is not None and first.due_s <= self._processed_until_s:
            due_s, contact_or_source = first
            if isinstance(contact_or_source, str):
                outcomes.append(self._finish_pair(contact_or_source, due_s))
            elif contact_or_source.is_at_rest:
                outcomes.append(self._on_timeout(contact_or_source, due_s))
            else:
                outcomes.extend(self._on_settled(contact_or_source, due_s))
        return tuple(outcomes)

    def _new_contact(self, edge: Edge) -> Contact:
        now, is_at_rest = self._processed_until_s, edge.was_closed_at_start
        state = ContactState.IGNORED if is_at_rest else ContactState.RELEASED
        return Contact(edge.key, now, now, is_closed=True, is_at_rest=is_at_rest, state=state, source=edge.source)

    def _change(self, contact: Contact, **changes: Any) -> Contact:
        changed = self._active_contacts[contact.source, contact.key] = contact._replace(**changes)
        return changed

    def _earliest_deadline(self) -> _Deadline | None:
        contact_or_source: Contact | str | None = None
        first_due_s = inf
        for contact in self._active_contacts.values():
            due_s = self._due_time(contact)
            if due_s is not None and due_s < first_due_s:
                first_due_s, contact_or_source = due_s, contact
        for source in self._pair_starts:
            due_s = self._pair_due_time(source)
            if due_s < first_due_s:
                first_due_s, contact_or_source = due_s, source
        return None if contact_or_source is None else _Deadline(first_due_s, contact_or_source)

    def _pair_due_time(self, source: str) -> float:
        """Return when a pair has been down for long enough, and no bounce can still turn out to be a release."""
        certain_at_s = max(contact.moved_at_s + self._settle_s for contact in self._down_contacts(source))
        return max(self._pair_starts[source] + self._pair_s, certain_at_s)

    def _finish_pair(self, source: str, time_s: float) -> PairHeld:
        del self._pair_starts[source]
        return PairHeld(frozenset(contact.key for contact in self._down_contacts(source)), time_s, source)

    def _down_contacts(self, source: str) -> list[Contact]:
        contacts = (contact for contact in self._active_contacts.values() if contact.source == source)
        return [contact for contact in contacts if contact.state in _DOWN_STATES]

    def _due_time(self, contact: Contact) -> float | None:
        if not contact.is_at_rest:
            return contact.moved_at_s + self._settle_s
        if contact.state is ContactState.STUCK:
            return None
        wait_s = self._hold_s if contact.state is ContactState.PRESSED else self._stuck_s
        # A glitch may have delayed the threshold; no outcome is dated before it was certain.
        return max(contact.pressed_at_s + wait_s, contact.moved_at_s + self._settle_s)

    def _on_timeout(self, contact: Contact, time_s: float) -> KeyOutcome:
        if contact.state is ContactState.PRESSED:
            self._change(contact, state=ContactState.HELD)
            return HoldReached(contact.key, time_s, contact.source)
        self._change(contact, state=ContactState.STUCK)
        self._pair_starts.pop(contact.source, None)
        return KeyStuck(contact.key, time_s, contact.source)

    def _on_settled(self, contact: Contact, time_s: float) -> tuple[KeyOutcome, ...]:
        if not contact.is_closed:
            del self._active_contacts[contact.source, contact.key]
            if contact.state in _DOWN_STATES:
                self._pair_starts.pop(contact.source, None)
            return self._on_release(contact)
        contact = self._change(contact, is_at_rest=True)
        return self._on_press(contact, time_s) if contact.state is ContactState.RELEASED else ()

    def _on_release(self, contact: Contact) -> tuple[KeyOutcome, ...]:
        gesture = self._gesture(contact)
        return () if gesture is None else (Press(contact.key, gesture, contact.moved_at_s, contact.source),)

    def _gesture(self, contact: Contact) -> Gesture | None:
        """Return the gesture of a contact that is open again; None if it has none.

        If the edge of its release came late, it was assumed to be closed for longer than it was.
        """
        state, moved_s, pressed_s = contact.state, contact.moved_at_s, contact.pressed_at_s
        if state in (ContactState.RELEASED, ContactState.IGNORED) or moved_s < pressed_s + self._settle_s:
            return None
        if state is ContactState.STUCK and moved_s >= pressed_s + self._stuck_s:
            return None
        is_hold = state is not ContactState.PRESSED and moved_s >= pressed_s + self._hold_s
        return Gesture.HOLD if is_hold else Gesture.PRESS

    def _on_press(self, contact: Contact, time_s: float) -> tuple[KeyOutcome, ...]:
        down_contacts = self._down_contacts(contact.source)
        state = ContactState.IGNORED if down_contacts else ContactState.PRESSED
        self._change(contact, state=state, pressed_at_s=contact.moved_at_s)
        is_clash = any(down_contact.state is not ContactState.IGNORED for down_contact in down_contacts)
        self._pair_starts.pop(contact.source, None)
        if is_clash and len(down_contacts) == 1:
            self._pair_starts[contact.source] = contact.moved_at_s
        for down_contact in down_contacts:
            self._change(down_contact, state=ContactState.IGNORED)
        return (KeyClash(time_s, contact.source),) if is_clash else ()
