"""What a director decides of games: which record counts, and whose a game is.

The hub that runs notices within seconds, and tells the boxes.
"""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord
from club.store.lines import NewLines
from club.store.notices import NoticeAnswer, NoticeKind
from club.store.other_records import KeptRecord
from device.outbox.values import GameMark
from values.alike import alike


class NotHere(Exception):
    """There is no such game, record or box."""


def game_of(kept: StoreTransaction, box: str, game: str) -> StoredGame:
    """A game of a box. Raises NotHere."""
    found = kept.games.find(box, game)
    if found is None:
        raise NotHere
    return found


def choose(kept: StoreTransaction, box: str, game: str, number: int, now: float) -> None:
    """Another record of a game counts from now on, by its number; the one that did is kept. Until the director chooses
    again nothing else replaces it. Raises NotHere, and RecordDoubtful for a record that today's rules refuse."""
    found = game_of(kept, box, game)
    other = next((one for one in kept.others.of(found.number) if one.number == number), None)
    if other is None:
        raise NotHere
    _put(kept, found, other, now)
    kept.notices.set_answer(NoticeKind.DIFFERS, box, game, NoticeAnswer.CHOSEN, now)
    kept.boxes.touch(box)


def leave(kept: StoreTransaction, box: str, game: str, now: float) -> None:
    """The record that counts is the right one, and nothing replaces it before the director chooses again.

    Raises NotHere.
    """
    game_of(kept, box, game)
    kept.notices.set_answer(NoticeKind.DIFFERS, box, game, NoticeAnswer.CHOSEN, now)


def give(kept: StoreTransaction, box: str, game: str, to: str) -> None:
    """A game is another box's, which says what it has of it. Raises NotHere."""
    found = game_of(kept, box, game)
    if all(one.name != to for one in kept.boxes.all()) or kept.games.find(to, game) is not None:
        raise NotHere
    kept.games.give(found.number, to)
    kept.asides.settle(box, game)
    kept.asides.settle(to, game)
    for one in (box, to):
        kept.boxes.touch(one)


def move(kept: StoreTransaction, box: str, to: str, now: float, *, moved: bool) -> None:
    """Whether the games of one box that another one has are that one's: then it gets each as it says it again.

    Of those that it can show, and of others. Raises NotHere.
    """
    names = {one.name for one in kept.boxes.all()}
    if not {box, to} <= names or box == to:
        raise NotHere
    for kind in (NoticeKind.MOVED, NoticeKind.CLAIMED):
        kept.notices.set_answer(kind, to, box, NoticeAnswer.MOVED if moved else NoticeAnswer.STAYS, now)
    kept.boxes.touch(to)


def _put(kept: StoreTransaction, game: StoredGame, other: KeptRecord, now: float) -> None:
    here = kept.lines.of(game.number)
    keeps = alike(here, other.lines)
    mark = GameMark(game.mark.game, other.mark.number, other.mark.digest)
    change = NewLines(game.number, mark, keeps, other.lines[keeps:], (), now)
    kept.lines.keep_first(game.number, keeps)
    kept.lines.add([change])
    kept.games.move([change])
    kept.games.update_results([(game.number, JudgedRecord.of(other.lines).result)])
    kept.others.remove(other.number)
    kept.others.keep(game.number, game.mark, here, now, counted=True)
