"""The game goes on whatever the panel does, the signal says so, and the panel comes back with the newest page."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from device.table.controller import Controller
from display.draw import draw_page
from display.words import ENGLISH
from hal.panel.inky_models import INKY_MODELS, InkyModel, models_by_name
from hal.signal.signal import Cue
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.panels import Fault
from tests.hal.simulated.pictures import same
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tests.hal.simulated.table import WiredTable
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import Mock, controlled, play

KEYS = script(*TOTALS, *ROUND)
REST = "wait 400"
"""Long enough for the longest wait between two tries, and two refreshes."""
MENDED_S = 100.0

PHAT, E640 = models_by_name("phat-red")[0], models_by_name("impression-4-spectra")[0]

Break = Callable[[RaspberryPi], None]


def busy(fault: Fault) -> Break:
    def set_fault(raspberry: RaspberryPi) -> None:
        assert raspberry.panel is not None
        raspberry.panel.fault = fault

    return set_fault


def spi_breaks(raspberry: RaspberryPi) -> None:
    raspberry.spi.breaks_after = raspberry.spi.sent + 2000


def pin_taken(raspberry: RaspberryPi) -> None:
    raspberry.taken.setdefault(25 if 22 in raspberry.taken else 22, "somebody")
    raspberry.spi.breaks_after = raspberry.spi.sent


def mend(raspberry: RaspberryPi) -> None:
    assert raspberry.panel is not None
    raspberry.panel.fault = Fault.NONE
    raspberry.spi.breaks_after = None
    raspberry.taken = {pin: who for pin, who in raspberry.taken.items() if who == "inky"}
    raspberry.eeprom = eeprom_of(raspberry.panel.model)


def evening(data: Path, raspberry: RaspberryPi, broken: Break, name: str | None, *, from_s: float) -> Mock:
    """An evening on a Raspberry Pi that breaks at a time and is mended later."""

    def meanwhile(now: float) -> None:
        if now >= MENDED_S:
            mend(raspberry)
        elif now >= from_s:
            broken(raspberry)

    mock = Mock(data, [])
    with plugged(raspberry):
        mock.table = WiredTable(raspberry, [*KEYS, REST], name, meanwhile=meanwhile)
        mock.controller = controlled(mock.table, mock.journal_writer, mock.tell)
        mock.run()
    return mock


def check(mock: Mock, raspberry: RaspberryPi, healthy: Mock) -> None:
    """Nothing of the game was lost, somebody was told, and the panel shows how things stand."""
    assert mock.record() == healthy.record()
    assert len(mock.record()) > 1
    assert mock.controller.report.as_json()["refused"] == healthy.controller.report.as_json()["refused"]
    assert isinstance(mock.table, WiredTable)
    errors = mock.table.wired.errors
    assert errors
    assert [cue for _, cue in mock.table.signal.played_cues].count(Cue.TROUBLE) == len(errors)
    assert [line for line, _ in mock.logged if line.startswith("panel: ")] == [f"panel: {error}" for error in errors]
    shown = mock.controller.shown_page
    assert shown is not None
    assert shown == mock.controller.page()
    assert raspberry.panel is not None
    assert same(draw_page(shown, mock.controller.surface, ENGLISH), raspberry.panel.shown())


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Mock:
    return play(tmp_path_factory.mktemp("healthy"), [*KEYS, REST])


@pytest.mark.parametrize("model", [PHAT, E640], ids=lambda one: one.kind.name)
@pytest.mark.parametrize("from_s", [0.0, 5.0], ids=["from the first picture", "from the second"])
@pytest.mark.parametrize(
    "broken",
    [busy(Fault.HIGH), busy(Fault.LOW), busy(Fault.HANGS), spi_breaks, pin_taken],
    ids=["stuck high", "stuck low", "never ends", "SPI", "pins"],
)
def test_panel_that_fails_stops_no_game_and_comes_back(
    tmp_path: Path, healthy: Mock, model: InkyModel, broken: Break, from_s: float
) -> None:
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
    mock = evening(tmp_path, raspberry, broken, None, from_s=from_s)
    check(mock, raspberry, healthy)


@pytest.mark.parametrize(
    "eeprom", [None, b"\xff" * 29, OSError(errno.EIO, "Input/output error")], ids=["missing", "garbage", "read error"]
)
def test_panel_that_is_not_found_stops_no_game_and_is_found_later(
    tmp_path: Path, healthy: Mock, eeprom: bytes | OSError | None
) -> None:
    raspberry = RaspberryPi(E640, eeprom=eeprom)
    mock = evening(tmp_path, raspberry, lambda raspberry: None, None, from_s=0.0)
    check(mock, raspberry, healthy)
    assert (mock.controller.surface.width, mock.controller.surface.height) == (600, 400)


def test_every_panel_shows_pages_turned_a_quarter(tmp_path: Path) -> None:
    for model in INKY_MODELS:
        raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
        mock = Mock(tmp_path / f"{model.kind.name}-{model.controller.name}", [])
        with plugged(raspberry):
            mock.table = WiredTable(raspberry, [*KEYS[:2], REST], degrees=90)
            mock.controller = Controller(mock.table, mock.journal_writer)
            mock.run()
        shown = mock.controller.shown_page
        assert shown is not None
        assert raspberry.panel is not None
        seen = raspberry.panel.shown()
        assert seen is not None
        assert same(draw_page(shown, mock.controller.surface, ENGLISH), numpy.rot90(seen))
        assert raspberry.panel.complaints == []
