"""From power-on to the final sheet by keys alone, as a table would."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games import load
from device.pages.surface import surface_of
from device.session.keyscript import key_script
from device.session.prompts import RULINGS_PER_PAGE
from display.languages import language
from display.layout import lay_out
from display.scene import TextLine
from display.vocabulary import Board, Breakdown, Paragraphs, Sheet, Tone
from display.words import ENGLISH, Label, Language, text
from hal.panel import panel
from hal.signal.signal import Cue
from tests.non_empty import non_empty
from tests.table.evenings import HEADER, ROUND, ROUND_POINTS, TOTALS, script
from tests.table.tables import Mock, play

FRENCH = language("fr")
LOOP = ("game loop", "players Ann Bo Cy Dee", "set detail finish", "Ann out", "Bo out", "Cy out")


def test_summary_waits_for_the_table(tmp_path: Path) -> None:
    mock = play(tmp_path, script(*TOTALS, *ROUND))
    page = mock.controller.page()
    assert isinstance(page.body, Breakdown)
    assert [account.total for account in page.body.players] == [5 + points for points in ROUND_POINTS]
    assert {hold.key for hold in page.holds} == {"A", "B", "C", "D"}


def test_summary_accepted_goes_on_and_undo_comes_back_over_the_round_end(tmp_path: Path) -> None:
    keys = script(*TOTALS, *ROUND)
    mock = play(tmp_path, [*keys, "hold C"])
    assert isinstance(mock.controller.page().body, Board)
    mock = play(tmp_path / "undo", [*keys, "hold C", "hold A", "hold A"])
    assert mock.record() == [*HEADER, *TOTALS, ROUND[0]]


def test_undo_from_anywhere_any_number_of_times(tmp_path: Path) -> None:
    keys = script(*TOTALS, *ROUND, *ROUND)
    mock = play(tmp_path, [*keys, *["hold A"] * 100])
    assert mock.record() == []
    assert mock.table.signal.played_cues[-1][1] is Cue.REFUSED
    assert play(tmp_path, keys).record()[-1] == ROUND[1]


def test_final_sheet_rematch_and_another_game(tmp_path: Path) -> None:
    keys = script(*TOTALS, *ROUND, *ROUND, *ROUND)
    mock = play(tmp_path / "final", [*keys, "hold C"])
    page = mock.controller.page()
    assert isinstance(page.body, Sheet)
    assert [row.total for row in page.body.rows] == [5 + 3 * points for points in ROUND_POINTS]
    assert [row.is_winner for row in page.body.rows] == [True, False]
    again = play(tmp_path / "again", [*keys, "hold C", "C"])
    assert again.record() == [*HEADER, *TOTALS]
    other = play(tmp_path / "other", [*keys, "hold C", "A"])
    assert other.record() == []
    back = play(tmp_path / "back", [*keys, "hold C", "A", "hold A"])
    assert back.record() == [*HEADER, *TOTALS, *ROUND * 3]


def test_nothing_is_offered_to_be_taken_back_where_nothing_was_done(tmp_path: Path) -> None:
    """Holding A said there that there was nothing."""
    first = play(tmp_path, []).page()
    assert [hold.key for hold in first.holds] == ["D"]
    assert "A" in {hold.key for hold in play(tmp_path / "half", ["D"]).page().holds}, "half a code can be taken back"
    assert "A" in {hold.key for hold in play(tmp_path / "chosen", ["A"]).page().holds}
    again = play(tmp_path / "again", [*script(*TOTALS, *ROUND * 3), "hold C", "A"]).page()
    assert "A" in {hold.key for hold in again.holds}, "another game can be taken back"


@pytest.mark.parametrize(("key", "told"), [("C", "play again"), ("B", "same people, another game")])
def test_one_undo_takes_back_a_new_game_of_the_same_people_and_says_so(tmp_path: Path, key: str, told: str) -> None:
    """Three went by way of its options and of no game at all, and none said what it was."""
    keys = [*script(*TOTALS, *ROUND, *ROUND, *ROUND), "hold C"]
    back = play(tmp_path / "back", [*keys, key, "hold A"])
    assert back.record() == [*HEADER, *TOTALS, *ROUND * 3]
    assert isinstance(back.page().body, Sheet)
    assert ENGLISH.say(back.page().last_declaration or "") == f"Taken back: {told}"
    redone = play(tmp_path / "redone", [*keys, key, "hold A", "hold C"])
    assert redone.page().question == play(tmp_path / "begun", [*keys, key]).page().question
    assert play(tmp_path / "twice", [*keys, key, "hold A", "hold C", "hold A"]).page() == back.page()


def test_options_that_were_taken_back_are_said(tmp_path: Path) -> None:
    """The notice was only the word “undo”."""
    page = play(tmp_path, [*script("first Ann"), "hold A", "hold A"]).page()
    assert ENGLISH.say(page.last_declaration or "") == "Taken back: play"


def test_another_game_of_the_same_people_is_said_after_its_choice_was_undone(tmp_path: Path) -> None:
    """“Taken back: the change to another game” was said where “same people, another game” had been chosen."""
    keys = [*script(*TOTALS, *ROUND, *ROUND, *ROUND), "hold C", "B", "C", "hold A", "hold A"]
    page = play(tmp_path, keys).page()
    assert isinstance(page.body, Sheet)
    assert ENGLISH.say(page.last_declaration or "") == "Taken back: same people, another game"


def test_a_dropped_game_that_is_begun_again_says_so(tmp_path: Path) -> None:
    """“Taken back: LOOP” was said of a redo, because that was the last thing in the game before it was dropped."""
    keys = [*script(*TOTALS, *ROUND, *ROUND, *ROUND), "hold C", "A", "C", "hold A", "hold A"]
    dropped = play(tmp_path, keys).page()
    assert ENGLISH.say(dropped.last_declaration or "") == "Taken back: the change to another game"
    again = play(tmp_path, ["hold C"]).page()
    assert ENGLISH.say(again.last_declaration or "") == "Again: the change to another game"
    chosen = play(tmp_path, ["hold C"]).page()
    assert ENGLISH.say(chosen.last_declaration or "").startswith("Again: ")
    assert chosen.question == text("How many players?")


def test_what_was_done_in_a_rematch_is_undone_step_by_step(tmp_path: Path) -> None:
    keys = [*script(*TOTALS, *ROUND, *ROUND, *ROUND), "hold C", "C"]
    first = script(*TOTALS, *ROUND[:1])[len(script(*TOTALS)) :]
    assert play(tmp_path, [*keys, *first, "hold A"]).record() == [*HEADER, *TOTALS]


def test_pages_of_details_say_which_of_how_many_they_are(tmp_path: Path) -> None:
    """The round so far, the standings, and each round: nobody knew how many came."""
    keys = script(*TOTALS, *ROUND, *ROUND)
    lines = [*keys, "hold C", *script(*TOTALS, *ROUND, *ROUND, ROUND[0])[len(keys) + 1 :]]
    said: list[str] = []
    for count in range(1, 5):
        page = play(tmp_path / str(count), [*lines, *["hold B"] * count]).page()
        assert page.round_note is not None
        said.append(ENGLISH.say(page.round_note.words))
        assert ENGLISH.say(page.status or "").endswith(f"page {count} of 4")
    assert said == ["Round 3 – 1 of 4", "Round 3 – 2 of 4", "3 of 4", "4 of 4"]
    asked = play(tmp_path / "asked", lines).page()
    assert "page" not in ENGLISH.say(asked.status or "")
    assert play(tmp_path / "through", [*lines, *["hold B"] * 5]).page() == asked


def test_the_only_page_of_details_says_no_number(tmp_path: Path) -> None:
    page = play(tmp_path, [*script(*TOTALS), "hold B"]).page()
    assert "1 of 1" not in ENGLISH.say(page.status or "")


def test_details_of_a_round_to_be_accepted_say_what_was_declared_then_who_stands_where_then_why(tmp_path: Path) -> None:
    keys = script(*TOTALS, *ROUND)
    declared = play(tmp_path / "declared", [*keys, "hold B"]).controller.page()
    assert ENGLISH.say(declared.question or "") == "Round 1 as declared", "so that it can be checked before it counts"
    assert isinstance(declared.body, Paragraphs)
    standings = play(tmp_path / "1", [*keys, *["hold B"] * 2]).controller.page()
    assert isinstance(standings.body, Sheet)
    why = play(tmp_path / "2", [*keys, *["hold B"] * 3]).controller.page()
    assert isinstance(why.body, Breakdown)
    assert [cause.points for cause in why.body.players[0].causes] == [4, 5]
    again = play(tmp_path / "3", [*keys, *["hold B"] * 4]).controller.page()
    assert again == play(tmp_path / "4", keys).controller.page()


def test_details_in_mid_round_begin_with_the_round_so_far(tmp_path: Path) -> None:
    keys = script(*TOTALS, *ROUND, ROUND[0])
    so_far = play(tmp_path / "1", [*keys, "hold B"]).controller.page()
    assert isinstance(so_far.body, Paragraphs)
    (line,) = so_far.body.lines
    assert ENGLISH.say(line).startswith("Ann: bids")
    pages = [play(tmp_path / str(looks), [*keys, *["hold B"] * looks]).controller.page() for looks in (2, 3, 4)]
    assert [type(page.body) for page in pages] == [Sheet, Breakdown, Board]
    pointed = play(tmp_path / "correct", [*keys, "hold B", "hold D"]).controller.page()
    assert pointed.question is not None
    assert ENGLISH.say(pointed.question) == "What is to be done with this line?", "it is the only one of the round"
    closed = play(tmp_path / "closed", [*keys, "hold B", "hold C"]).controller.page()
    assert closed == play(tmp_path / "open", keys).controller.page()


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_details_before_a_round_say_what_the_table_does_first_and_the_least_panel_has_room_for_it(
    tmp_path: Path, reader: Language
) -> None:
    """Beside LOOP's question it has none: nobody there knew that hands move on."""
    keys = [*key_script("\n".join(LOOP).encode()), "hold C"]
    page = play(tmp_path / "before", [*keys, "hold B"]).controller.page()
    assert page.question == text("Before the round")
    assert isinstance(page.body, Paragraphs)
    whole = lay_out(page, surface_of(panel.panel_kind("phat-212-black")), reader)
    said = " ".join(item.text for item in whole.items if isinstance(item, TextLine))
    for line in non_empty(page.body.lines):
        assert reader.say(line) in said
    standings = play(tmp_path / "after", [*keys, "hold B", "hold B"]).controller.page()
    assert standings.question == text("Who stands where")


