"""Debounce contacts: a state machine that turns the edges of all sources into presses and holds.

It reads no clock and starts no timer. The caller passes edges as they come, and calls `outcomes_until` at the time that
`deadline` returns; more frequent ticks change nothing.
"""

from __future__ import annotations

from enum import Enum

from hal.keys.keys import Armed, Clash, Edge, Gesture, Key, Outcome, Press, Stuck, Together
from values.named_tuple import NamedTuple


class Phase(Enum):
    """The state of a contact, as it was when it last came to rest."""

    UP = "up"
    DOWN = "down"
    ARMED = "armed"
    VOID = "void"
    STUCK = "stuck"


class Contact(NamedTuple):
    """A contact that is closed or bouncing, in a form to pass to another debouncer. Times are in seconds.

    `since` is when it last moved; `pressed` is when it closed, if it counts as closed.
    """

    key: Key
    since: float
    pressed: float
    closed: bool
    resting: bool
    phase: Phase

    def shifted(self, seconds: float) -> Contact:
        """Return the contact with its times `seconds` later, in whole milliseconds."""
        return self._replace(since=round(self.since + seconds, 3), pressed=round(self.pressed + seconds, 3))


class Contacts(NamedTuple):
    """All contacts of a source that are not open and at rest.

    `paired` is since when two of them, and no third, have been down together; None if they have not.
    """

    contacts: tuple[Contact, ...] = ()
    paired: float | None = None

    def shifted(self, seconds: float) -> Contacts:
        """Return the contacts with their times `seconds` later, in whole milliseconds."""
        paired = None if self.paired is None else round(self.paired + seconds, 3)
        return Contacts(tuple(contact.shifted(seconds) for contact in self.contacts), paired)


LATE_S = 30.0
"""An edge that is further in the past, in seconds before the last tick, is not late: the clock has been set back."""

_HELD = frozenset({Phase.DOWN, Phase.ARMED, Phase.VOID})


class _Contact:
    """A contact that is closed or bouncing; it last moved at `since`."""

    __slots__ = ("closed", "key", "phase", "pressed", "resting", "since", "source")

    def __init__(self, key: Key, source: str, since: float, phase: Phase = Phase.UP, pressed: float = 0.0) -> None:
        self.key = key
        self.source = source
        self.since = since
        self.phase = phase
        self.pressed = pressed
        self.closed = True
        self.resting = False


