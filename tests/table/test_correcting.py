"""Corrections by keys: a line of the past is pointed at, asked again, and counts once all have seen what changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.contract.keycodes import keys_for, meanings
from device.journal.store import Journal
from device.pods.seats import FILE_NAME, PodSeats
from device.session.correction import judge_edits
from device.session.edits import Edit, EditKind
from device.session.keyscript import key_script
from device.session.line_choice import EditAt, edits_with_cut, misfit_choices, view_of_round
from device.session.prompts import MenuCell
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage
from display.text_alternative import page_sections
from display.vocabulary import NO_KEYS, Board, Breakdown, KeyCell, Page, Paragraphs
from display.words import ENGLISH
from hal.mock.script import Script
from hal.pods.events import PodIdentity
from hal.signal.signal import Cue
from hal.table.table import LineChosen
from tests.games.registered import GAMES
from tests.session.mistakes import game
from tests.session.mistakes import played as played_whole
from tests.table.correcting_keys import answering, changing, kept, place_of, pointing
from tests.table.tables import Mock, Pages, play

LOOP = ["game loop", "players 1 2 3 4", "set detail finish"]
OUT = ["1 out", "2 out", "3 out"]
NEXT = ["4 out", "1 out", "2 out"]


def played(data: Path, *lines: str) -> None:
    """A table that has declared these lines."""
    play(data, key_script("\n".join([*LOOP, *lines]).encode()))


def said(page: Page) -> list[str]:
    """What a page says in its body."""
    assert isinstance(page.body, Paragraphs)
    return [ENGLISH.say(line) for line in page.body.lines]


def holds(mock: Mock) -> dict[str, str]:
    return {hold.key: ENGLISH.say(hold.label) for hold in mock.controller.page().holds}


def test_a_line_is_changed_and_what_came_after_it_stays(tmp_path: Path) -> None:
    played(tmp_path, *OUT, *NEXT[:2])
    keys = changing(kept(tmp_path), "2 out", "4 out", page=1)
    assert play(tmp_path, keys).record() == [*LOOP, *OUT, *NEXT[:2]], "nothing changes before the table wants it"
    mock = play(tmp_path, [*keys, "hold C"])
    assert mock.record() == [*LOOP, "1 out", "4 out", "3 out", *NEXT[:2]]
    assert Cue.ACCEPTED in [cue for _, cue in mock.table.signal.played_cues]


def test_what_was_declared_last_does_not_stand_under_an_earlier_line(tmp_path: Path) -> None:
    played(tmp_path, *OUT)
    mock = play(tmp_path, ["hold C"])
    assert mock.controller.page().last_declaration is not None, "what to do before round 2"
    menu, leaving = ["hold D"], ["hold D", *MenuCell.ANOTHER.name]
    assert [play(tmp_path, keys).controller.page().last_declaration for keys in (menu, leaving)] == [None, None]
    found = kept(tmp_path)
    mock = play(tmp_path, pointing(found, 1, EditAt(EditKind.CHANGE, place_of(found, "2 out"))))
    assert mock.controller.page().last_declaration is None


def test_what_would_change_is_shown_before_it_counts(tmp_path: Path) -> None:
    played(tmp_path, *OUT)
    mock = play(tmp_path, changing(kept(tmp_path), "2 out", "4 out", page=1))
    first, *totals = said(mock.controller.page())
    assert first == "Round 1 – Player 2 is out. → Player 4 is out."
    assert totals
    assert holds(mock) == {"A": "go back", "C": "correct it"}


def test_a_line_that_was_chosen_stands_whole_in_the_place_of_the_question(tmp_path: Path) -> None:
    """It would be cut beside a question that is answered."""
    played(tmp_path, *OUT)
    found = kept(tmp_path)
    keys = pointing(found, 1, EditAt(EditKind.CHANGE, place_of(found, "2 out")))
    page = play(tmp_path, keys[:-1]).controller.page()
    assert page.question is not None
    assert (ENGLISH.say(page.question), page.typed_words) == ("Player 2 is out.", ())
    assert play(tmp_path / "again", keys[:-2]).controller.page().question != page.question


def test_one_undo_takes_it_back_and_a_redo_makes_it_again(tmp_path: Path) -> None:
    played(tmp_path, *OUT, NEXT[0])
    corrected = [*LOOP, "1 out", "4 out", "3 out", NEXT[0]]
    keys = [*changing(kept(tmp_path), "2 out", "4 out", page=1), "hold C"]
    undone = play(tmp_path, [*keys, "hold A"])
    assert undone.record() == [*LOOP, *OUT, NEXT[0]]
    assert undone.told[-2:] == ["corrected", "undo"]
    assert play(tmp_path, ["hold C"]).record() == corrected


def test_points_that_change_are_accepted_again(tmp_path: Path) -> None:
    played(tmp_path, *OUT, NEXT[0])
    mock = play(tmp_path, [*changing(kept(tmp_path), "2 out", "4 out", page=1), "hold C"])
    page = mock.controller.page()
    assert ENGLISH.say(page.status or "") == "Round 1 changed"
    assert holds(mock)["C"] == "accept"
    after = play(tmp_path, ["hold C"])
    assert ENGLISH.say(after.controller.page().status or "") == "Round 2 of 4"


def test_a_round_accepted_after_an_earlier_one_was_corrected_says_what_to_do_next(tmp_path: Path) -> None:
    """“Round 2 was accepted.” was all: nobody was told that boards and hands move on."""
    played(tmp_path, *OUT, *NEXT)
    older = ["hold D", "hold B"]
    older += way_on(play(tmp_path, older), "Round 1")
    older += way_on(play(tmp_path, older), "Player 3 is out.")
    found = kept(tmp_path)
    answer = answering(found, EditAt(EditKind.CHANGE, place_of(found, "3 out")), "4 out")
    asked_again = play(tmp_path, [*older, "A", *answer, "hold C", "wait 60", "hold C"]).controller.page()
    assert ENGLISH.say(asked_again.question or "") == "Is round 2 right?"
    assert ENGLISH.say(asked_again.last_declaration or "") == "Round 1 was accepted."
    next_round = play(tmp_path, ["wait 60", "hold C"]).controller.page()
    uncorrected = play(tmp_path / "uncorrected", [*presses_of(*OUT, *NEXT), "hold C"]).controller.page()
    assert next_round.last_declaration == uncorrected.last_declaration
    assert ENGLISH.say(next_round.last_declaration or "").startswith("Take up your whole hand")


def test_a_line_is_removed(tmp_path: Path) -> None:
    played(tmp_path, "1 out", "2 out")
    found = kept(tmp_path)
    keys = pointing(found, 0, EditAt(EditKind.REMOVE, place_of(found, "1 out")))
    assert play(tmp_path, [*keys, "hold C"]).record() == [*LOOP, "2 out"]


def test_a_round_that_lacks_something_again_is_said_before_the_totals_fall(tmp_path: Path) -> None:
    pad = ["game score-pad", "players 1 2"]
    play(tmp_path, key_script("\n".join([*pad, "1 points 5", "2 points 7"]).encode()))
    found = kept(tmp_path)
    mock = play(tmp_path, pointing(found, 0, EditAt(EditKind.REMOVE, place_of(found, "1 points 5"))))
    assert said(mock.controller.page()) == [
        "To be removed – Round 1 – Player 1: 5 points.",
        "1 round is then incomplete, and does not count.",
        "Player 1: 5 → 0",
        "Player 2: 7 → 0",
    ]


def test_a_round_that_a_game_no_longer_has_is_said_to_be_gone(tmp_path: Path) -> None:
    """The game ends a round earlier after the correction."""
    pad = ["game score-pad", "players 1 2", "set target 10"]
    rounds = ("1 points 5", "2 points 2", "1 points 6", "2 points 1")
    play(tmp_path, key_script("\n".join([*pad, *rounds]).encode()))
    keys = changing(kept(tmp_path), "1 points 5", "1 points 12", page=2)
    mock = play(tmp_path, [*keys, *way_on(play(tmp_path, keys), "cut from here")])
    assert "1 round is gone: the game ends before it." in said(mock.controller.page())
    assert not any("no longer count" in line for line in said(mock.controller.page()))


def test_a_line_is_put_in_before_another(tmp_path: Path) -> None:
    played(tmp_path, "1 out", "2 out")
    found = kept(tmp_path)
    at = EditAt(EditKind.INSERT, place_of(found, "2 out"))
    keys = [*pointing(found, 0, at), *answering(found, at, "3 out")]
    assert play(tmp_path, [*keys, "hold C"]).record() == [*LOOP, "1 out", "3 out", "2 out"]


def chosen(data: Path, line: int, keys: list[str] | None = None) -> Mock:
    """A table beside whose panel a line of the record was chosen after these keys."""
    mock = Mock(data, keys or [])
    mock.eventful.last = (LineChosen(line),)
    return mock.run()


def test_a_line_chosen_beside_the_panel_is_corrected_by_keys(tmp_path: Path) -> None:
    played(tmp_path, *OUT, NEXT[0])
    mock = chosen(tmp_path, len(LOOP) + 2)
    page = mock.controller.page()
    assert ENGLISH.say(page.question or "") == "What is to be done with this line?"
    assert page.notice is not None
    assert [ENGLISH.say(line) for line in page.notice.lines] == ["Round 1 – Player 2 is out."]
    assert [ENGLISH.say(cell.label) for cell in asked(mock)] == ["change", "remove", "insert earlier"]
    assert ENGLISH.say(page.remark or "") == "“Insert earlier”: a new line, right before this one in the game."
    assert holds(mock) == {"A": "go back"}
    again = Mock(tmp_path, ())
    at = EditAt(EditKind.CHANGE, place_of(kept(tmp_path), "2 out"))
    again.eventful.first = iter([LineChosen(len(LOOP) + 2)])
    again.eventful.play_edges(iter(Script(["A", *answering(kept(tmp_path), at, "4 out"), "hold C"], 1.0)))
    assert again.run().record() == [*LOOP, "1 out", "4 out", "3 out", NEXT[0]]


@pytest.mark.parametrize("line", [0, 1, 2, len(LOOP), len(LOOP) + 4, 10**6])
def test_a_line_that_is_no_declaration_is_refused_with_a_sentence(tmp_path: Path, line: int) -> None:
    played(tmp_path, *OUT)
    notice = chosen(tmp_path, line).controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]).startswith("Only declarations can be corrected")


def test_the_newest_line_is_first(tmp_path: Path) -> None:
    played(tmp_path, "1 out", "2 out")
    found = kept(tmp_path)
    cells = [pointing(found, 0, EditAt(EditKind.CHANGE, place_of(found, line)))[2:] for line in ("2 out", "1 out")]
    assert cells == sorted(cells)


def misfit(data: Path) -> tuple[list[str], Mock]:
    """A correction after which a later line does not fit: who is said to be out twice."""
    played(data, *OUT, NEXT[0])
    keys = changing(kept(data), "2 out", "3 out", page=1)
    return keys, play(data, keys)


def test_a_line_that_would_not_fit_is_shown_with_its_refusal(tmp_path: Path) -> None:
    keys, mock = misfit(tmp_path)
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.title) == "This would not fit any more"
    assert ENGLISH.say(notice.lines[0]) == "Round 1 – Player 3 is out.", "of many rounds it says which"
    assert holds(mock) == {"A": "go back", "B": "choose another line"}
    assert play(tmp_path, [*keys, "hold C"]).record() == [*LOOP, *OUT, NEXT[0]]


def test_lines_of_all_rounds_are_as_the_correction_so_far_has_changed_them(tmp_path: Path) -> None:
    """“Other rounds” dropped a change without a word, and the next one was made alone."""
    keys, _ = misfit(tmp_path)
    level = play(tmp_path, [*keys, "hold B", "hold B", "A", "B"]).controller.page().keymap.level
    assert level is not None
    labels = [ENGLISH.say(cell.label) for cell in level.cells]
    assert (labels.count("Player 3 is out."), labels.count("Player 2 is out.")) == (2, 0)


def test_what_does_not_fit_is_asked_about_below_its_line_and_not_to_be_accepted(tmp_path: Path) -> None:
    """The line stands whole in the notice. A long one was cut to “Da…20, 27, 28 an…35; 9 to…” above the keys."""
    page = misfit(tmp_path)[1].controller.page()
    assert page.question is not None
    assert ENGLISH.say(page.question) == "A later line no longer fits: what to do?"
    assert page.keymap.level is not None
    assert ENGLISH.say(page.keymap.level.title) == "the line above"
    assert page.notice is not None
    assert ENGLISH.say(page.notice.lines[0]) == "Round 1 – Player 3 is out."


def test_going_back_in_a_correction_leads_to_the_question_asked_again(tmp_path: Path) -> None:
    keys, _ = misfit(tmp_path)
    mock = play(tmp_path, [*keys, "hold A"])
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.title) == "Instead of this line"
    assert play(tmp_path, [*keys, "hold A", *way_on(mock, "Player 4"), "hold C"]).record()[-3:-1] == ["4 out", "3 out"]


def test_going_back_from_a_chosen_line_leads_to_the_lines_of_its_round(tmp_path: Path) -> None:
    """It led two pages back, to the question which round, if the code of the line began with its round."""
    rounds = ("1 points 5", "2 points 2", "1 points 6", "2 points 1")
    play(tmp_path, key_script("\n".join(["game score-pad", "players 1 2", *rounds]).encode()))
    other_rounds = ["hold B", "hold D", "hold B"]
    asked = [play(tmp_path, other_rounds)]
    asked += [play(tmp_path, [*other_rounds, *"ABAAB", *["hold A"] * count]) for count in range(3)]
    assert [ENGLISH.say(mock.controller.page().question or "") for mock in asked] == [
        "Correct which round?",
        "A later line no longer fits: what to do?",
        "Round 1: correct which line?",
        "Correct which round?",
    ]


def test_a_correction_that_does_not_fit_can_not_be_accepted_and_says_why(tmp_path: Path) -> None:
    keys, _ = misfit(tmp_path)
    mock = play(tmp_path, [*keys, "hold C"])
    assert mock.table.signal.played_cues[-1][1] is Cue.REFUSED
    assert (
        mock.table.pods.shown_statuses[-1][0].answer
        == "First say what becomes of the line that does not fit, or go back."
    )
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]) == mock.table.pods.shown_statuses[-1][0].answer


def test_a_correction_is_left_by_going_back_through_its_pages_to_the_details_and_the_game(tmp_path: Path) -> None:
    keys, _ = misfit(tmp_path)
    details = play(tmp_path, [*keys, "hold A", "hold A", "hold A"]).controller.page()
    assert ENGLISH.say(details.question or "") == "Points of round 1, as they are by now"
    mock = play(tmp_path, [*keys, "hold A", "hold A", "hold A", "hold A"])
    assert mock.record() == [*LOOP, *OUT, NEXT[0]]
    assert mock.controller.page() == play(tmp_path / "same", presses_of(*OUT, NEXT[0])).controller.page()


def presses_of(*lines: str) -> list[str]:
    return list(key_script("\n".join([*LOOP, *lines]).encode()))


def asked(mock: Mock) -> tuple[KeyCell, ...]:
    """The cells of the question asked."""
    grid = mock.controller.page().keymap.level
    assert grid is not None
    return grid.cells


def way_on(mock: Mock, label: str) -> list[str]:
    """The code of a way on from consequences."""
    (cell,) = (cell for cell in asked(mock) if ENGLISH.say(cell.label) == label)
    return list(cell.code)


def test_what_does_not_fit_is_corrected_too(tmp_path: Path) -> None:
    keys, mock = misfit(tmp_path)
    other = play(tmp_path, [*keys, *way_on(mock, "change")])
    answer = way_on(other, "Player 2")
    mock = play(tmp_path, [*keys, *way_on(mock, "change"), *answer, "hold C"])
    assert mock.record() == [*LOOP, "1 out", "3 out", "2 out", NEXT[0]]
    assert play(tmp_path, ["hold C", "hold A", "hold A"]).record() == [*LOOP, *OUT, NEXT[0]]


def test_a_line_of_the_next_round_keeps_its_round_where_something_is_put_in_before_it(tmp_path: Path) -> None:
    """“Before this line: Round 1 – Ann: 7 points.” stood above a line of round 2, once one of round 1 was removed."""
    pad = ["game score-pad", "players Ann Bo", "Ann points 1", "Bo points 2", "Ann points 7"]
    play(tmp_path, key_script("\n".join(pad).encode()))
    found = kept(tmp_path)
    keys = pointing(found, 1, EditAt(EditKind.REMOVE, place_of(found, "Bo points 2")))
    removed = play(tmp_path, keys)
    page = play(tmp_path, [*keys, *way_on(removed, "insert earlier")]).controller.page()
    assert page.notice is not None
    assert [ENGLISH.say(page.notice.title), *map(ENGLISH.say, page.notice.lines)] == [
        "Before this line",
        "Round 2 – Ann: 7 points.",
    ]


def test_a_game_is_cut_off_where_it_does_not_fit(tmp_path: Path) -> None:
    keys, mock = misfit(tmp_path)
    cut = way_on(mock, "cut from here")
    assert play(tmp_path, [*keys, *cut, "hold C"]).record() == [*LOOP, "1 out", "3 out"]


def seated(data: Path, seat: int) -> None:
    """`pod1` sits at a seat."""
    PodSeats(data / FILE_NAME).assign(PodIdentity("pod1"), seat)


def test_a_pod_corrects_for_its_own_seat_as_at_the_box(tmp_path: Path) -> None:
    played(tmp_path, *OUT[:2])
    seated(tmp_path, 3)
    point = pointing(kept(tmp_path), 0, EditAt(EditKind.CHANGE, place_of(kept(tmp_path), "2 out")))
    # Who is out is answered by being pressed: whichever key it is, it says 4.
    keys = [f"pod1 {press}" for press in [*point, "B", "hold C"]]
    mock = play(tmp_path, keys)
    assert mock.record() == [*LOOP, "1 out", "4 out"]
    assert play(tmp_path, ["pod1 hold A"]).record() == [*LOOP, *OUT[:2]]


def test_a_pod_has_no_answer_where_another_seat_was_asked(tmp_path: Path) -> None:
    declared = ["flip 17", "1 take", "flip 20", "1 pass"]
    play(tmp_path, key_script("\n".join([*TURNS, *declared]).encode()))
    seated(tmp_path, 2)
    point = pointing(kept(tmp_path), 0, EditAt(EditKind.CHANGE, place_of(kept(tmp_path), "1 pass")))
    mock = play(tmp_path, [*point, "pod1 A"])
    assert "refused: Player 3 is not asked now." in mock.told
    assert mock.record() == [*TURNS, *declared]


TURNS = ["game no-thanks", "players 1 2 3"]


def test_what_the_rules_refuse_at_once_is_refused_where_it_is_asked(tmp_path: Path) -> None:
    declared = ["flip 17", "1 take", "flip 20", "1 pass"]
    play(tmp_path, key_script("\n".join([*TURNS, *declared]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, "flip 20"))
    keys = [*pointing(found, 0, at), *answering(found, at, "flip 17")]
    notice = play(tmp_path, keys).controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.title) == "Not possible"
    corrected = play(tmp_path, [*keys, *answering(found, at, "flip 21"), "hold C"]).record()
    assert corrected == [*TURNS, "flip 17", "1 take", "flip 21", "1 pass"]


def test_who_starts_is_said_in_the_menu_of_that_moment(tmp_path: Path) -> None:
    declared = ["flip 17", "1 take", "flip 20"]
    play(tmp_path, key_script("\n".join([*TURNS, *declared]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.INSERT, place_of(found, "flip 17"))
    asked_again = pointing(found, 0, at)
    assert holds(play(tmp_path, asked_again)) == {"A": "go back", "D": "menu"}
    keys = [*asked_again, *answering(found, at, "first 2")]
    assert "hold D" in keys[len(asked_again) :]
    assert play(tmp_path, keys).controller.page().notice is not None, "it was not player 1 who took the card"


def test_the_line_that_names_who_starts_is_changed_where_that_is_said(tmp_path: Path) -> None:
    """“Ann: cards, done, tokens?” was asked instead of “Bo starts.”, and to name Cleo was refused."""
    totals = ["game no-thanks", "players Ann Bo Cleo", "set detail totals", "first Bo"]
    play(tmp_path, key_script("\n".join(totals).encode()))
    found = kept(tmp_path)
    keys = pointing(found, 0, EditAt(EditKind.CHANGE, place_of(found, "first Bo")))
    mock = play(tmp_path, keys)
    assert ENGLISH.say(mock.controller.page().question or "") == "Who starts?"
    keys += way_on(mock, "Cleo")
    assert play(tmp_path, [*keys, "hold C"]).record() == [*totals[:-1], "first Cleo"]


@pytest.mark.parametrize(("line", "starter"), [("first Cleo", "Cleo"), ("Bo out", "Ann")])
def test_who_starts_is_in_the_details_behind_what_to_do_before_the_round(
    line: str, starter: str, tmp_path: Path
) -> None:
    """Once somebody else than the usual player was said to start, nothing said any more what to deal."""
    keys = [*key_script(f"game loop\nplayers Ann Bo Cleo Dan\nset detail finish\n{line}\n".encode())]
    undone = ["hold A"] if line == "Bo out" else []
    first, second = (
        play(tmp_path / str(count), [*keys, *undone, *count * ["hold B"]]).controller.page().body for count in (1, 2)
    )
    assert isinstance(first, Paragraphs)
    assert isinstance(second, Paragraphs)
    assert ENGLISH.say(first.lines[0]) == "Use 4 cards of each number."
    assert [ENGLISH.say(line) for line in second.lines] == [f"{starter} starts."]


def test_the_player_of_a_changed_line_is_chosen_before_the_panel_draws(tmp_path: Path) -> None:
    """On paper, a page that asked whose figures they are came first, and took a refresh."""
    totals = ["game no-loose-ends", "players Ann Bo", "set detail totals", "Ann planned 3 covered 2 extra 3"]
    play(tmp_path, key_script("\n".join(totals).encode()))
    choose = [
        "hold B",
        "hold D",
        *way_on(play(tmp_path, ["hold B", "hold D"]), "Ann: bids 3, covered 2, extra tricks 3."),
    ]
    change = way_on(play(tmp_path, choose), "change")
    pages = Pages()
    Mock(tmp_path, [*choose, "wait 60", *change], listener=pages).run()
    questions = [ENGLISH.say(page.question or "") for page in pages.seen]
    assert questions[-2:] == ["Ann: bids 3, covered 2, extra tricks 3.", "Ann: bids"]


def test_that_the_usual_player_starts_can_be_changed_and_said_again(tmp_path: Path) -> None:
    """The record has no line for that, and so nobody could change it: “Ann starts.” was on no list of lines."""
    lines = ["game loop", "players Ann Bo Cleo Dan", "set detail finish", "Bo out"]
    play(tmp_path, [*key_script("\n".join(lines).encode()), "hold B", "hold D"])
    choose = ["hold B", "hold D", *way_on(play(tmp_path, ["hold B", "hold D"]), "Ann starts.")]
    change = [*choose, *way_on(play(tmp_path, choose), "change")]
    other = [*change, *way_on(play(tmp_path, change), "Cleo")]
    notice = play(tmp_path, other).controller.page().body
    assert isinstance(notice, Paragraphs)
    assert ENGLISH.say(notice.lines[0]) == "Ann starts. → Cleo starts."
    mock = play(tmp_path, [*other, "hold C"])
    assert mock.record() == [*lines[:-1], "first Cleo", lines[-1]]
    assert play(tmp_path, ["hold A"]).record() == lines
    removed = [*choose, *way_on(play(tmp_path, choose), "remove"), "hold C"]
    assert play(tmp_path, removed).record() == lines


def test_a_question_without_rarer_answers_has_no_menu(tmp_path: Path) -> None:
    played(tmp_path, "1 out", "2 out")
    found = kept(tmp_path)
    asked_again = pointing(found, 0, EditAt(EditKind.CHANGE, place_of(found, "2 out")))
    mock = play(tmp_path, [*asked_again, "hold D"])
    assert holds(mock) == {"A": "go back"}
    assert Cue.REFUSED in [cue for _, cue in mock.table.signal.played_cues]


def test_before_anything_is_declared_there_is_nothing_to_correct(tmp_path: Path) -> None:
    played(tmp_path)
    mock = play(tmp_path, [*presses_of("1 out"), "hold A", "hold B", "hold D"])
    assert Cue.REFUSED in [cue for _, cue in mock.table.signal.played_cues]


SECRET = ["game no-thanks", "players 1 2 3", "set detail totals"]


def test_a_correction_shows_nobodys_tokens(tmp_path: Path) -> None:
    declared = ["1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9"]
    play(tmp_path, key_script("\n".join([*SECRET, *declared]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, declared[0]))
    point, answer = pointing(found, 0, at), answering(found, at, "1 holds 3-10 tokens 17")
    for keys in (point[:2], point, [*point, *answer]):
        page = play(tmp_path, keys).controller.page()._replace(keymap=NO_KEYS)
        words = " ".join(line for _, lines in page_sections(page, ENGLISH) for line in lines)
        assert words
        assert not re.search(r"\b(19|17|9)\b", words)
    cells = asked(play(tmp_path, point[:2]))
    assert "Player 1: cards 3 to 10; tokens are shown with the scores." in [ENGLISH.say(cell.label) for cell in cells]
    assert play(tmp_path, [*point, *answer, "hold C"]).record() == [*SECRET, "1 holds 3-10 tokens 17", declared[1]]


def test_a_line_of_a_scored_round_that_no_longer_fits_is_said_whole(tmp_path: Path) -> None:
    """Its tokens were shown with the points: only those of a round that is not scored are nobody's business."""
    lines = ["1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9", "3 holds 19-26 tokens 5"]
    play(tmp_path, key_script("\n".join([*SECRET, *lines]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, lines[0]))
    page = play(tmp_path, [*pointing(found, 1, at), *answering(found, at, "1 holds 3-10 tokens 17")]).controller.page()
    assert page.notice is not None
    assert ENGLISH.say(page.notice.lines[0]) == "Round 1 – Player 3: cards 19 to 26; 5 tokens."


def test_a_hold_of_c_that_a_correction_does_not_offer_drops_nothing_of_it(tmp_path: Path) -> None:
    """A doubled one dropped the correction, and accepted the round as it had been."""
    played(tmp_path, *OUT)
    point = pointing(kept(tmp_path), 0, EditAt(EditKind.CHANGE, place_of(kept(tmp_path), "2 out")))
    asked_for = play(tmp_path, point).controller.page()
    mock = play(tmp_path, [*point, "hold C", "hold C"])
    assert mock.controller.page() == asked_for
    assert Cue.REFUSED in [cue for _, cue in mock.table.signal.played_cues]
    assert mock.controller.session.stage is Stage.SUMMARY


def test_the_page_says_what_was_corrected(tmp_path: Path) -> None:
    played(tmp_path, *OUT, NEXT[0])
    keys = [*changing(kept(tmp_path), "2 out", "4 out", page=1), "hold C"]
    assert ENGLISH.say(play(tmp_path, keys).controller.page().last_declaration or "") == "Correction: Player 4 is out."
    undone = ENGLISH.say(play(tmp_path, ["hold A"]).controller.page().last_declaration or "")
    assert undone == "Taken back: Correction: Round 1 – Player 4 is out."


TRICKS = [
    "game no-loose-ends", "players Teresa Kaylen", "Teresa bid gray-7", "Kaylen bid red-3", "Teresa bid red-2",
    "Kaylen pass", "Teresa pass", "Teresa wins", "Teresa covers red-2", "Kaylen wins", "Kaylen covers red-3",
    "Kaylen wins", "Teresa wins", "Teresa covers gray-7", "Kaylen wins",
]  # fmt: skip


def test_a_corrected_trick_is_named_below_the_question_of_another(tmp_path: Path) -> None:
    play(tmp_path, key_script("\n".join(TRICKS).encode()))
    mock = play(tmp_path, [*changing(kept(tmp_path), "Kaylen wins", "Teresa wins"), "hold C"])
    assert ENGLISH.say(mock.controller.page().last_declaration or "") == "Correction: Trick 5 – Teresa wins the trick."
    undone = ENGLISH.say(play(tmp_path, ["hold A"]).controller.page().last_declaration or "")
    assert undone == "Taken back: Correction: Trick 5 – Teresa wins the trick."


def test_a_trick_with_a_cover_says_who_won_it_in_the_list_of_lines_on_a_small_panel(tmp_path: Path) -> None:
    keys = [*key_script("\n".join(TRICKS).encode()), *["hold B"] * 2, "hold D"]
    asked = play(tmp_path, keys, kind="phat-black").controller.page().keymap.level
    assert asked is not None
    assert "Trick 2 – Kaylen wins the trick. …" in [ENGLISH.say(cell.label) for cell in asked.cells]


def test_a_finished_game_is_corrected_and_its_winner_with_it(tmp_path: Path) -> None:
    rounds = [*OUT, "4 out", "1 out", "2 out", "3 out", "4 out", "1 out", "2 out", "3 out", "4 out"]
    play(tmp_path, [*presses_of(*rounds), "hold C"])
    found = kept(tmp_path)
    assert found.session.scores.finished
    keys = changing(found, rounds[-1], "1 out", page=1)
    assert "Player 1, Player 2, Player 3 and Player 4 share the win. → Player 1 and Player 2 share the win." in said(
        play(tmp_path, keys).controller.page()
    )
    mock = play(tmp_path, [*keys, "hold C", "hold C"])
    assert mock.record() == [*LOOP, *rounds[:-1], "1 out"]
    assert kept(tmp_path).session.scores.winners != found.session.scores.winners


def test_any_line_of_a_long_round_is_four_presses_away(tmp_path: Path) -> None:
    """And what is to be done with it, one more."""
    for game_id in GAMES:
        table = played_whole(game(game_id, 3))
        rows, sessions = table.past.rows, table.past.sessions
        for number in range(1, len(table.past.session.scores.rounds) + 1):
            view = view_of_round(rows, sessions, number)
            assert view is not None
            for at in meanings(view.level):
                codes = keys_for(view.level, at)
                assert codes is not None
                assert len(codes) <= 4 + 1


def test_a_small_panel_has_few_lines_to_choose_from(tmp_path: Path) -> None:
    """There a bid is pointed at in two steps, where a larger panel has room for all."""
    bids = "".join(f"{'12'[turn % 2]} bid gray-{turn + 1}\n" for turn in range(8))
    keys = [*key_script(f"game no-loose-ends\nplayers 1 2\n{bids}".encode()), "hold B", "hold D"]
    offered = {}
    for kind in ("phat-black", "what-black"):
        asked = play(tmp_path / kind, keys, kind=kind).controller.page().keymap.level
        assert asked is not None
        offered[kind] = [ENGLISH.say(cell.label) for cell in asked.cells]
    assert len(offered["phat-black"]) == 2
    assert len(offered["what-black"]) == 9


def breakdown(mock: Mock) -> dict[str, tuple[int | None, int]]:
    """What each player gained and has, where a page asks whether the round is right."""
    body = mock.controller.page().body
    assert isinstance(body, Breakdown)
    return {account.name: (account.round_points, account.total) for account in body.players}


def test_a_round_that_is_asked_about_again_shows_what_stood_at_its_end(tmp_path: Path) -> None:
    """Player 4, who is first in the round that is played now, has their marker of that round in no total yet."""
    corrected = ["1 out", "4 out", "2 out"]
    played(tmp_path / "later", "1 out", "4 out", "3 out", "4 out", "2 out")
    mock = play(tmp_path / "later", [*changing(kept(tmp_path / "later"), "3 out", "2 out", page=1), "hold C"])
    question = mock.controller.page().question
    assert question is not None
    assert ENGLISH.say(question) == "Is round 1 right?"
    reference = play(tmp_path / "reference", presses_of(*corrected))
    assert breakdown(mock) == breakdown(reference)
    assert {total for _, total in breakdown(mock).values()} == {1}


def test_points_on_a_score_pad_that_are_corrected_leave_out_the_round_after_them(tmp_path: Path) -> None:
    pad = ["game score-pad", "players 1 2", "1 points 3", "2 points 5", "1 points 4", "2 points 4", "1 points 9"]
    play(tmp_path, key_script("\n".join(pad).encode()))
    mock = play(tmp_path, [*changing(kept(tmp_path), "1 points 3", "1 points 6", page=2), "hold C"])
    assert breakdown(mock) == {"1": (6, 6), "2": (5, 5)}
    after = play(tmp_path, ["hold C"])
    assert isinstance(after.controller.page().body, Board)


def test_an_acceptance_leaves_a_correction_that_was_undone_to_be_made_again(tmp_path: Path) -> None:
    ended = play(tmp_path / "ended", presses_of(*OUT))
    keys = changing(kept(tmp_path / "ended"), "2 out", "4 out", page=1)
    assert breakdown(ended)
    mock = play(tmp_path / "ended", [*keys, "hold C", "hold A"])
    assert mock.record() == [*LOOP, *OUT]
    accepted = play(tmp_path / "ended", ["hold C"])
    assert accepted.record() == [*LOOP, *OUT]
    assert holds(accepted)["C"] == "redo"
    assert play(tmp_path / "ended", ["hold C"]).record() == [*LOOP, "1 out", "4 out", "3 out"]


PAD = ["game score-pad", "players Ann Bo", "set rounds 1", "Ann points 3"]


def test_a_line_that_was_put_in_stays_where_the_game_is_cut_off_after_it(tmp_path: Path) -> None:
    play(tmp_path, key_script("\n".join([*PAD, "Bo points 5"]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.INSERT, place_of(found, "Bo points 5"))
    keys = [*pointing(found, None, at), *answering(found, at, "Bo points 9")]
    cut = way_on(play(tmp_path, keys), "cut from here")
    mock = play(tmp_path, [*keys, *cut])
    assert "Round 1 – Bo: 5 points. → Bo: 9 points." in said(mock.controller.page())
    assert play(tmp_path, [*keys, *cut, "hold C"]).record() == [*PAD, "Bo points 9"]


def test_a_line_that_was_put_in_and_does_not_fit_is_cut_off_with_all_after_it(tmp_path: Path) -> None:
    put_in = (
        Edit(EditKind.INSERT, 4, JournalRow(RowKind.RECORD, "Bo points 9")),
        Edit(EditKind.INSERT, 4, JournalRow(RowKind.RECORD, "Cy points 8")),
    )
    play(tmp_path, key_script("\n".join([*PAD, "Bo points 5"]).encode()))
    found = kept(tmp_path)
    place = place_of(found, "Bo points 5")
    edits = tuple(edit._replace(row_number=place) for edit in put_in)
    judged = judge_edits(found.rows, found.sessions, edits)
    assert judged.misfit is not None
    (*_, cut) = misfit_choices(judged)
    left = edits_with_cut(found.rows, found.sessions, edits, cut.meaning)
    assert left == (edits[0]._replace(kind=EditKind.CHANGE),)
    assert judge_edits(found.rows, found.sessions, left).misfit is None


def test_nothing_is_to_be_cut_off_after_the_last_line(tmp_path: Path) -> None:
    play(tmp_path, key_script("\n".join([*PAD, "Bo points 5"]).encode()))
    found = kept(tmp_path)
    edit = Edit(EditKind.INSERT, len(found.rows) + 1, JournalRow(RowKind.RECORD, "Cy points 5"))
    judged = judge_edits(found.rows, found.sessions, (edit,))
    assert [ENGLISH.say(way.label) for way in misfit_choices(judged)] == ["change", "remove", "insert earlier"]


def test_where_there_is_one_line_nobody_is_asked_which(tmp_path: Path) -> None:
    pad = ["game score-pad", "players 1 2"]
    play(tmp_path, key_script("\n".join([*pad, "1 points 3"]).encode()))
    page = play(tmp_path, ["hold B", "hold D"]).controller.page()
    assert page.question is not None
    assert ENGLISH.say(page.question) == "What is to be done with this line?"
    assert page.notice is not None
    assert [ENGLISH.say(line) for line in page.notice.lines] == ["Player 1: 3 points."]
    assert play(tmp_path, ["hold B", "hold D", "B", "hold C"]).record() == pad


def test_a_line_of_any_round_is_found_from_the_menu(tmp_path: Path) -> None:
    """Whoever notices a wrong line later looks for it there."""
    played(tmp_path, *OUT, NEXT[0])
    mock = play(tmp_path, ["hold D"])
    assert holds(mock) == {"A": "go back", "B": "correct"}
    mock = play(tmp_path, ["hold D", "hold B"])
    assert [ENGLISH.say(cell.label) for cell in asked(mock)] == ["Round 2", "Round 1"]
    older = ["hold D", "hold B", *way_on(mock, "Round 1")]
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, "2 out"))
    line = way_on(play(tmp_path, older), "Player 2 is out.")
    keys = [*older, *line, "A", *answering(found, at, "4 out"), "hold C"]
    assert play(tmp_path, keys).record() == [*LOOP, "1 out", "4 out", "3 out", NEXT[0]]


def test_going_back_from_the_rounds_leads_to_the_menu(tmp_path: Path) -> None:
    played(tmp_path, *OUT, NEXT[0])
    mock = play(tmp_path, ["hold D", "hold B", "hold A"])
    assert ENGLISH.say(mock.controller.page().question or "") == "Menu"


def test_other_rounds_are_one_hold_from_the_lines_of_a_round(tmp_path: Path) -> None:
    """Details of the current round led to its lines alone, and nothing said where the others are."""
    played(tmp_path, *OUT, NEXT[0])
    mock = play(tmp_path, ["hold B", "hold D"])
    assert holds(mock) == {"A": "go back", "B": "other rounds"}
    mock = play(tmp_path, ["hold B", "hold D", "hold B"])
    assert [ENGLISH.say(cell.label) for cell in asked(mock)] == ["Round 2", "Round 1"]


def test_the_end_of_a_game_can_be_corrected_where_holds_are_named(tmp_path: Path) -> None:
    """Before a round was over, the menu named no lines to correct; after one, its lines named no other rounds."""
    stop = ["hold D", *"ABC"]
    for name, lines, is_round_over in (("none", OUT[:1], False), ("one", OUT, True)):
        data = tmp_path / name
        played(data, *lines)
        play(data, [*(["hold C"] if is_round_over else []), *stop])
        assert holds(play(data, ["hold D"])) == {"A": "go back", "B": "correct"}
        others = {"B": "other rounds"} if is_round_over else {}
        assert holds(play(data, ["hold B", "hold D"])) == {"A": "go back", **others}


def test_before_anything_is_declared_the_menu_offers_no_line_to_correct(tmp_path: Path) -> None:
    played(tmp_path)
    mock = play(tmp_path, ["hold D"])
    assert holds(mock) == {"A": "go back"}
    again = play(tmp_path, ["hold D", "hold B"])
    assert again.controller.page() == mock.controller.page()
    assert again.table.signal.played_cues[-1][1] is Cue.REFUSED


def test_the_rounds_of_a_long_game_are_chosen_in_groups(tmp_path: Path) -> None:
    pad = ["game score-pad", "players 1 2"]
    play(tmp_path, key_script("\n".join([*pad, *["1 points 5", "2 points 7"] * 20]).encode()))
    mock = play(tmp_path, ["hold D", "hold B"])
    assert [ENGLISH.say(cell.label) for cell in asked(mock)] == ["Round 11 to Round 20", "Round 1 to Round 10"]


def test_a_line_that_is_changed_once_more_in_a_correction_is_stored_once(tmp_path: Path) -> None:
    lines = ["1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9", "3 holds 19-26 tokens 5"]
    play(tmp_path, key_script("\n".join([*SECRET, *lines]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, lines[0]))
    keys = [*pointing(found, 1, at), *answering(found, at, "1 holds 3-10 tokens 17"), "hold B"]
    line = way_on(play(tmp_path, keys), "Player 1: cards 3 to 10; 17 tokens.")
    keys += [*line, "A", *answering(found, at, "1 holds 3-10 tokens 16")]
    line = way_on(play(tmp_path, [*keys, "hold B"]), "Player 2: cards 11 to 18; 9 tokens.")
    other = EditAt(EditKind.CHANGE, place_of(found, lines[1]))
    keys += ["hold B", *line, "A", *answering(found, other, "2 holds 11-18 tokens 12"), "hold C"]
    right = ["1 holds 3-10 tokens 16", "2 holds 11-18 tokens 12", lines[2]]
    assert play(tmp_path, keys).record() == [*SECRET, *right]
    journal = Journal.open_to_read(tmp_path)
    rows = journal.stored_rows(journal.current_game() or 0)
    journal.close()
    assert [row.kind for row in rows[-2:]] == [RowKind.CORRECTION, RowKind.CORRECTED_TOO]
    assert play(tmp_path, ["hold A"]).record() == [*SECRET, *lines], "one undo takes both back"


def test_tokens_of_a_scored_round_are_shown_in_a_correction_while_those_of_the_next_are_secret(tmp_path: Path) -> None:
    """They were shown with its points; the page said that they would be."""
    lines = ["1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9", "3 holds 19-26 tokens 5"]
    play(tmp_path, key_script("\n".join([*SECRET, *lines, "2 holds 3-10 tokens 7"]).encode()))
    found = kept(tmp_path)
    at, other = (EditAt(EditKind.CHANGE, place_of(found, line)) for line in lines[:2])
    point = pointing(found, None, at)
    labels = [ENGLISH.say(cell.label) for cell in asked(play(tmp_path, point[: point.index("hold D") + 1]))]
    assert "Player 1: cards 3 to 10; 19 tokens." in labels
    keys = [*point, *answering(found, at, "1 holds 3-10 tokens 17"), "hold B"]
    line = way_on(play(tmp_path, keys), "Player 2: cards 11 to 18; 9 tokens.")
    mock = play(tmp_path, [*keys, *line, "A", *answering(found, other, "2 holds 11-18 tokens 11")])
    changed = "Round 1 – Player 1: cards 3 to 10; 19 tokens. → Player 1: cards 3 to 10; 17 tokens."
    assert changed in said(mock.controller.page())
    current = play(tmp_path, ["hold B", "hold D"])
    assert not re.search(r"\b7\b", str(current.controller.page()._replace(keymap=NO_KEYS).body))


def test_two_lines_are_corrected_together_where_one_of_them_does_not_fit_alone(tmp_path: Path) -> None:
    """Ann's tokens were counted as Bo's: only the last line could be changed, which was right."""
    lines = ["1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9", "3 holds 19-26 tokens 5"]
    play(tmp_path, key_script("\n".join([*SECRET, *lines]).encode()))
    found = kept(tmp_path)
    at = EditAt(EditKind.CHANGE, place_of(found, lines[0]))
    other = EditAt(EditKind.CHANGE, place_of(found, lines[1]))
    keys = [*pointing(found, 1, at), *answering(found, at, "1 holds 3-10 tokens 17"), "hold B"]
    line = way_on(play(tmp_path, keys), "Player 2: cards 11 to 18; 9 tokens.")
    keys += [*line, "A", *answering(found, other, "2 holds 11-18 tokens 11")]
    assert holds(play(tmp_path, keys)) == {"A": "go back", "C": "correct it"}
    right = ["1 holds 3-10 tokens 17", "2 holds 11-18 tokens 11", lines[2]]
    assert play(tmp_path, [*keys, "hold C"]).record() == [*SECRET, *right]
