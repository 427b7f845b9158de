"""What browsers are told of the record: what is new of it, and all of it to who comes anew."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hal.browser.broadcaster import Broadcaster, Viewer
from hal.table.sidebar import SidebarEntry
from tests.own_thread import run


class Page:
    """A browser's list of lines, kept as the page's script keeps it."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self.lines: list[Any] = []
        self.told: list[int] = []
        """The length of each message."""

    async def fetch(self) -> None:
        """Take one message, if there is one."""
        try:
            async with asyncio.timeout(0):
                message = await self._viewer.next_message()
        except TimeoutError:
            return
        self.told.append(len(message))
        for topic, value in json.loads(message):
            if topic == "transcript":
                same, lines = value
                assert same <= len(self.lines)
                self.lines = [*self.lines[:same], *lines]

    async def fetch_all(self) -> None:
        count = -1
        while count != len(self.told):
            count = len(self.told)
            await asyncio.sleep(0)
            await self.fetch()


def lines(number: int, first: str = "game no-thanks") -> tuple[SidebarEntry, ...]:
    return (SidebarEntry(first), *(SidebarEntry(f"pass {each}") for each in range(1, number)))


def told(published: list[tuple[SidebarEntry, ...]]) -> tuple[Page, list[list[Any]]]:
    """A page that looks on while all this is published, and what it had after each."""

    async def look() -> tuple[Page, list[list[Any]]]:
        broadcaster = Broadcaster()
        broadcaster.set_loop(asyncio.get_running_loop())
        page = Page(broadcaster.add_viewer())
        seen = []
        for each in published:
            broadcaster.publish_transcript(each)
            await page.fetch_all()
            seen.append(page.lines)
        return page, seen

    return run(look())


def test_a_press_late_in_a_long_evening_is_told_in_a_few_bytes() -> None:
    """With 9,600 lines, the whole record would be 189 kB at each press."""
    before = lines(9600)
    more = (*before, SidebarEntry("take"))
    page, seen = told([before, more, (*more, SidebarEntry("No such code.", is_refused=True))])
    assert [len(each) for each in seen] == [9600, 9601, 9602]
    assert page.told[-2] == len('[["transcript",[9600,[["take",false]]]]]')
    assert page.told[-1] < 100
    assert max(page.told) < 10_000


def test_undo_takes_lines_away() -> None:
    _, seen = told([lines(20), lines(17), lines(18), ()])
    assert [len(each) for each in seen] == [20, 17, 18, 0]


def test_another_game_is_told_from_its_first_line() -> None:
    _, seen = told([lines(20), lines(5, first="game loop")])
    assert seen[-1] == json.loads(json.dumps(lines(5, first="game loop")))


def test_who_comes_anew_gets_everything() -> None:
    async def look() -> None:
        broadcaster = Broadcaster()
        broadcaster.publish_transcript(lines(3))
        broadcaster.set_loop(asyncio.get_running_loop())
        broadcaster.publish_transcript(lines(1000))
        page = Page(broadcaster.add_viewer())
        # What it still had from before its way broke.
        page.lines = ["old"] * 50
        await page.fetch_all()
        assert page.lines == json.loads(json.dumps(lines(1000)))

    run(look())


RECORDS = st.lists(st.sampled_from("ab"), max_size=8)


@given(st.lists(st.tuples(RECORDS, st.booleans(), st.booleans()), max_size=12))
def test_a_page_has_the_newest_record_whenever_it_fetched(steps: list[tuple[list[str], bool, bool]]) -> None:
    async def look() -> None:
        broadcaster = Broadcaster()
        broadcaster.set_loop(asyncio.get_running_loop())
        pages = [Page(broadcaster.add_viewer())]
        for record, fetches, comes in steps:
            broadcaster.publish_transcript(tuple(SidebarEntry(line) for line in record))
            if comes:
                pages.append(Page(broadcaster.add_viewer()))
            await asyncio.sleep(0)
            if fetches:
                for page in pages:
                    await page.fetch_all()
                    assert [line for line, _ in page.lines] == record

    run(look())


class LookedAt:
    """A server's thread with one browser, until it is left; and what that has fetched."""

    def __init__(self, broadcaster: Broadcaster, *, fetches: bool) -> None:
        self.found: list[str] = []
        self._broadcaster = broadcaster
        self._fetches = fetches
        self._serving = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def __enter__(self) -> list[str]:
        self._thread.start()
        self._serving.wait()
        return self.found

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._broadcaster.set_loop(self._loop)
        viewer = self._broadcaster.add_viewer()
        looking = asyncio.create_task(self._look(viewer)) if self._fetches else None
        self._serving.set()
        await self._over.wait()
        if looking is not None:
            looking.cancel()

    async def _look(self, viewer: Viewer) -> None:
        while True:
            self.found.append(await viewer.next_message())


def test_the_last_words_are_handed_over_before_the_end() -> None:
    """A page that is not told that its box is off takes it for one that does not answer."""
    broadcaster = Broadcaster()
    with LookedAt(broadcaster, fetches=True) as found:
        broadcaster.publish("off", "The box is off.")
        broadcaster.wait_until_all_fetched(60.0)
        assert "The box is off." in found[-1]
    broadcaster.wait_until_all_fetched(60.0)


def test_nobody_who_sleeps_keeps_a_server_from_its_end() -> None:
    broadcaster = Broadcaster()
    with LookedAt(broadcaster, fetches=False) as found:
        broadcaster.publish("off", "The box is off.")
        broadcaster.wait_until_all_fetched(0.01)
        assert found == []


def test_what_is_secret_is_told_to_the_trusted_alone() -> None:
    secret: list[bool] = []

    async def played() -> None:
        broadcaster = Broadcaster(lambda: bool(secret))
        broadcaster.set_loop(asyncio.get_running_loop())
        broadcaster.publish("question", "before")
        looking, pressing = broadcaster.add_viewer(), broadcaster.add_viewer()
        broadcaster.trust_viewer(pressing)
        for viewer in (looking, pressing):
            await viewer.next_message()
        secret.append(True)
        broadcaster.publish("question", "the code")
        assert "the code" in await pressing.next_message()
        late = broadcaster.add_viewer()
        found = await late.next_message()
        assert "before" in found
        assert "the code" not in found
        broadcaster.trust_viewer(late)
        assert "the code" in await late.next_message()
        secret.clear()
        broadcaster.publish("question", "after")
        found = await looking.next_message()
        assert "after" in found
        assert "the code" not in found

    run(played())
