"""Publishes each table to Home Assistant by MQTT: its device, the state of its game, and its removal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from club.broker import topics
from club.homeassistant import payloads
from club.league.position import Position, PositionCache
from club.store.boxes import ClubBox
from club.store.database import ClubStore, StoreTransaction
from device.history.results import GameResult
from display.words import Language
from values.named_tuple import NamedTuple


class PublishFunction(Protocol):
    """Publishes a payload to a topic, retained or not. An empty retained payload removes the retained message."""

    def __call__(self, topic: str, payload: bytes, *, retain: bool = False) -> None: ...


class _TableState(NamedTuple):
    """What is published of a table: the number of its last game (0 without one), its record's length in lines, its
    result, and its position."""

    game_number: int
    line_count: int
    result: GameResult | None
    position: Position

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of the players."""
        return () if self.result is None else tuple(player.name for player in self.result.seats)

    def has_news_after(self, earlier_state: _TableState | None) -> bool:
        """Whether something was declared since an earlier state; False if that is None. An undo is no declaration."""
        return earlier_state is not None and (
            earlier_state.game_number != self.game_number or self.line_count > earlier_state.line_count
        )


_NO_GAME = _TableState(game_number=0, line_count=0, result=None, position=Position())


class HomeAssistantAnnouncer:
    """Publishes changes of the tables. `prefix` is the topic prefix at which Home Assistant discovers devices."""

    def __init__(self, store: ClubStore, publish: PublishFunction, prefix: str, language: Language) -> None:
        self._store = store
        self._publish = publish
        self._prefix = prefix
        self.status_topic = topics.assistant_status_topic(prefix)
        """The topic on which Home Assistant publishes that it has started."""
        self._language = language
        self._positions = PositionCache()
        self._published_states: dict[str, _TableState] = {}
        self._removed_boxes: set[str] = set()
        self._changed_boxes: set[str] = set()

    def publish_all_again(self) -> None:
        """Have `publish_changes` publish everything next: a broker that was connected to may have lost its messages."""
        self._published_states.clear()
        self._removed_boxes.clear()

    def handle_status(self, payload: bytes) -> None:
        """Process a status message of Home Assistant. After its start, `publish_changes` publishes everything."""
        if payload == b"online":
            self.publish_all_again()

    def note_changed(self, box_names: Iterable[str]) -> None:
        """Note that games of these boxes have changed."""
        self._changed_boxes.update(box_names)

    def publish_changes(self) -> None:
        """Publish what has changed since the last call. Raises StoreFailed; the next call then does it."""
        with self._store.read_only_transaction() as transaction:
            boxes = transaction.boxes.list_boxes()
            boxes_to_publish = [box for box in boxes if self._needs_publishing(box)]
            states = self._current_states(transaction, boxes_to_publish)
        for box in boxes_to_publish:
            self._publish_state(box, states.get(box.name, _NO_GAME))
        self._changed_boxes.clear()
        for box in boxes:
            if box.is_revoked and box.name not in self._removed_boxes:
                self._remove_device(box.name)

    def _current_states(self, transaction: StoreTransaction, boxes: list[ClubBox]) -> dict[str, _TableState]:
        """What to publish of the last games of these boxes, by the boxes' names."""
        games = transaction.games.latest_games([box.name for box in boxes]) if boxes else {}
        return {
            name: _TableState(game.number, game.line_count, game.result, self._positions.position_of(transaction, game))
            for name, game in games.items()
        }

    def _needs_publishing(self, box: ClubBox) -> bool:
        return not box.is_revoked and (box.name in self._changed_boxes or box.name not in self._published_states)

    def _publish_state(self, box: ClubBox, new_state: _TableState) -> None:
        earlier_state = self._published_states.get(box.name)
        if earlier_state == new_state:
            return
        self._published_states[box.name] = new_state
        self._removed_boxes.discard(box.name)
        if earlier_state is None or earlier_state.player_names != new_state.player_names:
            self._publish(self._config_topic(box.name), self._device_config(box, new_state.result), retain=True)
        state_payload = payloads.state_payload(new_state.result, new_state.position, self._language)
        self._publish(topics.assistant_state_topic(box.name), state_payload, retain=True)
        if new_state.result is not None and new_state.has_news_after(earlier_state):
            event_payload = payloads.declaration_event(new_state.result, new_state.position, self._language)
            if event_payload is not None:
                self._publish(topics.assistant_declared_topic(box.name), event_payload)

    def _device_config(self, box: ClubBox, result: GameResult | None) -> bytes:
        return payloads.device_config(self._store.identity, box.name, box.table_number, result, self._language)

    def _remove_device(self, box_name: str) -> None:
        self._removed_boxes.add(box_name)
        self._published_states.pop(box_name, None)
        for topic in (self._config_topic(box_name), topics.assistant_state_topic(box_name)):
            self._publish(topic, b"", retain=True)

    def _config_topic(self, box_name: str) -> str:
        return payloads.config_topic(self._prefix, self._store.identity, box_name)
