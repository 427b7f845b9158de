"""PostgreSQL keeps what SQLite keeps, by the same statements."""

from __future__ import annotations

import threading
from contextlib import closing

import psycopg
import pytest

from club.league.position import Position, PositionCache
from club.store.database import ClubStore, StoreFailed
from club.store.lines import RevisionChange
from club.store.receiver import BoxMessage, Receiver
from device.outbox.club_messages import CommittedGame, GameMark, GameRevision
from device.outbox.codec import encode
from device.outbox.revisions import next_revision, public_record
from device.session.rows import JournalRow, RowKind
from device.session.undo import REDO_ROW, UNDO_ROW
from display.words import ENGLISH
from tests.club.databases import postgresql
from tests.club.histories import kept_rows
from tests.history.dealt_games import result_of
from tests.non_empty import non_empty

GAME = "ff"


def said(hub: Receiver, kept: list[JournalRow], base: GameMark | None) -> CommittedGame:
    found = next_revision(GAME, kept, base, 1.79e9)
    assert isinstance(found, GameRevision)
    (answer,) = hub.receive([BoxMessage("red", encode(found))]).answers
    assert isinstance(answer[1], CommittedGame)
    return answer[1]


def position(positions: PositionCache, store: ClubStore) -> Position:
    with store.read_only_transaction() as transaction:
        return positions.position_of(transaction, transaction.games.latest_games(["red"])["red"])


def what_is_sent_together_counts_together(store: ClubStore) -> None:
    nowhere = RevisionChange(99, GameMark(GAME, 1, "00" * 16), 0, kept_rows(0)[:1], (), 1.8e9)

    def write() -> None:
        with store.transaction() as wrote:
            wrote.pipeline_writes()
            wrote.boxes.set_commit_counts({"red": 7})
            wrote.lines.add_revisions([nowhere])

    with pytest.raises(StoreFailed, match=r"can't do it: .* violates foreign key"):
        write()
    with store.read_only_transaction() as read:
        assert [box.commit_count for box in read.boxes.list_boxes()] == [0]
    heard: list[str] = []
    with store.transaction() as wrote:
        wrote.pipeline_writes(lambda: heard.append("while it ends"))
        wrote.boxes.set_commit_counts({"red": 0})
        assert heard == []
    assert heard == ["while it ends"]


def connections_that_the_database_has_ended_are_replaced(store: ClubStore, url: str) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as console:
        ended = "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        console.execute(f"{ended} AND pid != pg_backend_pid()")
    with store.transaction() as wrote:
        assert list(wrote.boxes.lock_boxes(["red"]).boxes) == ["red"]


def evenings_are_kept(store: ClubStore) -> None:
    with store.transaction() as transaction:
        season = transaction.evenings.add_season("Winter", 1.8e9)
        assert season is not None
        evening = transaction.evenings.begin_evening("Monday", season.number, 1.8e9).number
        transaction.evenings.set_people_present(evening, ["Ann", "Ben"])
        number = transaction.evenings.add_draw(evening, {"Ann": 1, "Ben": 1}, 1.8e9)
        transaction.evenings.mark_draw_sent(number)
        transaction.evenings.assign_to_current_evening([game.number for game in transaction.games.list_games("red")])
        transaction.directors.set_password("Dora", "correct horse")
        token = transaction.directors.log_in("Dora", 1.8e9)
    with store.read_only_transaction() as read:
        assert [(one.number, one.tables) for one in read.evenings.list_draws(evening)] == [
            (number, {1: ("Ann", "Ben")})
        ]
        assert read.evenings.count_games([evening]) == {evening: 1}
        assert read.directors.director_of_session(token, 1.8e9) == "Dora"


def test_a_game_with_undo_and_a_refusal_is_kept_set_aside_and_sent_again() -> None:
    kept = [*kept_rows(0), UNDO_ROW, REDO_ROW]
    with postgresql() as url, closing(ClubStore.open(url)) as store:
        hub = Receiver(store, lambda: 1.8e9)
        with store.transaction() as wrote:
            wrote.boxes.add_box("red")
        base: GameMark | None = None
        what_is_sent_together_counts_together(store)
        connections_that_the_database_has_ended_are_replaced(store, url)
        positions = PositionCache()
        for at in non_empty((9, len(kept) - 2, len(kept) - 1, len(kept))):
            base = said(hub, kept[:at], base).mark
            assert position(positions, store) == position(PositionCache(), store)
        refused = said(hub, [*kept, JournalRow(RowKind.RECORD, "Nobody pass")], base)
        assert refused.refused_number == len(kept) + 1
        with store.transaction() as read:
            game = read.games.find_game("red", GAME)
            assert game is not None
            assert read.games.games_by_numbers([game.number]) == [game]
            assert tuple(read.lines.lines_of_game(game.number)) == public_record(kept)
            assert game.result == result_of(public_record(kept))
            assert game.began_at == 1.79e9
            assert read.lines.replaced_lines(game.number)
            (aside,) = read.set_aside_messages.list_messages()
            assert ENGLISH.say(aside.sentence).startswith("Line ")
        evenings_are_kept(store)
        hub.reset_game("red", GAME)
        assert said(hub, kept, None).mark.number == len(kept)
        with store.transaction() as read:
            assert read.set_aside_messages.list_messages() == []


def test_two_boxes_that_join_at_once_get_two_numbers() -> None:
    """The second one was refused: it had its password, and was no box of the club."""
    refused: list[StoreFailed] = []

    def join_second() -> None:
        try:
            with store.transaction() as transaction:
                transaction.boxes.add_box("blue")
        except StoreFailed as failed:
            refused.append(failed)

    with postgresql() as url, closing(ClubStore.open(url)) as store:
        second = threading.Thread(target=join_second)
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as console:
            with store.transaction() as transaction:
                transaction.boxes.add_box("red")
                second.start()
                waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
                while second.is_alive() and console.execute(waiting).fetchone() == (0,):
                    continue
            second.join()
        assert refused == []
        with store.read_only_transaction() as read:
            assert read.boxes.table_numbers() == {"red": 1, "blue": 2}
