"""What an undo took back can be brought again, until something new is declared."""

from __future__ import annotations

from pathlib import Path

from device.contract.keycodes import keys_for
from device.journal.store import Journal
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.prompts import NO_FACTS, Action, MenuView, TableFacts, question
from device.table.events import Declared, GameOpened, OpeningReason, TableEvent
from display import languages
from display.words import ENGLISH
from hal.signal.signal import Cue
from tests.session_rows import replay
from tests.table.evenings import HEADER, ROUND, TOTALS, script
from tests.table.tables import Mock, play

SPOKEN = script(*TOTALS, *ROUND, *ROUND)
LINES = [*HEADER, *TOTALS, *ROUND, *ROUND]


def holds(mock: Mock) -> dict[str, str]:
    return {hold.key: ENGLISH.say(hold.label) for hold in mock.controller.page().holds}


def test_holding_c_brings_again_what_was_undone_step_by_step(tmp_path: Path) -> None:
    mock = play(tmp_path, [*SPOKEN, *["hold A"] * 3, *["hold C"] * 2])
    assert mock.record() == LINES[:-1]
    assert holds(mock)["C"] == "redo"
    again = play(tmp_path, ["hold C"])
    assert again.record() == LINES
    plain = play(tmp_path / "plain", SPOKEN).controller.page()
    assert again.controller.page()._replace(last_declaration=plain.last_declaration) == plain


def test_redo_is_offered_only_while_there_is_something_to_redo(tmp_path: Path) -> None:
    keys = script(*TOTALS, ROUND[0])
    assert "C" not in holds(play(tmp_path / "1", keys))
    assert holds(play(tmp_path / "2", [*keys, "hold A"]))["C"] == "redo"
    redone = play(tmp_path / "3", [*keys, "hold A", "hold C"])
    assert "C" not in holds(redone)
    nothing = play(tmp_path / "3", ["hold C"])
    assert Cue.REFUSED in [cue for _, cue in nothing.table.signal.played_cues]
    assert nothing.record() == [*HEADER, *TOTALS, ROUND[0]]


def test_something_new_ends_what_can_be_redone(tmp_path: Path) -> None:
    other = (*TOTALS, *ROUND, "Ann planned 0 covered 0 extra 1")
    new = script(*other)[len(script(*TOTALS, *ROUND)) + len(["hold C"]) :]
    mock = play(tmp_path, [*SPOKEN, "hold A", "hold A", *new, "hold C"])
    assert mock.record() == [*HEADER, *other]
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]) == "Nothing was taken back that could be done again."
    assert "C" not in holds(play(tmp_path, ["hold C", "hold C"]))


def test_where_there_is_nothing_to_undo_a_sentence_says_so(tmp_path: Path) -> None:
    notice = play(tmp_path, ["hold A"]).controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]) == "There is nothing to take back yet."


def test_the_same_declared_again_leaves_the_rest_to_be_redone(tmp_path: Path) -> None:
    """At a summary, holding C accepts it: what came after that is not lost by doing so."""
    mock = play(tmp_path, [*SPOKEN, *["hold A"] * 3, "hold C"])
    assert mock.record() == LINES[:-2]
    assert play(tmp_path, ["hold C", "hold C"]).record() == LINES


def test_in_french_an_answer_that_is_typed_anew_is_not_said_to_be_redone(tmp_path: Path) -> None:
    """An undo, and then the same answer by its own keys: “Rétabli” said that somebody had held C."""
    sentence = play(tmp_path, [SPOKEN[0], "hold A", SPOKEN[0]]).controller.page().last_declaration
    assert sentence is not None
    assert languages.language("fr").say(sentence).startswith("De nouveau\N{NARROW NO-BREAK SPACE}: ")


def test_redo_outlives_the_program(tmp_path: Path) -> None:
    play(tmp_path, [*SPOKEN, *["hold A"] * 5])
    assert play(tmp_path, ["hold C"] * 5).record() == LINES


def in_menu(does: Action, facts: TableFacts = NO_FACTS, *lines: str) -> list[str]:
    """The presses that choose something in the menu."""
    session = replay(rows_of("\n".join((*HEADER, *lines)).encode()))[-1]
    keys = keys_for(question(session, MenuView(), (), facts).level, does)
    return ["hold D", *(keys or ())]


def test_the_menu_has_redo_too(tmp_path: Path) -> None:
    play(tmp_path, [*SPOKEN, "hold A"])
    assert play(tmp_path, in_menu(Action.REDO, TableFacts(can_redo=True), *TOTALS, *ROUND, ROUND[0])).record() == LINES
    assert in_menu(Action.REDO, NO_FACTS, *TOTALS, *ROUND) == ["hold D"]


