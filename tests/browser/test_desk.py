"""What a page's keys do while no table hears them: before the first, and between two."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from unittest.mock import ANY

import pytest
from PIL import Image
from PIL.Image import Transpose

from hal.browser.broadcaster import Broadcaster
from hal.browser.desk import Desk, DeskSettings
from hal.browser.page_requests import KeyRequest
from hal.browser.panels import PictureStore
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, Press
from hal.panel import panel
from hal.panel.orientation import Mounting
from hal.table.table import RefreshDone
from tests.browser.timeouts import TIMEOUT_S
from tests.own_thread import run

STROKE = KeyRequest(Key.B, Gesture.PRESS)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk(RealClock(), DeskSettings(port=0))
    yield desk
    desk.close()


def told(desk: Desk, topic: str) -> object:
    """The newest word on a topic, as a browser that comes now hears it."""
    viewer = desk.broadcaster.add_viewer()
    found = dict(json.loads(run(viewer.next_message())))
    desk.broadcaster.remove_viewer(viewer)
    return found.get(topic)


def test_a_press_that_no_table_hears_is_refused(desk: Desk) -> None:
    assert told(desk, "open") is False
    desk.served_desk.process_request(STROKE)
    assert told(desk, "cue") == {"cue": "refused", "count": 1}


def test_a_panel_that_hangs_turned_is_seen_upright_and_mirrored_as_it_is_set(desk: Desk) -> None:
    table = desk.open_table(panel.panel_kind("phat-red"), Mounting(90, h_flip=True))
    assert (table.panel_kind.width, table.panel_kind.height) == (122, 250)
    image = Image.new("P", (122, 250))
    image.putpalette(bytes([255, 255, 255, 0, 0, 0, 200, 0, 0]))
    image.paste(2, (0, 0, 30, 10))
    table.show(image)
    assert table.next_event(None) == RefreshDone(ANY)
    shown = told(desk, "panel")
    assert isinstance(shown, dict)
    assert (shown["width"], shown["height"]) == (122, 250)
    found = desk.served_desk.fetch_picture(shown["picture"])
    assert found is not None
    with Image.open(io.BytesIO(found)) as seen:
        assert seen.tobytes() == image.transpose(Transpose.FLIP_LEFT_RIGHT).tobytes()
    desk.close_table(table)


def test_a_key_of_a_browser_is_one_of_the_box_and_says_nothing_of_what_was_read(desk: Desk) -> None:
    """A key names no page that it answers, as a tap does: it may be typed by heart, before the newest page is there."""
    table = desk.open_table(panel.panel_kind("what-red"))
    desk.served_desk.process_request(KeyRequest(Key.C, Gesture.HOLD))
    event = table.next_event(None)
    assert isinstance(event, Press)
    assert not event.answers_newest_question


def test_keys_work_while_there_is_a_table(desk: Desk) -> None:
    table = desk.open_table(panel.panel_kind("what-red"))
    assert told(desk, "open") is True
    desk.served_desk.process_request(STROKE)
    event = table.next_event(None)
    assert isinstance(event, Press)
    assert (event.key, event.gesture) == STROKE[:2]
    desk.close_table(table)
    assert told(desk, "open") is False
    desk.served_desk.process_request(STROKE)
    assert told(desk, "cue") == {"cue": "refused", "count": 1}


def test_the_last_picture_is_fetched_before_the_page_ends() -> None:
    """By each browser that looks on; a page that lacks it shows a game on a box that is off."""
    pictures = PictureStore(Broadcaster(), RealClock(), iter(("first", "second")).__next__)
    kind = panel.panel_kind("phat-black")
    assert pictures.wait_until_fetched(2, TIMEOUT_S)  # there is none
    for _ in range(2):
        pictures.begin_refresh(kind, Image.new("P", (kind.width, kind.height)), 0.0)
    ended = threading.Thread(target=pictures.wait_until_fetched, args=(2, TIMEOUT_S))
    ended.start()
    for name in ("first", "second"):
        assert pictures.fetch_png(name) is not None
        assert not pictures.wait_until_fetched(2, 0.0)
    assert pictures.fetch_png("second") is not None
    ended.join(TIMEOUT_S / 2)
    assert not ended.is_alive()


@pytest.mark.parametrize(("address", "found"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_phones_find_a_page_that_is_served_to_the_network(address: str, found: bool) -> None:
    desk = Desk(RealClock(), DeskSettings(address, port=0))
    try:
        assert desk.network_url == (desk.url if found else "")
    finally:
        desk.close()
