"""A round can be checked before it is accepted: all that was declared in it is on the page, or one hold away."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from device.pages.surface import surface_of
from device.session.keyscript import key_script
from device.session.session import Stage
from display.languages import language
from display.layout import lay_out
from display.scene import TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Breakdown, Page, Paragraphs
from display.words import ENGLISH
from hal.panel import panel
from tests.table.answered_tables import after, played
from tests.table.correcting_keys import changing, kept
from tests.table.tables import play

LOOP = ["game loop", "players Ann Bo Cy Dora", "set detail finish", "first Ann"]
FIRST_EDITION = ["game loop-2023", "players Ann Bo Cy", "set detail finish", "first Ann"]


def keys(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def said(page: Page) -> str:
    return ENGLISH.say(page.last_declaration or "")


@pytest.mark.parametrize(
    ("table", "order"), [(LOOP, "Cy, Ann, Bo and Dora"), (FIRST_EDITION, "Cy, Ann and Bo")], ids=["loop", "loop-2023"]
)
def test_the_order_of_going_out_stands_below_the_points_that_do_not_show_it(
    tmp_path: Path, table: list[str], order: str
) -> None:
    """Every player has +1 in the first round of LOOP, whoever goes out first: a slip could not be seen."""
    outs = ("Cy out", "Ann out", "Bo out")[: len(order.split()) - 2]
    page = play(tmp_path, keys(*table, *outs)).controller.page()
    assert said(page) == f"{outs[-1].split()[0]} is out. Order: {order}."
    drawn = lay_out(page, surface_of(panel.panel_kind("phat-212-black")), ENGLISH)
    assert order in " ".join(item.text for item in drawn.items if isinstance(item, TextLine))


def test_below_the_points_of_an_earlier_round_nothing_is_said_of_the_last_one(tmp_path: Path) -> None:
    """Round 1 had the order of going out of round 2 below its points."""
    rounds = [*keys(*LOOP, "Cy out", "Ann out", "Bo out", "Bo out", "Ann out", "Cy out"), *["hold B"] * 4]
    page = play(tmp_path, rounds).controller.page()
    assert ENGLISH.say(page.question or "") == "Points of round 1, as they are by now"
    assert "order" not in said(page)


def test_details_turn_by_b_and_close_by_c(tmp_path: Path) -> None:
    """“C continue” was taken for the next page."""
    page = play(tmp_path, [*keys(*LOOP, "Cy out"), "hold B"]).controller.page()
    labels = {hold.key: ENGLISH.say(hold.label) for hold in page.holds}
    assert labels == {"B": "more", "C": "close", "D": "correct a line"}
    rulings = play(tmp_path / "rulings", [*keys(*LOOP[:2]), "hold B"]).controller.page()
    labels = {hold.key: ENGLISH.say(hold.label) for hold in rulings.holds}
    assert labels == {"B": "more", "C": "close", "D": "menu"}
    assert play(tmp_path / "closed", [*keys(*LOOP, "Cy out"), "hold B", "hold C"]).controller.page().keymap.level
    last = play(tmp_path / "last", [*keys(*LOOP, "Cy out"), "hold B", "hold B"]).controller.page()
    assert ENGLISH.say(last.status or "").endswith("page 2 of 2")
    assert {hold.key for hold in last.holds} == {"A", "C", "D"}


def test_what_was_secret_is_in_the_round_as_declared_once_it_is_scored(tmp_path: Path) -> None:
    """The last player's tokens were there, and the others' “are shown with the scores”, beside the scores."""
    held = ["Ann holds 3-10 tokens 19", "Bo holds 11-18 tokens 9", "Cy holds 19-26 tokens 5"]
    page = play(tmp_path, [*keys("game no-thanks", "players Ann Bo Cy", "set detail totals", *held), "hold B"])
    body = page.controller.page().body
    assert isinstance(body, Paragraphs)
    told = " ".join(map(ENGLISH.say, body.lines))
    assert all(f"{tokens} tokens" in told for tokens in (19, 9, 5))
    assert "shown with the scores" not in told


POINTS = ["game no-thanks", "players Ann Bo Cy", "set detail points", "first Bo"]
ROUND = ["Bo points 20", "Cy points 30", "Ann points 27"]


def test_what_comes_before_a_later_round_of_no_thanks_says_who_starts_it(tmp_path: Path) -> None:
    """Rulebook, Setup: somebody starts; each later round starts one seat further clockwise (a ruling of ours)."""
    page = play(tmp_path, [*keys(*POINTS, *ROUND), "hold C"]).controller.page()
    assert said(page).endswith("Cy starts.")


def test_a_corrected_round_accepted_again_in_mid_round_has_nobody_deal_again(tmp_path: Path) -> None:
    """The page said to take tokens and shuffle, with a player's points already declared."""
    play(tmp_path, [*keys(*POINTS, *ROUND), "hold C", *"BB"])
    corrected = [*changing(kept(tmp_path), "Cy points 30", "Cy points 31", page=1), "hold C"]
    data = copytree(tmp_path, tmp_path / "beside")
    assert played(data, *after(*corrected, "hold C")).status.answer == "Round 1 was accepted.", "beside the panel, too"
    mock = play(tmp_path, [*corrected, "wait 60", "hold C"])
    assert mock.controller.session.stage is Stage.PLAY
    assert said(mock.controller.page()) == "Round 1 was accepted."


