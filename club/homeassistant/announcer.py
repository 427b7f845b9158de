"""Publishes each table to Home Assistant by MQTT: its device, the state of its game, and its removal."""

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
"""Publishes a payload to a topic, retained or not. An empty retained payload removes the retained message."""


class _Shown(NamedTuple):
    """What is published of a table: the number of its last game (0 without one), its record's length in lines, its
    result, and its position."""

    game: int
    length: int
    result: GameResult | None
    position: Position

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return () if self.result is None else tuple(player.name for player in self.result.seats)

    def is_news_after(self, before: _Shown | None) -> bool:
        """Whether something was declared since `before`; False if that is None. An undo is no declaration."""
        return before is not None and (before.game != self.game or self.length > before.length)


_NOTHING = _Shown(0, 0, None, Position())


class Announcer:
    """Publishes changes of the tables. `prefix` is the topic prefix at which Home Assistant discovers devices."""

    def __init__(self, store: ClubStore, publish: Publish, prefix: str, language: Language) -> None:
        self._store = store
        self._publish = publish
        self._prefix = prefix
        self.status_topic = topics.assistant_status_topic(prefix)
        """The topic on which Home Assistant publishes that it has started."""
        self._language = language
        self._positions = Positions()
        self._shown: dict[str, _Shown] = {}
        self._gone: set[str] = set()
        self._changed: set[str] = set()

    def publish_all_again(self) -> None:
        """Have `publish_changes` publish everything next: a broker that was connected to may have lost its messages."""
        self._shown.clear()
        self._gone.clear()

    def handle_status(self, payload: bytes) -> None:
        """Process a status message of Home Assistant. After its start, `publish_changes` publishes everything."""
        if payload == b"online":
            self.publish_all_again()

    def note_changed(self, boxes: Iterable[str]) -> None:
        """Note that games of these boxes have changed."""
        self._changed.update(boxes)

    def publish_changes(self) -> None:
        """Publish what has changed since the last call. Raises StoreFailed; the next call then does it."""
        with self._store.reading() as transaction:
            boxes = transaction.boxes.list_boxes()
            wanted = [box for box in boxes if self._is_wanted(box)]
            shown = self._current_states(transaction, wanted)
        for box in wanted:
            self._tell(box, shown.get(box.name, _NOTHING))
        self._changed.clear()
        for box in boxes:
            if box.revoked and box.name not in self._gone:
                self._remove(box.name)

    def _current_states(self, transaction: StoreTransaction, boxes: list[ClubBox]) -> dict[str, _Shown]:
        """What to publish of the last games of these boxes, by the boxes' names."""
        games = transaction.games.latest_games([box.name for box in boxes]) if boxes else {}
        return {
            name: _Shown(game.number, game.length, game.result, self._positions.position_of(transaction, game))
            for name, game in games.items()
        }

    def _is_wanted(self, box: ClubBox) -> bool:
        return not box.revoked and (box.name in self._changed or box.name not in self._shown)

    def _tell(self, box: ClubBox, now: _Shown) -> None:
        before = self._shown.get(box.name)
        if before == now:
            return
        self._shown[box.name] = now
        if before is None or before.names != now.names:
            self._publish(self._config_topic(box.name), self._device_config(box, now.result), True)
        state = payloads.state(now.result, now.position, self._language)
        self._publish(topics.assistant_state_topic(box.name), state, True)
        if now.result is not None and now.is_news_after(before):
            event = payloads.declaration_event(now.result, now.position, self._language)
            if event is not None:
                self._publish(topics.assistant_declared_topic(box.name), event, False)

    def _device_config(self, box: ClubBox, result: GameResult | None) -> bytes:
        return payloads.device_config(self._store.identity, box.name, box.seat, result, self._language)

    def _remove(self, box: str) -> None:
        self._gone.add(box)
        self._shown.pop(box, None)
        for topic in (self._config_topic(box), topics.assistant_state_topic(box)):
            self._publish(topic, b"", True)

    def _config_topic(self, box: str) -> str:
        return payloads.config_topic(self._prefix, self._store.identity, box)
