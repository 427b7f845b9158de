"""Pods in browsers: plugged in by whoever may press, and answered as real ones are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.pods.seats import FILE_NAME, PodSeats
from device.session.keyscript import key_script
from device.session.prompts import menu
from display.words import Text
from hal.browser.broadcaster import Broadcaster
from hal.browser.desk import Desk, DeskSettings
from hal.browser.page_requests import MAX_PODS, KeyRequest, PlugInPod, UnplugPod
from hal.browser.pods import DISPLAY_COLUMN_COUNT, DISPLAY_ROW_COUNT, DeskPods
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, Press
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.signal.readout import Status
from hal.signal.signal import Cue
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.tables import press, ready, session, transcript, until
from tests.own_thread import run
from tests.table.evenings import HEADER, ROUND, TOTALS


class Told:
    """Pods, the news that they post, and what browsers are told of them."""

    def __init__(self, seats: PodSeats) -> None:
        self.news: list[PodEvent] = []
        self._broadcaster = Broadcaster()
        self.pods = DeskPods(self._broadcaster, seats, self.news.append)

    @property
    def seen(self) -> list[dict[str, Any]]:
        """The pods as a browser that comes now finds them."""
        told: list[dict[str, Any]] = dict(json.loads(run(self._broadcaster.add_viewer().next_message())))["pods"][
            "pods"
        ]
        return told


@pytest.fixture
def seats(tmp_path: Path) -> PodSeats:
    return PodSeats(tmp_path / FILE_NAME)


def test_a_pod_arrives_and_leaves_as_a_real_one_does(seats: PodSeats) -> None:
    told = Told(seats)
    told.pods.plug(None)
    told.pods.plug(1)
    assert [(news.kind, news.source, news.identity.pod_name) for news in told.news] == [
        (PodEventKind.ARRIVED, "pod1", "pod-1"),
        (PodEventKind.ARRIVED, "pod2", "pod-2"),
    ]
    assert told.pods.sources() == ("pod1", "pod2")
    one, two = (told.pods.identity_of(source) for source in told.pods.sources())
    assert one is not None
    assert two is not None
    assert (seats.seat(one), seats.seat(two)) == (None, 1)
    assert [pod["seat"] for pod in told.seen] == [None, 1]
    told.pods.unplug(2)
    told.pods.unplug(2)
    assert [news.kind for news in told.news[2:]] == [PodEventKind.LEFT]
    assert told.pods.identity_of("pod2") is None
    assert seats.seat(two) is None
    told.pods.plug(None)
    assert told.pods.sources() == ("pod1", "pod2")


def test_each_says_its_own_on_its_display_and_with_its_light(seats: PodSeats) -> None:
    told = Told(seats)
    told.pods.plug(0)
    told.pods.plug(1)
    told.pods.show_status(Status("Ann’s bid?", "AB"), {"pod2": Status("Ann’s bid?", "", "Bo is not asked now.")})
    told.pods.play_cue(Cue.REFUSED, "pod2")
    one, two = told.seen
    assert one["rows"] == ["Ann's bid?", *[""] * 6, "> AB"]
    assert two["rows"][-2:] == ["Bo is not asked", "now."]
    assert all(
        len(pod["rows"]) == DISPLAY_ROW_COUNT and max(map(len, pod["rows"])) <= DISPLAY_COLUMN_COUNT
        for pod in (one, two)
    )
    assert (two["typed"], two["answer"]) == ("", "Bo is not asked now.")
    assert [(pod["cue"], pod["given"]) for pod in (one, two)] == [("", 0), ("refused", 1)]


def test_those_at_seats_are_there_again_at_the_next_start(seats: PodSeats, tmp_path: Path) -> None:
    """A phone that is the pod of its seat stays so when the program starts anew. Real pods' seats are their affair."""
    seats.assign(PodIdentity("pod-7", "1-1.3"), 0)
    told = Told(seats)
    for seat in (2, None, 0):
        told.pods.plug(seat)
    again = Told(PodSeats(tmp_path / FILE_NAME))
    assert again.pods.sources() == ("pod1", "pod3")
    assert [pod["seat"] for pod in again.seen] == [2, 0]
    assert again.news == []


