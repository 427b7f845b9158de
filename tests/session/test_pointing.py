"""Pointing at a line of a long round goes by its tricks, or what a game counts in their place."""

from __future__ import annotations

from device.contract.keycodes import keys_for, meanings
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.line_choice import LINES_ON_SMALL_PANEL, PAD_CELL_COUNT, EditAt, view_of_line, view_of_round
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
