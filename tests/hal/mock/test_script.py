"""Key scripts: what each line plays, and which line cannot be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Gesture, Key, KeyOutcome, PairHeld, Press
from hal.mock.script import HOLD_S, PAIR_S, PAUSE_S, PRESS_S, Script, ScriptError


def gestures(lines: list[str]) -> list[tuple[str, str, str]]:
    machine = Debouncer()
    outcomes: list[KeyOutcome] = []
    for edge in Script(lines):
        outcomes += machine.process_edge(edge)
    outcomes += machine.outcomes_until(1e9)
    return [(one.source, one.gesture.value, one.key.value) for one in outcomes if isinstance(one, Press)]


def test_press_lasts_and_is_followed_by_a_rest() -> None:
    assert list(Script(["A", "B"], start_s=10.0)) == [
        Edge(Key.A, True, 10.0),
        Edge(Key.A, False, 10.0 + PRESS_S),
        Edge(Key.B, True, 10.0 + PRESS_S + PAUSE_S),
        Edge(Key.B, False, 10.0 + PRESS_S + PAUSE_S + PRESS_S),
    ]


def test_every_line_means_what_it_says_to_the_keys() -> None:
    lines = ["A", "hold B", "pod2 C", "pod12 hold D"]
    assert gestures(lines) == [("", "press", "A"), ("", "hold", "B"), ("pod2", "press", "C"), ("pod12", "hold", "D")]


def test_two_keys_held_together() -> None:
    """As long as the table needs to take them for a wish to switch off."""
    machine = Debouncer()
    outcomes = [outcome for edge in Script(["hold A+D"]) for outcome in machine.process_edge(edge)]
    assert [one.keys for one in outcomes if isinstance(one, PairHeld)] == [{Key.A, Key.D}]
    assert list(Script(["pod2 hold B+C", "A"]))[-2:] == [
        Edge(Key.A, True, PAIR_S + PAUSE_S),
        Edge(Key.A, False, PAIR_S + PAUSE_S + PRESS_S),
    ]


def test_wait_puts_the_next_press_off() -> None:
    script = Script(["wait 1.5", "A", "wait 2"])
    assert [edge.time_s for edge in script] == [1.5, 1.5 + PRESS_S]
    assert script.next_press_at == pytest.approx(1.5 + PRESS_S + PAUSE_S + 2)


def test_one_key_is_no_pair() -> None:
    with pytest.raises(ScriptError, match="“hold A\\+A” is no press"):
        list(Script(["hold A+A"]))


def test_hold_is_long_enough_to_be_one() -> None:
    assert HOLD_S > 0.6 > PRESS_S


def test_comments_blank_lines_and_other_systems_files_are_read() -> None:
    assert gestures(["\ufeffA\r\n", "", "   # bids\n", "  hold   B # undo\r\n"]) == [
        ("", "press", "A"),
        ("", "hold", "B"),
    ]


BAD = ["E", "a", "A B", "hold", "hold hold A", "pod0 A", "podx A", "pod2", "hold pod2 A", "wait", "wait -1", "wait 1e3"]


@pytest.mark.parametrize("line", [*BAD, "wait nan", "wait inf", "wait 1.", "wait .5", "AA", "wait ٣", "pod2 wait 1"])
def test_line_that_cannot_be_played_is_named(line: str) -> None:
    with pytest.raises(ScriptError) as caught:
        list(Script(["A", "# nothing", line, "B"]))
    assert caught.value.line_number == 3
    assert caught.value.sentence.startswith(f"“{line}” is no press. Write “A”")
    assert str(caught.value).startswith("line 3: ")


@given(st.text(max_size=20))
def test_any_line_is_played_or_refused(line: str) -> None:
    lines: list[int] = []
    played: list[Edge] = []
    try:
        played = list(Script([line]))
    except ScriptError as error:
        lines.append(error.line_number)
    assert (lines, len(played)) in (([], 0), ([], 2), ([1], 0))


def test_endless_script_is_played_as_it_comes() -> None:
    read = count()

    def lines() -> Iterator[str]:
        for _ in read:
            yield "A\n"

    assert len(list(islice(Script(lines()), 1000))) == 1000
    assert next(read) == 500


def test_gestures_are_the_ones_the_script_names() -> None:
    assert {gesture.value for gesture in Gesture} == {"press", "hold"}
