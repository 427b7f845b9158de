"""From a record to a game that goes on: every line of it is there, and can be undone."""

from __future__ import annotations

import pytest

from device.journal import uploaded_record
from device.session.record import RecordRefused
from device.session.rows import JournalRow
from device.session.session import Stage, record_lines
from device.session.undo import count_undone
from display.words import ENGLISH
from hal.browser.page_requests import MAX_RECORD_LENGTH
from tests.games.registered import GAMES, GOLDEN, choices, deal, written
from tests.session_rows import replay


@pytest.mark.parametrize("game_id", GAMES)
def test_the_golden_record_comes_back_line_by_line(game_id: str) -> None:
    data = (GOLDEN / f"{game_id}.txt").read_bytes()
    rows = uploaded_record.rows_of_upload(data)
    assert "".join(f"{line}\n" for line in record_lines(rows)).encode() == data
    session = replay(rows)[-1]
    ended = data.endswith(b"\nend\n")  # by the table, after the last summary
    assert session.stage is (Stage.FINAL if ended else Stage.SUMMARY)
    assert session.scores.finished


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("part", [0.0, 0.3, 0.7])
def test_part_of_a_record_goes_on_where_it_ends(game_id: str, part: float) -> None:
    """What follows by itself may have been added: nobody is asked for it."""
    players, chosen = choices(game_id, 5)
    whole = written(game_id, tuple(f"P{n}" for n in range(players)), chosen, deal(game_id, 5, players, chosen))
    header = 2 + len(chosen)
    begun = whole[: header + int(part * (len(whole) - header))]
    rows = uploaded_record.rows_of_upload("\n".join(begun).encode())
    found = record_lines(rows)
    assert found[: len(begun)] == begun
    assert found == whole[: len(found)]
    assert (replay(rows)[-1].stage is Stage.OPTIONS) == (part == 0.0)


def test_every_step_of_it_can_be_undone() -> None:
    rows = list(uploaded_record.rows_of_upload((GOLDEN / "no-loose-ends.txt").read_bytes()))
    while rows:
        taken = count_undone(rows)
        assert taken
        del rows[-taken:]
        replay(rows)


@pytest.mark.parametrize(
    ("data", "line", "sentence"),
    [
        (b"", 1, "without its line"),
        (b"game chess\n", 1, "chess"),
        (b"game no-thanks\nplayers A B C\nA sing\n", 3, "A player can"),
        (b"game no-thanks\nplayers A \xff C\n", 2, "UTF-8"),
        (b"\x89PNG\r\n\x1a\n", 1, "UTF-8"),
        (b"#" * (MAX_RECORD_LENGTH + 1), 1, "256 kilobytes"),
    ],
)
def test_a_bad_record_gets_its_sentence(data: bytes, line: int, sentence: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        uploaded_record.rows_of_upload(data)
    assert refused.value.line_number == line
    assert sentence in ENGLISH.say(refused.value.refusal.sentence)


def test_rows_are_rows() -> None:
    assert all(
        isinstance(row, JournalRow) for row in uploaded_record.rows_of_upload(b"game no-thanks\nplayers A B C\n")
    )
