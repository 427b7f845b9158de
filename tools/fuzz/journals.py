"""Target `journal`: a journal of two games and its log, damaged as the input says, then opened and used."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from enum import IntEnum
from functools import cache
from pathlib import Path

from device.journal.export import NothingToExport, exported_lines
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.keyscript import key_groups
from device.session.rows import JournalRow, RowKind
from device.table.table_games import TableGames

GOLDEN = Path(__file__).parents[2] / "tests" / "golden" / "no-thanks.txt"
LOG = f"{FILE_NAME}-wal"
ROWS = 30
EDIT_BYTES = 6
MAX_EDITS = 8
PAGE = 1024


class Spoiling(IntEnum):
    """The kinds of damage to a file."""

    TURN = 0  # bits of a byte
    SET = 1  # a byte
    ZERO = 2  # so many times 16 bytes
    CUT = 3  # the file ends here
    PAGE = 4  # a page becomes a copy of another
    SWAP = 5  # two bytes


@cache
def game_rows() -> tuple[JournalRow, ...]:
    """The rows of the game in play."""
    return tuple(row for group in key_groups(GOLDEN.read_bytes()) for row in group.rows)[:ROWS]


@cache
def sound() -> tuple[bytes, bytes]:
    """The sound file and log of a journal: one unfinished game is in the file, and the game in play only in the log."""
    rows = game_rows()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        first = Journal.open(directory)
        first.begin_game(rows[: ROWS // 2])
        first.close()
        journal = Journal.open(directory)
        game = journal.begin_game(rows[:4])
        for row in rows[4:]:
            journal.append(game, [row])
        files = (directory / FILE_NAME).read_bytes(), (directory / LOG).read_bytes()
        journal.close()
    return files


def spoilt(data: bytes) -> tuple[bytes, bytes]:
    """File and log after the edits in `data`: a byte that chooses the files, then edits of six bytes each.

    If the first byte is 255, the rest is the file itself.
    """
    choice = data[0] if data else 0
    if choice == 255:
        return data[1:], b""
    file, log = (bytearray(one) for one in sound())
    if choice & 1:
        log.clear()
    for at in range(1, min(len(data), 1 + MAX_EDITS * EDIT_BYTES), EDIT_BYTES):
        edit = data[at : at + EDIT_BYTES]
        if len(edit) == EDIT_BYTES:
            _apply(log if edit[0] & 0x80 and log else file, edit)
    return bytes(file), bytes(log)


def _apply(target: bytearray, edit: bytes) -> None:
    if not target:
        return
    kind, value = Spoiling(edit[0] % len(Spoiling)), edit[5]
    place = int.from_bytes(edit[1:4], "big") % len(target)
    match kind:
        case Spoiling.TURN:
            target[place] ^= value or 1
        case Spoiling.SET:
            target[place] = value
        case Spoiling.ZERO:
            end = min(len(target), place + 16 * value)
            target[place:end] = bytes(end - place)
        case Spoiling.CUT:
            del target[place:]
        case Spoiling.PAGE:
            source, to = value * PAGE % len(target), place // PAGE * PAGE
            page = target[source : source + PAGE]
            target[to : to + len(page)] = page
        case Spoiling.SWAP:
            other = (place + value) % len(target)
            target[place], target[other] = target[other], target[place]


def _check(data: bytes, journal_writer: JournalWriter, games: TableGames) -> None:
    """Check that after a single edit, all acknowledged rows are there, or a loss is reported.

    Not checked are a run of zeroes, which may remove the last row together with the mark that reveals the loss, and
    several edits, which may do the same.
    """
    one = len(data) == 1 + EDIT_BYTES and Spoiling(data[1] % len(Spoiling)) is not Spoiling.ZERO
    told = journal_writer.notice is not None or journal_writer.fault is not None
    assert not one or told or tuple(games.current.rows) == game_rows(), (
        f"{len(games.current.rows)} rows, and no word of it"
    )


def journal(data: bytes) -> None:
    """With any damage, a table must start, play and undo, and everything must be listed and exported."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        file, log = spoilt(data)
        (directory / FILE_NAME).write_bytes(file)
        if log:
            (directory / LOG).write_bytes(log)
        journal_writer = JournalWriter(lambda: Journal.open(directory), lambda: Journal.open_to_read(directory))
        games = TableGames(journal_writer)
        _check(data, journal_writer, games)
        games.undo()
        games.begin_another()
        games.perform_step(JournalRow(RowKind.RECORD, "game loop"))
        for _ in range(3):
            games.undo()
        journal_writer.close()
        for game, listing in ((None, False), (None, True)):
            with suppress(NothingToExport):
                list(exported_lines(directory, game, listing=listing))
