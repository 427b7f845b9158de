"""What the comparison of a bad evening accepts at the hub: records of copied cards, as far as the hub's rule goes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from shutil import copytree

from club.broker.link import BrokerAddress
from club.store import decisions
from club.store.database import ClubStore
from device.session.rows import JournalRow
from device.session.undo import UNDO_ROW
from tests.club.carried import NOW, CarriedClub, JournaledBox, rows
from tests.club.checking import Check, standing_rows
from tests.club.pressing import NOTES, Notes
from tests.club.tables import COPY, TablePlan

TAG = "T4x1"
SET_UP = rows("game score-pad", f"players {TAG} Ben", "title Hearts")
FIRST, SECOND, THIRD = (rows(f"{TAG} points {points}", "Ben points 1") for points in (3, 4, 5))


class PressedBox:
    """A box with people who note what they press. `name` is its name at the broker."""

    def __init__(self, place: Path, name: str, presser: str) -> None:
        self.place, self.name, self.presser = place, name, presser
        self.box = JournaledBox(name, place / "card", ("c" if presser.endswith(COPY) else "a") * 16)

    def press(self, lines: list[JournalRow]) -> None:
        notes = Notes(self.place)
        if TAG not in notes.games:
            notes.write("begin", TAG, 1)
        notes.write("press", TAG, [[line.kind.value, line.text] for line in lines])
        known = len(notes.games[TAG].rows)
        self.identity = self.box.declare(lines, game=1 if known else None)
        notes.write("heard", TAG, known + len(lines))

    def renamed(self, name: str) -> PressedBox:
        """This box under another name."""
        return PressedBox(self.place, name, self.presser)

    @property
    def plan(self) -> TablePlan:
        return TablePlan(4, self.name, self.place, BrokerAddress("", 0, "", ""), apart=False, presser=self.presser)


def differences(store: ClubStore, *boxes: PressedBox) -> list[str]:
    with store.read_only_transaction() as transaction:
        games = transaction.games.list_games()
        standings = Counter(row for game in games for row in standing_rows(game.result))
    return Check(store, [box.plan for box in boxes]).hub(standings).first


def copied(club: CarriedClub, place: Path) -> tuple[PressedBox, PressedBox]:
    """A box whose game is at the hub, and another with a copy of its card, which has added a round there."""
    box = PressedBox(place / "box-4", "box-4", "4")
    box.place.mkdir()
    box.press([*SET_UP, *FIRST, *SECOND])
    club.settle(box.box)
    copy_place = place / "box-4-copy"
    copytree(box.box.place, copy_place / "card")
    (copy_place / NOTES).write_bytes((box.place / NOTES).read_bytes())
    copy = PressedBox(copy_place, "box-4", "4copy")
    copy.press(THIRD)
    club.settle(copy.box)
    return box, copy


def test_what_a_copy_undid_before_it_got_another_name_may_count_at_the_hub(store: ClubStore, tmp_path: Path) -> None:
    club = CarriedClub(store, "box-4", "spare-1")
    box, copy = copied(club, tmp_path)
    copy.press([UNDO_ROW])
    renamed = copy.renamed("spare-1")
    with store.transaction() as transaction:
        decisions.decide_claim(transaction, "box-4", "spare-1", NOW, belongs_to_claimant=False)
    club.settle(box.box, renamed.box)
    assert club.lines("box-4", box_identity(club)) == tuple(line.text for line in (*SET_UP, *FIRST, *SECOND, *THIRD))
    assert differences(store, box, renamed) == []


def test_what_no_card_has_any_more_may_not(store: ClubStore, tmp_path: Path) -> None:
    """Without a copy, a hub that has more than its box has it from nowhere."""
    club = CarriedClub(store, "box-4", "spare-1")
    box, _ = copied(club, tmp_path)
    assert differences(store, box) == ["doubled: T4x1: Ben points 1", "invented: T4x1: ['T4x1 points 5']"]


def box_identity(club: CarriedClub) -> str:
    with club.store.read_only_transaction() as transaction:
        (game,) = transaction.games.list_games()
        return game.mark.game
