"""A game belongs to whose card it was begun on: nobody else can claim it, and the director can give it back."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from club.store import decisions
from club.store.database import ClubStore
from club.store.notices import NoticeKind
from club.store.receiver import BoxMessage
from device.journal import identity
from device.journal.store import Journal
from device.outbox.club_messages import CommittedGame, GameRevision
from device.outbox.codec import encode
from device.outbox.director import ClubDoubt
from device.outbox.revisions import next_revision
from device.session.rows import JournalRow
from display.words import ENGLISH
from tests.club.carried import NOW, PAD, CarriedClub, JournaledBox, rows, scored, texts


@pytest.fixture
def club(store: ClubStore) -> CarriedClub:
    return CarriedClub(store, "blue", "guest")


def box(place: Path, name: str = "red", courier: str = "a" * 16) -> JournaledBox:
    return JournaledBox(name, place, courier)


def old_game(place: Path, lines: list[JournalRow]) -> str:
    """A game of a program whose games had no keys."""
    journal = Journal.open(place)
    journal.begin_game(lines, bytes.fromhex("0123456789abcdef"))
    journal.close()
    return "0123456789abcdef"


def claim(club: CarriedClub, box: str, game: str, lines: list[JournalRow], key: str = "") -> CommittedGame:
    """Say a game as if it were one's own."""
    said = next_revision(game, lines, None, key=key)
    assert isinstance(said, GameRevision)
    ((_, answer),) = club.receiver.receive([BoxMessage(box, encode(said))]).answers
    assert isinstance(answer, CommittedGame)
    return answer


def aside(club: CarriedClub) -> list[str]:
    with club.store.read_only_transaction() as transaction:
        return [ENGLISH.say(one.sentence) for one in transaction.set_aside_messages.list_messages()]


def test_what_is_told_of_a_game_does_not_tell_its_key() -> None:
    made = identity.new_identity()
    game = identity.public_identity(made)
    assert game != made.hex()
    assert identity.is_key_of(game, identity.key_of(made))
    assert not identity.is_key_of(game, game)
    assert not identity.is_key_of(game, "")
    assert not identity.is_key_of(game, identity.key_of(identity.new_identity()))


def test_games_from_before_there_were_keys_are_told_as_they_were() -> None:
    assert identity.public_identity(bytes.fromhex("0123456789abcdef")) == "0123456789abcdef"
    assert identity.key_of(bytes.fromhex("0123456789abcdef")) == ""
    assert not identity.has_key("0123456789abcdef")


def test_nobody_claims_a_game_by_what_is_on_public_pages(club: CarriedClub, tmp_path: Path) -> None:
    """After a restore the hub has nothing of it, and a hostile box is the first that speaks."""
    red = box(tmp_path / "card")
    game = red.declare([*PAD, *scored(1)])
    for key in ("", game, "0" * 32):
        answer = claim(club, "guest", game, [*PAD, *scored(9)], key)
        assert (answer.mark.number, answer.refused_number) == (0, 5)
    assert aside(club) == ["This box does not show the key of this game: it was begun on another card."]
    club.settle(red)
    assert club.lines("red", game) == red.record(game)
    assert club.lines("guest", game) == ()


def test_a_card_in_another_box_is_asked_about_once_and_brings_its_games(club: CarriedClub, tmp_path: Path) -> None:
    red = box(tmp_path / "card")
    games = [red.declare([*PAD, *scored(points)]) for points in range(3)]
    club.settle(red, turns=4)
    blue = box(tmp_path / "card", "blue", "b" * 16)
    blue.declare(scored(7), game=3)
    new = blue.declare([*PAD, *scored(8)])
    club.settle(blue)
    assert club.told == [(NoticeKind.MOVED, "blue", "red", 1)]
    assert blue.doubts == {ClubDoubt.ELSEWHERE}
    assert club.lines("blue", new) == texts(PAD, scored(8))  # what is new is no question
    assert club.lines("red", games[2]) == texts(PAD, scored(2))
    with club.store.transaction() as transaction:
        decisions.decide_claim(transaction, "red", "blue", NOW, belongs_to_claimant=True)
    club.settle(blue)
    assert club.told == []
    assert not blue.doubts
    for game in games:
        assert club.lines("blue", game) == blue.record(game)
        assert club.lines("red", game) == ()
    assert club.lines("blue", games[2]) == texts(PAD, scored(2, 7))
    assert club.others("blue", games[2]) == []