def test_rulings_are_told_before_the_game(tmp_path: Path) -> None:
    """B turns the pages, and after the last one closes them; the options' codes go on to work."""
    told: list[Label] = []
    keys = list(key_script("\n".join(HEADER).encode()))
    for looks in range(1, 10):
        page = play(tmp_path / str(looks), [*keys, *["hold B"] * looks]).controller.page()
        if page.body is None:
            break
        assert isinstance(page.body, Paragraphs)
        assert len(page.body.lines) <= RULINGS_PER_PAGE
        told += page.body.lines
    assert tuple(told) == load("no-loose-ends").notes


def test_a_refusal_says_what_and_why_and_changes_nothing(tmp_path: Path) -> None:
    keys = script("Ann bid red-3")
    mock = play(tmp_path, [*keys, "A", "C", "B"])  # Bo: 3, red
    notice = mock.controller.page().notice
    assert notice is not None
    assert notice.tone is Tone.REFUSAL
    said = [ENGLISH.say(line) for line in notice.lines]
    assert said[:2] == ["“Bo bids red 3.”", "Bo can't bid red 3: it is already bid."]
    assert mock.table.signal.played_cues[-1][1] is Cue.REFUSED
    assert mock.record()[-1] == "Ann bid red-3"
    assert mock.controller.report.as_json()["refused"] == 1


