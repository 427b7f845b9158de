"""What the page of a correction says of totals."""

from __future__ import annotations

import pytest

from device.contract.scores import RoundScore, Scores
from device.pages.correction_texts import total_lines
from display.words import ENGLISH

ROUNDS = (RoundScore((3, 1)),)


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (Scores(ROUNDS, (3, 1)), Scores(ROUNDS, (3, 1)), ["All totals stay as they are."]),
        (Scores(ROUNDS, (3, 1)), Scores(ROUNDS, (4, 1)), ["Ann: 3 → 4", "All other totals stay as they are."]),
        (Scores(ROUNDS, (3, 1)), Scores((), (0, 1)), ["Ann: 3 → 0"]),
        # All totals stayed as they were, and the set that Ann had won was Bo's.
        (
            Scores(ROUNDS, (3, 1), sets=(1, 0), set_number=2),
            Scores(ROUNDS, (3, 1), sets=(0, 1), set_number=2),
            ["Ann: 1 set: 3 → 0 sets: 3", "Bo: 0 sets: 1 → 1 set: 1"],
        ),
    ],
)
def test_a_correction_says_which_totals_and_sets_change(before: Scores, after: Scores, lines: list[str]) -> None:
    assert [ENGLISH.say(line) for line in total_lines(("Ann", "Bo"), before, after)] == lines
