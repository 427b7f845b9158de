"""Pointing at a line of a long round goes by its tricks, or what a game counts in their place."""

from __future__ import annotations

from typing import Any

import pytest

from device.contract.keycodes import Level, keys_for, meanings
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.edits import EditKind
from device.session.line_choice import (
    LINES_ON_SMALL_PANEL,
    PAD_CELL_COUNT,
    EditAt,
    LineView,
    ask_again_view,
    keys_of_line_player,
    reusable_part,
    view_of_line,
    view_of_round,
    view_of_rounds,
    view_with_offer,
)
from device.session.record import EMPTY
from device.session.session import declaration_of
from display.words import ENGLISH
from tests.session_rows import replay

BIDS = "Teresa bid gray-7\nKaylen pass\nTeresa pass\n"
CARDS = [(suit, n) for suit in ("blue", "yellow") for n in (2, 4, 6, 8)]
TRICKS = "".join(f"Teresa plays {suit}-{n}\nKaylen plays {suit}-{n - 1}\n" for suit, n in CARDS)


def test_a_round_of_many_lines_is_pointed_at_by_planning_and_tricks() -> None:
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\nset detail cards\n{BIDS}{TRICKS}".encode())
    view = view_of_round(rows, replay(rows), 1)
    assert view is not None
    labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
    assert labels[0] == "Trick 8 – Teresa plays yellow 8. …"
    assert labels[-1] == "Planning – Teresa starts. …"
    assert len(labels) == 1 + len(CARDS)


def test_a_list_of_lines_of_several_tricks_names_the_trick_of_each() -> None:
    """Within one trick, the page has named it already."""
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\n{BIDS}Kaylen wins\nKaylen wins\n".encode())
    for most in (LINES_ON_SMALL_PANEL, PAD_CELL_COUNT):
        view = view_of_round(rows, replay(rows), 1, most)
        assert view is not None
        assert [ENGLISH.say(choice.label) for choice in view.level.choices] == [
            "Trick 2 – Kaylen wins the trick.",
            "Trick 1 – Kaylen wins the trick.",
            "Planning – Teresa passes.",
            "Planning – Kaylen passes.",
            "Planning – Teresa bids gray 7.",
            "Planning – Teresa starts.",
        ]


def test_a_line_that_is_asked_about_is_named_with_its_round_and_trick() -> None:
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\n{BIDS}Kaylen wins\nKaylen wins\n".encode())
    assert ENGLISH.say(view_of_line(rows, replay(rows), 7).line) == "Round 1 – Trick 2 – Kaylen wins the trick."


def test_no_page_has_one_line_to_choose_from() -> None:
    """A lead that all others forgo is one line; the trick with one line leads to what can be done with it."""
    cards = "".join(f"Teresa plays {suit}-{n}\nKaylen plays {suit}-{n - 1}\n" for suit, n in CARDS[:-1])
    rows = rows_of(
        f"game no-loose-ends\nplayers Teresa Kaylen\nset detail cards\n{BIDS}{cards}Teresa plays yellow-8\n".encode()
    )
    for most in (LINES_ON_SMALL_PANEL, PAD_CELL_COUNT):
        view = view_of_round(rows, replay(rows), 1, most)
        assert view is not None
        first = view.level.choices[0]
        assert ENGLISH.say(first.label) == "Trick 8 – Teresa plays yellow 8."
        deeper = first.level()
        assert deeper is not None
        assert deeper.name == "edit"


def loop(leads: int) -> str:
    """A round of LOOP with so many leads, each won by its leader: others pass."""
    cards = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12]
    lines = [f"{'Ann' if lead < len(cards) else 'Ben'} plays {cards[lead % len(cards)]}" for lead in range(leads)]
    passes = {"Ann": "Ben pass\nCleo pass\nDan pass\n", "Ben": "Cleo pass\nDan pass\n"}
    return "game loop\nplayers Ann Ben Cleo Dan\n" + "".join(f"{line}\n{passes[line[:3]]}" for line in lines)


def test_a_round_of_loop_is_pointed_at_by_its_leads() -> None:
    """Where there are more of them than cells, several are in one, and none is torn apart."""
    for leads in (6, 20):
        rows = rows_of(loop(leads).encode())
        view = view_of_round(rows, replay(rows), 1)
        assert view is not None
        labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
        assert len(labels) <= PAD_CELL_COUNT
        assert all(label.startswith("Lead") for label in labels)
        codes = [keys_for(view.level, at) for at in meanings(view.level) if isinstance(at, EditAt)]
        assert max(len(code or "") for code in codes) <= 4 + 1
    assert len(labels) > 1


