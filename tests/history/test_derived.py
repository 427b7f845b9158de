"""What is kept of results is what their rows come to: after evenings, undoing, power cuts, damage."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.history.results import GameResult, outcome_in_words
from device.journal.game_list import list_lines
from device.journal.result_catchup import ResultCatchup, computed_result, rebuild_results
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.kits.figures.columns import Column
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet
from device.session.replay import replay_record
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step
from device.session.session import step_row as table_step
from device.table.table_games import TableGames
from tablekeeper.testing.registration import register_game
from tests.games.registered import GAMES, choices, deal, written
from tests.history.dealt_games import rows_of
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty

POINTS = Column("points", "points", most=99)
NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
AS_USUAL, PLAYED_SO = table_step(Step.DEFAULTS), table_step(Step.PLAY)
"""What else was offered, because the last game had it, is not meant."""

GOLDEN = Path(__file__).parents[1] / "golden/journals"


def opened(directory: Path, calendar: FixedCalendar | None = None) -> JournalWriter:
    found = FixedCalendar() if calendar is None else calendar
    return JournalWriter(lambda: Journal.open(directory, found), calendar=found)


def play(games: TableGames, game_id: str, seed: int, calendar: FixedCalendar, rows: int | None = None) -> None:
    """Declare a dealt game at a table, or its first rows; now and then something is undone and declared again."""
    players, chosen = choices(game_id, seed)
    lines = written(game_id, NAMES[:players], chosen, deal(game_id, seed, players, chosen))
    chance = random.Random(seed)
    for count, step in enumerate(replay_record("\n".join(lines).encode(), by_keys=False)):
        if count == rows:
            return
        if step.meaning == PLAYED_SO:
            games.perform_step(AS_USUAL)
        for again in (chance.random() < 0.02, False):
            calendar.now = calendar.now._replace(uptime_s=calendar.now.uptime_s + chance.randrange(1, 60))
            if isinstance(step.meaning, JournalRow):
                games.perform_step(step.meaning)
            else:
                games.current.declare(step.meaning)
            if not again:
                break
            games.undo()
    if games.session.stage is Stage.SUMMARY:
        games.perform_step(JournalRow(RowKind.TABLE, "accept"))


def assert_derived(directory: Path, *, but: frozenset[int] = frozenset()) -> list[GameResult | None]:
    """Whatever is believed of results is what the rows come to; of all games but some, there is one."""
    journal = Journal.open_to_read(directory)
    with closing(journal):
        games = journal.results.games()
        for game in non_empty(games):
            if game.has_result:
                assert game.result == computed_result(journal, game.number)
            else:
                assert game.number in but
        results = {game.number: game.result for game in games if game.has_result}
        said = {game.number: game.outcome for game in journal.results.outcomes() if game.outcome is not None}
        assert said == {number: outcome_in_words(result) for number, result in results.items()}
        return [game.result for game in games]


def catch_up(writer: JournalWriter) -> int:
    catchup, steps = ResultCatchup(writer), 0
    while not catchup.is_done:
        catchup.step()
        steps += 1
    return steps


def test_evening_leaves_what_its_games_came_to(tmp_path: Path) -> None:
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    for seed, game_id in enumerate(non_empty(GAMES)):
        play(games, game_id, seed, calendar)
        assert games.session.stage is Stage.FINAL
        found = assert_derived(tmp_path, but=frozenset(range(2, games.number, 2)))
        assert found[0] is not None
        assert found[0].finished
        assert found[0].seconds > 0
        games.begin_another()
        play(games, game_id, seed, calendar, rows=8)
        games.begin_another()
    number = games.number
    assert_derived(tmp_path, but=frozenset(range(2, number + 1, 2)) | {number})
    catch_up(writer)
    assert_derived(tmp_path, but=frozenset({number}))
    writer.close()


def test_undone_final_round_takes_its_result_along_and_brings_it_back(tmp_path: Path) -> None:
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    play(games, "no-loose-ends", 1, calendar)
    before = assert_derived(tmp_path)
    games.undo()
    games.undo()
    assert assert_derived(tmp_path, but=frozenset({1})) == [None]
    play(TableGames(writer), "no-loose-ends", 1, calendar, rows=0)
    games.begin_another()
    play(games, "no-loose-ends", 2, calendar)
    found = assert_derived(tmp_path, but=frozenset({1}))
    assert found[0] != before[0]
    assert games.undo()
    while games.number == 2:
        if not games.undo():
            games.reopen_previous()
    assert len(assert_derived(tmp_path, but=frozenset({1}))) == 1
    writer.close()


def test_result_of_a_game_that_was_left_goes_on_with_it(tmp_path: Path) -> None:
    """A game is left unfinished, its result is worked out, and then the table goes back to it and on."""
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    play(games, "no-loose-ends", 3, calendar, rows=20)
    games.begin_another()
    catch_up(writer)
    (_, left) = assert_derived(tmp_path, but=frozenset({2}))
    assert left is not None
    assert not left.finished
    games.reopen_previous()
    games.undo()
    assert_derived(tmp_path, but=frozenset({1}))
    writer.close()


def test_a_game_that_is_left_while_the_search_ends_gets_its_result(tmp_path: Path) -> None:
    """The list of games had been read already, and what was asked for meanwhile was forgotten."""
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    play(games, "no-loose-ends", 3, calendar, rows=20)
    games.begin_another()
    play(games, "no-thanks", 3, calendar, rows=8)
    catchup = ResultCatchup(writer)
    catchup.step()
    games.begin_another()
    catchup.search_again()
    while not catchup.is_done:
        catchup.step()
    assert_derived(tmp_path, but=frozenset({3}))
    writer.close()


@pytest.mark.parametrize("stop", [3, 25])
def test_older_journal_is_brought_up_to_date_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    """And goes on where it was when the plug was pulled."""
    monkeypatch.setattr("device.journal.result_catchup.BATCH_SIZE", 3)
    rows = rows_of("no-loose-ends", NAMES, 1)
    journal = Journal.open(tmp_path)
    for _ in range(8):
        journal.begin_game(rows)
    journal.results.delete_all()
    journal.close()
    writer = opened(tmp_path)
    catchup = ResultCatchup(writer)
    for _ in range(stop):
        catchup.step()
    writer.close()  # the plug is pulled
    writer = opened(tmp_path)
    catch_up(writer)
    assert_derived(tmp_path, but=frozenset({8}))
    assert catch_up(writer) == 1
    writer.close()


def test_games_that_have_results_are_looked_at_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten thousand, looking at all of them at once would keep a press waiting."""
    monkeypatch.setattr("device.journal.result_catchup.MAX_GAMES_PER_STEP", 3)
    rows = rows_of("no-loose-ends", NAMES, 1)
    with closing(Journal.open(tmp_path)) as journal:
        for _ in range(8):
            journal.begin_game(rows)
        journal.begin_game()
        rebuild_results(journal, lambda done, of: None)
    writer = opened(tmp_path)
    assert catch_up(writer) == 3, "at three, three and two"
    writer.close()


