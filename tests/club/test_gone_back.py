"""A journal that went back, or was copied: told to its table and the director at once, and settled by a rule."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from club.pages.changes import apply_change
from club.pages.games import game_page, set_aside_page
from club.pages.page_content import ClubView, page_as_html
from club.store import decisions
from club.store.copied_boxes import CopyDetector
from club.store.database import ClubStore, StoreFailed
from club.store.notices import NoticeKind
from club.store.pending_changes import PendingChanges
from club.store.receiver import BoxMessage, Receiver
from device.journal.store import Journal
from device.outbox.club_messages import HubInventoryRequest
from device.outbox.codec import encode
from device.outbox.director import ClubDoubt
from device.session.undo import UNDO_ROW
from device.system.not_done import NotDone
from display.words import ENGLISH, text
from tests.club.carried import NOW, PAD, CarriedClub, JournaledBox, scored, texts
from tests.club.histories import kept_rows


@pytest.fixture
def club(store: ClubStore) -> CarriedClub:
    return CarriedClub(store, "blue")


def played(club: CarriedClub, place: Path) -> tuple[JournaledBox, str, Path]:
    """A box whose game is at the hub, and a copy of its card from when there were two rounds less."""
    box = JournaledBox("red", place / "card", "a" * 16)
    game = box.declare([*PAD, *scored(1, 2)])
    copytree(box.place, place / "backup")
    box.declare(scored(3, 4), game=1)
    club.settle(box)
    assert club.lines("red", game) == box.record(game) == texts(PAD, scored(1, 2, 3, 4))
    assert not box.doubts
    return box, game, place / "backup"


def restored(place: Path) -> JournaledBox:
    return JournaledBox("red", place, "b" * 16)


def test_a_card_that_went_back_is_told_at_once_and_nothing_is_lost(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    club.settle(box, turns=2)
    assert club.told == [(NoticeKind.BEHIND, "red", game, 1)]
    assert box.doubts == {ClubDoubt.BEHIND}
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))


def test_a_card_that_plays_on_as_it_did_says_nothing_new(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    club.settle(box)
    box.declare(scored(3, 4, 5), game=1)
    club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4, 5))
    assert club.others("red", game) == []
    assert not box.doubts


def test_words_that_differ_wait_while_the_hub_has_later_ones(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    box.declare(scored(7), game=1)
    club.settle(box)
    assert (NoticeKind.DIFFERS, "red", game, 1) in club.told
    assert box.doubts == {ClubDoubt.BEHIND}
    assert box.delivery.status.undelivered_game_count == 1
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 7))]


def test_the_box_s_own_words_win_where_nobody_has_seen_later_ones(club: CarriedClub, tmp_path: Path) -> None:
    """Of the same length: the hub has no more, and the people at the table see their own."""
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    box.declare(scored(7, 8), game=1)
    club.settle(box)
    assert club.told == [(NoticeKind.DIFFERS, "red", game, 1)]
    assert club.lines("red", game) == box.record(game) == texts(PAD, scored(1, 2, 7, 8))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 3, 4))]
    assert not box.doubts


def test_what_waited_wins_once_it_is_no_shorter_and_goes_on(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    for points in (7, 8, 9, 10):
        box.declare(scored(points), game=1)
        club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 7, 8, 9, 10))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 3, 4))]
    assert not box.doubts


def test_results_follow_the_record_that_counts(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    box.declare(scored(7, 8), game=1)
    club.settle(box)
    with club.store.read_only_transaction() as transaction:
        found = transaction.games.find_game("red", game)
    assert found is not None
    assert found.result is not None
    assert [seat.points for seat in found.result.seats] == [18, 4]


def test_games_that_the_card_does_not_have_any_more_are_told_together(club: CarriedClub, tmp_path: Path) -> None:
    box = JournaledBox("red", tmp_path / "card", "a" * 16)
    games = [box.declare([*PAD, *scored(points)]) for points in range(3)]
    club.settle(box, turns=4)
    other = JournaledBox("red", tmp_path / "new", "b" * 16)
    other.declare([*PAD, *scored(9)])
    club.settle(other, turns=4)
    assert [(kind, box, count) for kind, box, _, count in club.told] == [(NoticeKind.BEHIND, "red", 3)]
    assert other.doubts == {ClubDoubt.BEHIND}
    assert all(club.lines("red", game) for game in games)
    club.see()
    other.start()
    club.settle(other)
    assert club.told == []  # asked once


def test_a_game_that_a_table_left_before_anything_was_declared_is_no_loss(club: CarriedClub, tmp_path: Path) -> None:
    box = JournaledBox("red", tmp_path / "card", "a" * 16)
    box.declare([*PAD, *scored(1)])
    box.declare(PAD)
    club.settle(box, turns=3)
    journal = Journal.open(box.place)
    journal.drop_game(2)
    journal.close()
    club.settle(box)
    assert club.told == []


def test_what_a_table_took_back_is_no_difference(club: CarriedClub, tmp_path: Path) -> None:
    box, game, _ = played(club, tmp_path)
    box.declare([UNDO_ROW, UNDO_ROW, UNDO_ROW, UNDO_ROW, *scored(9)], game=1)
    club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 9))
    assert club.told == []
    assert not box.doubts


def test_a_recovery_from_damage_is_told_as_a_card_that_went_back(club: CarriedClub, tmp_path: Path) -> None:
    """The same identity, fewer rows: a page in the middle of the file was spoilt, and the rest was read."""
    place = tmp_path / "card"
    box = JournaledBox("red", place, "a" * 16)
    kept = list(kept_rows(3))
    game = box.declare(kept)
    club.settle(box)
    whole = club.lines("red", game)
    spoil(place)
    box = restored(place)
    club.settle(box)
    there = box.record(game)
    assert 0 < len(there) < len(whole)
    assert club.lines("red", game) == whole
    assert club.told == [(NoticeKind.BEHIND, "red", game, 1)]


def spoil(place: Path) -> None:
    path = place / "journal.db"
    content = bytearray(path.read_bytes())
    at = content.index(kept_rows(3)[60].text.encode())
    content[at : at + 4] = b"\0\0\0\0"
    path.write_bytes(content)


def test_what_the_director_has_chosen_stays(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    box.declare(scored(7, 8), game=1)
    club.settle(box)
    choose(club, game)
    club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 7, 8))]
    box.declare(scored(9), game=1)
    club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 7, 8, 9))]
    assert box.doubts == {ClubDoubt.DIFFERS}
    choose(club, game)
    club.settle(box)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 7, 8, 9))
    assert not box.doubts


def choose(club: CarriedClub, game: str) -> None:
    """The director has the record count that does not."""
    with club.store.transaction() as transaction:
        found = transaction.games.find_game("red", game)
        assert found is not None
        (other,) = transaction.other_records.records_of_game(found.number)
        decisions.choose_record(transaction, "red", game, other.number, NOW)


# Clones


def test_a_record_that_is_spoken_again_after_another_replaced_it_is_a_copy(club: CarriedClub, tmp_path: Path) -> None:
    """What one says against the other is settled by neither before the director has seen it."""
    first, game, backup = played(club, tmp_path)
    other = restored(backup)
    other.declare(scored(7, 8), game=1)
    club.settle(other)
    club.see()
    first.declare(scored(5), game=1)
    first.start()
    club.settle(first)
    assert club.told == [(NoticeKind.SENT_BY_TWO_BOXES, "red", "", 1)]
    assert ClubDoubt.DIFFERS in first.doubts
    for points in range(9, 20):
        first.declare(scored(points), game=1)
        club.settle(first, turns=2)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 7, 8))
    assert club.others("red", game) == [first.record(game)]


def test_two_that_push_each_other_out_are_told_to_both_and_the_director(club: CarriedClub, tmp_path: Path) -> None:
    first, game, backup = played(club, tmp_path)
    other = restored(backup)
    for _ in range(3):
        for box in (first, other):
            box.delivery.request_inventory_again()  # it has come back, and asks what is here
            club.settle(box, turns=2)
    assert (NoticeKind.SENT_BY_TWO_BOXES, "red", "", 1) in club.told
    assert ClubDoubt.TWICE in first.doubts & other.doubts
    other.declare(scored(7, 8, 9), game=1)
    club.settle(other)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))
    assert club.others("red", game) == [texts(PAD, scored(1, 2, 7, 8, 9))]
    club.see()
    other.start()
    other.declare(scored(10), game=1)
    club.settle(other)
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 7, 8, 9, 10))


def test_a_courier_that_is_started_anew_is_no_copy_nor_is_a_late_word() -> None:
    detector = CopyDetector()
    assert not any(detector.note_and_detect_copy("red", word) for word in ("a", "b", "c", "d", "e"))
    assert not detector.note_and_detect_copy("red", "d")  # said before it was killed
    assert not detector.note_and_detect_copy("red", "e")  # the one that lives goes on
    assert not detector.note_and_detect_copy("red", "f")
    assert not detector.note_and_detect_copy("red", "e")
    assert not detector.note_and_detect_copy("red", "f")
    assert detector.note_and_detect_copy("red", "e")
    assert not detector.note_and_detect_copy("red", "f")
    assert not detector.note_and_detect_copy("blue", "a")


def test_two_boxes_are_told_of_though_the_database_failed_when_they_were_noticed(store: ClubStore) -> None:
    """The second return was counted, its transaction rolled back, and the message processed again said nothing."""
    receiver = Receiver(store, lambda: NOW)
    requests = [BoxMessage("red", encode(HubInventoryRequest(letter * 16))) for letter in "ababa"]
    receiver.receive(requests[:4])

    def fail(*_: object) -> None:
        raise StoreFailed(text("The database is away."))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(PendingChanges, "write_commit_counts", fail)
        with pytest.raises(StoreFailed):
            receiver.receive(requests[4:])
    receiver.receive(requests[4:])
    with store.transaction() as transaction:
        assert [notice.kind for notice in transaction.notices.open_notices()] == [NoticeKind.SENT_BY_TWO_BOXES]


def test_a_hub_of_yesterday_is_told_once_and_is_filled_again(club: CarriedClub, tmp_path: Path) -> None:
    database, backup = tmp_path / "club.db", tmp_path / "yesterday.db"
    club.store.close()
    backup.write_bytes(database.read_bytes())
    box, game, _ = played(club, tmp_path)
    club.store.close()
    database.write_bytes(backup.read_bytes())
    club.restart()
    box.delivery.request_inventory_again()
    club.settle(box)
    assert club.told == [(NoticeKind.RESTORED, "", "", 1)]
    assert club.lines("red", game) == box.record(game)


def test_the_director_sees_both_records_on_pages_and_answers_there(club: CarriedClub, tmp_path: Path) -> None:
    _, game, backup = played(club, tmp_path)
    box = restored(backup)
    box.declare(scored(7, 8), game=1)
    club.settle(box)
    guest, director = (ClubView(club.store, NOW, ENGLISH, name) for name in (None, "Dora"))
    told = "red has another record of game"
    assert told in page_as_html(guest, set_aside_page(guest)).decode()
    page = game_page(director, "red", game)
    assert page is not None
    shown = page_as_html(director, page).decode()
    assert "Ann points 4" in shown
    assert "Ann points 8" in shown
    record = re.search(r'name="record"[^>]* value="(\d+)"', shown)
    assert record is not None
    assert (
        apply_change(director, "choose-record", {"box": "red", "game": game, "record": record[1]})
        == f"/games/red/{game}"
    )
    assert club.lines("red", game) == texts(PAD, scored(1, 2, 3, 4))
    assert told not in page_as_html(guest, set_aside_page(guest)).decode()
    assert apply_change(director, "choose-record", {"box": "red", "game": game}) == f"/games/red/{game}"
    for fields in ({"box": "red", "game": "ff"}, {"box": "red", "game": game, "record": "99"}):
        with pytest.raises(NotDone):
            apply_change(director, "choose-record", fields)
    with pytest.raises(NotDone):
        apply_change(director, "move-card", {"box": "red", "to": "nobody"})
    assert apply_change(director, "seen", {"number": "99"}) == "/aside"
