"""A box that says far more than can be heard is not listened to for a while, and then again."""

from __future__ import annotations

from collections.abc import Iterable

from club.broker import topics
from club.broker.link import MessageArrived
from club.hub.box_subscriptions import FIRST_MUTE_S, MAX_MUTE_S, MUTE_FORGOTTEN_AFTER_S, BoxSubscriptions
from club.hub.hub_inbox import MAX_LOST_MESSAGES, MAX_QUEUED_MESSAGES, HubInbox


class Broker:
    """What is subscribed to."""

    def __init__(self) -> None:
        self.topics: set[str] = set()

    def subscribe(self, topics: Iterable[str]) -> None:
        self.topics |= set(topics)

    def unsubscribe(self, topics: Iterable[str]) -> None:
        self.topics -= set(topics)


class Hub:
    """Listens to boxes, in a time that a test lets go by."""

    def __init__(self, *boxes: str) -> None:
        self.now = 0.0
        self.told: list[str] = []
        self.broker = Broker()
        self.inbox = HubInbox(lambda: self.now)
        self.heard = BoxSubscriptions(self.broker, self.inbox, self.told.append, lambda: self.now)
        self.heard.set_boxes(boxes)

    def flood(self, box: str) -> list[str]:
        for number in range(MAX_QUEUED_MESSAGES + MAX_LOST_MESSAGES):
            self.inbox.put(MessageArrived(topics.messages_topic(box), b"%d" % number))
        return self.heard.update_mutes()

    def listens_to(self) -> set[str]:
        return {box for box in ("red", "blue") if self.broker.topics >= set(topics.topics_from_box(box))}

    def muted_for(self, box: str) -> float:
        """Seconds until it is listened to."""
        begun = self.now
        while box not in self.listens_to():
            self.now += 1.0
            self.heard.update_mutes()
        return self.now - begun


def test_only_the_boxes_of_the_club_are_listened_to() -> None:
    hub = Hub("red", "blue")
    assert hub.listens_to() == {"red", "blue"}
    hub.heard.set_boxes(["blue"])
    assert hub.broker.topics == set(topics.topics_from_box("blue"))


def test_a_box_that_floods_is_not_listened_to_for_a_while_each_time_longer() -> None:
    hub = Hub("red", "blue")
    waits = []
    for _ in range(7):
        assert hub.flood("red") == ["red"]
        assert hub.listens_to() == {"blue"}
        waits.append(hub.muted_for("red"))
    assert waits == [FIRST_MUTE_S, 40.0, 80.0, 160.0, 320.0, MAX_MUTE_S, MAX_MUTE_S]
    assert hub.told[0] == "red says far more than can be heard: it is not listened to for 20 seconds"
    hub.now += MUTE_FORGOTTEN_AFTER_S + 1
    hub.flood("red")
    assert hub.muted_for("red") == FIRST_MUTE_S


def test_a_box_that_was_revoked_meanwhile_is_not_listened_to_again() -> None:
    hub = Hub("red", "blue")
    hub.flood("red")
    hub.heard.set_boxes(["blue"])
    hub.now += FIRST_MUTE_S
    hub.heard.update_mutes()
    assert hub.listens_to() == {"blue"}
