"""How games stand: a record is read once, and then only what has come since, unless something of it was changed."""

from __future__ import annotations

import pytest

from club.league.position import Position, PositionCache
from club.store.database import ClubStore
from club.store.lines import RecordLines
from club.store.receiver import Receiver
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from display.words import ENGLISH
from tests.club.histories import NOW, arrive
from tests.non_empty import non_empty

BEGUN = ("game no-thanks", "players Ann Ben Cleo", "flip 3", "Ann pass")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many lines each reading of a record began."""
    begun: list[int] = []
    lines = RecordLines.lines_of_game

    def noted(self: RecordLines, game: int, after: int = 0) -> list[JournalRow]:
        begun.append(after)
        return lines(self, game, after)

    monkeypatch.setattr(RecordLines, "lines_of_game", noted)
    return begun


def rows(*more: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in (*BEGUN, *more)]


def stands(positions: PositionCache, store: ClubStore) -> Position:
    with store.read_only_transaction() as transaction:
        game = transaction.games.find_game("red", "aa")
        assert game is not None
        found = positions.position_of(transaction, game)
        assert found == PositionCache().position_of(transaction, game)
    return found


def words(found: Position) -> tuple[tuple[str, ...], str | None]:
    return found.asked_names, None if found.last_declaration is None else ENGLISH.say(found.last_declaration)


def test_of_a_game_that_goes_on_only_new_lines_are_read(store: ClubStore, read: list[int]) -> None:
    positions = PositionCache()
    expected = ((rows(), ("Ben",), "Ann passes."), (rows("Ben pass"), ("Cleo",), "Ben passes."))
    for kept, asked, last in non_empty(expected):
        arrive(store, "red", "aa", kept)
        read.clear()
        assert words(stands(positions, store)) == (asked, last)
    assert read == [4, 0]  # the second is that of who begins anew


def test_what_was_taken_back_is_read_again(store: ClubStore, read: list[int]) -> None:
    positions, undone = PositionCache(), [*rows("Ben pass"), UNDO_ROW]
    for kept in (rows("Ben pass"), undone, [*undone, *rows("Ben take")[-1:]]):
        arrive(store, "red", "aa", kept)
        read.clear()
        found = stands(positions, store)
    assert read[0] == 4
    assert words(found)[0] == ("Ben",)
    assert ENGLISH.say(found.last_declaration or "").startswith("Ben takes")


def test_a_game_that_a_box_sends_again_is_read_again(store: ClubStore, read: list[int]) -> None:
    positions = PositionCache()
    arrive(store, "red", "aa", rows("Ben pass"))
    stands(positions, store)
    Receiver(store, lambda: NOW).reset_game("red", "aa")
    assert stands(positions, store) == Position()
    arrive(store, "red", "aa", rows("Ben take"))
    read.clear()
    assert words(stands(positions, store))[0] == ("Ben",)
    assert read[0] == 0