def test_games_stay_where_the_director_says(club: CarriedClub, tmp_path: Path) -> None:
    """Two copies of a card, in two boxes: what was played before the copy was made is of the first."""
    red = box(tmp_path / "card")
    game = red.declare([*PAD, *scored(1)])
    club.settle(red, turns=4)
    copytree(red.place, tmp_path / "copy")
    blue = box(tmp_path / "copy", "blue", "b" * 16)
    club.settle(red, blue)
    with club.store.transaction() as transaction:
        decisions.decide_claim(transaction, "red", "blue", NOW, belongs_to_claimant=False)
    red.declare(scored(2), game=1)
    own = [blue.declare([*PAD, *scored(3)]), red.declare([*PAD, *scored(4)])]
    blue.start()
    club.settle(red, blue)
    assert club.told == []
    assert club.lines("red", game) == texts(PAD, scored(1, 2))
    assert club.lines("blue", own[0]) == texts(PAD, scored(3))
    assert club.lines("red", own[1]) == texts(PAD, scored(4))


def test_what_a_copy_has_otherwise_of_a_game_is_kept_beside_it(club: CarriedClub, tmp_path: Path) -> None:
    red = box(tmp_path / "card")
    game = red.declare([*PAD, *scored(1)])
    copytree(red.place, tmp_path / "copy")
    red.declare(scored(2), game=1)
    club.settle(red, turns=4)
    blue = box(tmp_path / "copy", "blue", "b" * 16)
    blue.declare(scored(7), game=1)
    club.settle(blue)
    assert club.told == [(NoticeKind.MOVED, "blue", "red", 1), (NoticeKind.DIFFERS, "red", game, 1)]
    assert club.lines("red", game) == texts(PAD, scored(1, 2))
    assert club.others("red", game) == [texts(PAD, scored(1, 7))]


def test_a_game_without_a_key_is_given_back_by_the_director(club: CarriedClub, tmp_path: Path) -> None:
    game = old_game(tmp_path / "card", [*PAD, *scored(1, 2)])
    assert claim(club, "guest", game, [*PAD, *scored(9)]).refused_number == 0
    red = box(tmp_path / "card")
    club.settle(red)
    assert club.told == [(NoticeKind.CLAIMED, "red", "guest", 1)]
    assert red.doubts == {ClubDoubt.ELSEWHERE}
    with club.store.transaction() as transaction:
        decisions.give_game(transaction, "guest", game, "red")
    club.settle(red)
    assert club.lines("guest", game) == ()
    assert club.lines("red", game) == red.record(game) == texts(PAD, scored(1, 2))
    assert club.others("red", game) == [texts(PAD, scored(9))]
    assert not red.doubts


def test_leave_to_take_games_with_keys_does_not_reach_those_of_others(club: CarriedClub, tmp_path: Path) -> None:
    red = box(tmp_path / "card")
    game = red.declare([*PAD, *scored(1)])
    club.settle(red, turns=4)
    with club.store.transaction() as transaction:
        decisions.decide_claim(transaction, "red", "guest", NOW, belongs_to_claimant=True)
    assert claim(club, "guest", game, [*PAD, *scored(9)]).refused_number == 5
    assert club.lines("red", game) == texts(PAD, scored(1))


@pytest.mark.parametrize(("of", "to"), [("red", "nobody"), ("nobody", "red"), ("red", "red")])
def test_games_move_between_two_boxes_that_there_are(club: CarriedClub, of: str, to: str) -> None:
    with pytest.raises(decisions.NotInStore), club.store.transaction() as transaction:
        decisions.decide_claim(transaction, of, to, NOW, belongs_to_claimant=True)


def test_a_game_is_given_to_a_box_that_there_is(club: CarriedClub) -> None:
    claim(club, "red", "ff", rows(*texts(PAD)))
    for of, game, to in (("red", "ff", "nobody"), ("blue", "ff", "red"), ("red", "aa", "blue")):
        with pytest.raises(decisions.NotInStore), club.store.transaction() as transaction:
            decisions.give_game(transaction, of, game, to)


def test_what_a_recovery_found_of_a_game_without_its_row_has_a_key(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    first = journal.begin_game(PAD)
    journal.begin_game(PAD)
    journal.close()
    content = bytearray((tmp_path / "journal.db").read_bytes())
    journal = Journal.open(tmp_path)
    made = journal.game_identity(first)
    journal.close()
    at = content.index(made)
    content[at : at + 16] = bytes(16)
    (tmp_path / "journal.db").write_bytes(content)
    for left in tmp_path.glob("journal.db-*"):
        left.unlink()
    journal = Journal.open(tmp_path)
    found = [journal.game_identity(one.number) for one in journal.game_lengths()]
    journal.close()
    assert [len(one) for one in found] == [16, 16]
    assert made not in found
