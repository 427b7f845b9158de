"""Journals that a card, a hand or an enemy has spoilt: the table plays on, and export says what is wrong."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.journal import linking, schema
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from device.journal.validate import GAME_NUMBER_LIMIT
from device.session.keyscript import key_groups
from device.session.rows import JournalRow
from tests.games.registered import GAMES, GOLDEN
from tests.hostile.spoilt_journals import ROSTER, assert_sound, look, start_and_play
from tests.table.tables import Mock
from tests.thorough import THOROUGH

MAX_ROWS = None if THOROUGH else 60
"""How many rows each game has, at the most; None for all."""

MANY_ROWS = 10_000 if THOROUGH else 3000


@cache
def rows(game_id: str) -> list[JournalRow]:
    """What the journal keeps of a golden game, from its beginning."""
    groups = key_groups((GOLDEN / f"{game_id}.txt").read_bytes(), ROSTER)
    return [row for group in groups for row in group.rows][:MAX_ROWS]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal with every golden game."""
    directory = tmp_path_factory.mktemp("sound")
    journal = Journal.open(directory)
    for game_id in GAMES:
        journal.begin_game(rows(game_id))
    journal.close()
    return (directory / FILE_NAME).read_bytes()


@st.composite
def spoilings(draw: st.DrawFn) -> Callable[[bytes], bytes]:
    """What can happen to a file: bytes turned, pieces zeroed, moved, cut off or added."""
    seed = draw(st.integers(0, 2**32))
    kind = draw(st.sampled_from(["turn", "turn header", "zero", "cut", "add", "move"]))

    def spoil(data: bytes) -> bytes:
        chance = random.Random(seed)
        found = bytearray(data)
        at, size = chance.randrange(len(found)), chance.choice((1, 16, 512, 1024, 4096))
        match kind:
            case "turn" | "turn header":
                for _ in range(chance.choice((1, 3, 100))):
                    found[chance.randrange(100 if kind == "turn header" else len(found))] ^= chance.randint(1, 255)
            case "zero":
                found[at : at + size] = bytes(len(found[at : at + size]))
            case "cut":
                del found[at:]
            case "add":
                found += chance.randbytes(size)
            case _:
                other = chance.randrange(len(found))
                found[at : at + size] = found[other : other + len(found[at : at + size])]
        return bytes(found)

    return spoil


@given(spoilings())
@settings(max_examples=10, deadline=None)
@example(lambda data: b"")
@example(lambda data: data[:16])
@example(lambda data: b"\0" * 4096)
@example(lambda data: data[:100])
@example(lambda data: data[:1024])
def test_a_spoilt_file_is_set_aside_and_the_table_plays_on(
    sound: bytes, tmp_path_factory: pytest.TempPathFactory, spoil: Callable[[bytes], bytes]
) -> None:
    directory = tmp_path_factory.mktemp("spoilt")
    (directory / FILE_NAME).write_bytes(spoil(sound))
    look(directory)
    start_and_play(directory)