def test_a_corrected_earlier_round_says_that_its_totals_are_those_of_then(tmp_path: Path) -> None:
    """“5” stood there of a player with 16 points, after a correction of round 1 in round 4."""
    later = ["Cy points 3", "Ann points 2", "Bo points 1", "Ann points 4", "Bo points 5", "Cy points 6"]
    script = keys(*POINTS, *ROUND, *later)
    first = play(tmp_path / "first", [*keys(*POINTS, *ROUND)]).controller.page()
    assert ENGLISH.say(first.status or "") == "Round 1 is over"
    play(tmp_path, [*script, "hold C"])
    mock = play(tmp_path, [*changing(kept(tmp_path), "Cy points 30", "Cy points 31", page=3), "hold C"])
    page = mock.controller.page()
    assert mock.controller.session.stage is Stage.SUMMARY
    assert (ENGLISH.say(page.question or ""), ENGLISH.say(page.status or "")) == (
        "Is round 1 right?",
        "Totals after round 1",
    )
    for kind in ("phat-212-black", "phat-black", "what-black"):
        for code in ("en", "fr"):
            drawn = lay_out(page, surface_of(panel.panel_kind(kind)), language(code))
            words = " ".join(item.text for item in drawn.items if isinstance(item, TextLine)).lower()
            assert ("after round 1" if code == "en" else "après la manche 1") in words
    details = play(tmp_path, ["hold B"]).controller.page()
    assert ENGLISH.say(details.status or "").startswith("Round 1 changed"), "the points of later rounds are there, too"


def _corrected_first_of_two_rounds(data: Path) -> list[str]:
    """The presses that correct round 1 of two accepted ones: round 1 is to be accepted again."""
    later = ["Cy points 3", "Ann points 2", "Bo points 1"]
    play(
        data, [*keys(*POINTS, *ROUND), "hold C", *keys(*POINTS, *ROUND, *later)[len(keys(*POINTS, *ROUND)) :], "hold C"]
    )
    return [*changing(kept(data), "Cy points 30", "Cy points 31", page=2), "hold C"]


def test_a_game_is_ended_below_the_totals_with_which_it_ends(tmp_path: Path) -> None:
    """After a correction of round 1, “end it with these points” stood above the totals after round 1."""
    mock = play(tmp_path, [*_corrected_first_of_two_rounds(tmp_path), "hold D", *"AB"])
    page, session = mock.controller.page(), mock.controller.session
    assert session.reopened_rounds == (0,)
    assert isinstance(page.body, Breakdown)
    assert tuple(row.total for row in page.body.players) == session.scores.totals
    assert page.round_note is not None
    assert ENGLISH.say(page.round_note.words) == "Round 2"


def test_nobody_starts_in_a_stopped_game_whose_corrected_round_is_accepted(tmp_path: Path) -> None:
    """“Round 1 was accepted. Dan starts.” stood below the final points."""
    stopped = [*_corrected_first_of_two_rounds(tmp_path), "wait 60", "hold D", *"AB", "C"]
    mock = play(tmp_path, [*stopped, "wait 60", "hold C"])
    assert mock.controller.session.stage is Stage.FINAL
    assert said(mock.controller.page()) == "Round 1 was accepted."


def test_leaving_a_game_says_who_is_ahead_whole_on_the_smallest_panel(tmp_path: Path) -> None:
    pad = ["game score-pad", "players Anna Bernadette", "set rounds 3", "Anna points 3", "Bernadette points 3"]
    page = play(tmp_path, [*keys(*pad), "hold C", "hold D", *"AB"]).controller.page()
    assert ENGLISH.say(page.question or "") == "Anna and Bernadette are level"
    assert page.keymap.level is not None
    assert ENGLISH.say(page.keymap.level.title) == "end or leave the game"
    drawn = lay_out(page, surface_of(panel.panel_kind("phat-212-black")), ENGLISH)
    assert not [item.text for item in drawn.items if isinstance(item, TextLine) and ELLIPSIS in item.text]


def test_before_a_round_is_over_no_points_are_offered_to_end_a_game_with(tmp_path: Path) -> None:
    """“These points” were none, below “No round is over yet”. Those at the start stand on the final sheet."""
    first_edition = ("game loop-2023", "players Ann Bo Cy", "set detail finish", "Ann out")
    for number, (presses, label) in enumerate(
        (
            (keys(*POINTS, ROUND[0]), "end it without points"),
            (keys(*first_edition), "end it with the points at the start"),
            ([*keys(*POINTS, *ROUND), "hold C"], "end it with these points"),
            ([*keys(*POINTS, *ROUND), "hold C", *"AA"], "end it without this round"),
        )
    ):
        page = play(tmp_path / str(number), [*presses, "hold D", *"AB"]).controller.page()
        assert page.keymap.level is not None
        assert label in [ENGLISH.say(cell.label) for cell in page.keymap.level.cells]