def test_a_half_typed_code_is_shown_once_the_table_is_still(tmp_path: Path) -> None:
    keys = [*script("Ann bid red-3"), "wait 60"]
    still = play(tmp_path / "still", [*keys, "A", "wait 60"])
    assert still.controller.shown_page is not None
    assert still.controller.shown_page.typed_keys == "A"
    typed = play(tmp_path / "typed", [*keys, "D", "D", "wait 60"])
    assert typed.controller.shown_page is not None
    assert (typed.controller.shown_page.typed_words, typed.controller.shown_page.typed_keys) == ((), "")
    assert typed.table.panel.refresh_count == still.table.panel.refresh_count


def test_a_half_typed_code_is_dropped_by_undo(tmp_path: Path) -> None:
    keys = script("Ann bid red-3")
    mock = play(tmp_path, [*keys, "A", "hold A"])
    assert (mock.controller.page().typed_words, mock.controller.page().typed_keys) == ((), "")
    assert mock.record()[-1] == "Ann bid red-3"


def test_someone_else_starts_a_later_round(tmp_path: Path) -> None:
    lines = (*TOTALS, *ROUND, "first Ann")
    assert play(tmp_path, script(*lines)).record() == [*HEADER, *lines]


REVOKE = (
    "set detail cards",
    "Ann pass",
    "Bo pass",
    "Bo plays red-5",
    "Ann plays gray-2",
    "Bo plays gray-9",
)


