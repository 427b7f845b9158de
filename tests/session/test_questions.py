"""What each page asks, before a game, in it and after it; and which key has which answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from device.contract.declarations import First, GameEnd
from device.contract.keycodes import Level, PartialCode, keys_for, parse_keys
from device.contract.prompt import Prompt
from device.contract.setup import TableSetup
from device.session.club_digits import JoinClub
from device.session.prompts import (
    NO_FACTS,
    Action,
    AssignView,
    KeysView,
    LanguageView,
    Meaning,
    MenuView,
    PlayView,
    SameNameView,
    TableFacts,
    UseLanguage,
    View,
    question,
)
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, perform, step_row
from device.session.step_sentences import step_sentence
from display.words import ENGLISH
from tests.session_rows import replay

ROSTER = ("Ann", "Bo", "Cleo")
SPELLED_A = (step_row(Step.SPELL), step_row(Step.LETTER, "A"))


def record(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


NO_THANKS = record("game no-thanks", "players Ann Bo Cleo")
PAD = record("game score-pad", "players Ann Bo Cleo")
TITLED = [*PAD, step_row(Step.UNTITLED)]
POINTS = ["Ann points 20", "Bo points 5", "Cleo points 30"]
LOOP = [*record("game loop", "players Ann Bo Cleo Dan", "set detail finish"), step_row(Step.PLAY)]
STARTED = [*LOOP, step_row(Step.START)]
ROUND = [*STARTED, *record("Ann out", "Bo out", "Cleo out")]
ACCEPTED = [*ROUND, step_row(Step.ACCEPT)]
STOPPED = [*ACCEPTED, *record("end")]
THREE = [*record("game no-thanks"), step_row(Step.SEATS, "3")]


def asked(
    rows: Sequence[JournalRow], view: View, facts: TableFacts = NO_FACTS, roster: tuple[str, ...] = ()
) -> Prompt[Meaning]:
    return question(replay(rows)[-1], view, roster, facts)


def cells(level: Level[Meaning] | None) -> dict[str, str]:
    """The keys of the cells that a page shows, with their labels."""
    assert level is not None
    return {level.code(choice.slot): ENGLISH.say(choice.label) for choice in level.choices if choice.shown}


def opened(level: Level[Meaning], keys: str) -> Level[Meaning]:
    """The level that these keys open."""
    found = parse_keys(level, keys)
    assert isinstance(found, PartialCode)
    return found.level


@pytest.mark.parametrize(
    ("rows", "view", "sentence", "title"),
    [
        ([], PlayView(), "Which game?", "game"),
        ([step_row(Step.PEOPLE, "Ann", "Bo")], PlayView(), "Which game for 2 players?", "game"),
        ([step_row(Step.PEOPLE, "Ann")], PlayView(), "Which game for 1 player?", "game"),
        (record("game no-thanks"), PlayView(), "How many players?", "players"),
        (THREE, PlayView(), "Who sits in seat 1? Seats go clockwise.", "name"),
        ([*THREE, step_row(Step.SEAT, "Ann")], PlayView(), "Who sits in seat 2? Seats go clockwise.", "name"),
        ([*THREE, step_row(Step.SPELL)], PlayView(), "Spell the name: _", "letter"),
        ([*THREE, *SPELLED_A], PlayView(), "Spell the name: A_", "letter"),
        (PAD, PlayView(), "What is played?", "name"),
        ([*PAD, step_row(Step.SPELL_TITLE)], PlayView(), "Spell the game's name: _", "letter"),
        (NO_THANKS, PlayView(), "Play with these options?", "option"),
        (LOOP, PlayView(), "Who starts?", "starts"),
        (ROUND, PlayView(), "Is round 1 right?", ""),
        (STOPPED, PlayView(), "What next?", "next"),
        (STARTED, MenuView(), "Menu", "menu"),
        (STARTED, KeysView(), "What the four keys do", ""),
        (STARTED, AssignView(1), "Bo: press any key on your pod", ""),
        (STARTED, AssignView(None), "Press any key on the pod that is to be everybody's", ""),
        ([], LanguageView(), "Which language?", "language"),
        ([*THREE, *SPELLED_A], SameNameView("Jose", "José"), "Is Jose José?", "name"),
    ],
)
def test_each_page_has_its_question_for_the_whole_table(
    rows: list[JournalRow], view: View, sentence: str, title: str
) -> None:
    prompt = asked(rows, view)
    assert prompt.asked == ()
    assert ENGLISH.say(prompt.question) == sentence
    assert ENGLISH.say(prompt.level.title) == title


@pytest.mark.parametrize(
    ("rows", "view"),
    [(ROUND, PlayView()), (STARTED, KeysView()), (STARTED, AssignView(None)), (STARTED, AssignView(0))],
)
def test_a_page_that_only_holds_answer_has_no_cells(rows: list[JournalRow], view: View) -> None:
    assert cells(asked(rows, view).level) == {}


def test_games_for_other_numbers_of_players_are_not_offered_and_say_why() -> None:
    level = asked([step_row(Step.PEOPLE, "Ann", "Bo")], PlayView()).level
    assert cells(level) == {"B": "LOOP, first edition", "C": "No Loose Ends", "DB": "Score pad"}
    barred = {level.code(choice.slot): ENGLISH.say(choice.barred) for choice in level.choices if choice.barred}
    assert barred == {
        "A": "LOOP is not for 2 players.",
        "DA": "No Thanks! is not for 2 players.",
        "DC": "Wizard, Oh Hell is not for 2 players.",
    }


def test_those_who_played_a_game_last_are_one_cell() -> None:
    game, last = record("game no-thanks"), TableSetup(ROSTER)
    numbers = {"AC": "3", "AD": "4", "BA": "5", "BB": "6", "BC": "7"}
    level = asked(game, PlayView(), TableFacts(last_table=last)).level
    assert cells(level) == {**numbers, "DC": "Ann, Bo and Cleo"}
    assert keys_for(level, step_row(Step.PEOPLE, *ROSTER)) == "DC"
    assert keys_for(level, step_row(Step.SEATS, "5")) == "BA"
    two = TableFacts(last_table=TableSetup(("Ann", "Bo")))
    assert cells(asked(game, PlayView(), two).level) == numbers, "a game for three and more has no cell of two"


def test_a_name_keeps_its_cell_and_one_that_sits_is_not_offered_again() -> None:
    assert cells(asked(THREE, PlayView(), roster=ROSTER).level) == {
        "AA": "Ann",
        "AB": "Bo",
        "AC": "Cleo",
        "DC": "spell a name",
        "DD": "Player 1",
    }
    seated = [*THREE, step_row(Step.SEAT, "bo")]
    level = asked(seated, PlayView(), TableFacts(present_names=("CLEO",)), ROSTER).level
    assert cells(level) == {"AA": "Ann", "DC": "spell a name", "DD": "Player 2"}
    assert keys_for(level, step_row(Step.SEAT, "Ann")) == "AA"
    assert keys_for(level, step_row(Step.SPELL)) == "DC"
    assert keys_for(level, step_row(Step.SEAT, "2")) == "DD"


def test_of_a_long_roster_three_pads_of_names_are_offered() -> None:
    roster = tuple(f"P{number}" for number in range(1, 41))
    level = asked(THREE, PlayView(), roster=roster).level
    assert keys_for(level, step_row(Step.SEAT, "P13")) == "DAAA"
    assert keys_for(level, step_row(Step.SEAT, "P36")) == "DBCD"
    assert keys_for(level, step_row(Step.SEAT, "P37")) is None
    assert ENGLISH.say(opened(level, "DA").title) == "more names"


def test_what_was_played_so_far_is_a_cell_each_and_a_game_may_have_no_name() -> None:
    level = asked(PAD, PlayView(), TableFacts(titles=("Hearts", "Go Fish"))).level
    assert cells(level) == {"AA": "Hearts", "AB": "Go Fish", "DC": "spell a name", "DD": "without a name"}
    assert keys_for(level, *record('title "Go Fish"')) == "AB"
    assert keys_for(level, step_row(Step.SPELL_TITLE)) == "DC"
    assert keys_for(level, step_row(Step.UNTITLED)) == "DD"


def test_of_many_titles_three_pads_are_offered() -> None:
    level = asked(PAD, PlayView(), TableFacts(titles=tuple(f"T{number}" for number in range(1, 41)))).level
    assert keys_for(level, *record("title T36")) == "DBCD"
    assert keys_for(level, *record("title T37")) is None
    assert ENGLISH.say(opened(level, "DA").title) == "more names"


def test_a_spelled_title_is_a_line_of_the_record_and_a_spelled_name_a_step() -> None:
    """Done is DD for both."""
    title = asked([*PAD, step_row(Step.SPELL_TITLE), step_row(Step.LETTER, "U")], PlayView())
    assert ENGLISH.say(title.question) == "Spell the game's name: U_"
    assert keys_for(title.level, *record("title U")) == "DD"
    assert keys_for(title.level, step_row(Step.SPELLED)) is None
    assert keys_for(title.level, step_row(Step.LETTER, "n")) == "AD"
    assert keys_for(asked([*THREE, *SPELLED_A], PlayView()).level, step_row(Step.SPELLED)) == "DD"


def test_options_stand_with_the_values_that_they_have_or_are_offered_with() -> None:
    offered = TableFacts(offered_options=(("detail", "totals"), ("rounds", "7")))
    shown = cells(asked([*NO_THANKS, *record("set rounds 3", "set amigo 10-20-30")], PlayView(), offered).level)
    assert shown == {
        "A": "Rounds: 3",
        "B": "What is typed: cards and tokens",
        "C": "Hidden tiger: off",
        "DA": "Amigo: without 10, 20 and 30",
        "DD": "play",
    }
    assert cells(asked(NO_THANKS, PlayView()).level)["B"] == "What is typed: every turn"


def test_values_of_an_option_stand_below_its_title() -> None:
    level = asked(NO_THANKS, PlayView()).level
    detail = opened(level, "B")
    assert detail.shown_question is not None
    assert ENGLISH.say(detail.shown_question) == ENGLISH.say(detail.title) == "What is typed"
    assert detail.words == (detail.title,)
    assert cells(detail) == {"A": "every turn", "B": "cards and tokens", "C": "points only"}
    assert keys_for(level, *record("set detail points")) == "BC"
    assert keys_for(level, *record("set hidden-tiger on")) == "CB"
    assert keys_for(level, step_row(Step.PLAY)) == "DD"


def test_an_option_with_numbers_is_typed_on_the_pad() -> None:
    """The value that is no number is DD; where 0 is a number, DD is that, and the value has a cell of its own."""
    level = asked(TITLED, PlayView()).level
    assert keys_for(level, *record("set rounds 12")) == "BCD"
    assert keys_for(level, *record("set rounds 30")) == "BDCACCB"
    assert keys_for(level, *record("set rounds off")) == "BDD"
    assert keys_for(level, *record("set sum 0")) == "DADD"
    assert keys_for(level, *record("set sum off")) == "DADB"
    begun = opened(level, "BDCAC")
    assert begun.shown_question is not None
    assert ENGLISH.say(begun.shown_question) == "Rounds: 3_"


def test_the_usual_player_who_starts_is_no_line_of_the_record() -> None:
    level = asked(LOOP, PlayView()).level
    assert cells(level) == {"A": "Ann", "B": "Bo", "C": "Cleo", "DA": "Dan"}
    assert keys_for(level, step_row(Step.START)) == "A"
    assert keys_for(level, First(3)) == "DA"
    assert keys_for(level, First(0)) is None
    assert level.is_of_players


def test_a_name_like_one_that_is_known_is_that_one_or_not() -> None:
    level = asked([*THREE, *SPELLED_A], SameNameView("Jose", "José")).level
    assert cells(level) == {"A": "yes: José", "B": "no: Jose"}
    assert keys_for(level, step_row(Step.MEANT, "José")) == "A"
    assert keys_for(level, step_row(Step.SPELLED)) == "B"


def test_languages_stand_with_their_own_names() -> None:
    level = asked([], LanguageView()).level
    assert cells(level) == {"A": "English", "B": "Français"}
    assert keys_for(level, UseLanguage("fr")) == "B"


def test_the_menu_before_a_game_has_what_can_be_done_then() -> None:
    menu = asked([], MenuView()).level
    assert cells(menu) == {"AA": "back", "AC": "Français", "CC": "the keys"}, "which game is asked anyway"
    known = TableFacts(has_archive=True, has_pods=True, is_calling=False, can_redo=True, has_phones=True)
    assert cells(asked([], MenuView(), known).level) == {
        **cells(menu),
        "BB": "history",
        "BC": "people",
        "BD": "open on a phone",
        "CB": "call the director",
        "CD": "redo",
        "DC": "join a club",
    }


def test_a_club_is_joined_by_eight_digits() -> None:
    menu = asked([], MenuView(), TableFacts(is_calling=False)).level
    assert keys_for(menu, JoinClub("12345678")) == "DC" + "AAABACADBABBBCBD"
    assert keys_for(menu, JoinClub("1234567")) is None
    assert cells(asked(STARTED, MenuView(), TableFacts(is_calling=True)).level)["CB"] == "take the call back"
    assert keys_for(asked(STARTED, MenuView(), TableFacts(is_calling=True)).level, JoinClub("12345678")) is None


def test_the_menu_of_options_resets_them_all() -> None:
    menu = asked(NO_THANKS, MenuView()).level
    assert cells(menu) == {
        "AA": "back",
        "AB": "play another game",
        "AC": "Français",
        "BA": "same people, another game",
        "CC": "the keys",
        "DA": "all options as at first",
        "DB": "all as in a record without options",
    }
    assert keys_for(menu, step_row(Step.USUAL)) == "DA"
    assert keys_for(menu, step_row(Step.DEFAULTS)) == "DB"


def test_a_pods_seat_is_asked_about_people_and_pods_are_shown_where_there_are_any() -> None:
    with_pods = asked(STARTED, MenuView(), TableFacts(has_pods=True)).level
    assert cells(with_pods)["AD"] == "a pod's seat"
    without = asked(STARTED, MenuView()).level
    assert "AD" not in cells(without)
    for menu in (with_pods, without):
        seats = opened(menu, "AD")
        assert ENGLISH.say(seats.title) == "Whose pod?"
        assert cells(seats) == {"A": "Ann", "B": "Bo", "C": "Cleo", "DA": "Dan", "DDD": "everybody's"}
        assert keys_for(menu, AssignView(2)) == "ADC"
        assert keys_for(menu, AssignView(None)) == "ADDDD"
        assert not seats.is_of_players


def test_who_starts_is_said_in_the_menu_before_a_round_and_in_it_and_not_at_its_end() -> None:
    before = record("game no-thanks", "players Ann Bo Cleo")
    for rows in (LOOP, [*before, step_row(Step.PLAY)]):
        menu = asked(rows, MenuView()).level
        assert cells(menu)["CA"] == "say who starts"
        assert keys_for(menu, First(1)) == "CAB"
    assert "CA" not in cells(asked(ROUND, MenuView()).level)
    assert "CA" not in cells(asked(STOPPED, MenuView()).level)


def test_a_game_that_is_not_begun_is_left_at_once() -> None:
    menu = asked(STARTED, MenuView()).level
    assert cells(menu)["AB"] == "play another game"
    assert keys_for(menu, Action.ANOTHER) == "AB"
    assert keys_for(menu, Action.SAME_PEOPLE) == "BA"


@pytest.mark.parametrize(
    ("lines", "sentence", "end"),
    [
        (POINTS[:1], "No round is over yet", "end it without points"),
        (POINTS, "Bo is ahead", "end it with these points"),
        ([*POINTS, "Bo points 3"], "Bo is ahead", "end it without this round"),
    ],
)
def test_a_game_in_play_is_left_by_a_second_question_that_says_who_is_ahead(
    lines: list[str], sentence: str, end: str
) -> None:
    rows = [*NO_THANKS, *record("set detail points"), step_row(Step.PLAY), step_row(Step.START), *record(*lines[:3])]
    rows += [step_row(Step.ACCEPT), *record(*lines[3:])] if lines[3:] else []
    menu = asked(rows, MenuView(), TableFacts(begins_with_round=True)).level
    assert cells(menu)["AB"] == "end or leave the game"
    assert keys_for(menu, GameEnd()) == "ABC"
    assert keys_for(menu, Action.ANOTHER) == "ABDA"
    assert keys_for(menu, Action.SAME_PEOPLE) == "BADA"
    for keys, title in (("AB", "end or leave the game"), ("BA", "same people, another game")):
        leaving = opened(menu, keys)
        assert ENGLISH.say(leaving.title) == title
        assert leaving.shown_question is not None
        assert leaving.words == (leaving.shown_question,)
        assert ENGLISH.say(leaving.shown_question) == sentence
        assert cells(leaving) == {"A": "play on", "C": end, "DA": "leave it: continue it from the history"}
        assert keys_for(leaving, Action.PLAY_ON) == "A"


def test_on_the_final_sheet_a_key_does_each_thing() -> None:
    level = asked(STOPPED, PlayView()).level
    assert cells(level) == {"A": "new game", "B": "same people, another game", "C": "play again"}
    shown = cells(asked(STOPPED, PlayView(), TableFacts(has_archive=True)).level)
    assert shown == {**cells(level), "D": "code for the app BG Stats"}
    for keys, action in (("A", Action.ANOTHER), ("B", Action.SAME_PEOPLE), ("C", Action.AGAIN)):
        assert keys_for(level, action) == keys


def test_the_sheet_of_an_earlier_game_leads_to_the_one_in_play_and_the_history() -> None:
    facts = TableFacts(has_archive=True, is_earlier_game=True)
    level = asked(STOPPED, PlayView(), facts).level
    assert cells(level) == {"A": "back to the table", "B": "history", "D": "code for the app BG Stats"}
    assert keys_for(level, Action.IN_PLAY) == "A"
    assert keys_for(level, Action.HISTORY) == "B"
    assert keys_for(level, Action.PHONE) == "D"
    menu = asked(STOPPED, MenuView(), facts).level
    assert cells(menu) == {
        "AA": "back",
        "AB": "back to the table",
        "AC": "Français",
        "BB": "history",
        "BC": "people",
        "BD": "code for the app BG Stats",
        "CC": "the keys",
    }
    assert keys_for(menu, Action.IN_PLAY) == "AB"


def test_an_earlier_game_that_was_left_can_be_ended_on_the_way_back() -> None:
    menu = asked(ACCEPTED, MenuView(), TableFacts(is_earlier_game=True)).level
    assert cells(menu)["AB"] == "end or leave the game"
    assert keys_for(menu, Action.IN_PLAY) == "ABDA"
    assert keys_for(menu, GameEnd()) == "ABC"


def test_a_game_without_a_round_has_no_code_for_bg_stats() -> None:
    stopped = [*STARTED, *record("end")]
    archive = TableFacts(has_archive=True)
    assert "D" not in cells(asked(stopped, PlayView(), archive).level)
    assert "BD" not in cells(asked(stopped, MenuView(), archive).level)
    assert "BD" not in cells(asked(ACCEPTED, MenuView(), archive).level)


@pytest.mark.parametrize(
    ("rows", "step", "sentence"),
    [
        ([], "game no-thanks", "No Thanks!"),
        (record("game no-thanks"), "seats 3", "3 players"),
        (record("game score-pad"), "seats 1", "1 player"),
        ([*THREE, step_row(Step.SEAT, "Ann")], "seat Bo", "Ann and Bo"),
        (THREE, "numbers", "seat numbers"),
        ([*THREE, step_row(Step.SPELL)], "letter Q", "Q"),
        ([*THREE, *SPELLED_A], "spelled", "A"),
        ([*THREE, *SPELLED_A], "meant Anna", "Anna"),
        (PAD, "title Hearts", "Hearts"),
        (NO_THANKS, "set detail points", "What is typed: points only"),
        (LOOP, "start", "Ann starts."),
        (THREE, "spell", None),
        (NO_THANKS, "play", None),
    ],
)
def test_what_was_done_last_is_said(rows: list[JournalRow], step: str, sentence: str | None) -> None:
    kind = RowKind.RECORD if step.split()[0] in ("game", "title", "set") else RowKind.TABLE
    row = JournalRow(kind, step)
    said = step_sentence(row, perform(replay(rows)[-1], row)[0].session)
    assert sentence == (None if said is None else ENGLISH.say(said))
