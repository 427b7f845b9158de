"""Evenings, seasons, presence, draws and directors in the store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from club.store import passwords
from club.store.database import ClubStore, StoreFailed
from club.store.directors import LOGIN_SESSION_S
from club.store.evenings import Draw
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from tests.club.histories import NOW, arrive

PAD = ("game score-pad", "players Ann Ben", "title Hearts", "set rounds 1", "Ann points 3", "Ben points 5")


def finished(store: ClubStore, identity: str) -> int:
    """A game that comes to its end; its number."""
    arrive(store, "red", identity, [JournalRow(RowKind.RECORD, line) for line in PAD])
    with store.read_only_transaction() as transaction:
        found = transaction.games.find_game("red", identity)
    assert found is not None
    return found.number


def test_one_evening_goes_on_at_a_time(store: ClubStore) -> None:
    with store.transaction() as transaction:
        season = transaction.evenings.add_season("Winter", NOW)
        assert season is not None
        assert transaction.evenings.add_season("Winter", NOW) is None
        first = transaction.evenings.begin_evening("Monday", season.number, NOW)
        assert transaction.evenings.current_evening() == first
        second = transaction.evenings.begin_evening("Tuesday", None, NOW + 9)
        assert transaction.evenings.current_evening() == second
        assert [(one.title, one.ended_at) for one in transaction.evenings.list_evenings()] == [
            ("Tuesday", None),
            ("Monday", NOW + 9),
        ]
        transaction.evenings.end_evening(NOW + 20)
        assert transaction.evenings.current_evening() is None


def test_a_game_belongs_to_the_evening_in_which_its_end_came_or_that_the_director_says(store: ClubStore) -> None:
    before = finished(store, "aa")
    with store.transaction() as transaction:
        monday = transaction.evenings.begin_evening("Monday", None, NOW).number
    first = finished(store, "bb")
    with store.transaction() as transaction:
        tuesday = transaction.evenings.begin_evening("Tuesday", None, NOW).number
    rows = [JournalRow(RowKind.RECORD, line) for line in PAD]
    arrive(store, "red", "bb", [*rows, UNDO_ROW])
    arrive(store, "red", "bb", [*rows, UNDO_ROW, rows[-1]])
    with store.transaction() as transaction:
        assert transaction.evenings.count_games([monday, tuesday]) == {monday: 1}
        assert transaction.evenings.evening_of_game(first) == monday
        transaction.evenings.set_evening_of_game(before, tuesday)
        transaction.evenings.set_evening_of_game(first, None)
        assert transaction.evenings.count_games([monday, tuesday]) == {tuesday: 1}
        assert (transaction.evenings.evening_of_game(before), transaction.evenings.evening_of_game(first)) == (
            tuesday,
            None,
        )


def test_a_draw_is_kept_and_one_that_was_not_told_makes_room_for_the_next(store: ClubStore) -> None:
    with store.transaction() as transaction:
        evening = transaction.evenings.begin_evening("Monday", None, NOW).number
        transaction.evenings.set_people_present(evening, ["Zoé", "Cleo", "Ann", "Élodie", "ben", "Ann"])
        assert transaction.evenings.people_present(evening) == ["Ann", "ben", "Cleo", "Élodie", "Zoé"]
        transaction.evenings.set_people_present(evening, [])
        assert transaction.evenings.people_present(evening) == []
        transaction.evenings.add_draw(evening, {"Ann": 1, "Ben": 1}, NOW)
        number = transaction.evenings.add_draw(evening, {"Ann": 2, "Cleo": 2, "Ben": 0}, NOW + 1)
        transaction.evenings.mark_draw_sent(number)
        last = transaction.evenings.add_draw(evening, {"Ann": 1, "Ben": 1}, NOW + 2)
        found = transaction.evenings.list_draws(evening)
    assert found == [
        Draw(number, evening, NOW + 1, True, (("Ben", 0), ("Ann", 2), ("Cleo", 2))),
        Draw(last, evening, NOW + 2, False, (("Ann", 1), ("Ben", 1))),
    ]
    assert found[0].tables == {2: ("Ann", "Cleo")}
    assert found[0].sitting_out == ("Ben",)


def test_a_store_of_the_first_version_gets_what_it_lacks_and_one_of_a_later_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    ClubStore.open(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        for table in ("played", "present", "place", "draw", "evening", "season", "login", "director"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE club SET version = 1"))
    with closing(ClubStore.open(url)) as store, store.transaction() as transaction:
        assert transaction.evenings.begin_evening("Monday", None, NOW).number == 1
    with engine.begin() as connection:
        connection.execute(text("UPDATE club SET version = version + 1"))
        connection.execute(text("DROP TABLE played"))
    with pytest.raises(StoreFailed, match="made by a newer version of Tablekeeper"):
        ClubStore.open(url)
    # Nothing was made or deleted in it before.
    assert "played" not in inspect(engine).get_table_names()
    engine.dispose()


def test_a_director_is_believed_for_an_evening_until_the_password_changes(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "_COST", 2)
    monkeypatch.setattr(passwords, "_DUMMY_HASH", f"2$8$1${'00' * 16}${'00' * 64}")
    with store.transaction() as transaction:
        directors = transaction.directors
        with pytest.raises(ValueError, match="10 to 200 characters") as refused:
            directors.set_password("Dora", "too short")
        assert "too short" not in str(refused.value), "an error never has the password"
        directors.set_password("Dora", "correct horse")
        assert passwords.verify_password("correct horse", directors.password_hash("Dora"))
        assert not passwords.verify_password("correct hors", directors.password_hash("Dora"))
        assert not passwords.verify_password("correct horse", directors.password_hash("Nobody"))
        token = directors.log_in("Dora", NOW)
        assert directors.director_of_session(token, NOW + LOGIN_SESSION_S - 1) == "Dora"
        assert directors.director_of_session(token, NOW + LOGIN_SESSION_S) is None
        assert directors.director_of_session(f"{token}x", NOW) is None
        directors.set_password("Dora", "another horse")
        assert directors.director_of_session(token, NOW) is None
        again = directors.log_in("Dora", NOW)
        directors.log_out(again)
        assert directors.director_of_session(again, NOW) is None
        assert directors.list_names() == ["Dora"]
        assert directors.remove_director("Dora")
        assert not directors.remove_director("Dora")


def test_a_password_is_kept_by_scrypt_with_a_salt_of_its_own() -> None:
    first, second = passwords.hash_password("correct horse"), passwords.hash_password("correct horse")
    assert first.startswith("32768$8$1$")
    assert first != second
