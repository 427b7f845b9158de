"""The round in play so far: tricks or turns, who and with what, the newest first."""

from __future__ import annotations

import pytest

from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.round_so_far import is_anything_declared, is_round_begun, round_so_far
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from display.words import ENGLISH
from tests.session_rows import replay


def so_far(lines: str, *rows: JournalRow) -> list[str]:
    kept = [*rows_of(lines.encode()), *rows]
    return [ENGLISH.say(line) for line in round_so_far(kept, replay(kept))]


PLANNED = "game no-loose-ends\nplayers Teresa Kaylen\nTeresa bid gray-7\nKaylen pass\nTeresa bid red-2\nTeresa pass\n"
PLANNING = "Planning – Teresa starts. Teresa bids gray 7. Kaylen passes. Teresa bids red 2. Teresa passes."


def test_tricks_have_a_line_each_with_what_was_covered() -> None:
    assert so_far(PLANNED) == [PLANNING]
    assert so_far(PLANNED + "Teresa wins gray-4\nKaylen wins\nTeresa wins\nTeresa covers red-2\n") == [
        "Trick 3 – Teresa wins the trick. Teresa covers red 2.",
        "Trick 2 – Kaylen wins: a loose end.",
        "Trick 1 – Teresa wins with gray 4, covers gray 7.",
        PLANNING,
    ]


def test_a_trick_that_waits_for_its_cover_is_one_line() -> None:
    assert so_far(PLANNED + "Teresa wins\n")[0] == "Trick 1 – Teresa wins the trick."


def test_cards_have_a_line_each_with_who_passed() -> None:
    table = "game no-thanks\nplayers Ann Ben Cleo\nflip 7\nAnn pass\nBen take\nflip 30\n"
    assert so_far(table) == [
        "Card 2 – The 30 is turned up.",
        "Card 1 – Ann starts. The 7 is turned up. Ann passes. Ben takes the card.",
    ]


def test_leads_have_a_line_each_with_what_followed() -> None:
    """A lead is over when all have passed, or with an 8."""
    passed = "Ann plays 3\nBen plays 4\nCleo pass\nDan pass\nAnn pass\n"
    lines = [
        "Lead 3 – Cleo plays 2.",
        "Lead 2 – Ben plays 5. Cleo plays 8. The 8 clears the table: Cleo leads.",
        "Lead 1 – Ann starts. Ann plays 3. Ben plays 4. Cleo passes. Dan passes. Ann passes: Ben leads.",
    ]
    assert so_far(f"game loop\nplayers Ann Ben Cleo Dan\n{passed}Ben plays 5\nCleo plays 8\nCleo plays 2\n") == lines


def test_a_pass_that_followed_by_itself_is_there_too() -> None:
    """Without it, a lead seems to end before everybody has passed. An option that set itself is no declaration."""
    passes = "Ben pass\nCleo pass\nDan pass\n"
    lines = (
        f"game loop\nplayers Ann Ben Cleo Dan\nset beat all\nAnn plays 1 2 3 4\n{passes}Ann plays 9 10 11 12\n{passes}"
        "Ann plays 5\nBen plays 6\nCleo pass\nDan pass\nAnn pass\nBen plays 1 2 3\nCleo pass\nDan pass\n"
    )
    rows = rows_of(lines.encode())
    assert rows[-1] == JournalRow(RowKind.FORCED, "Ann pass")
    kept = [row._replace(kind=RowKind.FORCED) if row.text == "set beat all" else row for row in rows]
    said = [ENGLISH.say(line) for line in round_so_far(kept, replay(kept))]
    assert said[0] == (
        "Lead 4 – Ben plays 1, 2 and 3. Cleo passes. Dan passes. Ann has fewer than 3 cards and passes: Ben leads."
    )
    assert said[-1].startswith("Lead 1 – Ann starts. Ann plays 1, 2, 3 and 4.")