def test_a_game_with_an_end_of_its_own_is_ended_where_others_are(tmp_path: Path) -> None:
    """Only “leave it” was offered there; its end was elsewhere in the menu, and missing while a round was played."""
    pad = ("game score-pad", "players Ann Bo", "Ann points 3", "Bo points 5")
    between = play(tmp_path / "between", [*keys(*pad), "hold C", "hold D", *"AB"])
    page = between.controller.page()
    assert ENGLISH.say(page.question or "") == "Bo is ahead"
    assert page.keymap.level is not None
    assert [ENGLISH.say(cell.label) for cell in page.keymap.level.cells][1] == "the game is over"
    ended = play(tmp_path / "ended", [*keys(*pad), "hold C", "hold D", *"ABC"])
    assert ended.record()[-1] == "end"
    within = play(tmp_path / "within", [*keys(*pad[:3]), "hold D", *"AB"]).controller.page()
    assert ENGLISH.say(within.question or "") == "The game can be ended between two rounds"
    checked = play(tmp_path / "checked", [*keys(*pad), "hold D", *"AB"]).controller.page()
    assert ENGLISH.say(checked.question or "") == "To end the game, accept the round first", "it is over"


def test_the_menu_offers_the_end_of_a_game_only_once_one_has_begun(tmp_path: Path) -> None:
    """During set-up, “end or leave the game” only led back to the choice of a game; so did “another game” there."""
    labels = []
    for number, presses in enumerate(([], keys("game no-thanks", "players Ann Bo Cy")[:-2], keys(*POINTS))):
        page = play(tmp_path / str(number), [*presses, "hold D"]).controller.page()
        assert page.keymap.level is not None
        labels.append([ENGLISH.say(cell.label) for cell in page.keymap.level.cells if cell.code == "AB"])
    assert labels == [[], ["play another game"], ["end or leave the game"]]


def test_details_offer_to_correct_a_line_as_soon_as_there_is_one(tmp_path: Path) -> None:
    """Before anything was declared, holding D did nothing."""
    before, after = (
        play(tmp_path / name, [*presses, "hold B"]).controller.page()
        for name, presses in (("before", [*keys(*LOOP[:3]), *"DD"]), ("after", keys(*LOOP, "Cy out")))
    )
    assert [hold.key for hold in before.holds] == ["C"]
    assert [hold.key for hold in after.holds] == ["B", "C", "D"]


def test_the_line_that_stops_a_game_is_said_as_when_it_was_declared(tmp_path: Path) -> None:
    page = play(tmp_path, [*keys(*LOOP, "Cy out", "end"), "hold B", "hold D"]).controller.page()
    assert page.keymap.level is not None
    assert ENGLISH.say(page.keymap.level.cells[0].label) == "The game stops here."


def test_a_wrong_key_while_leaving_a_game_is_not_said_to_follow_the_heading(tmp_path: Path) -> None:
    """“B means nothing after “Ann is ahead””, which nobody had typed."""
    mock = play(tmp_path, [*keys(*POINTS, *ROUND), "hold C", "hold D", *"ABB"])
    page = mock.controller.page()
    assert ENGLISH.say(page.question or "").endswith("is ahead")
    assert page.notice is not None
    assert ENGLISH.say(page.notice.lines[0]).startswith("B means nothing here. Possible: A")
    assert "DA = leave it: continue it from the history" in ENGLISH.say(page.notice.lines[0]).replace("\u202f", " ")


def test_a_corrected_round_accepted_again_says_who_starts_the_next_one(tmp_path: Path) -> None:
    """“Round 1 was accepted.” was all, and the question names whose points come first."""
    play(tmp_path, [*keys(*POINTS, *ROUND), "hold C"])
    corrected = [*changing(kept(tmp_path), "Cy points 30", "Cy points 31", page=1), "hold C"]
    page = play(tmp_path, [*corrected, "wait 60", "hold C"]).controller.page()
    assert said(page) == "Round 1 was accepted. Round 2 – Cy starts."


def test_a_corrected_round_accepted_again_names_no_starter_where_nobody_starts(tmp_path: Path) -> None:
    """“Round 1 was accepted. Bo starts.”, said the score pad, which asks for nobody's points first."""
    header = ("game score-pad", "players Ann Bo Cy", "title Skat")
    points = ("Ann points 1", "Bo points 2", "Cy points 3")
    play(tmp_path, [*keys(*header, *points), "hold C"])
    corrected = [*changing(kept(tmp_path), "Cy points 3", "Cy points 4", page=1), "hold C"]
    page = play(tmp_path, [*corrected, "wait 60", "hold C"]).controller.page()
    assert said(page) == "Round 1 was accepted."
