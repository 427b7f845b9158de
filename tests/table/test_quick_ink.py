"""A table whose panel refreshes in part: ink follows the fingers, and never shows anything but the page."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest
from PIL.Image import Image

from device.journal import writer
from device.session.keyscript import key_script
from device.table.controller import Controller
from device.table.stillness import HALF_TYPED_S
from hal.mock.table import MockTable
from hal.panel.epd_models import EPD_MODELS, EpdModel
from hal.panel.panel import Panel, PanelError, PanelKind, RefreshMode, panel_kind
from hal.signal.signal import Cue
from tests.games.registered import deal, written
from tests.hal.simulated.epd import epd_on, with_epd
from tests.hal.simulated.panels import Fault
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tests.thorough import THOROUGH

NAMES = ("Ann", "Bo", "Cleo", "Dan")
GAMES = ("no-loose-ends", "no-thanks", "loop", "wizard", "score-pad")
SEEDS = range(70) if THOROUGH else range(1)
PRESSED = 300 if THOROUGH else 150
"""So many presses and pauses of each game there are at the most."""


class LookedAt:
    """A panel of which somebody looks at the glass after each refresh. Now and then its wires or its chip fail."""

    def __init__(self, panel: Panel, raspberry: RaspberryPi, chance: random.Random) -> None:
        self.refreshes = self.failures = 0
        self._panel = panel
        self._raspberry = raspberry
        self._chance = chance

    @property
    def kind(self) -> PanelKind:
        return self._panel.kind

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        epd, spi = self._raspberry.epd, self._raspberry.spi
        assert epd is not None
        broken = self._chance.random() < 0.03
        if broken:
            epd.fault = self._chance.choice((Fault.HANGS, Fault.LOW, Fault.HIGH, Fault.GLITCH, Fault.NONE))
            spi.breaks_after = spi.sent + self._chance.randrange(4000) if epd.fault is Fault.NONE else None
        try:
            self._panel.show(image, mode)
        except PanelError:
            self.failures += 1
            raise
        finally:
            epd.fault, spi.breaks_after = Fault.NONE, None
        self.refreshes += 1
        assert numpy.array_equal(epd.shown(), numpy.asarray(image))  # type: ignore[arg-type]


def played(model: EpdModel, lines: list[str], data: Path, chance: random.Random) -> LookedAt:
    """An evening on such a panel."""
    raspberry = with_epd(model)
    with plugged(raspberry):
        table = MockTable(model.kind, lines)
        looked_at = LookedAt(epd_on(raspberry, model, step_s=0.04), raspberry, chance)
        table.attach(looked_at, raspberry.time)
        journal = writer.journal_writer_for(data)
        Controller(table, journal).run()
        journal.close()
    return looked_at


@pytest.mark.parametrize("model", EPD_MODELS, ids=lambda model: model.kind.name)
def test_the_glass_never_shows_anything_but_the_page_whatever_fails(model: EpdModel, tmp_path: Path) -> None:
    refreshes = failures = 0
    for seed in SEEDS:
        for game in GAMES:
            chance = random.Random(f"{seed} {game}")
            record = "\n".join(written(game, NAMES, (), deal(game, seed, len(NAMES)))).encode()
            lines = [line for press in key_script(record) for line in (press, f"wait {chance.uniform(0, 9):.1f}")]
            found = played(model, lines[:PRESSED], tmp_path / f"{seed}-{game}", chance)
            refreshes, failures = refreshes + found.refreshes, failures + found.failures
    assert refreshes > PRESSED * len(SEEDS)
    assert failures > 2 * len(SEEDS)


def mock(name: str, lines: list[str], data: Path) -> MockTable:
    table = MockTable(panel_kind(name), lines)
    journal = writer.journal_writer_for(data)
    Controller(table, journal).run()
    journal.close()
    return table


def test_a_half_typed_code_is_on_the_ink_at_once_where_ink_is_that_quick(tmp_path: Path) -> None:
    """The first of two keys, and a second before half a code is drawn elsewhere."""
    lines = ["wait 30", "D", f"wait {HALF_TYPED_S - 1}", "A"]
    quick, slow = (mock(name, lines, tmp_path / name) for name in ("waveshare-2.7", "phat-black"))
    assert (quick.panel.refresh_count, slow.panel.refresh_count) == (3, 2)
    assert quick.panel.refreshes_by_mode == {RefreshMode.FULL: 1, RefreshMode.PARTIAL: 2}


def test_the_light_need_not_say_that_a_key_was_heard_where_the_ink_says_it(tmp_path: Path) -> None:
    quick, slow = (mock(name, ["D", "wait 30"], tmp_path / name) for name in ("waveshare-2.7", "phat-black"))
    assert Cue.HEARD in [cue for _, cue in slow.signal.played_cues]
    assert Cue.HEARD not in [cue for _, cue in quick.signal.played_cues]