HOSTILE_VALUES = {
    "a kind that is none": "UPDATE line SET kind = 'x'",
    "a kind of bytes": "UPDATE line SET kind = x'00ff'",
    "a text of bytes": "UPDATE line SET text = x'00ff'",
    "a text that is no UTF-8": "UPDATE line SET text = CAST(x'41ff' AS TEXT)",
    "a text of zeros": "UPDATE line SET text = CAST(zeroblob(19000) AS TEXT)",
    "a text larger than memory should hold": """UPDATE line SET text = CAST(zeroblob(20000000) AS TEXT)
        WHERE game = 4 AND place = 1""",
    "empty texts": "UPDATE line SET text = ''",
    "comments": "UPDATE line SET text = '# x'",
    "half a quotation": "UPDATE line SET text = '\"'",
    "steps where they have no place": "UPDATE line SET kind = 'table', text = 'accept'",
    "steps that there are not": "UPDATE line SET kind = 'table', text = 'dance 3'",
    "steps without what they need": "UPDATE line SET kind = 'table', text = 'seats'",
    "as many players as stars": "UPDATE line SET text = 'seats 999999999' WHERE text LIKE 'seats %'",
    "no number of players": "UPDATE line SET text = 'seats many' WHERE text LIKE 'seats %'",
    "another game in the middle": "UPDATE line SET text = 'game loop' WHERE place > 5",
    "rows that are missing": "DELETE FROM line WHERE place % 3 = 0",
    "a row that is far off": "UPDATE line SET place = 9223372036854775807 WHERE place = 5",
    "places that are words": "UPDATE line SET place = 'x' || place",
    "an identity of a number": "UPDATE game SET identity = 5000000000",
    "an identity of words": "UPDATE game SET identity = 'x'",
    "times of words": "UPDATE game SET begun = 'x'; UPDATE line SET changed = 'y'",
    "a time after all others": "UPDATE game SET begun = 9e999",
    "a time before all others": "UPDATE game SET begun = -9e999",
    "the last number that there is": "UPDATE game SET number = 9223372036854775807 WHERE number = 4",
    "a number after which there is none for us": f"UPDATE game SET number = {GAME_NUMBER_LIMIT - 1} WHERE number = 4",
    "numbers below zero": "UPDATE game SET number = -number; UPDATE line SET game = -game",
    "numbers below zero but for the last": "UPDATE game SET number = -number WHERE number < 4",
    "number zero": "UPDATE game SET number = 0 WHERE number = 1",
    "more rows than an evening has": f"""WITH RECURSIVE n(place) AS
        (SELECT 1 UNION ALL SELECT place + 1 FROM n LIMIT {MANY_ROWS})
        INSERT OR REPLACE INTO line SELECT 4, place, 'table', 'accept', 0, 1, 0 FROM n""",
    "no boots": "DELETE FROM boot",
    "a boot that is not there": "UPDATE game SET boot = 99; UPDATE line SET boot = 99",
    "boots of words": "UPDATE game SET boot = 'x'; UPDATE line SET boot = 'y'",
    "boots of infinity": "UPDATE game SET boot = 9e999; UPDATE line SET boot = 9e999",
    "a boot's name of bytes": "UPDATE boot SET identity = CAST(identity || 'x' AS BLOB)",
    "a boot's name without end": "UPDATE boot SET identity = CAST(zeroblob(19000) AS TEXT) WHERE number = 2",
    "a boot with the name that is for none": "DELETE FROM boot WHERE number = 1; UPDATE boot SET identity = ''",
    "a boot with the last number": """UPDATE boot SET number = 9223372036854775807 WHERE number = 2;
        UPDATE game SET boot = 9223372036854775807; UPDATE line SET boot = 9223372036854775807""",
    "a date of words": "UPDATE boot SET epoch = 'x'",
    "a date of bytes": "UPDATE boot SET epoch = x'ff'",
    "a date after all others": "UPDATE boot SET epoch = 9e999",
}
HOSTILE_SCHEMAS = {
    "a trigger": "CREATE TRIGGER t BEFORE INSERT ON line BEGIN SELECT RAISE(ABORT, 'no'); END",
    "a trigger that takes rows away": "CREATE TRIGGER t AFTER INSERT ON line BEGIN DELETE FROM line; END",
    "a view without end": """ALTER TABLE game RENAME TO g; CREATE VIEW game AS WITH RECURSIVE n(number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM n) SELECT number, x'00' AS identity, 0 AS begun, 1 AS boot FROM n""",
    "a table of another kind": "DROP TABLE boot; CREATE VIRTUAL TABLE boot USING fts5(number, identity, epoch)",
    "a column more": "ALTER TABLE line ADD COLUMN spell TEXT",
    "a column that is worked out": "ALTER TABLE game ADD COLUMN x AS (hex(zeroblob(1000000000)))",
    "more tables than anybody needs": f"BEGIN; {''.join(f'CREATE TABLE t{n} (x);' for n in range(1000))} COMMIT",
    "a table less": "DROP TABLE line",
    "a column less": "ALTER TABLE line DROP COLUMN changed",
    "other tables": "CREATE TABLE recipes (name)",
}
SPOILT_VERSIONS = [-1, 0, 1, 2, 3, schema.VERSION + 1, schema.VERSION ^ 128]


