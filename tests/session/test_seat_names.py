"""Who gave no name is told by the seat, in the language of the table; the record has the number."""

from __future__ import annotations

from device.pages.build import page
from device.session import session as sessions
from device.session.prompts import PlayView
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from display.languages import language
from display.text_alternative import page_sections
from display.words import ENGLISH
from tests.session_rows import replay

HEAD = ["game no-thanks", "players 1 Ben 3", "set rounds 1"]
PLAYED = ["flip 17", "1 pass", "Ben pass"]
ROWS = [
    *(JournalRow(RowKind.RECORD, line) for line in HEAD),
    step_row(Step.PLAY),
    step_row(Step.START),
    *(JournalRow(RowKind.RECORD, line) for line in PLAYED),
]


def test_the_record_keeps_the_number() -> None:
    assert sessions.record_lines(ROWS) == [*HEAD, *PLAYED]
    table = replay(ROWS)[-1].record.table
    assert table is not None
    assert table.players == ("1", "Ben", "3")


def test_sentences_and_players_say_the_seat_in_words() -> None:
    shown = page(replay(ROWS)[-1], PlayView(), ())
    english, french = (repr(page_sections(shown, one)) for one in (ENGLISH, language("fr")))
    assert "Does Player 3 pass or take the 17?" in english
    assert "Player 1; " in english
    assert "Joueur 3" in french
    assert "Joueur 1; " in french


def test_a_name_that_is_another_figure_stays_as_it_was_typed() -> None:
    rows = [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players 7 Ben 1")]
    table = replay(rows)[-1].record.table
    assert table is not None
    assert [ENGLISH.say(name) for name in table.players] == ["7", "Ben", "1"]
