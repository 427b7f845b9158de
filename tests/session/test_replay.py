"""A record as the steps of a table from power-on: seated by keys or by name, with set-up and summaries."""

from __future__ import annotations

from itertools import pairwise

import pytest

from device.contract.declarations import First
from device.session.record import RecordRefused
from device.session.replay import ReplayStep, replay_record
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Step, step_row
from tests.non_empty import non_empty

FLIP = "flip 3\nAnn take\n"


def steps(lines: str, roster: tuple[str, ...] = (), *, by_keys: bool = True, new: bool = True) -> list[ReplayStep]:
    return list(replay_record(lines.encode(), roster, by_keys=by_keys, is_new_table=new))


def texts(lines: str, roster: tuple[str, ...] = (), *, by_keys: bool = True, new: bool = True) -> list[str]:
    return [row.text for step in steps(lines, roster, by_keys=by_keys, new=new) for row in step.rows]


def spelled(name: str) -> list[str]:
    return ["spell", *(f"letter {letter}" for letter in name), "spelled"]


def test_players_sit_down_from_the_roster_by_number_or_letter_by_letter() -> None:
    header = "game no-loose-ends\nplayers Ann 2 Bo\n"
    seats = ["seat Ann", "seat 2", *spelled("Bo")]
    assert texts(header, ("Ann",)) == ["game no-loose-ends", "seats 3", *seats, "players Ann 2 Bo"]
    by_name = ["seat Ann", "seat 2", "seat Bo"]
    assert texts(header, by_keys=False) == ["game no-loose-ends", "seats 3", *by_name, "players Ann 2 Bo"]


@pytest.mark.parametrize(
    ("lines", "new", "before_play"),
    [
        ("game no-loose-ends\nplayers 1 2\n1 pass\n", True, []),
        ("game no-loose-ends\nplayers 1 2\n1 pass\n", False, ["defaults"]),
        ("game no-thanks\nplayers 1 2 3\nflip 3\n", True, ["defaults"]),
        ("game no-thanks\nplayers 1 2 3\nset detail totals\n1 holds 3 tokens 0\n", True, ["set detail totals"]),
    ],
)
def test_options_are_reset_where_a_table_is_offered_others_than_the_records(
    lines: str, new: bool, before_play: list[str]
) -> None:
    """A table that is not new may remember any."""
    given = texts(lines, new=new)
    players = next(place for place, line in enumerate(given) if line.startswith("players"))
    assert given[players + 1 : given.index("play")] == before_play
    assert "defaults" not in texts(lines, by_keys=False)


def test_who_starts_as_usual_is_a_step_and_who_else_a_line() -> None:
    header = "game loop\nplayers 1 2 3 4\nset detail finish\n"
    assert texts(header + "1 out\n")[-3:] == ["play", "start", "1 out"]
    assert texts(header + "first 3\n1 out\n")[-3:] == ["play", "first 3", "1 out"]


def test_a_summary_is_accepted_before_the_next_round() -> None:
    out = "1 out\n2 out\n3 out\n"
    given = texts("game loop\nplayers 1 2 3 4\nset detail finish\n" + out + "4 out\nend\n")
    assert given[-6:] == ["1 out", "2 out", "3 out", "accept", "4 out", "end"]


def test_what_is_played_is_spelled_by_keys_or_has_no_name() -> None:
    header = "game score-pad\nplayers 1 2\n"
    title = ["spell-title", "letter G", "letter o", "title Go"]
    assert texts(header + "title Go\nset rounds 3\n")[-5:] == [*title, "set rounds 3"]
    assert texts(header + "title Go\n1 points 3\n", by_keys=False)[-3:] == ["title Go", "play", "1 points 3"]
    assert texts(header + "1 points 3\n")[-3:] == ["untitled", "play", "1 points 3"]
    assert texts(header + "set rounds 3\n")[-2:] == ["untitled", "set rounds 3"]
    assert texts(header + "set rounds 3\ntitle Go\n")[-3:] == ["untitled", "set rounds 3", "title Go"]


def test_a_line_that_follows_by_itself_is_no_step_of_its_own() -> None:
    """The bid that a trick covers follows from the winning card."""
    lines = "game no-loose-ends\nplayers 1 2\n1 bid gray-7\n2 pass\n1 pass\n1 wins gray-4\n"
    played = steps(lines)
    again = steps("\n".join(row.text for step in played for row in step.rows if row.kind is not RowKind.TABLE))
    assert [step.rows for step in again] == [step.rows for step in played]


def test_each_step_has_the_session_before_it_and_what_the_table_did() -> None:
    given = steps("game loop\nplayers 1 2 3 4\nset detail finish\nfirst 2\n")
    assert given[0].session_before == Session()
    assert given[0].meaning == JournalRow(RowKind.RECORD, "game loop")
    assert given[1].meaning == step_row(Step.SEATS, "4")
    assert given[-1].meaning == First(1)
    for before, step in non_empty(pairwise(given)):
        assert step.session_before == before.advances[-1].session
    kinds = {row.text: row.kind for step in given for row in step.rows}
    assert kinds["set detail finish"] is RowKind.RECORD
    assert kinds["players 1 2 3 4"] is RowKind.FORCED


def test_a_record_that_is_not_legal_has_no_steps() -> None:
    with pytest.raises(RecordRefused):
        replay_record(b"game loop\nplayers 1 2 3 4\n1 dances\n")