def test_leads_of_the_first_edition_end_when_the_last_player_passes_too() -> None:
    passed = "Ann plays 3\nBen plays 4\nAnn pass\nBen pass\n"
    assert so_far(f"game loop-2023\nplayers Ann Ben\n{passed}Ben plays 5\nAnn plays 8\nAnn plays 2\n") == [
        "Lead 3 – Ann plays 2.",
        "Lead 2 – Ben plays 5. Ann plays 8. Nothing beats an 8: Ann leads.",
        "Lead 1 – Ann starts. Ann plays 3. Ben plays 4. Ann passes. Ben passes.",
    ]


def test_where_nothing_is_counted_a_line_is_once_around_the_table() -> None:
    out = "Ann out\nBen out\nCleo out\nDan out\nEve out\nAnn out\nBen out\nCleo out\n"
    assert so_far(f"game loop\nplayers Ann Ben Cleo Dan Eve Fay\nset detail finish\n{out}") == [
        "Ann is out. Ben is out. Cleo is out.",
    ]


def test_nothing_is_told_of_what_is_secret() -> None:
    (line,) = so_far("game no-thanks\nplayers Ann Ben Cleo\nset detail totals\nAnn holds 3-10 tokens 19\n")
    assert "19" not in line


def test_there_is_none_before_the_round_and_all_of_it_at_its_summary() -> None:
    assert so_far("game no-loose-ends\nplayers Teresa Kaylen\n") == []
    over = "game loop\nplayers Ann Ben Cleo Dan\nset detail finish\nAnn out\nBen out\n"
    assert so_far(over) == ["Ann starts. Ann is out. Ben is out."]
    ended = "Ann starts. Ann is out. Ben is out. Cleo is out. Order: Ann, Ben, Cleo and Dan."
    assert so_far(over + "Cleo out\n") == [ended]
    assert so_far(over + "Cleo out\n", step_row(Step.ACCEPT)) == []


def test_who_starts_stands_before_the_first_time_around_the_table() -> None:
    """It counted as a player's turn: the last player's points stood alone on top, and the others' in order below."""
    points = "first Ben\nBen points 20\nCleo points 30\nAnn points 27\n"
    (line,) = so_far(f"game no-thanks\nplayers Ann Ben Cleo\nset detail points\n{points}")
    assert line.startswith("Ben starts. ")
    assert [line.index(name) for name in ("Ben:", "Cleo:", "Ann:")] == sorted(
        line.index(name) for name in ("Ben:", "Cleo:", "Ann:")
    )


WIZARD = "game wizard\nplayers Ann Bo Cy\nset detail totals\n"
BIDS = "Ann bid 1\nBo bid 0\nCy bid 1\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("first Bo\n", []),
        (BIDS, []),
        (BIDS + "Ann won 1\nBo won 0\n", ["Ann won 1 trick. Bo won 0 tricks."]),
        ("trump red\n" + BIDS, []),
        ("trump red\n" + BIDS + "Ann won 1\n", ["Ann won 1 trick."]),
        ("first Ann\ntrump red\n" + BIDS + "Ann won 1\n", ["Ann won 1 trick."]),
    ],
)
def test_each_time_around_the_table_has_a_line_and_what_is_trump_is_nobodys_turn(lines: str, said: list[str]) -> None:
    """It counted as a player's turn: the last bid stood beside the tricks won."""
    assert so_far(WIZARD + lines)[:-1] == said


def test_a_round_is_begun_once_more_is_declared_than_who_starts() -> None:
    for lines, declared, begun in (
        ("", False, False),
        ("first Bo\n", True, False),
        ("first Bo\nBo bid 1\n", True, True),
    ):
        rows = rows_of((WIZARD + lines).encode())
        assert is_anything_declared(rows, replay(rows)) == declared
        assert is_round_begun(rows, replay(rows)) == begun
    over = [*rows_of((WIZARD + BIDS + "Ann won 1\nBo won 0\nCy won 0\n").encode())]
    assert is_round_begun(over, replay(over))
    over.append(step_row(Step.ACCEPT))
    assert not is_round_begun(over, replay(over))
    assert not is_anything_declared(over, replay(over))
