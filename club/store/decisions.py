"""The director's decisions about games: which record counts, whose a game is, and which games are left out.

A running hub notices the change within seconds, and sends it to the boxes.
"""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord
from club.store.left_out import LeftOutGroup
from club.store.lines import RevisionChange
from club.store.notices import NoticeAnswer, NoticeKind
from club.store.other_records import OtherGameRecord
from device.outbox.club_messages import GameMark
from values.common_prefix import common_prefix_length


class NotInStore(Exception):
    """There is no such game, record or box."""


def find_game(transaction: StoreTransaction, box: str, identity: str) -> StoredGame:
    """A game of a box. Raises NotInStore if the box has no such game."""
    stored_game = transaction.games.find_game(box, identity)
    if stored_game is None:
        raise NotInStore
    return stored_game


def choose_record(transaction: StoreTransaction, box: str, identity: str, record_number: int, now: float) -> None:
    """Make another record of a game, by its number, the one that counts. The record that counted so far is kept.

    No other record replaces it until the director chooses again. Raises NotInStore, and RecordRejected for a record
    that today's rules refuse.
    """
    stored_game = find_game(transaction, box, identity)
    other_records = transaction.other_records.records_of_game(stored_game.number)
    other_record = next((record for record in other_records if record.number == record_number), None)
    if other_record is None:
        raise NotInStore
    _set_counting_record(transaction, stored_game, other_record, now)
    transaction.notices.set_answer(NoticeKind.DIFFERS, box, identity, NoticeAnswer.CHOSEN, now)
    transaction.boxes.mark_changed(box)


def confirm_record(transaction: StoreTransaction, box: str, identity: str, now: float) -> None:
    """Confirm the record that counts: no other record replaces it until the director chooses again.

    Raises NotInStore.
    """
    find_game(transaction, box, identity)  # raises NotInStore
    transaction.notices.set_answer(NoticeKind.DIFFERS, box, identity, NoticeAnswer.CHOSEN, now)


def give_game(transaction: StoreTransaction, box: str, identity: str, new_box: str) -> None:
    """Give a game to another box, which then sends its record.

    Raises NotInStore if there is no such game or box, or if `new_box` has the game already.
    """
    stored_game = find_game(transaction, box, identity)
    if transaction.boxes.find_box(new_box) is None or transaction.games.find_game(new_box, identity) is not None:
        raise NotInStore
    transaction.games.set_box(stored_game.number, new_box)
    transaction.set_aside_messages.delete(box, identity)
    transaction.set_aside_messages.delete(new_box, identity)
    for name in (box, new_box):
        transaction.boxes.mark_changed(name)


def decide_claim(
    transaction: StoreTransaction, box: str, claimant: str, now: float, *, belongs_to_claimant: bool
) -> None:
    """Decide whether games of `box` that another box claims belong to the claimant. If so, it gets each that it
    sends again.

    This answers claims with the games' keys and claims without. Raises NotInStore if one of the boxes is unknown.
    """
    names = {club_box.name for club_box in transaction.boxes.list_boxes()}
    if not {box, claimant} <= names or box == claimant:
        raise NotInStore
    answer = NoticeAnswer.MOVED if belongs_to_claimant else NoticeAnswer.STAYS
    for kind in (NoticeKind.MOVED, NoticeKind.CLAIMED):
        transaction.notices.set_answer(kind, claimant, box, answer, now)
    transaction.boxes.mark_changed(claimant)


def leave_out_game(transaction: StoreTransaction, box: str, identity: str, now: float) -> LeftOutGroup | None:
    """Leave out a game. Returns None if it is left out already. Raises NotInStore if there is no such game."""
    return transaction.left_out.leave_out([find_game(transaction, box, identity).number], f"{box} {identity}", now)


def leave_out_box(
    transaction: StoreTransaction, box: str, now: float, since: float | None = None, until: float | None = None
) -> LeftOutGroup | None:
    """Leave out the games of a box that were first received from `since` until before `until`, in seconds since 1970.

    Returns None if there are none that count. Raises NotInStore if there is no such box.
    """
    if transaction.boxes.find_box(box) is None:
        raise NotInStore
    return transaction.left_out.leave_out(transaction.left_out.games_of_box(box, since, until), box, now)


def take_in_group(transaction: StoreTransaction, group_number: int) -> int:
    """Take a group of left-out games in again, by its number. Returns how many. Raises NotInStore if it is unknown."""
    if all(group.number != group_number for group in transaction.left_out.list_groups()):
        raise NotInStore
    return transaction.left_out.take_in(group_number)


def _set_counting_record(transaction: StoreTransaction, game: StoredGame, record: OtherGameRecord, now: float) -> None:
    lines = transaction.lines.lines_of_game(game.number)
    kept_line_count = common_prefix_length(lines, record.lines)
    mark = GameMark(game.mark.game, record.mark.number, record.mark.digest)
    change = RevisionChange(game.number, mark, kept_line_count, record.lines[kept_line_count:], (), now)
    transaction.lines.cut_after(game.number, kept_line_count)
    transaction.lines.add_revisions([change])
    transaction.games.set_revisions([change])
    transaction.games.update_results([(game.number, JudgedRecord.judge(record.lines).result)])
    transaction.other_records.delete_record(record.number)
    transaction.other_records.store_record(game.number, game.mark, lines, now, has_counted=True)
