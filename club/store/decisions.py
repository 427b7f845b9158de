"""The director's decisions about games: which record counts, and which box a game belongs to.

A running hub notices the change within seconds, and sends it to the boxes.
"""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord
from club.store.lines import NewLines
from club.store.notices import NoticeAnswer, NoticeKind
from club.store.other_records import OtherGameRecord
from device.outbox.values import GameMark
from values.common_prefix import common_prefix_length


class NotHere(Exception):
    """There is no such game, record or box."""


def game_of(transaction: StoreTransaction, box: str, game: str) -> StoredGame:
    """A game of a box. Raises NotHere if the box has no such game."""
    stored = transaction.games.find(box, game)
    if stored is None:
        raise NotHere
    return stored


def choose_record(transaction: StoreTransaction, box: str, game: str, number: int, now: float) -> None:
    """Make another record of a game, by its number, the one that counts. The record that counted so far is kept.

    No other record replaces it until the director chooses again. Raises NotHere, and RecordRejected for a record that
    today's rules refuse.
    """
    stored = game_of(transaction, box, game)
    other = next((record for record in transaction.others.of_game(stored.number) if record.number == number), None)
    if other is None:
        raise NotHere
    _make_counting(transaction, stored, other, now)
    transaction.notices.set_answer(NoticeKind.DIFFERS, box, game, NoticeAnswer.CHOSEN, now)
    transaction.boxes.mark_changed(box)


def confirm_record(transaction: StoreTransaction, box: str, game: str, now: float) -> None:
    """Confirm the record that counts: no other record replaces it until the director chooses again.

    Raises NotHere.
    """
    game_of(transaction, box, game)
    transaction.notices.set_answer(NoticeKind.DIFFERS, box, game, NoticeAnswer.CHOSEN, now)


def give_game(transaction: StoreTransaction, box: str, game: str, to: str) -> None:
    """Give a game to the box `to`, which then sends its record.

    Raises NotHere if there is no such game or box, or if `to` has the game already.
    """
    stored = game_of(transaction, box, game)
    if all(one.name != to for one in transaction.boxes.list_boxes()) or transaction.games.find(to, game) is not None:
        raise NotHere
    transaction.games.set_box(stored.number, to)
    transaction.asides.delete(box, game)
    transaction.asides.delete(to, game)
    for one in (box, to):
        transaction.boxes.mark_changed(one)


def decide_claim(transaction: StoreTransaction, box: str, to: str, now: float, *, moved: bool) -> None:
    """Decide whether games of `box` that the box `to` claims belong to `to`. If so, it gets each that it sends again.

    This answers claims with the games' keys and claims without. Raises NotHere if one of the boxes is unknown.
    """
    names = {one.name for one in transaction.boxes.list_boxes()}
    if not {box, to} <= names or box == to:
        raise NotHere
    for kind in (NoticeKind.MOVED, NoticeKind.CLAIMED):
        transaction.notices.set_answer(kind, to, box, NoticeAnswer.MOVED if moved else NoticeAnswer.STAYS, now)
    transaction.boxes.mark_changed(to)


def _make_counting(transaction: StoreTransaction, game: StoredGame, other: OtherGameRecord, now: float) -> None:
    rows = transaction.lines.of_game(game.number)
    kept_lines = common_prefix_length(rows, other.lines)
    mark = GameMark(game.mark.game, other.mark.number, other.mark.digest)
    change = NewLines(game.number, mark, kept_lines, other.lines[kept_lines:], (), now)
    transaction.lines.cut_after(game.number, kept_lines)
    transaction.lines.add([change])
    transaction.games.set_revisions([change])
    transaction.games.update_results([(game.number, JudgedRecord.judge(other.lines).result)])
    transaction.others.remove(other.number)
    transaction.others.store(game.number, game.mark, rows, now, counted=True)
