"""Records of games that a hub does not have: kept as they came, named to the director, judged once the game is here."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest

from club.store.database import ClubStore
from club.store.receiver import BoxMessage
from club.store.set_aside_messages import MAX_RECORD_BYTES
from device.outbox.club_messages import CommittedGame, GameRevision
from device.outbox.codec import encode
from device.outbox.revisions import next_revision
from device.session.rows import JournalRow, RowKind
from tests.club.receivers import receiver, sentences
from tests.games.by_others import RECORD, install, on_the_path

GAME = "0123456789abcdef"
LACKS = "This hub lacks the game “tally”; it keeps the record, and judges it once it has the game's package."


def told(*lines: str) -> GameRevision:
    found = next_revision(GAME, [JournalRow(RowKind.RECORD, line) for line in lines], None)
    assert isinstance(found, GameRevision)
    return found


def lines(store: ClubStore) -> list[str]:
    with store.transaction() as transaction:
        found = transaction.games.find_game("red", GAME)
        return [] if found is None else [row.text for row in transaction.lines.lines_of_game(found.number)]


def test_a_record_whose_game_the_hub_lacks_is_judged_once_it_is_here(
    store: ClubStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver(store).receive([BoxMessage("red", encode(told(*RECORD[:4])))])
    receiver(store).receive([BoxMessage("red", encode(told(*RECORD)))])
    assert sentences(store) == [LACKS]
    assert lines(store) == []
    assert receiver(store).judge_waiting_records().changed_games == ()
    assert sentences(store) == [LACKS]
    install(tmp_path)
    with on_the_path(tmp_path, monkeypatch):
        (game,) = receiver(store).judge_waiting_records().changed_games
        assert game.result is not None
        assert [seat.points for seat in game.result.seats] == [7, 6]
    assert lines(store) == RECORD
    assert sentences(store) == []


def test_a_record_that_is_too_long_to_be_kept_is_asked_of_its_box_again(
    store: ClubStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(5)
    names = ["".join(chance.choices(string.ascii_letters, k=90)) for _ in range(2000)]
    receiver(store).receive([BoxMessage("red", encode(told(*RECORD, *(f"{name} says 5" for name in names))))])
    assert sentences(store) == [LACKS]
    with store.transaction() as transaction:
        assert [len(one.message) for one in transaction.set_aside_messages.records_without_game()] == [MAX_RECORD_BYTES]
    install(tmp_path)
    with on_the_path(tmp_path, monkeypatch):
        hub = receiver(store)
        with store.transaction() as transaction:
            before = transaction.boxes.lock_boxes(["red"]).boxes["red"].commit_count
        assert hub.judge_waiting_records().changed_games == ()
        with store.transaction() as transaction:
            assert transaction.boxes.lock_boxes(["red"]).boxes["red"].commit_count == before + 1
        assert sentences(store) == []
        ((box, answer),) = hub.receive([BoxMessage("red", encode(told(*RECORD)))]).answers
        assert box == "red"
        assert isinstance(answer, CommittedGame)
    assert lines(store) == RECORD


def test_words_that_are_no_games_are_refused_as_ever(store: ClubStore) -> None:
    receiver(store).receive([BoxMessage("red", encode(told("game ../etc", "players Ann Bo")))])
    (sentence,) = sentences(store)
    assert sentence.startswith("Line 1 is refused: There is no game “../etc” here")