def spoil(directory: Path, data: bytes, script: str) -> None:
    (directory / FILE_NAME).write_bytes(data)
    connection = sqlite3.connect(directory / FILE_NAME)
    connection.executescript(script)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("script", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_values_that_no_journal_has(sound: bytes, tmp_path: Path, script: str) -> None:
    spoil(tmp_path, sound, script)
    look(tmp_path)
    assert start_and_play(tmp_path) is None
    assert_sound(tmp_path)


@pytest.mark.parametrize("script", HOSTILE_SCHEMAS.values(), ids=HOSTILE_SCHEMAS)
def test_a_file_of_another_schema_is_left_alone(sound: bytes, tmp_path: Path, script: str) -> None:
    spoil(tmp_path, sound, script)
    before = (tmp_path / FILE_NAME).read_bytes()
    trouble = start_and_play(tmp_path)
    assert trouble is not None
    assert "is not a journal of Tablekeeper" in trouble
    assert (tmp_path / FILE_NAME).read_bytes() == before
    with pytest.raises(JournalError) as caught:
        Journal.open(tmp_path)
    assert caught.value.is_foreign


@pytest.mark.parametrize("version", SPOILT_VERSIONS)
def test_todays_tables_with_another_versions_number_are_damage(sound: bytes, tmp_path: Path, version: int) -> None:
    spoil(tmp_path, sound, f"PRAGMA user_version = {version}")
    journal = Journal.open(tmp_path)
    assert journal.notice is not None
    assert [journal.counting_rows(game.number) for game in journal.games()] == [rows(game_id) for game_id in GAMES]
    journal.close()
    assert_sound(tmp_path)


def test_a_letter_that_was_changed_in_the_schema_is_damage(sound: bytes, tmp_path: Path) -> None:
    at = sound.index(b"changed REAL")
    (tmp_path / FILE_NAME).write_bytes(sound[:at] + b"x" + sound[at + 1 :])
    journal = Journal.open(tmp_path)
    assert journal.notice is not None
    assert [journal.counting_rows(game.number) for game in journal.games()] == [rows(game_id) for game_id in GAMES]
    journal.close()


def test_a_name_that_is_no_text_is_damage(sound: bytes, tmp_path: Path) -> None:
    """SQLite quotes it in its complaint, which then is no text either."""
    tables = re.search(rb"table(game|line|boot|head|result|seat)\1", sound)
    assert tables is not None
    first = tables.start()
    places = [first + found.start() for found in re.finditer(rb"game|line|boot", sound[first : first + 1000])]
    assert len(places) > 6
    for number, at in enumerate(places):
        directory = tmp_path / str(number)
        directory.mkdir()
        (directory / FILE_NAME).write_bytes(sound[:at] + b"\x80" + sound[at + 1 :])
        assert start_and_play(directory) is None


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_every_version_of_ours_is_ours(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / "journals" / f"{version}.db", tmp_path / FILE_NAME)
    for _ in ("brought up to date", "as it then is"):
        assert start_and_play(tmp_path) is None
        assert_sound(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("VACUUM")
    connection.close()
    assert_sound(tmp_path)


@pytest.mark.parametrize("script", ["CREATE TABLE recipes (name)", "DROP TABLE line", "PRAGMA user_version = 2"])
def test_another_schema_in_place_of_the_first_version_is_left_alone(tmp_path: Path, script: str) -> None:
    spoil(tmp_path, (GOLDEN / "journals" / "1.db").read_bytes(), script)
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="is not a journal of Tablekeeper"):
        Journal.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_undo_into_a_game_that_cannot_be_read(sound: bytes, tmp_path: Path) -> None:
    """Hold A on a new game goes back to the one before; where its rows make no sense, another is begun."""
    (tmp_path / FILE_NAME).write_bytes(sound)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE line SET text = 'seats 77' WHERE text LIKE 'seats %'")
        linking.compute_sums(connection)
    mock = Mock(tmp_path, ["A", *["hold A"] * 6, "A"]).run()
    assert mock.journal_writer.fault is None
    assert mock.record() == [f"game {GAMES[0]}"]
    journal = Journal.open_to_read(tmp_path)
    assert [game.number for game in journal.games()][: len(GAMES) - 1] == [*range(1, len(GAMES))]
    journal.close()
