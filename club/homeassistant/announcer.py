"""Tells Home Assistant of each table: that it is there, how its game stands, and that it has gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from club.broker import topics
from club.homeassistant import payloads
from club.league.position import Position, Positions
from club.store.boxes import ClubBox
from club.store.database import ClubStore, StoreTransaction
from device.history.results import GameResult
from display.words import Language
from values.named_tuple import NamedTuple

Publish = Callable[[str, bytes, bool], None]
"""Publishes something, retained or not; nothing, retained, takes away what was."""


class _Shown(NamedTuple):
    """What is told of a table: the number of its last game, 0 without one, how many lines its record has, what they
    have come to, and how it stands."""

    game: int
    length: int
    result: GameResult | None
    position: Position

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        return () if self.result is None else tuple(player.name for player in self.result.seats)

    def is_news_after(self, before: _Shown | None) -> bool:
        """Whether something was declared since: an undo declares nothing, and what was there before the hub listened
        is not news."""
        return before is not None and (before.game != self.game or self.length > before.length)


_NOTHING = _Shown(0, 0, None, Position())


class Announcer:
    """Says what changes. `prefix` is where Home Assistant looks for devices."""

    def __init__(self, store: ClubStore, publish: Publish, prefix: str, language: Language) -> None:
        self._store = store
        self._publish = publish
        self._prefix = prefix
        self.status_topic = topics.assistant_status(prefix)
        """Where Home Assistant says that it is there."""
        self._language = language
        self._positions = Positions()
        self._shown: dict[str, _Shown] = {}
        self._gone: set[str] = set()
        self._touched: set[str] = set()

    def connected(self) -> None:
        """A broker is there, which may have forgotten everything: the next look tells all of it."""
        self._shown.clear()
        self._gone.clear()

    def hear_status(self, said: bytes) -> None:
        """Home Assistant has started, and begins anew with what it is told from now on."""
        if said == b"online":
            self.connected()

    def touched(self, boxes: Iterable[str]) -> None:
        """Something of these boxes has been committed."""
        self._touched.update(boxes)

    def look(self) -> None:
        """Tell what has changed since the last look. Raises StoreFailed: then it is done the next time."""
        with self._store.reading() as kept:
            boxes = kept.boxes.all()
            wanted = [box for box in boxes if self._is_wanted(box)]
            shown = self._now(kept, wanted)
        for box in wanted:
            self._tell(box, shown.get(box.name, _NOTHING))
        self._touched.clear()
        for box in boxes:
            if box.revoked and box.name not in self._gone:
                self._remove(box.name)

    def _now(self, kept: StoreTransaction, boxes: list[ClubBox]) -> dict[str, _Shown]:
        """How the last games of these boxes stand, by the boxes' names."""
        games = kept.games.latest([box.name for box in boxes]) if boxes else {}
        return {
            name: _Shown(game.number, game.length, game.result, self._positions.of(kept, game))
            for name, game in games.items()
        }

    def _is_wanted(self, box: ClubBox) -> bool:
        return not box.revoked and (box.name in self._touched or box.name not in self._shown)

    def _tell(self, box: ClubBox, now: _Shown) -> None:
        before = self._shown.get(box.name)
        if before == now:
            return
        self._shown[box.name] = now
        if before is None or before.names != now.names:
            self._publish(self._config(box.name), self._described(box, now.result), True)
        state = payloads.state(now.result, now.position, self._language)
        self._publish(topics.assistant_state(box.name), state, True)
        if now.result is not None and now.is_news_after(before):
            event = payloads.declared(now.result, now.position, self._language)
            if event is not None:
                self._publish(topics.assistant_declared(box.name), event, False)

    def _described(self, box: ClubBox, result: GameResult | None) -> bytes:
        return payloads.config(self._store.identity, box.name, box.seat, result, self._language)

    def _remove(self, box: str) -> None:
        self._gone.add(box)
        self._shown.pop(box, None)
        for topic in (self._config(box), topics.assistant_state(box)):
            self._publish(topic, b"", True)

    def _config(self, box: str) -> str:
        return payloads.config_topic(self._prefix, self._store.identity, box)