def revoked(tmp_path: Path, *after: str) -> Mock:
    keys = script(*REVOKE)
    return play(tmp_path, [*keys, "B", "B", "B", *after])  # Ann plays red 6 after all


def test_a_revoke_is_shown_with_both_tricks(tmp_path: Path) -> None:
    mock = revoked(tmp_path)
    notice = mock.controller.page().notice
    assert notice is not None
    assert notice.tone is Tone.DECISION
    said = " ".join(ENGLISH.say(line) for line in notice.lines)
    assert "trick 1" in said
    assert "trick 2" in said


def test_a_revoke_can_be_taken_back(tmp_path: Path) -> None:
    mock = revoked(tmp_path, "A")
    assert mock.record() == [*HEADER, *REVOKE]


def test_a_revoke_can_be_let_stand_and_survives(tmp_path: Path) -> None:
    mock = revoked(tmp_path, "wait 20", "B")
    assert mock.record()[-1].startswith("Ann plays red-6  #")
    again = play(tmp_path, ["wait 1"])
    assert again.record() == mock.record()
    assert again.controller.page() == mock.controller.page()


def test_the_menu_leads_to_rarer_declarations_and_back(tmp_path: Path) -> None:
    lines = ("Ann bid red-3", "Bo pass", "Ann pass", "Ann wins red-10 lead red")
    assert play(tmp_path / "1", script(*lines)).record()[-1] == lines[-1]
    keys = script("Ann pass")
    plain = play(tmp_path / "2", keys).controller.page()
    assert play(tmp_path / "3", [*keys, "hold D", "hold D"]).controller.page() == plain
    assert play(tmp_path / "4", [*keys, "hold D", "hold A"]).controller.page() == plain


def test_set_up_survives_a_restart_at_every_step(tmp_path: Path) -> None:
    keys = script(*TOTALS, "Ann planned 0 covered 0 extra 3")
    whole = play(tmp_path / "whole", keys)
    for cut in range(0, len(keys), 7):
        page = play(tmp_path / f"cut{cut}", keys[:cut]).controller.page()
        half = 0
        while page.typed_words or page.typed_keys:  # what is half typed is typed again
            half += 1
            page = play(tmp_path / f"cut{cut}-{half}", keys[: cut - half]).controller.page()
        assert play(tmp_path / f"cut{cut}", keys[cut - half :]).record() == whole.record()
