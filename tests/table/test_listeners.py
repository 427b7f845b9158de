"""Those who look on: each hears everything, and none can cost the table a press."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from device.session.rows import JournalRow, RowKind
from device.system.log_level import LogLevel
from device.table import listeners as module
from device.table.events import (
    DeclarationRefused,
    Declared,
    GameOpened,
    LanguageChanged,
    OpeningReason,
    PageChanged,
    Pressed,
    RefreshEnded,
    Reported,
    TableEvent,
    TakenBack,
)
from device.table.listeners import Listeners
from display.words import ENGLISH, text
from hal.signal.signal import Cue
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import Mock, play

TIMEOUT_S = 60.0
"""How long a test waits for another thread before it fails; none of them takes it."""


class Hearing:
    """Keeps what it hears; fails as long as it is told to, and can be kept from going on."""

    def __init__(self, name: str = "hearing") -> None:
        self.name = name
        self.heard: list[TableEvent] = []
        self.fails = False
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.busy = threading.Event()
        self.done = threading.Semaphore(0)

    def handle_event(self, event: TableEvent) -> None:
        self.busy.set()
        assert self.may_go_on.wait(TIMEOUT_S)
        if self.fails:
            raise RuntimeError("no ears")
        self.heard.append(event)
        self.done.release()


def followed(events: list[TableEvent]) -> list[str]:
    """The rows of the game in play, as somebody knows them who has only heard these events."""
    rows: list[JournalRow] = []
    for event in events:
        if isinstance(event, GameOpened):
            rows = list(event.rows)
        elif isinstance(event, Declared):
            rows += event.rows
    return [row.text for row in rows]


def reported(number: int) -> Reported:
    return Reported(text("{number}", number=number), LogLevel.INFO)


def test_everything_that_happens_is_heard_in_its_order(tmp_path: Path) -> None:
    hearing = Hearing()
    Mock(tmp_path, [*script(*TOTALS, *ROUND), "A", "hold C", "hold A", "hold A", "wait 60"], listener=hearing).run()
    kinds = [type(event) for event in hearing.heard]
    assert kinds[0] is GameOpened
    assert {Pressed, Declared, TakenBack, DeclarationRefused, PageChanged, RefreshEnded} <= set(kinds)
    for number, kind in enumerate(kinds):
        if kind in (Declared, TakenBack, DeclarationRefused):
            assert PageChanged in kinds[number:], "a page that shows it follows"
    rows: list[JournalRow] = []
    for event in hearing.heard:
        if isinstance(event, Declared):
            rows += event.rows
        elif isinstance(event, TakenBack):
            assert tuple(rows[-len(event.rows) :]) == event.rows
            del rows[-len(event.rows) :]
    assert [row.text for row in rows if row.kind is not RowKind.TABLE] == play(tmp_path, ()).record()


def test_a_press_is_told_after_it_was_answered_and_before_what_it_led_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing = Hearing()
    mock = Mock(tmp_path, script(*TOTALS, *ROUND), listener=hearing)
    given: list[tuple[Cue, int]] = []
    """Each cue, and how many events had been heard by then."""
    monkeypatch.setattr(mock.table.signal, "play", lambda cue: given.append((cue, len(hearing.heard))))
    mock.run()
    presses = [[type(event) for event in hearing.heard[at : at + 2]] for cue, at in given if cue is Cue.HEARD]
    declared = [[type(event) for event in hearing.heard[at : at + 3]] for cue, at in given if cue is Cue.ACCEPTED]
    assert len(presses) > len(declared) > len(ROUND)
    assert {kinds[0] for kinds in presses} == {Pressed}, "also of a key that only begins a code"
    assert all(kinds == [Pressed, Declared, PageChanged] for kinds in declared)


def test_rematch_another_game_and_the_way_back_are_told_apart(tmp_path: Path) -> None:
    hearing = Hearing()
    Mock(tmp_path, [*script(), "hold D", "C", "hold A", "hold A"], listener=hearing).run()
    openings = [event.reason for event in hearing.heard if isinstance(event, GameOpened)]
    assert openings[0] is OpeningReason.START
    assert set(openings[1:]) <= {OpeningReason.ANOTHER, OpeningReason.UNDONE}


def test_another_language_is_heard_before_its_first_page(tmp_path: Path) -> None:
    hearing = Hearing()
    listeners = Listeners(hearing)
    listeners.publish(LanguageChanged(ENGLISH))
    assert hearing.heard == [LanguageChanged(ENGLISH)]


@pytest.mark.parametrize("background", [False, True])
def test_a_listener_that_fails_is_reported_to_the_others_once(background: bool) -> None:
    failing, hearing = Hearing("failing"), Hearing()
    failing.fails = True
    listeners = Listeners(failing, hearing, background=background)
    for number in range(5):
        failing.busy.clear()
        listeners.publish(reported(number))
        assert failing.busy.wait(TIMEOUT_S)
    listeners.publish(reported(5))
    listeners.close()
    said = [ENGLISH.say(event.sentence) for event in hearing.heard if isinstance(event, Reported)]
    assert [line for line in said if line.isdecimal()] == ["0", "1", "2", "3", "4", "5"]
    assert [line for line in said if not line.isdecimal()] == ["failing has failed: RuntimeError('no ears')"]


def test_the_table_does_not_wait_for_a_slow_listener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED_EVENTS", 3)
    slow, hearing = Hearing("slow"), Hearing()
    rows: list[JournalRow] = []
    slow.may_go_on.clear()
    listeners = Listeners(slow, hearing, background=True)
    listeners.publish_start(lambda opening: GameOpened(1, tuple(rows), opening))
    assert slow.busy.wait(TIMEOUT_S)
    for number in range(8):
        assert hearing.done.acquire(timeout=TIMEOUT_S)
        row = JournalRow(RowKind.RECORD, f"row {number}")
        rows.append(row)
        listeners.publish(Declared((row,), (row.text,)))
    slow.may_go_on.set()
    listeners.close()
    assert followed(slow.heard) == followed(hearing.heard) == [f"row {number}" for number in range(8)]
    assert any(isinstance(event, GameOpened) and event.reason is OpeningReason.RESUMED for event in slow.heard)
    assert len(slow.heard) < len(hearing.heard)
    said = [ENGLISH.say(event.sentence) for event in hearing.heard if isinstance(event, Reported)]
    assert said == ["slow is too slow: it does not hear everything."]


def test_closing_does_not_wait_for_a_listener_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLOSING_S", 0.0)
    hanging = Hearing()
    hanging.may_go_on.clear()
    listeners = Listeners(hanging, background=True)
    listeners.publish(reported(0))
    listeners.close()
    assert hanging.heard == []
    hanging.may_go_on.set()