def test_on_a_small_panel_no_page_has_more_lines_than_it_has_room_for() -> None:
    """Tricks are called by their numbers alone there, and every line is reached."""
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\nset detail cards\n{BIDS}{TRICKS}".encode())
    view, whole = (view_of_round(rows, replay(rows), 1, most) for most in (LINES_ON_SMALL_PANEL, PAD_CELL_COUNT))
    assert view is not None
    assert whole is not None
    assert set(meanings(view.level)) == set(meanings(whole.level))
    labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
    assert labels == [*(f"Trick {number}" for number in range(8, 0, -1)), "Planning"]
    deeper = [level for choice in view.level.choices if (level := choice.level()) is not None]
    assert all(level.name == "line" and len(level.choices) <= LINES_ON_SMALL_PANEL for level in deeper)
    assert [ENGLISH.say(choice.label) for choice in deeper[0].choices] == [
        "Kaylen plays yellow 7.",
        "Teresa plays yellow 8.",
    ]


def test_more_leads_than_cells_are_few_lines_on_a_small_panel() -> None:
    rows = rows_of(loop(20).encode())
    view = view_of_round(rows, replay(rows), 1, LINES_ON_SMALL_PANEL)
    assert view is not None
    labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
    assert 1 < len(labels) <= LINES_ON_SMALL_PANEL
    assert labels[0] == "Leads 18 to 20"
    assert all(label.startswith("Leads ") for label in labels)


def test_a_long_part_is_divided_by_its_lines_on_a_small_panel() -> None:
    bids = "".join(
        f"{'Teresa' if turn % 2 == 0 else 'Kaylen'} bid gray-{turn + 1}\n" for turn in range(LINES_ON_SMALL_PANEL + 1)
    )
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\n{bids}".encode())
    view = view_of_round(rows, replay(rows), 1, LINES_ON_SMALL_PANEL)
    assert view is not None
    assert [ENGLISH.say(choice.label) for choice in view.level.choices] == [
        "Kaylen bids gray 4. … Kaylen bids gray 8.",
        "Teresa starts. … Teresa bids gray 3.",
    ]


def labels_of(level: Level[Any] | None) -> list[str]:
    assert level is not None
    return [ENGLISH.say(choice.label) for choice in level.choices]


def test_leads_that_share_a_cell_are_named_by_their_first_and_last_and_each_line_by_its_own() -> None:
    """As many whole leads share a cell as have sixteen lines together."""
    rows = rows_of(loop(20).encode())
    view = view_of_round(rows, replay(rows), 1)
    assert view is not None
    assert ENGLISH.say(view.level.title) == "which lines"
    assert labels_of(view.level) == [
        "Leads 16 to 20",
        "Leads 11 to 15",
        "Leads 7 to 10",
        "Leads 3 to 6",
        "Leads 1 to 2",
    ]
    levels = [choice.level() for choice in view.level.choices]
    assert [len(labels_of(level)) for level in levels] == [15, 16, 16, 16, 9]
    assert labels_of(levels[4])[0] == "Lead 2 – Dan passes."
    assert labels_of(levels[4])[-2:] == ["Lead 1 – Ann plays 1.", "Lead 1 – Ann starts."]
    titles = [ENGLISH.say(level.title) for level in levels if level is not None]
    assert titles == 5 * ["which line"]


def test_on_a_small_panel_leads_that_share_a_cell_have_a_page_of_their_own() -> None:
    rows = rows_of(loop(20).encode())
    view = view_of_round(rows, replay(rows), 1, LINES_ON_SMALL_PANEL)
    assert view is not None
    groups = [(3 * n, 3 * n + 2) for n in range(6, 0, -1)]
    assert labels_of(view.level) == [*(f"Leads {first} to {last}" for first, last in groups), "Leads 1 to 2"]
    newest = view.level.choices[0].level()
    assert newest is not None
    assert (labels_of(newest), ENGLISH.say(newest.title)) == (["Lead 20", "Lead 19", "Lead 18"], "which lines")
    assert labels_of(newest.choices[0].level())[-1] == "Ben plays 10."


def test_a_lead_with_a_cell_of_its_own_is_named_with_its_first_line() -> None:
    rows = rows_of(loop(6).encode())
    sessions = replay(rows)
    for most, label in ((PAD_CELL_COUNT, "Lead 6 – Ann plays 6. …"), (LINES_ON_SMALL_PANEL, "Lead 6")):
        view = view_of_round(rows, sessions, 1, most)
        assert view is not None
        assert labels_of(view.level)[0] == label
        lines = ["Dan passes.", "Cleo passes.", "Ben passes.", "Ann plays 6."]
        assert labels_of(view.level.choices[0].level()) == lines, "within one lead, the page has named it already"


