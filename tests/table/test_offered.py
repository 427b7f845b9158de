"""What follows from what others have said is not asked: one hold of C declares it."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.pages.surface import surface_of
from device.session.keyscript import key_script
from device.session.session import Stage
from display.languages import language
from display.layout import lay_out
from display.scene import TextLine
from display.words import ENGLISH, Language
from hal.panel import panel
from tests.table.tables import Mock, play

WIZARD = ["game wizard", "players Ann Bo Cy", "set rounds down"]
WIZARD += ["Ann bid 0", "Bo bid 1", "Cy bid 2", "Ann won 4", "Bo won 13"]
SUM = ["game score-pad", "players Ann Bo Cy", "set sum 26", "Ann points 30", "Bo points 3"]
UNREAD = "its points come onto the panel"
TOKENS = ["game no-thanks", "players Ann Bo Cy", "set detail totals", "Ann holds 3-10 tokens 19"]
REST = [*"DABC", *"DC", *"DBAB", *"DD"]
"""Cy's cards, 19 to 26, and that these are all."""


def keys_of(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def holding_c(mock: Mock) -> str:
    """What the page says of holding C."""
    return next((ENGLISH.say(hold.label) for hold in mock.controller.page().holds if hold.key == "C"), "")


@pytest.mark.parametrize(
    ("lines", "offered", "line"),
    [(WIZARD, "Cy: 3 tricks", "Cy won 3"), (SUM, "Cy: \N{MINUS SIGN}7 points", "Cy points -7")],
)
def test_the_last_figure_that_only_one_number_fits_is_one_press(
    tmp_path: Path, lines: list[str], offered: str, line: str
) -> None:
    keys = keys_of(*lines)
    assert holding_c(play(tmp_path / "asked", keys)) == offered
    assert play(tmp_path / "said", [*keys, "hold C"]).record() == [*lines, line]
    before = play(tmp_path / "before", keys_of(*lines[:-1]))
    assert holding_c(before) == ""


def test_another_number_can_be_typed_and_is_judged(tmp_path: Path) -> None:
    assert play(tmp_path / "right", [*keys_of(*WIZARD), *"AC"]).record()[-1] == "Cy won 3"
    refused = play(tmp_path / "wrong", [*keys_of(*WIZARD), *"AD"])
    assert refused.record() == WIZARD
    assert holding_c(refused) == "close"


def test_after_an_undo_holding_c_brings_back_what_was_undone(tmp_path: Path) -> None:
    mock = play(tmp_path, [*keys_of(*WIZARD), "hold C", "hold A"])
    assert holding_c(mock) == "Cy: 3 tricks", "as offered before"
    assert play(tmp_path, ["hold C"]).record() == [*WIZARD, "Cy won 3"]


@pytest.mark.parametrize("reader", [ENGLISH, language("fr")], ids=["en", "fr"])
@pytest.mark.parametrize("kind", [kind.name for kind in panel.PANEL_KINDS])
def test_every_panel_says_what_holding_keys_does_after_an_undo_of_what_was_offered(
    tmp_path: Path, kind: str, reader: Language
) -> None:
    page = play(tmp_path, [*keys_of(*WIZARD), "hold C", "hold A"]).page()
    surface = surface_of(panel.panel_kind(kind))
    said = {item.text for item in lay_out(page, surface, reader).items if isinstance(item, TextLine)}
    assert {reader.say(hold.label) for hold in page.holds} <= said


@pytest.mark.parametrize(("bos", "cys"), [(5, 9), (0, 14)])
def test_the_last_tokens_are_those_that_nobody_else_has_and_their_number_is_on_no_page(
    tmp_path: Path, bos: int, cys: int
) -> None:
    lines = [*TOKENS, f"Bo holds 11-18 tokens {bos}"]
    mock = play(tmp_path, [*keys_of(*lines), *REST])
    assert holding_c(mock) == "Cy has the other tokens"
    one = play(tmp_path / "other", [*keys_of(*TOKENS, "Bo holds 11-18 tokens 2"), *REST])
    assert mock.controller.page() == one.controller.page()
    kept = play(tmp_path / "said", [*keys_of(*lines), *REST, "hold C"])
    assert kept.record()[-1] == f"Cy holds 19-26 tokens {cys}"


def test_where_others_have_said_more_tokens_than_there_are_nothing_is_left(tmp_path: Path) -> None:
    mock = play(tmp_path, [*keys_of(*TOKENS, "Bo holds 11-18 tokens 30"), *REST, "hold C"])
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]).startswith("Cards or tokens of all players do not add up")
    assert mock.record()[-1] == "Bo holds 11-18 tokens 30"


def test_who_is_not_the_last_is_offered_nothing(tmp_path: Path) -> None:
    assert holding_c(play(tmp_path, [*keys_of(*TOKENS), *REST])) == ""


def test_a_doubled_hold_declares_the_last_figure_and_accepts_no_round_that_was_not_shown(tmp_path: Path) -> None:
    keys = [*keys_of(*WIZARD), "wait 20", "hold C", "hold C"]
    mock = play(tmp_path, keys)
    assert mock.controller.session.stage is Stage.SUMMARY
    assert UNREAD in "".join(mock.told)
    later = play(tmp_path / "read", [*keys, "wait 20", "hold C"])
    assert later.controller.session.stage is Stage.PLAY


def test_who_types_ahead_of_the_panel_may_accept_ahead_of_it(tmp_path: Path) -> None:
    assert play(tmp_path, [*keys_of(*WIZARD, "Cy won 3"), "hold C"]).controller.session.stage is Stage.PLAY
