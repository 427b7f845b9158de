"""Rows of earlier versions, brought to what today's record says: games keep their points."""

from __future__ import annotations

from device.session.older_rows import upgraded_rows
from device.session.rows import JournalRow, RowKind
from device.session.session import Session
from tests.session_rows import replay

BEFORE = (
    "game no-loose-ends",
    "players Teresa Kaylen Taylor",
    "Teresa bid red-3",
    "Kaylen pass",
    "Taylor pass",
    "Teresa pass",
    "Kaylen wins",
)


def rows(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in (*BEFORE, *lines)]


def now(found: list[JournalRow]) -> Session:
    return replay(found)[-1]


def test_a_trump_without_a_lead_led_trump() -> None:
    """It covered nothing, and does still."""
    found = upgraded_rows(rows("Teresa wins blue-9", "Teresa wins blue-11", *["Kaylen wins"] * 12))
    assert [row.text for row in found][len(BEFORE) :][:2] == ["Teresa wins blue-9 lead blue", "Teresa wins blue-11"]
    assert {row.kind for row in found} == {RowKind.RECORD}
    assert now(found).scores.rounds[0].points == (-1 - 2 * 2 - 1 + 0, -13 * 2, 10)


def test_rows_that_mean_the_same_stay() -> None:
    lines = ("Taylor wins red-9", "Taylor wins blue-4", "Kaylen wins blue-5 lead gray", "Kaylen wins lead yellow")
    assert upgraded_rows(rows(*lines)) == rows(*lines)


def test_what_is_impossible_by_todays_rules_stands() -> None:
    """No red is lower than 1, which nobody noticed: it is no reason to lose a game."""
    lines = ("Taylor wins red-1", "Taylor wins gray-4")
    found = upgraded_rows(rows(*lines))
    assert [row.kind for row in found[len(BEFORE) :]] == [RowKind.STANDS, RowKind.RECORD]
    assert now(found).record.begun


def test_what_has_no_place_stays_as_it_is() -> None:
    """From there on, nothing is known of what was meant."""
    lines = ("Teresa bid red-4", "Teresa wins blue-9", "")
    assert upgraded_rows(rows(*lines)) == rows(*lines)


def test_other_games_stay() -> None:
    kept = [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players A B C", "flip 5", "A take")]
    assert upgraded_rows(kept) == kept
