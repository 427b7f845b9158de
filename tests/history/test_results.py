"""What games come to is what their dealers say, whether it is followed row by row or taken from the table."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import games
from device.history.encoding import decode_result, encode_result
from device.history.past_game import PastGame
from device.history.results import (
    GameResult,
    SeatResult,
    TimedRow,
    follow_rows,
    outcome_in_words,
    result_so_far,
    with_times,
)
from device.reports.json_values import game_value
from device.reports.text_lines import game_line
from device.session import record as records
from device.session.record import EMPTY, Record
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.undo import UNDO_ROW, rows_of_dropped_game
from display.words import ENGLISH
from tests.games.registered import GAMES, choices, dealt
from tests.history.dealt_games import result_of, rows_of
from tests.history.histories import past_game
from tests.non_empty import non_empty
from tests.session_rows import replay

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
TOTALS = [
    JournalRow(RowKind.RECORD, line)
    for line in (
        "game no-loose-ends", "players Ann Bo", "set detail totals",
        *3 * ("Ann planned 2 covered 1 extra 0", "Bo planned 0 covered 0 extra 12"),
    )
]  # fmt: skip


def step_by_step(rows: list[JournalRow]) -> GameResult | None:
    steps = follow_rows(rows)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: GameResult | None = done.value.result
            return result


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game_id", GAMES)
def test_result_is_what_the_dealer_says(game_id: str, seed: int) -> None:
    players, chosen = choices(game_id, seed)
    rows = rows_of(game_id, NAMES, seed)
    said = dealt(game_id, seed, players, chosen).result
    found = result_of(rows)
    assert found is not None
    assert found.finished
    assert found.unread_row_count == found.accepted_refusal_count == 0
    assert tuple(seat.points for seat in found.seats) == said.standings[-1]
    assert tuple(at for at, seat in enumerate(found.seats) if seat.is_winner) == said.winners
    assert [seat.place == 1 for seat in found.seats] == [seat.is_winner for seat in found.seats]
    assert found.options == chosen
    assert decode_result(encode_result(found)) == found
    assert result_so_far(replay(rows), rows) == found
    assert step_by_step(rows) == found


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if games.load(game_id).figures is not None])
def test_figures_are_named_once_and_parts_are_of_others(game_id: str) -> None:
    figures = games.load(game_id).figures
    assert figures is not None
    names = [kind.name for kind in figures.kinds]
    assert len(set(names)) == len(names)
    assert {kind.out_of for kind in figures.kinds} <= {None, *names}
    for seed in non_empty(range(2)):
        found = result_of(rows_of(game_id, NAMES, seed))
        assert found is not None
        for seat in non_empty(found.seats):
            counted = dict(seat.figures)
            parts = [kind for kind in figures.kinds if kind.out_of is not None and kind.name != "place-sum"]
            assert [name for name in names if name in counted] == list(counted)
            if game_id != "no-thanks":  # more than one token may lie on a card
                assert all(0 <= counted.get(kind.name, 0) <= counted[str(kind.out_of)] for kind in parts if kind.listed)


def test_no_loose_ends_counts_bids_snitches_and_tricks_for_nothing() -> None:
    found = result_of(TOTALS)
    assert found is not None
    ann, bo = (dict(seat.figures) for seat in found.seats)
    assert (ann["bids"], ann["bids-covered"], ann["snitches"], ann["tricks-covering-nothing"]) == (6, 3, 0, 0)
    assert (bo["bids"], bo["snitches"], bo["snitches-worked"], bo["tricks-covering-nothing"]) == (0, 3, 0, 36)


def test_no_thanks_counts_what_was_got_for_which_card() -> None:
    turns = ("flip 30", "Ann pass", "Bo pass", "Cleo take", "flip 4", "Cleo take")
    states = [record.state for record in _records(("game no-thanks", "players Ann Bo Cleo", *turns))]
    figures = games.load("no-thanks").figures
    assert figures is not None
    names = [kind.name for kind in figures.kinds]
    tallies = [found for one, other in pairwise(states) if (found := figures.gained(one, other)) is not None]
    assert len(tallies) == 2
    of_cleo = [dict(zip(names, tally[2], strict=True)) for tally in tallies]
    counted = [(one["took-30"], one["got-30"], one["took-4"], one["got-4"]) for one in of_cleo]
    assert counted == [(1, 2, 0, 0), (0, 0, 1, 0)]
    assert not any(any(tally[seat]) for tally in tallies for seat in (0, 1))


def _records(lines: tuple[str, ...]) -> list[Record]:
    """The record with the players, and with each declaration more."""
    found = list(accumulate(lines, lambda record, line: records.take_line(record, records.split(line)), initial=EMPTY))
    return found[2:]


@pytest.mark.parametrize("unreadable", ["Ann sings", 'Ann "sings', "# Ann sings", ""])
def test_game_that_is_not_over_has_no_winner_and_what_rules_cant_read_is_counted(unreadable: str) -> None:
    rows = [*TOTALS[:5], JournalRow(RowKind.RECORD, unreadable), *TOTALS[5:]]
    found = result_of(rows)
    assert found is not None
    assert (found.finished, found.unread_row_count) == (False, 5)
    assert not any(seat.is_winner for seat in found.seats)
    assert len(found.rounds) == 1


def test_nobodys_game_has_no_result() -> None:
    assert result_of([JournalRow(RowKind.RECORD, "game loop"), JournalRow(RowKind.TABLE, "seats 4")]) is None
    assert result_of([]) is None
    assert decode_result(encode_result(None)) is None


def test_who_starts_is_who_was_named() -> None:
    usual = result_of(TOTALS)
    named = result_of([*TOTALS[:3], JournalRow(RowKind.RECORD, "first Bo"), *TOTALS[3:]])
    assert usual is not None
    assert named is not None
    assert (usual.starter, named.starter) == (0, 1)


def test_times_are_compared_within_one_start_of_the_machine_and_pauses_are_nobodys() -> None:
    moments = [(0.0, 1), (1.0, 1), (2.0, 1), (12.0, 1), (17.0, 1), (5000.0, 1), (3.0, 2), (10.0, 2), (8.0, 2)]
    result = result_of(TOTALS)
    assert result is not None
    found = with_times(result, [TimedRow(row, *moment) for row, moment in zip(TOTALS, moments, strict=True)])
    ann, bo = found.seats
    # Ann: 10 s, then a pause; the row after the start anew and the one that goes back in time count for nobody.
    assert (ann.timed_declaration_count, ann.seconds) == (2, 17.0)
    assert (bo.timed_declaration_count, bo.seconds) == (1, 5.0)
    assert found.seconds == 1.0 + 1.0 + 10.0 + 5.0 + 7.0


def test_a_correction_after_the_end_is_no_part_of_the_time_played() -> None:
    result = result_of(TOTALS)
    assert result is not None
    played = [TimedRow(row, 10.0 * at, 1) for at, row in enumerate(TOTALS)]
    corrections = [
        TimedRow(JournalRow(RowKind.CORRECTION, "replace 6 Bo 12"), 600.0, 1),
        TimedRow(JournalRow(RowKind.CORRECTED_TOO, "drop 7"), 601.0, 1),
    ]
    assert with_times(result, played + corrections) == with_times(result, played)
    # A round whose points were corrected is accepted again.
    accepted = [TimedRow(step_row(Step.ACCEPT), 640.0, 1)]
    assert with_times(result, played + corrections + accepted) == with_times(result, played)
    assert with_times(result, played + accepted).seconds == 640.0
    # Another game that was begun after it, and undone.
    dropped = [TimedRow(row, 640.0, 1) for row in rows_of_dropped_game(TOTALS[:1])]
    assert with_times(result, played + dropped) == with_times(result, played)
    # Another game that was chosen by mistake, and undone, a minute before this one was.
    mistaken = [TimedRow(row, -60.0, 1) for row in (TOTALS[0], UNDO_ROW)]
    assert with_times(result, mistaken + played) == with_times(result, played)
    played_on = [TimedRow(TOTALS[-1], 660.0, 1)]
    assert with_times(result, played + corrections + played_on).seconds == 660.0


FOREIGN = [
    "",
    "x",
    "1",
    "{}",
    "[]",
    '["loop"]',
    "[" * 5000,
    "9" * 5000,
    '"line"',
    "[[], [], [], [], [], [], [], [], [], []]",
    f'["loop",[],true,[["Ann",0,1,true,[],0,0.0]],[],null,null,0,0,{"9" * 400},""]',
    '["loop",[],true,[["Ann",0,1,true,[],0,0.0]],[],null,null,0,0,NaN,""]',
]
"""The last two have seconds that no clock gives."""


@pytest.mark.parametrize("line", FOREIGN, ids=range(len(FOREIGN)))
def test_foreign_line_is_no_result(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (whatever it says)
        decode_result(line)


@given(st.integers(0, 2**32))
def test_line_with_one_thing_changed_is_a_result_or_none(seed: int) -> None:
    chance = random.Random(seed)
    found = json.loads(encode_result(result_of(TOTALS)))
    place, inner = found, None
    while isinstance(place, list) and place:
        inner, at = place, chance.randrange(len(place))
        place = place[at]
        if chance.random() < 0.3:
            break
    assert inner is not None
    inner[at] = chance.choice([None, True, -1, 10**12, 1.5, "x", [], [1], {}])
    line = json.dumps(found)
    with suppress(ValueError):
        result = decode_result(line)
        assert result is None or len(result.seats) > 0


def test_who_gave_no_name_is_told_by_the_seat() -> None:
    """The points then stand in brackets, lest “Player 2 7” be one number. A name that is another number stays."""
    result = GameResult("no-loose-ends", (), True, (SeatResult("3", 4, 2, False), SeatResult("2", 7, 1, True)))
    assert [ENGLISH.say(seat.name) for seat in result.display_seats] == ["3", "Player 2"]
    assert outcome_in_words(result) == "Player 2 won: Player 2 (7), 3 4"
    assert ENGLISH.say(game_line(PastGame(1, "", None, 0, result, (None, None)))) == (
        "No Loose Ends: Player 2 (7) and 3 4"
    )


def test_rounds_whose_points_come_at_the_end_count_as_rounds() -> None:
    """A hub showed “round 1” of a LOOP until its end."""
    lines = ("game loop", "players Ann Bo Cy Dan", "set detail finish", *2 * ("Ann out", "Bo out", "Cy out"))
    result = result_of(JournalRow(RowKind.RECORD, line) for line in lines)
    assert result is not None
    assert (result.rounds, result.current_round) == ((), 3)


def test_json_has_no_figures_that_were_counted_of_nobody() -> None:
    """Nobody had taken a card, it said of a game of which only the points were declared."""
    game = past_game(1, "no-thanks", {"Ann": 10, "Bo": 20})
    ann, bo = game.result.seats
    seats = (ann._replace(figures=(("cards", 0), ("runs", 2))), bo._replace(figures=(("cards", 0), ("runs", 0))))
    players = game_value(game._replace(result=game.result._replace(seats=seats)))["players"]
    assert [player["figures"] for player in players] == [{"runs": 2}, {"runs": 0}]  # type: ignore[attr-defined]


def test_totals_in_sets_are_unknown_while_points_of_a_round_are() -> None:
    seats = (SeatResult("Ann", 12, 1, is_winner=True), SeatResult("Bo", 9, 2, is_winner=False))
    known = GameResult(
        "loop-2023",
        (),
        False,
        seats,
        ((5, 4), (7, 5)),
        sets=(0, 0),
        set_numbers=(1, 1),
        set_start=(0, 0),
        round_count=2,
    )
    assert known.totals == ((5, 4), (12, 9))
    unknown = known._replace(rounds=((7, 5),), set_numbers=(1,))
    assert (unknown.start_totals, unknown.totals) == (None, None)
