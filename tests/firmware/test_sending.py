"""What waits to be said to a pod (docs/pod-protocol.md): cues first, then rows as they are, a new start last."""

from __future__ import annotations

from hal.pods.send_queue import MAX_CUES, SendQueue
from hal.signal.signal import Cue

ROWS = ("Who leads?", "A red", "")


def said(queue: SendQueue) -> list[bytes]:
    """All that waits, in order."""
    found = []
    while (payload := queue.next_payload()) is not None:
        found.append(payload)
    return found


def test_a_display_of_which_only_the_first_row_is_new_has_something_waiting() -> None:
    queue = SendQueue()
    queue.set_rows(ROWS)
    assert said(queue) == [b"T 0 Who leads?", b"T 1 A red", b"T 2 "]
    assert not queue.has_payloads
    queue.set_rows(("Who covers?", *ROWS[1:]))
    assert queue.has_payloads
    assert not queue.has_commands
    assert said(queue) == [b"T 0 Who covers?"]


def test_cues_come_before_rows_and_a_new_start_comes_last() -> None:
    queue = SendQueue()
    queue.put_restart()
    queue.set_rows(ROWS[:1])
    queue.put_cue(Cue.ACCEPTED)
    assert queue.has_commands
    assert said(queue) == [b"L a", b"T 0 Who leads?", b"U"]
    assert not queue.has_payloads
    assert not queue.has_commands


def test_rows_are_said_as_they_are_when_their_turn_comes() -> None:
    queue = SendQueue()
    queue.set_rows(ROWS)
    assert queue.next_payload() == b"T 0 Who leads?"
    queue.set_rows(("Who leads?", "B blue", ""))
    assert said(queue) == [b"T 1 B blue", b"T 2 "]


def test_a_pod_that_greets_anew_gets_all_rows_again() -> None:
    queue = SendQueue()
    queue.set_rows(ROWS)
    first = said(queue)
    queue.note_restart()
    assert said(queue) == first


def test_of_many_cues_the_oldest_are_left_out() -> None:
    queue = SendQueue()
    queue.put_cue(Cue.REFUSED)
    for _ in range(MAX_CUES):
        queue.put_cue(Cue.HEARD)
    assert said(queue) == [b"L h"] * MAX_CUES