def test_rebuilt_results_are_the_same_and_progress_is_told(tmp_path: Path) -> None:
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    for seed in range(3):
        play(games, "no-thanks", seed, calendar)
        games.begin_another()
    before = assert_derived(tmp_path, but=frozenset({4}))
    writer.close()
    told: list[tuple[int, int]] = []
    journal = Journal.open(tmp_path)
    assert rebuild_results(journal, lambda done, of: told.append((done, of))) == 4
    journal.close()
    assert told == [(4, 4)]
    assert assert_derived(tmp_path) == before


SOME = figures_game(
    ScoreSheet("some", "Some", range(1, 5), (POINTS,), lambda now, player: now.of(POINTS, player), rounds=1)
)


def test_a_result_whose_rules_are_not_here_outlasts_a_rebuild_that_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can compute it until the package is back."""
    monkeypatch.setattr("device.journal.result_catchup.REBUILD_BATCH_SIZE", 1)
    lines = ("game some", "players Ann Bo", "Ann points 3", "Bo points 5")
    with closing(Journal.open(tmp_path)) as journal:
        with register_game(SOME):
            for _ in range(2):
                journal.begin_game([JournalRow(RowKind.RECORD, line) for line in lines])
            rebuild_results(journal, lambda done, of: None)
        before = [game.result for game in journal.results.games()]
        assert None not in before

        def interrupt(done: int, of: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            rebuild_results(journal, interrupt)
        assert [game.result for game in journal.results.games()] == before
        rebuild_results(journal, lambda done, of: None)
        assert [game.result for game in journal.results.games()] == before


SPOILT = [
    "UPDATE result SET facts = 'x'", "UPDATE result SET facts = replace(facts, 'Ann', 'Eve')",
    "UPDATE result SET sum = sum + 1", "UPDATE result SET version = 0", "UPDATE result SET length = length - 1",
    "UPDATE result SET facts = 17",
    "UPDATE result SET facts = x'ff00'", "UPDATE result SET game = game + 1000", "DELETE FROM result",
    "INSERT INTO result VALUES (77, 1, 1, 1, 1, 'loop', 'x')",
]  # fmt: skip


@pytest.mark.parametrize("statement", SPOILT)
def test_spoilt_results_are_not_believed_and_worked_out_anew(tmp_path: Path, statement: str) -> None:
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    play(games, "no-loose-ends", 1, calendar)
    games.begin_another()
    writer.close()
    before = assert_derived(tmp_path, but=frozenset({2}))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute(statement)
    assert_derived(tmp_path, but=frozenset({1, 2}))
    journal = Journal.open(tmp_path)
    assert journal.notice is None
    rebuild_results(journal, lambda done, of: None)
    journal.close()
    assert assert_derived(tmp_path) == before


def test_game_whose_rows_are_damaged_is_left_out_and_the_others_are_there(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    for seed in range(4):
        journal.begin_game(rows_of("no-loose-ends", NAMES, seed))
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE line SET text = 'spoilt' WHERE game = 2 AND place = 5")
        connection.execute("UPDATE game SET begun = 'then' WHERE number = 3")
    writer = opened(tmp_path)
    catch_up(writer)
    assert writer.notice is None
    writer.close()
    journal = Journal.open_to_read(tmp_path)
    assert [game.number for game in journal.results.games() if game.has_result] == [1]
    assert [game.number for game in journal.results.games()] == [4, 3, 2, 1]
    journal.close()


def test_recovery_leaves_results_behind_and_they_come_again(tmp_path: Path) -> None:
    """Page by page, no row of a result is taken for one of a game."""
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    for seed in range(2):
        play(games, "no-thanks", seed, calendar)
        games.begin_another()
    before = assert_derived(tmp_path, but=frozenset({3}))
    recovered = Journal.recover(tmp_path)
    assert recovered.notice is None
    assert [game.number for game in recovered.results.games()] == [3, 2, 1]
    assert [computed_result(recovered, game.number) for game in recovered.results.games()] == before
    recovered.close()
    writer.close()


def test_names_are_found_whatever_their_case(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    for players in ("Ann Bo", "Cleo ANN"):
        rows = [JournalRow(RowKind.RECORD, line) for line in ("game no-loose-ends", f"players {players}")]
        rows += [JournalRow(RowKind.RECORD, line) for line in ("set detail totals", f"{players[-2:].strip()} leads")]
        journal.begin_game(rows)
    rebuild_results(journal, lambda done, of: None)
    assert journal.results.games_of_player(["ann"]) == {1, 2}
    assert journal.results.games_of_player(["Bo", "Cleo"]) == {1, 2}
    assert journal.results.games_of_player(["Bo"]) == {1}
    journal.close()


def test_version_before_results_gets_them(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "4.db", tmp_path / FILE_NAME)
    writer = opened(tmp_path)
    assert writer.current_game() == 2
    catch_up(writer)
    writer.close()
    assert_derived(tmp_path, but=frozenset({2}))


def test_spoilt_words_of_a_list_are_worked_out_anew(tmp_path: Path) -> None:
    calendar = FixedCalendar()
    writer = opened(tmp_path, calendar)
    games = TableGames(writer)
    play(games, "no-loose-ends", 1, calendar)
    games.begin_another()
    writer.close()
    with closing(Journal.open_to_read(tmp_path)) as journal:
        before = list_lines(journal)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE result SET facts = replace(facts, ' won: ', ' lost: ')")
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert [game.outcome for game in journal.results.outcomes()] == [None, None]
        assert list_lines(journal) == before
