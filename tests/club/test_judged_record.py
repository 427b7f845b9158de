"""What arrives at a hub: judged by the rules, kept once, and set aside with a sentence where it can't be right."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from club.store.database import ClubStore, StoreFailed
from club.store.receiver import EMPTY_DIGEST, BoxMessage, Receiver
from club.store.scores import SEAT_BYTES
from club.store.set_aside_messages import MAX_MESSAGE_BYTES
from device.outbox.club_messages import (
    CommittedGame,
    ConflictingRecord,
    GameMark,
    GameRevision,
    HubInventoryRequest,
    Inventory,
)
from device.outbox.codec import encode
from device.outbox.revisions import next_revision, public_record
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from display.words import text
from tests.club.histories import kept_rows
from tests.club.receivers import receiver, sentences
from tests.history.dealt_games import result_of
from tests.outbox.marks import mark_of_lines

GAME = "0123456789abcdef"
PAD = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1", "flip 3", "Ann pass", "Ben take"]


@pytest.fixture
def store(store: ClubStore) -> ClubStore:
    with store.transaction() as transaction:
        transaction.boxes.add_box("blue")
    return store


def rows(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def revised(kept: list[JournalRow], base: GameMark | None = None, game: str = GAME) -> GameRevision:
    found = next_revision(game, kept, base)
    assert isinstance(found, GameRevision)
    return found


def heard(receiver: Receiver, *revisions: GameRevision, box: str = "red") -> list[CommittedGame]:
    """The answers to these revisions, which arrive one by one."""
    found = []
    for one in revisions:
        (answer,) = receiver.receive([BoxMessage(box, encode(one))]).answers
        assert answer[0] == box
        assert isinstance(answer[1], CommittedGame)
        found.append(answer[1])
    return found


def bytes_aside(place: Path) -> list[int]:
    """How many bytes of each message the database keeps."""
    with closing(sqlite3.connect(place / "club.db")) as database:
        return [row[0] for row in database.execute("SELECT length(message) FROM aside")]


def lines(store: ClubStore, box: str = "red", game: str = GAME) -> list[str]:
    with store.transaction() as transaction:
        found = transaction.games.find_game(box, game)
        return [] if found is None else [row.text for row in transaction.lines.lines_of_game(found.number)]


def test_a_whole_game_comes_to_what_its_box_says(store: ClubStore) -> None:
    kept = list(kept_rows(1))
    (answer,) = heard(receiver(store), revised(kept))
    assert answer.mark == mark_of_lines(GAME, len(kept), public_record(kept))
    assert answer.refused_number == 0
    with store.transaction() as read:
        found = read.games.find_game("red", GAME)
    assert found is not None
    assert found.result == result_of(public_record(kept))
    assert found.result is not None
    assert found.result.finished


def test_only_what_is_new_travels(store: ClubStore) -> None:
    kept = rows(*PAD)
    (first,) = heard(receiver(store), revised(kept[:4]))
    later = revised(kept, first.mark)
    assert [row.text for row in later.lines] == PAD[4:]
    heard(receiver(store), later)
    assert lines(store) == PAD


def test_a_record_in_place_of_another_brings_its_date(store: ClubStore) -> None:
    """The box learned the date only after it had sent the record that is replaced."""
    hub, other = receiver(store), rows(*PAD[:-1], "Ben pass")
    (first,) = heard(hub, revised(rows(*PAD)))
    record = ConflictingRecord(mark_of_lines(GAME, len(other), other), first.mark, tuple(other), 1.8e9)
    hub.receive([BoxMessage("red", encode(record))])
    assert lines(store) == [row.text for row in other]
    with store.transaction() as read:
        found = read.games.find_game("red", GAME)
    assert found is not None
    assert found.began_at == 1.8e9


def test_what_was_undone_is_taken_back_and_kept(store: ClubStore) -> None:
    kept = rows(*PAD)
    (first,) = heard(receiver(store), revised(kept))
    heard(receiver(store), revised([*kept, UNDO_ROW], first.mark))
    assert lines(store) == PAD[:-1]
    with store.transaction() as read:
        assert [(place, row.text) for _, place, row in read.lines.replaced_lines(1)] == [(6, "Ben take")]


def test_what_comes_twice_or_late_changes_nothing(store: ClubStore) -> None:
    kept, hub = rows(*PAD), receiver(store)
    early, late = revised(kept[:5]), revised(kept)
    first, second, again, behind = heard(hub, early, late, late, early)
    assert (first.mark.number, second.mark.number) == (5, 5)  # the second names no base: it is asked for again
    assert again.mark == behind.mark == first.mark
    (third,) = heard(hub, revised(kept, first.mark))
    assert third.mark.number == 6
    assert heard(hub, early)[0].mark == third.mark
    assert third.state.commit_count == 2


def test_a_revision_that_was_made_before_the_last_was_committed_still_fits(store: ClubStore) -> None:
    kept, hub = rows(*PAD), receiver(store)
    (first,) = heard(hub, revised(kept[:3]))
    one, other = revised(kept[:5], first.mark), revised(kept, first.mark)
    assert [answer.mark.number for answer in heard(hub, one, other)] == [5, 6]
    assert lines(store) == PAD


def test_what_goes_on_from_something_that_is_not_here_is_answered_by_what_is(store: ClubStore) -> None:
    kept = rows(*PAD)
    base = mark_of_lines(GAME, 5, kept[:5])
    (answer,) = heard(receiver(store), revised(kept, base))
    assert answer.mark == GameMark(GAME, 0, EMPTY_DIGEST)
    assert lines(store) == []
    assert sentences(store) == []


def test_what_the_rules_refuse_is_set_aside_and_what_came_before_counts(store: ClubStore) -> None:
    kept, hub = rows(*PAD), receiver(store)
    (first,) = heard(hub, revised(kept))
    (answer,) = heard(hub, revised([*kept, *rows("Cleo take")], first.mark))
    assert (answer.mark, answer.refused_number) == (first.mark, 7)
    assert lines(store) == PAD
    (sentence,) = sentences(store)
    assert sentence.startswith("Line 7 is refused: ")


def test_what_is_put_right_needs_the_director_no_more(store: ClubStore) -> None:
    kept, hub = rows(*PAD), receiver(store)
    (first,) = heard(hub, revised(kept))
    wrong = [*kept, *rows("Cleo take")]
    heard(hub, revised(wrong, first.mark))
    (answer,) = heard(hub, revised([*wrong, UNDO_ROW, *rows("flip 5")], first.mark))
    assert (answer.mark.number, answer.refused_number) == (9, 0)
    assert sentences(store) == []


def test_another_record_by_the_same_number_is_a_contradiction(store: ClubStore) -> None:
    hub = receiver(store)
    (first,) = heard(hub, revised(rows(*PAD)))
    (answer,) = heard(hub, revised(rows(*PAD[:-1], "Ben pass")))
    assert (answer.mark, answer.refused_number) == (first.mark, 6)
    assert sentences(store) == ["Revision 6 of this game contradicts what the box itself had said of it."]
    assert lines(store) == PAD


def test_a_box_whose_past_has_changed_contradicts_itself(store: ClubStore) -> None:
    hub = receiver(store)
    heard(hub, revised(rows(*PAD)))
    other = revised(rows(*PAD[:-1], "Ben pass", "Cleo pass"))
    base = mark_of_lines(GAME, 6, rows(*PAD[:-1], "Ben pass"))
    (answer,) = heard(hub, other._replace(base=base, kept_line_count=6, lines=other.lines[6:]))
    assert answer.refused_number == 7
    assert lines(store) == PAD


def test_lines_that_are_not_those_of_the_digest_are_set_aside(store: ClubStore) -> None:
    found = revised(rows(*PAD))
    heard(receiver(store), found._replace(lines=found.lines[:-1]))
    assert sentences(store) == ["The lines of this game are not those that its digest is of."]


def test_what_can_not_be_read_is_set_aside_once(store: ClubStore) -> None:
    hub = receiver(store)
    for message in (b"", b"{", b"\xff", b"[]"):
        assert hub.receive([BoxMessage("red", message)]).answers == ()
    assert len(sentences(store)) == 1


def test_who_does_not_belong_to_the_club_is_not_heard(store: ClubStore) -> None:
    hub = receiver(store)
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("blue")
    for box in ("blue", "green"):
        assert hub.receive([BoxMessage(box, encode(revised(rows(*PAD))))]).answers == ()
    assert sentences(store) == []


def test_what_is_refused_within_a_batch_takes_nothing_else_with_it(store: ClubStore) -> None:
    kept = rows(*PAD)
    wrong = revised([*kept, *rows("Cleo take")], mark_of_lines(GAME, 5, kept[:5]))
    other = revised(list(kept_rows(2)), game="ff")
    right = revised(kept, mark_of_lines(GAME, 5, kept[:5]))
    messages = [BoxMessage("red", encode(one)) for one in (revised(kept[:5]), wrong, right, other)]
    answers = {
        one.mark.game: one for _, one in receiver(store).receive(messages).answers if isinstance(one, CommittedGame)
    }
    assert (answers[GAME].mark.number, answers[GAME].refused_number) == (6, 7)
    assert answers["ff"].mark.number == len(kept_rows(2))
    assert lines(store) == PAD


def test_the_director_has_a_game_sent_again(store: ClubStore) -> None:
    hub = receiver(store)
    heard(hub, revised(rows(*PAD)))
    other = rows(*PAD[:-1], "Ben pass")
    heard(hub, revised(other))
    hub.reset_game("red", GAME)
    ((_, inventory),) = hub.receive([BoxMessage("red", encode(HubInventoryRequest()))]).answers
    assert isinstance(inventory, Inventory)
    assert inventory.state.commit_count == 2
    assert [game.number for game in inventory.games] == [0]
    assert sentences(store) == []
    heard(hub, revised(other))
    assert lines(store) == [row.text for row in other]


def test_an_inventory_has_everything_of_a_box(store: ClubStore) -> None:
    hub = receiver(store)
    heard(hub, revised(rows(*PAD)), revised(list(kept_rows(3)), game="ff"))
    heard(hub, revised(list(kept_rows(5)), game="aa"), box="blue")
    ((box, page),) = hub.receive([BoxMessage("red", encode(HubInventoryRequest()))]).answers
    assert box == "red"
    assert isinstance(page, Inventory)
    assert (page.page, page.page_count, page.state.commit_count) == (0, 1, 2)
    assert [(one.game, one.number) for one in page.games] == [(GAME, 6), ("ff", len(kept_rows(3)))]


def test_two_receivers_of_one_store_know_what_the_other_wrote(store: ClubStore) -> None:
    one, other = receiver(store), receiver(store)
    kept = rows(*PAD)
    (first,) = heard(one, revised(kept[:4]))
    (second,) = heard(other, revised(kept[:5], first.mark))
    (third,) = heard(one, revised(kept, second.mark))
    assert third.mark.number == 6
    assert lines(store) == PAD


def test_what_a_database_refuses_is_not_half_taken(store: ClubStore, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, kept = receiver(store), rows(*PAD)
    (first,) = heard(hub, revised(kept[:4]))

    def failing(*_: object) -> None:
        raise StoreFailed(text("The database is away."))

    with monkeypatch.context() as patched:
        patched.setattr("club.store.boxes.Boxes.set_commit_counts", failing)
        with pytest.raises(StoreFailed):
            heard(hub, revised(kept, first.mark))
    assert lines(store) == PAD[:4]
    assert heard(hub, revised(kept, first.mark))[0].mark.number == 6


@pytest.mark.parametrize("url", ["nonsense", "nosuch:///club.db", "sqlite:////nowhere/at/all/club.db"])
def test_a_database_that_can_not_be_used_is_said_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreFailed, match=r"\.$|: unable to open database file"):
        ClubStore.open(url)


def test_what_was_set_aside_is_not_kept_once_it_is_settled(store: ClubStore, tmp_path: Path) -> None:
    hub = receiver(store)
    long_line = f"flip 3 #{random.Random(1).randbytes(5_000).hex()}"
    (refused,) = heard(hub, revised(rows(*PAD[:3], long_line, "Ann declares")))
    assert refused.refused_number == 5
    assert bytes_aside(tmp_path) == [MAX_MESSAGE_BYTES]
    heard(hub, revised(rows(*PAD)))
    assert bytes_aside(tmp_path) == []


def test_a_box_begins_so_many_games_a_day_and_goes_on_with_those(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.store.receiver.MAX_NEW_GAMES", 2)
    now = [1.8e9]
    hub = Receiver(store, lambda: now[0])
    games = [revised(rows(*PAD[:4]), game=f"{number:02x}") for number in range(4)]
    first = heard(hub, *games[:3])
    assert [one.refused_number for one in first] == [0, 0, 4]
    assert sentences(store)[0].startswith("This box has sent 2 games within a day, as many as it may.")
    assert heard(hub, revised(rows(*PAD), base=first[1].mark, game="01"))[0].refused_number == 0
    assert heard(hub, games[3], box="blue")[0].refused_number == 0
    now[0] += 86_401
    assert heard(hub, games[2])[0].refused_number == 0


def test_a_game_that_is_over_costs_its_box_what_its_people_are_counted_with(store: ClubStore) -> None:
    """Whoever sends games of ever new people asks for a row of each in every table."""
    header = ("game score-pad", "players Ann Ben Cleo Dan", "title Hearts", "set rounds 1")
    lines = (*header, *(f"{name} points 1" for name in ("Ann", "Ben", "Cleo", "Dan")))
    costs = []
    for game, said in (("aa", lines[:-1]), ("bb", lines)):
        found = next_revision(game, [JournalRow(RowKind.RECORD, line) for line in said], None)
        assert found is not None
        receipt = Receiver(store, lambda: 1.8e9).receive([BoxMessage("red", encode(found))])
        costs.append(dict(receipt.costs)["red"].written_bytes)
    assert costs[1] - costs[0] > 4 * SEAT_BYTES