def test_there_are_only_so_many(seats: PodSeats) -> None:
    told = Told(seats)
    for _ in range(MAX_PODS + 1):
        told.pods.plug(None)
    assert len(told.seen) == len(told.news) == MAX_PODS


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk(RealClock(), DeskSettings(port=0), seating=PodSeats())
    yield desk
    desk.close()


def test_only_a_pod_that_is_there_presses(desk: Desk) -> None:
    posted: list[object] = []
    desk.connect_table(posted.append)
    stroke = KeyRequest(Key.B, Gesture.HOLD, 1)
    desk.served_desk.process_request(stroke)
    assert posted == []
    desk.served_desk.process_request(PlugInPod(None))
    desk.served_desk.process_request(stroke)
    desk.served_desk.process_request(UnplugPod(1))
    desk.served_desk.process_request(stroke)
    arrived, held, left = posted
    assert isinstance(arrived, PodEvent)
    assert isinstance(held, Press)
    assert isinstance(left, PodEvent)
    assert (held.key, held.gesture, held.source) == (Key.B, Gesture.HOLD, "pod1")


def plug(page: Page, name: str, seat: str) -> None:
    page.select_option("#pod-seat", label=seat)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("button", name=f"{name}, key A")).to_be_enabled()


def keys(*lines: str) -> list[str]:
    return list(key_script("".join(f"{line}\n" for line in lines).encode(), NAMES))


def seating(data: Path, player: str) -> Iterator[str]:
    """The keys by which the menu gives somebody a pod."""
    level = menu(session(data), NAMES)
    for label in (Text("a pod's seat"), player):
        choice = next(choice for choice in level.choices if choice.label == label)
        yield from level.code(choice.slot)
        level = choice.level() or level


def test_a_round_is_declared_by_the_pods_at_their_seats(look: Look, tmp_path: Path) -> None:
    """Two players type their figures at the same time, in two browsers, and nobody says whose they are.

    One pod is plugged in for its seat; the other is everybody's, until the menu gives it a seat.
    """
    # Options as they are, and Ann starts.
    begun = [*keys(*HEADER, *TOTALS), "D", "D", "A"]
    figures = [keys(*HEADER, *TOTALS, line)[len(begun) + 1 :] for line in ROUND]
    with Served(tmp_path) as served:
        page, phone = ready(look(served.url)), ready(look(served.url))
        press(page, begun)
        expect(page.locator("#transcript li")).to_have_count(len(HEADER) + len(TOTALS))
        plug(page, "pod-1", "Ann")
        plug(page, "pod-2", "everybody")
        expect(phone.locator(".pod h3")).to_have_text(["pod-1: Ann", "pod-2: for everybody"])
        press(page, ["hold D", *seating(tmp_path, "Bo")])
        expect(page.locator(".pod").first).to_contain_text("Bo: press any")
        page.get_by_role("button", name="pod-2, key D").click()
        expect(phone.locator(".pod h3")).to_have_text(["pod-1: Ann", "pod-2: Bo"])
        expect(phone.locator(".pod").last.locator(".light")).to_have_attribute("data-cue", "accepted")
        phone.get_by_role("button", name="Only pod-2").click()
        for ann, bo in zip_longest(*figures):
            if ann is not None:
                page.get_by_role("button", name=f"pod-1, key {ann}").click()
            if bo is not None:
                press(phone, [bo])
        until(page, lambda: set(transcript(page)) == {*HEADER, *TOTALS, *ROUND})
        assert served.record().splitlines() == transcript(page)
        phone.get_by_role("button", name="Back to the box").click()
        phone.get_by_role("button", name="Unplug pod-2").click()
        expect(page.locator(".pod h3")).to_have_text(["pod-1: Ann"])