def test_a_game_that_was_gone_back_from_comes_again_with_what_it_had(tmp_path: Path) -> None:
    keys = [*script(*TOTALS, *ROUND * 3), "hold C", "C", "C"]
    before = play(tmp_path / "plain", keys).controller.page()
    back = play(tmp_path, [*keys, "hold A"])
    assert back.record() == [*HEADER, *TOTALS, *ROUND * 3]
    assert holds(back)["C"] == "redo"
    again = play(tmp_path, ["hold C"])
    assert again.record() == [*HEADER, *TOTALS]
    assert again.controller.page().body == before.body


def test_an_undo_before_everything_keeps_what_can_be_redone(tmp_path: Path) -> None:
    play(tmp_path, [*SPOKEN, *["hold A"] * 40])
    mock = play(tmp_path, ["hold A", *["hold C"] * 40])
    assert mock.record() == LINES


class Hearing:
    name = "hearing"

    def __init__(self) -> None:
        self.heard: list[TableEvent] = []

    def handle_event(self, event: TableEvent) -> None:
        self.heard.append(event)


def test_listeners_are_told_that_it_was_redone(tmp_path: Path) -> None:
    hearing = Hearing()
    mock = Mock(tmp_path, [*SPOKEN, "hold A", "hold C"], listener=hearing).run()
    declared = [event for event in hearing.heard if isinstance(event, Declared)]
    assert declared[-1].is_redone
    assert declared[-1].rows == declared[-2].rows
    assert not declared[-2].is_redone
    assert mock.told[-3:] == ["undo", "redo", ROUND[1]]


def test_listeners_are_told_of_a_game_that_came_again(tmp_path: Path) -> None:
    hearing = Hearing()
    keys = [*script(*TOTALS, ROUND[0]), *in_menu(Action.ANOTHER, NO_FACTS, *TOTALS, ROUND[0])]
    mock = Mock(tmp_path, [*keys, "hold A", "hold C"], listener=hearing).run()
    openings = [event.reason for event in hearing.heard if isinstance(event, GameOpened)]
    assert openings[-2:] == [OpeningReason.UNDONE, OpeningReason.REDONE]
    assert mock.told[-1] == "redo"


def test_a_list_of_games_knows_which_of_two_games_was_taken_back(tmp_path: Path) -> None:
    play(tmp_path, ["A", "hold A", *SPOKEN, *in_menu(Action.ANOTHER, NO_FACTS, *TOTALS, *ROUND, *ROUND)])
    journal = Journal.open(tmp_path)
    titles = [listed.title for listed in journal.games()]
    journal.close()
    assert titles == [" · ".join(HEADER), ""]


def said(mock: Mock) -> str:
    heard = mock.controller.page().last_declaration
    return "" if heard is None else ENGLISH.say(heard)


def test_the_page_has_what_was_heard_last_and_what_was_taken_back_also_after_a_start(tmp_path: Path) -> None:
    assert said(play(tmp_path, SPOKEN)) == "Bo: bids 1, covered 1, extra tricks 10."
    for keys, sentence in (
        ([], "Bo: bids 1, covered 1, extra tricks 10."),
        (["hold A"], "Taken back: Bo: bids 1, covered 1, extra tricks 10."),
        ([], "Taken back: Bo: bids 1, covered 1, extra tricks 10."),
        (["hold A"], "Taken back: Ann: bids 2, covered 2, extra tricks 0."),
        (["hold C"], "Again: Ann: bids 2, covered 2, extra tricks 0."),
        (["hold B"], "Again: Ann: bids 2, covered 2, extra tricks 0."),
    ):
        assert said(play(tmp_path, keys)) == sentence


def test_holding_c_while_a_name_is_spelled_says_how_a_name_ends(tmp_path: Path) -> None:
    """“Nothing was taken back” was said of somebody who wanted to go on."""
    notice = play(tmp_path, ["C", *"AB", *"DC", *"AA", "hold C"]).page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]) == "Holding C does nothing while a name is spelled: DD ends the name."


def test_holding_c_before_the_first_letter_does_not_say_that_dd_ends_the_name(tmp_path: Path) -> None:
    """There is no name yet: DD means nothing there."""
    notice = play(tmp_path, ["C", *"AB", *"DC", "hold C"]).page().notice
    assert notice is not None
    said = ENGLISH.say(notice.lines[0])
    assert said == "Holding C does nothing before a name is spelled: choose its first letter."
