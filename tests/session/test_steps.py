"""Steps of the table that no record holds: where each has its place, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from device import games
from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import (
    Session,
    Stage,
    Step,
    count_scored_rounds,
    count_scored_rows,
    declaration_of,
    declare,
    perform,
    read,
    rematch_rows,
    retake_rows,
    says_who_starts,
    step_row,
    step_that_began,
    take_row,
)
from display.words import ENGLISH
from tests.games.registered import GAMES
from tests.non_empty import non_empty
from tests.session_rows import replay


def record(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


NO_THANKS = record("game no-thanks")
THREE = [*NO_THANKS, step_row(Step.SEATS, "3")]
SPELLING = [*THREE, step_row(Step.SPELL)]
PAD = record("game score-pad", "players Ann Bo")
SET_UP = record("game loop", "players Ann Bo Cleo Dan", "set detail finish")
ASKED = [*SET_UP, step_row(Step.PLAY)]
STARTED = [*ASKED, step_row(Step.START)]
OVER = [*STARTED, *record("Ann out", "Bo out", "Cleo out")]
ACCEPTED = [*OVER, step_row(Step.ACCEPT)]
PEOPLE = step_row(Step.PEOPLE, "Ann", "Bo", "Cleo")


def after(rows: Iterable[JournalRow]) -> Session:
    return replay(rows)[-1]


@pytest.mark.parametrize(
    ("rows", "stage"),
    [
        ([], Stage.GAME),
        ([PEOPLE], Stage.GAME),
        (NO_THANKS, Stage.COUNT),
        (THREE, Stage.SEAT),
        (SPELLING, Stage.SPELL),
        ([*SPELLING, step_row(Step.LETTER, "A"), step_row(Step.SPELLED)], Stage.SEAT),
        (record("game no-thanks", "players Ann Bo Cleo"), Stage.OPTIONS),
        (PAD, Stage.TITLE),
        ([*PAD, step_row(Step.SPELL_TITLE)], Stage.SPELL),
        ([*PAD, step_row(Step.SPELL_TITLE), *record("title Go")], Stage.OPTIONS),
        ([*PAD, step_row(Step.UNTITLED)], Stage.OPTIONS),
        ([*PAD, *record("set rounds 3")], Stage.OPTIONS),
        (ASKED, Stage.STARTER),
        ([*ASKED, *record("first Bo")], Stage.PLAY),
        (STARTED, Stage.PLAY),
        (OVER, Stage.SUMMARY),
        (ACCEPTED, Stage.PLAY),
        ([*ACCEPTED, *record("end")], Stage.FINAL),
        ([*OVER, *record("end")], Stage.SUMMARY),
    ],
)
def test_a_table_goes_through_its_stages_in_their_order(rows: list[JournalRow], stage: Stage) -> None:
    """Power-on, the game, how many, who, what is played, options, who starts, rounds with their summaries, the end."""
    assert after(rows).stage is stage


PLACES = {
    step_row(Step.SEATS, "3"): NO_THANKS,
    step_row(Step.SEAT, "Ann"): THREE,
    step_row(Step.NUMBERS): THREE,
    step_row(Step.SPELL): THREE,
    step_row(Step.LETTER, "A"): SPELLING,
    step_row(Step.SPELLED): [*SPELLING, step_row(Step.LETTER, "A")],
    step_row(Step.MEANT, "Ann"): [*SPELLING, step_row(Step.LETTER, "A")],
    step_row(Step.SPELL_TITLE): PAD,
    step_row(Step.UNTITLED): PAD,
    step_row(Step.USUAL): SET_UP,
    step_row(Step.DEFAULTS): SET_UP,
    step_row(Step.PLAY): SET_UP,
    step_row(Step.START): ASKED,
    step_row(Step.ACCEPT): OVER,
    PEOPLE: NO_THANKS,
}
"""Each step, with rows after which it has its place."""


@pytest.mark.parametrize("row", PLACES, ids=lambda row: row.text)
def test_a_step_has_one_place(row: JournalRow) -> None:
    """A damaged journal is named by its row; the session before it stays."""
    assert {Step(row.text.split()[0]) for row in PLACES} == set(Step)
    take_row(after(PLACES[row]), row)
    word = row.text.split()[0]
    senseless = JournalRow(RowKind.TABLE, f"{word} a b") if row != PEOPLE else JournalRow(RowKind.TABLE, "people")
    elsewhere = [(rows, row) for rows in (STARTED, ACCEPTED)]
    for rows, refused_row in [*elsewhere, (PLACES[row], senseless), (PLACES[row], JournalRow(RowKind.TABLE, ""))]:
        with pytest.raises(Refused) as refused:
            take_row(after(rows), refused_row)
        assert refused.value.refusal.code == "wrong-phase"
        named = f"The journal has the row “{refused_row.text}” where it has no place."
        assert ENGLISH.say(refused.value.refusal.sentence) == named


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        (NO_THANKS, step_row(Step.SEATS, "2")),
        (NO_THANKS, step_row(Step.SEATS, "8")),
        (NO_THANKS, step_row(Step.SEATS, "03")),
        (NO_THANKS, step_row(Step.PEOPLE, "Ann", "Bo")),
        (THREE, PEOPLE),
        ([PEOPLE], PEOPLE),
        ([], JournalRow(RowKind.CORRECTION, "remove 3")),
        ([], JournalRow(RowKind.RECORD, "")),
    ],
)
def test_what_no_key_gives_is_refused(rows: list[JournalRow], row: JournalRow) -> None:
    with pytest.raises(Refused) as refused:
        take_row(after(rows), row)
    assert refused.value.refusal.code == "wrong-phase"


def test_nobody_sits_twice_or_by_a_word_of_the_record() -> None:
    for name, code in (("ann", "duplicate-player"), ("flip", "syntax")):
        for rows, row in (
            ([*THREE, step_row(Step.SEAT, "Ann")], step_row(Step.SEAT, name)),
            (NO_THANKS, step_row(Step.PEOPLE, "Ann", name, "Bo")),
        ):
            with pytest.raises(Refused) as refused:
                take_row(after(rows), row)
            assert refused.value.refusal.code == code


def test_once_the_last_player_sits_the_record_names_all() -> None:
    session = after([*THREE, step_row(Step.SEAT, "Ann"), step_row(Step.SEAT, "2")])
    last, players = perform(session, step_row(Step.SEAT, "Cleo"))
    assert last.session.stage is Stage.SEAT
    assert last.session.names == ("Ann", "2", "Cleo")
    assert players.row == JournalRow(RowKind.FORCED, "players Ann 2 Cleo")
    assert players.session.stage is Stage.OPTIONS
    assert players.session.record.setup.players == ("Ann", "2", "Cleo")
    assert len(perform(after(THREE), step_row(Step.SEAT, "Ann"))) == 1


def test_seats_without_names_have_their_numbers() -> None:
    numbered, players = perform(after([*THREE, step_row(Step.SEAT, "Ann")]), step_row(Step.NUMBERS))
    assert numbered.session.names == ("Ann", "2", "3")
    assert players.row.text == "players Ann 2 3"


def test_a_name_is_what_was_spelled_or_the_one_that_was_meant() -> None:
    spelled = [*SPELLING, step_row(Step.LETTER, "J"), step_row(Step.LETTER, "o")]
    assert after(spelled).spelled == "Jo"
    for step, name in ((step_row(Step.SPELLED), "Jo"), (step_row(Step.MEANT, "Joe"), "Joe")):
        session = after([*spelled, step])
        assert (session.names, session.spelled) == ((name,), None)


def test_the_people_of_another_table_are_seated_whichever_comes_first() -> None:
    for rows in ([*NO_THANKS, PEOPLE], [PEOPLE, *NO_THANKS]):
        assert after(rows).seat_count == 3
        assert after(rows).names == ("Ann", "Bo", "Cleo")
    *_, last = perform(after(NO_THANKS), PEOPLE)
    assert last.row.text == "players Ann Bo Cleo"
    *_, last = perform(after([PEOPLE]), NO_THANKS[0])
    assert last.row.text == "players Ann Bo Cleo"


def test_options_as_at_first_and_as_in_a_record_exclude_each_other() -> None:
    usual, defaults = step_row(Step.USUAL), step_row(Step.DEFAULTS)
    chosen = [after([*SET_UP, *steps]) for steps in ([], [usual], [defaults], [usual, defaults], [defaults, usual])]
    assert [(one.uses_usual_options, one.uses_defaults) for one in chosen] == [
        (False, False),
        (True, False),
        (False, True),
        (False, True),
        (True, False),
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_what_follows_by_itself_is_declared_as_what_a_table_says(game_id: str) -> None:
    """Each row declares what it says; a row that is forced is marked so, and comes again as the same."""
    session = after([])
    for _, words in non_empty(records.numbered_lines(games.samples(game_id)[0])):
        if words[0] in ("game", "players", "title", "set"):
            session = take_row(session, *record(records.join(words)))
            continue
        if not session.options_set:
            session = take_row(session, step_row(Step.PLAY))
        if session.stage is Stage.SUMMARY:
            session = take_row(session, step_row(Step.ACCEPT))
        declaration = records.read_declaration(session.record, words)
        advances = declare(session, declaration)
        assert advances[0].row.kind is RowKind.RECORD
        assert {advance.row.kind for advance in advances[1:]} <= {RowKind.FORCED}
        before = session
        for advance in non_empty(advances):
            assert advance.declaration is not None
            assert declaration_of(before, advance.row) == advance.declaration
            assert records.write_declaration(before.record, advance.declaration) == advance.row.text
            before = advance.session
        assert retake_rows(session, [advance.row for advance in advances]) == advances
        assert perform(session, advances[0].row) == advances
        session = advances[0].session


def test_a_rematch_has_the_same_game_and_options_and_title() -> None:
    first = after([*record("game score-pad", "players Ann Bo", "title Go", "set rounds 3"), step_row(Step.PLAY)])
    rows = rematch_rows(first, ("Ann", "Cleo"))
    lines = ["game score-pad", "players Ann Cleo", "title Go", "set rounds 3"]
    assert [row.text for row in rows] == [*lines, "play"]
    assert [row.kind for row in rows] == [*4 * [RowKind.FORCED], RowKind.TABLE]
    assert after(rows).stage in (Stage.STARTER, Stage.PLAY)
    assert step_that_began(rows) is Step.PLAY
    untitled = after([*PAD, step_row(Step.UNTITLED), step_row(Step.PLAY)])
    rows = rematch_rows(untitled, ("Ann", "Bo"))
    assert [row.text for row in rows] == ["game score-pad", "players Ann Bo", "untitled", "play"]
    assert step_that_began(rows) is Step.PLAY
    assert after(rows).options_set


def test_a_game_that_was_begun_by_keys_was_begun_by_no_one_step() -> None:
    assert step_that_began([PEOPLE]) is Step.PEOPLE
    for rows in (
        [],
        [PEOPLE, *NO_THANKS],
        NO_THANKS,
        SET_UP,
        ASKED,
        [*rematch_rows(after(ASKED), ("1", "2", "3", "4")), PEOPLE],
    ):
        assert step_that_began(rows) is None
    assert step_that_began([step_row(Step.PLAY)]) is None
    assert step_that_began(record("people Ann Bo")) is None


def test_rows_are_read_up_to_the_first_that_is_refused() -> None:
    rows = [*STARTED, *record("Ann out", "Ann out", "Bo out")]
    reading = read(rows)
    assert reading.refusal is not None
    assert ENGLISH.say(reading.refusal.sentence) == "Ann is already out of this round."
    assert (len(reading.sessions), reading.line_count) == (len(STARTED) + 2, 4)
    whole = read(OVER)
    assert (whole.refusal, len(whole.sessions), whole.line_count) == (None, len(OVER) + 1, 6)
    assert read(record("Bo out"), whole.sessions[6]).sessions == [whole.sessions[6], whole.sessions[7]]


def test_rows_of_scored_rounds_are_those_up_to_the_last_line_of_the_last_one() -> None:
    for rows, count in ((SET_UP, 0), (OVER[:-1], 0), (OVER, len(OVER)), ([*ACCEPTED, *record("Dan out")], len(OVER))):
        assert count_scored_rows(replay(rows)) == count
        assert count_scored_rounds(after(rows)) == bool(count)


def test_who_starts_is_said_by_a_line_or_by_the_usual_step() -> None:
    assert says_who_starts(step_row(Step.START))
    assert says_who_starts(*record("first Bo"))
    assert not says_who_starts(*record("Bo out"))
    assert declaration_of(after(STARTED), step_row(Step.START)) == declaration_of(after(ASKED), *record("first Ann"))
