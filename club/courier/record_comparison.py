"""Which games of a box its hub has otherwise than its journal, and what is still to be compared."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from club.courier import inventory
from device.outbox.director import ClubDoubt
from device.outbox.values import Committed, GameMark, OtherRecord


class RecordComparison:
    """Compares games one by one: a journal that went back differs from what its hub has, and nobody has said a word.

    Times are seconds of any steady clock.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._ahead: OrderedDict[str, None] = OrderedDict()
        """Of those that wait the ones of which the hub has more than the journal."""
        self._said: dict[str, float] = {}
        """Games of which the hub was told that they differ, and has not answered; and since when."""
        self._differing: dict[str, OtherRecord] = {}
        self._elsewhere: set[str] = set()

    def doubts(self, *, twice: bool) -> tuple[ClubDoubt, ...]:
        """What is not as it should be between this box and its club; `twice` is whether two speak as this box."""
        behind = any(one.mark.number < one.against.number for one in self._differing.values())
        differs = any(one.mark.number >= one.against.number for one in self._differing.values())
        so = (
            (ClubDoubt.BEHIND, behind), (ClubDoubt.DIFFERS, differs), (ClubDoubt.ELSEWHERE, bool(self._elsewhere)),
            (ClubDoubt.TWICE, twice),
        )  # fmt: skip
        return tuple(doubt for doubt, is_so in so if is_so)

    def differs(self, game: str) -> bool:
        """Whether the hub has another record of a game than the journal."""
        return game in self._differing

    def begin(self, marks: Iterable[GameMark], kept: Mapping[str, int]) -> None:
        """Compare all games that the hub has; `kept` are the rows that the journal has of each."""
        self._waiting.clear()
        self._ahead.clear()
        self._said.clear()
        for mark in marks:
            self._wait(mark, kept)

    def _wait(self, mark: GameMark, kept: Mapping[str, int]) -> None:
        waiting = self._ahead if mark.number > kept.get(mark.game, 0) else self._waiting
        waiting[mark.game] = None

    def next(self, now: float, *, idle: bool) -> str | None:
        """The game to be compared now; one of which the hub has no more than the journal, only while `idle`."""
        for game in [game for game, since in self._said.items() if now - since >= inventory.RETRY_S]:
            del self._said[game]
            self._ahead[game] = None
        waiting = self._ahead or (self._waiting if idle else None)
        return waiting.popitem()[0] if waiting else None

    def compared(self, game: str, other: OtherRecord | None, now: float) -> None:
        """A game was compared: it differs as `other` says, which the hub is told now, or it does not."""
        if other is None:
            self._differing.pop(game, None)
        else:
            self._differing[game] = other
            self._said[game] = now

    def heard(self, message: Committed, kept: Mapping[str, int]) -> None:
        """The hub has said what it has of a game."""
        game, mark = message.mark.game, message.mark
        (self._elsewhere.add if message.elsewhere else self._elsewhere.discard)(game)
        self._said.pop(game, None)
        other = self._differing.get(game)
        if other is None:
            if mark.number > kept.get(game, 0):
                self._ahead[game] = None
        elif mark == other.mark:
            del self._differing[game]
        elif mark != other.against:
            self._ahead[game] = None