def points(players: int, rounds: int) -> bytes:
    names = [f"P{number}" for number in range(1, players + 1)]
    lines = [f"{name} points {round_}" for round_ in range(1, rounds + 1) for name in names]
    return "\n".join(["game score-pad", f"players {' '.join(names)}", *lines]).encode()


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (10, [f"P{number}: 1 point." for number in range(10, 0, -1)]),
        (9, ["P6: 1 point. … P10: 1 point.", "P1: 1 point. … P5: 1 point."]),
        (4, ["P7: 1 point. … P10: 1 point.", "P3: 1 point. … P6: 1 point.", "P1: 1 point. … P2: 1 point."]),
    ],
)
def test_lines_of_a_round_that_counts_nothing_are_divided_evenly(most: int, labels: list[str]) -> None:
    """A group of lines is named by its first and its last."""
    rows = rows_of(points(10, 1))
    view = view_of_round(rows, replay(rows), 1, most)
    assert view is not None
    assert labels_of(view.level) == labels


@pytest.mark.parametrize(
    ("rounds", "labels"),
    [
        (16, [f"Round {number}" for number in range(16, 0, -1)]),
        (17, ["Round 9 to Round 17", "Round 1 to Round 8"]),
        (40, ["Round 27 to Round 40", "Round 13 to Round 26", "Round 1 to Round 12"]),
    ],
)
def test_rounds_for_which_there_are_not_enough_cells_are_divided_evenly(rounds: int, labels: list[str]) -> None:
    rows = rows_of(points(2, rounds))
    view = view_of_rounds(rows, replay(rows))
    assert view is not None
    assert labels_of(view.level) == labels
    assert ENGLISH.say(view.level.title) == ("which round" if rounds == 16 else "which rounds")
    level: Level[Any] | None = view.level
    while level is not None and level.name.startswith("round"):
        level = level.choices[-1].level()
    assert labels_of(level) == ["P2: 1 point.", "P1: 1 point."]
    assert not view.level.by_heart


def test_a_round_in_which_a_game_was_stopped_before_anything_is_its_end() -> None:
    rows = rows_of(points(2, 2).replace(b"\nP1 points 1", b"\nset rounds 9\nP1 points 1") + b"\nend")
    view = view_of_rounds(rows, replay(rows))
    assert view is not None
    assert labels_of(view.level) == ["the end of the game", "Round 2", "Round 1"]
    assert isinstance(view_of_round(rows, replay(rows), 3), LineView)


def test_of_a_changed_line_the_cards_may_stay() -> None:
    """In No Thanks! by totals, only tokens are typed anew."""
    rows = rows_of(b"game no-thanks\nplayers Ann Ben Cleo\nset detail totals\nAnn holds 3-10 tokens 19\n")
    sessions, line = replay(rows), rows[-1]
    view = ask_again_view(EditAt(EditKind.CHANGE, len(rows)), sessions[-2], "")
    offer = view_with_offer(view, line).offer
    assert offer is not None
    assert ENGLISH.say(offer.label) == "the same cards"
    before = ask_again_view(EditAt(EditKind.INSERT, len(rows)), sessions[-2], "")
    assert view_with_offer(before, line) == before
    assert reusable_part(EMPTY, declaration_of(sessions[-1], line)) is None


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        ("no-loose-ends\nplayers P1 P2 P3\nset detail totals\nP2 planned 0 covered 0 extra 3", "B"),
        ("no-loose-ends\nplayers P1 P2 P3\nset detail totals\nP3 planned 0 covered 0 extra 3", "C"),
        ("loop\nplayers P1 P2 P3 P4\nset detail finish\nP2 out", ""),
        ("score-pad\nplayers P1 P2 P3 P4\nP1 points 3", ""),
    ],
)
def test_where_figures_are_asked_by_player_a_changed_line_begins_with_its_own(lines: str, keys: str) -> None:
    """Not where the player is the whole answer, or is given."""
    rows = rows_of(f"game {lines}\n".encode())
    sessions, line = replay(rows), rows[-1]
    view = ask_again_view(EditAt(EditKind.CHANGE, len(rows)), sessions[-2], "")
    assert keys_of_line_player(view, line) == keys
    assert keys_of_line_player(view._replace(names_starter=True), line) == ""
    inserted = ask_again_view(EditAt(EditKind.INSERT, len(rows)), sessions[-2], "")
    assert keys_of_line_player(inserted, line) == ""
