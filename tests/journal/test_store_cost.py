"""What a journal asks of SQLite does not grow with the games that it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.journal import checking, linking
from device.journal.store import Journal
from tests.journal.connections import own_connection, watched
from tests.journal.rows import row_list


def test_no_query_reads_games_that_it_is_not_about(tmp_path: Path) -> None:
    """Of all that SQLite is asked to do, only the list goes through all games, and nothing through all rows."""
    asked: list[str] = []
    with watched(lambda connection: connection.set_trace_callback(asked.append)):
        journal = Journal.open(tmp_path)
    for _ in range(3):
        game = journal.begin_game(row_list("one", "two", "three"))
    journal.append(game, row_list("four"))
    journal.undo(game, 2)
    assert (journal.current_game(), journal.game_before(game), len(journal.counting_rows(game))) == (game, game - 1, 2)
    journal.began_at(game)
    journal.begin_moment(game)
    journal.drop_game(game)
    one_game = plans(journal, tmp_path, asked)
    assert one_game
    assert not [step for step in one_game if "SCAN line" in step or "TEMP B-TREE" in step]
    assert not [step for step in one_game if step == "SCAN game"]
    assert len(journal.games()) == 2
    every_game = plans(journal, tmp_path, asked)
    assert any("SCAN game" in step for step in every_game)
    assert not [step for step in every_game if "SCAN line" in step or "TEMP B-TREE" in step]
    journal.close()


def plans(journal: Journal, directory: Path, asked: list[str]) -> list[str]:
    """How SQLite does what it was asked for since the last time."""
    found = []
    with own_connection(directory) as connection:
        for query in asked:
            if query.startswith(("SELECT", "INSERT", "DELETE", "UPDATE")) and "sqlite_" not in query:
                found += [str(step[3]) for step in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
    asked.clear()
    return found


OLD_ROW = "INSERT INTO line (game, place, kind, text, changed, boot) VALUES (?, ?, ?, ?, ?, ?)"


def steps(path: Path) -> int:
    """How much work SQLite has to do to open a journal and read the game in play, in its own virtual steps."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    with watched(lambda connection: connection.set_progress_handler(step, 1)):
        journal = Journal.open(path)
        current = journal.current_game()
        assert current is not None
        journal.counting_rows(current)
        journal.close()
    return count


def test_opening_costs_the_same_after_two_thousand_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = row_list("game loop", "players A B C D", "A plays 1")
    for name, games in (("few", 3), ("many", 2_000)):
        journal = Journal.open(tmp_path / name)
        rows = ((n, place, "record", "A pass", 0.0, 1) for n in range(1, games) for place in range(1, 31))
        with own_connection(tmp_path / name) as connection:
            identified = ((n,) for n in range(1, games))
            connection.executemany("INSERT INTO game (number, identity, begun, boot) VALUES (?, x'', 0, 1)", identified)
            connection.executemany(OLD_ROW, rows)
            linking.compute_sums(connection)
        assert journal.begin_game(game) == games
        journal.close()
    # Small files are checked page by page besides.
    monkeypatch.setattr(checking, "MAX_PAGES_CHECKED_AT_START", 0)
    few, many = steps(tmp_path / "few"), steps(tmp_path / "many")
    assert few > 0
    assert many <= few + 5
