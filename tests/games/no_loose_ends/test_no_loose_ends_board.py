"""No Loose Ends: what the panel is told of the table, and why a score is what it is."""

from __future__ import annotations

import pytest

from device.games.no_loose_ends.cards import face
from device.games.no_loose_ends.game import GAME
from display.vocabulary import Mark, Note, Style
from display.words import ENGLISH, Text, text
from tests.games.no_loose_ends.lines import NAMES, after, card, passed, read, started
from tests.games.presses import asked

BIDS = "Teresa bid red-3; Kaylen bid gray-1; Taylor pass; Teresa bid yellow-5; Kaylen pass; Teresa pass"


def spoken(label: object) -> str:
    assert isinstance(label, Text | Note)
    return ENGLISH.say(label)


def test_headings() -> None:
    """Three rounds (rulebook, Gameplay); the trick stands in the middle of the page."""
    state = started()
    assert spoken(GAME.heading(state)) == "Round 1 of 3"
    state = after(state, BIDS)
    assert spoken(GAME.heading(state)) == "Round 1 of 3"
    state = after(state, ["Taylor wins"] * 14)
    assert spoken(GAME.heading(state)) == "Round 2 of 3"
    assert spoken(GAME.heading(started(detail="totals"))) == "Round 1 of 3"
    everyone = "; ".join(
        f"{name} planned 0 covered 0 extra {extra}" for name, extra in zip(NAMES[:3], (0, 0, 16), strict=True)
    )
    state = after(started(detail="totals"), [everyone] * 3)
    assert spoken(GAME.heading(state)) == "3 rounds played"
    assert [row.total for row in GAME.board(state).rows] == [35, 35, 5 - 96]


def test_rows_show_bids_with_the_codes_that_cover_them() -> None:
    state = after(started(), BIDS)
    row = GAME.board(state).rows[0]
    assert row.marks == (Mark(face(card("red-3"))), Mark(face(card("yellow-5"))))
    state = after(state, "Teresa wins; Teresa covers red-3; Teresa wins; Teresa loose; Teresa wins")
    row = GAME.board(state).rows[0]
    assert row.marks == (
        Mark(face(card("red-3")), Style.DONE),
        Mark(face(card("yellow-5")), Style.PLAIN),
        Mark(text("trick {number}", number=2), Style.LOST),
    )
    assert row.acting


def test_only_bids_that_the_trick_may_cover_are_offered() -> None:
    """Covering Bids: a bid matches the winning card's number or suit, or the lead suit."""
    bids = BIDS.replace("Teresa pass", "Teresa bid red-7; Teresa pass")
    state = after(started(), f"{bids}; Teresa wins red-9 lead red")
    level = asked(GAME, state).level
    assert [level.code(choice.slot) for choice in level.choices if choice.shown] == ["A", "C"]


def test_a_trick_counts_before_it_is_said_what_it_covers() -> None:
    """“Teresa wins the trick.” stood below “0 tricks”."""
    bids = BIDS.replace("Teresa pass", "Teresa bid red-7; Teresa pass")
    note = GAME.board(after(started(), f"{bids}; Teresa wins red-9 lead red")).rows[0].note
    assert isinstance(note, Note)
    assert ENGLISH.say(note.words) == "1 trick"


def test_who_acts() -> None:
    assert [row.acting for row in GAME.board(started()).rows] == [True, False, False]
    assert [row.acting for row in GAME.board(after(started(), "first Taylor")).rows] == [False, False, True]
    totals = after(started(detail="totals"), "Kaylen planned 1 covered 1 extra 2")
    rows = GAME.board(totals).rows
    assert [row.acting for row in rows] == [False, False, False]
    assert spoken(rows[1].note) == "bids 1, covered 1, extra 2"


def test_notes() -> None:
    state = after(
        started(double_cross="on"), "Teresa bid red-3; Kaylen bid red-4; Taylor bid red-5; Teresa double-cross"
    )
    assert spoken(GAME.board(state).rows[0].note) == "double-crossed"
    state = after(state, "Kaylen pass")
    assert spoken(GAME.board(state).rows[1].note) == "passed"
    assert GAME.board(state).rows[2].note is None
    state = after(state, "Taylor pass; Taylor wins; Taylor loose")
    assert spoken(GAME.board(state).rows[2].note) == "1 trick"


def test_the_trick_lies_in_the_middle() -> None:
    """The first card stands out: it leads."""
    state = after(passed(detail="cards"), "Taylor plays red-1; Teresa plays red-2")
    assert GAME.board(state).centre == (Mark(face(card("red-1")), Style.HOT), Mark(face(card("red-2"))))
    assert GAME.board(after(state, "Kaylen plays red-3")).centre == ()


def test_why_a_score_is_what_it_is() -> None:
    """Scoring: each bid and each loose trick by name, and the bonus."""
    state = after(started(), [BIDS, "Teresa wins; Teresa covers red-3; Teresa wins; Teresa loose"])
    state = after(
        state, ["Kaylen wins; Kaylen covers gray-1", *["Kaylen wins"] * 10, "Teresa wins; Teresa covers yellow-5"]
    )
    own, kaylen, taylor = GAME.points_by_cause(state, 0)
    assert [(ENGLISH.say(cause.why), cause.points) for cause in own] == [
        ("covered", 2),
        ("covered", 2),
        ("trick 2 covered nothing", -2),
    ]
    assert own[0].cards == (face(card("red-3")),)
    assert sum(cause.points for cause in kaylen) == 2 - 2 * 10
    assert [(ENGLISH.say(cause.why), cause.points) for cause in taylor] == [("successful snitch", 10)]


def test_tricks_that_covered_nothing_are_told_in_one_line() -> None:
    state = after(started(), [BIDS, "Teresa wins; Teresa loose; Teresa wins; Teresa loose"])
    state = after(
        state, ["Kaylen wins; Kaylen covers gray-1", *["Kaylen wins"] * 10, "Teresa wins; Teresa covers yellow-5"]
    )
    why = {ENGLISH.say(cause.why): cause.points for cause in GAME.points_by_cause(state, 0)[0]}
    assert why["tricks 1 and 2 covered nothing"] == -4


def test_why_by_figures() -> None:
    """At detail `totals` there are only figures to explain it by."""
    lines = "Teresa planned 3 covered 2 extra 1; Kaylen planned 5 covered 5 extra 0; Taylor planned 1 covered 0 extra 3"
    own, kaylen, _ = GAME.points_by_cause(after(started(detail="totals"), lines), 0)
    assert [(ENGLISH.say(cause.why), cause.points) for cause in own] == [
        ("2 bids covered", 4),
        ("1 bid not covered", -1),
        ("1 trick covered nothing", -1),
    ]
    assert [(ENGLISH.say(cause.why), cause.points) for cause in kaylen] == [
        ("5 bids covered", 10),
        ("perfect crime", 5),
    ]


@pytest.mark.parametrize("line", ["Teresa bid red-3", "Teresa pass"])
def test_a_state_is_never_changed(line: str) -> None:
    """Undo goes back to it."""
    state = started()
    shown = GAME.board(state)
    GAME.apply(state, read(state, line))
    assert GAME.board(state) == shown
    assert state == started()


def test_a_black_row_at_totals_is_the_only_one_still_to_be_said() -> None:
    state = started(detail="totals")
    assert not any(row.acting for row in GAME.board(state).rows)
    state = after(state, "Kaylen planned 1 covered 1 extra 2; Teresa planned 1 covered 0 extra 2")
    rows = GAME.board(state).rows
    assert [row.acting for row in rows] == [row.note is None for row in rows]
    assert sum(row.acting for row in rows) == 1