class Debouncer:
    """Turns edges into presses, holds and other outcomes.

    A contact changes its state once it has stayed put for `settle` seconds, from the last edge of its bounce. Released
    before `hold` seconds it is a press, later a hold, which `Armed` announces at the threshold. After `stuck` seconds
    it is `Stuck`, once, and ignored until it is released. Two keys of one source down together are ignored until both
    are up; a stuck key is not one of them, so that the others stay usable. Two that stay down for `together` seconds,
    with no third, are reported as `Together`, once. A contact is assumed to be open until an edge closes it, so a key
    released after power-on gives nothing; one that is reported as `held` then can still become `Stuck`.

    Times are seconds of one clock. Edges come in order: one earlier than the last counts as simultaneous. But they may
    come late, when the machine is busy: `outcomes_until` may already have passed the time at which something would have
    been due without them. They count for when they happened all the same, and until one comes in time again, whatever
    waits for edges waits longer by the same delay. Time that goes back by more than `LATE_S`, or in ticks, is ignored:
    the time stands still. Memory is used only for contacts that are closed or bouncing.
    """

    def __init__(self, settle: float = 0.02, hold: float = 0.6, stuck: float = 8.0, together: float = 3.0) -> None:
        if not 0 <= settle < hold < together < stuck:
            raise ValueError("0 <= settle < hold < together < stuck must be true")
        self._settle = settle
        self._hold = hold
        self._stuck = stuck
        self._together = together
        self._now = float("-inf")
        """The time up to which outcomes have been returned; it goes back if edges are late."""
        self._last_tick = float("-inf")
        self._last_edge = float("-inf")
        self._late = 0.0
        self._contacts: dict[tuple[str, Key], _Contact] = {}
        self._pairs: dict[str, float] = {}
        """Since when two keys of a source, and no third, have been down together."""

    @property
    def is_idle(self) -> bool:
        """Whether all contacts are open and at rest, with no outcome left to come."""
        return not self._contacts

    def contacts(self, source: str) -> Contacts:
        """Return the contacts of a source, to resume in another debouncer; there are at most as many as keys."""
        contacts = tuple(
            Contact(contact.key, contact.since, contact.pressed, contact.closed, contact.resting, contact.phase)
            for contact in self._contacts.values()
            if contact.source == source
        )
        return Contacts(contacts, self._pairs.get(source))

    def restore(self, source: str, contacts: Contacts, now: float) -> None:
        """Resume with the contacts of a source as another debouncer left them at `now`."""
        self._now = self._last_edge = max(self._now, now)
        for one in contacts.contacts:
            contact = _Contact(one.key, source, one.since, one.phase, one.pressed)
            contact.closed, contact.resting = one.closed, one.resting
            self._contacts[source, one.key] = contact
        if contacts.paired is not None and self._held_contacts(source):
            self._pairs[source] = contacts.paired

    def edge(self, edge: Edge) -> tuple[Outcome, ...]:
        """Process an edge. Returns the outcomes that were due before it."""
        moment = max(self._last_edge, edge.at)
        if self._last_tick - moment > LATE_S:
            moment = self._last_tick
        self._now = self._last_edge = moment
        self._late = max(0.0, self._last_tick - moment)
        outcomes = self._due_by_now()
        place = (edge.source, edge.key)
        contact = self._contacts.get(place)
        if contact is None:
            if edge.down:
                self._contacts[place] = self._contact_of(edge)
        elif contact.closed != edge.down:
            contact.closed = edge.down
            contact.since = self._now
            contact.resting = False
        return outcomes

    def outcomes_until(self, now: float) -> tuple[Outcome, ...]:
        """Return the outcomes that are due by `now`, in order of time."""
        self._last_tick = max(self._last_tick, now)
        self._now = max(self._now, self._last_tick - self._late)
        return self._due_by_now()

    def deadline(self) -> float | None:
        """Return when `outcomes_until` must be called next, in seconds; None if only an edge can change anything."""
        first = self._next_deadline()
        return None if first is None else first[0] + self._late

    def _due_by_now(self) -> tuple[Outcome, ...]:
        outcomes: list[Outcome] = []
        while (first := self._next_deadline()) is not None and first[0] <= self._now:
            due, contact = first
            if isinstance(contact, str):
                outcomes.append(self._pair_outcome(contact, due))
            elif contact.resting:
                outcomes.append(self._on_hold_timeout(contact, due))
            else:
                outcomes.extend(self._on_settled(contact, due))
        return tuple(outcomes)

    def _contact_of(self, edge: Edge) -> _Contact:
        if not edge.held:
            return _Contact(edge.key, edge.source, self._now)
        contact = _Contact(edge.key, edge.source, self._now, Phase.VOID, self._now)
        contact.resting = True
        return contact

    def _next_deadline(self) -> tuple[float, _Contact | str] | None:
        first: tuple[float, _Contact | str] | None = None
        for contact in self._contacts.values():
            due = self._due_time(contact)
            if due is not None and (first is None or due < first[0]):
                first = due, contact
        for source in self._pairs:
            due = self._pair_due(source)
            if first is None or due < first[0]:
                first = due, source
        return first

    def _pair_due(self, source: str) -> float:
        """Return when a pair has been down for long enough, and no bounce can still turn out to be a release."""
        known = max(contact.since + self._settle for contact in self._held_contacts(source))
        return max(self._pairs[source] + self._together, known)

    def _pair_outcome(self, source: str, at: float) -> Together:
        del self._pairs[source]
        return Together(frozenset(contact.key for contact in self._held_contacts(source)), at, source)

    def _held_contacts(self, source: str) -> list[_Contact]:
        return [contact for contact in self._contacts.values() if contact.source == source and contact.phase in _HELD]

    def _due_time(self, contact: _Contact) -> float | None:
        if not contact.resting:
            return contact.since + self._settle
        if contact.phase is Phase.STUCK:
            return None
        wait = self._hold if contact.phase is Phase.DOWN else self._stuck
        # A glitch may have delayed the threshold; no outcome is dated before it was certain.
        return max(contact.pressed + wait, contact.since + self._settle)

    def _on_hold_timeout(self, contact: _Contact, at: float) -> Outcome:
        if contact.phase is Phase.DOWN:
            contact.phase = Phase.ARMED
            return Armed(contact.key, at, contact.source)
        contact.phase = Phase.STUCK
        return Stuck(contact.key, at, contact.source)

    def _on_settled(self, contact: _Contact, at: float) -> tuple[Outcome, ...]:
        contact.resting = True
        if not contact.closed:
            del self._contacts[contact.source, contact.key]
            if contact.phase in _HELD:
                self._pairs.pop(contact.source, None)
            return self._on_release(contact)
        if contact.phase is Phase.UP:
            return self._on_press(contact, at)
        return ()

    def _on_release(self, contact: _Contact) -> tuple[Outcome, ...]:
        gesture = self._gesture(contact)
        return () if gesture is None else (Press(contact.key, gesture, contact.since, contact.source),)

    def _gesture(self, contact: _Contact) -> Gesture | None:
        """Return the gesture of a contact that is open again; None if it has none.

        If the edge of its release came late, it was assumed to be closed for longer than it was.
        """
        if contact.phase in (Phase.UP, Phase.VOID) or contact.since < contact.pressed + self._settle:
            return None
        if contact.phase is Phase.STUCK and contact.since >= contact.pressed + self._stuck:
            return None
        held = contact.phase is not Phase.DOWN and contact.since >= contact.pressed + self._hold
        return Gesture.HOLD if held else Gesture.PRESS

    def _on_press(self, contact: _Contact, at: float) -> tuple[Outcome, ...]:
        held = self._held_contacts(contact.source)
        contact.phase = Phase.VOID if held else Phase.DOWN
        contact.pressed = contact.since
        new = any(one.phase is not Phase.VOID for one in held)
        self._pairs.pop(contact.source, None)
        if new and len(held) == 1:
            self._pairs[contact.source] = contact.pressed
        for one in held:
            one.phase = Phase.VOID
        return (Clash(at, contact.source),) if new else ()
