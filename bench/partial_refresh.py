"""Measures panels with partial refresh, on simulated wires: the delay from press to ink, and the cost of a window."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import cycle

from device.journal import writer
from device.session.keyscript import ACCEPT_ROW, key_groups
from device.table.controller import Controller
from hal.mock.table import MockTable
from hal.panel.epd_models import EPD_MODELS, EpdModel
from hal.panel.epd_panel import to_chip_memory
from hal.panel.panel import RefreshMode
from tests.games.registered import deal, written
from tests.hal.simulated.epd import controller_on, epd_on, with_epd
from tests.hal.simulated.pictures import noise
from tests.hal.simulated.raspberry_pi import plugged
from tools.figures import Measurement, ratio, scratch

GAMES = ("no-loose-ends", "no-thanks", "loop", "wizard", "score-pad")
PLAYERS, SEED = 4, 3
THINKING_S, DEALING_S = (2.0, 40.0), (20.0, 90.0)
"""The ranges of pauses in seconds: between two declarations, and before the first of a round."""
RUNS = 61
LONG_STEP_S = 0.5
"""Step of simulated time, long enough that waiting is not measured."""


def figures() -> Iterator[Measurement]:
    """An evening of each game on the first panel, and two ratios for each panel."""
    for game in GAMES:
        yield from _evening(EPD_MODELS[0], game)
    for model in EPD_MODELS:
        title = f"show on {model.kind.name} ÷ its controller's commands, without waits"
        yield Measurement(title, _overhead(model), 1.2)
        title = f"a key's press on {model.kind.name}: partial ÷ full, without waits"
        yield Measurement(title, _partial_to_full_ratio(model), 0.5)


def _evening(model: EpdModel, game: str) -> Iterator[Measurement]:
    """Play a game by keys, with pauses in which people think."""
    names = ("Ann", "Bo", "Cleo", "Dan")
    record = "\n".join(written(game, names, (), deal(game, SEED, PLAYERS))).encode()
    chance = random.Random(SEED)
    lines: list[str] = []
    for group in key_groups(record):
        pause = DEALING_S if ACCEPT_ROW in group.rows else THINKING_S
        lines += (*group.presses, f"wait {chance.uniform(*pause):.1f}")
    raspberry = with_epd(model)
    with plugged(raspberry), scratch() as directory:
        table = MockTable(model.kind, lines)
        table.attach(epd_on(raspberry, model), raspberry.time)
        journal = writer.journal_writer_for(directory)
        controller = Controller(table, journal)
        controller.run()
        journal.close()
        found = controller.report.as_json()
    ink, wired = found["ink_s"], raspberry.epd
    assert isinstance(ink, dict)
    assert wired is not None
    where = f"{game} on {model.kind.name}"
    yield Measurement(f"seconds from a declaration to the ink, {where}, p50", ink["p50"], 0.5)
    yield Measurement(f"the same, p95 of {found['declarations']} declarations", ink["p95"], 0.6)
    yield Measurement(
        f"full refreshes beside {wired.chip.done[RefreshMode.PARTIAL]} partial ones, {where}",
        wired.chip.done[RefreshMode.FULL],
        None,
    )


def _overhead(model: EpdModel) -> float:
    """The overhead of the common panel interface over a controller's commands."""
    image, raspberry = noise(model.kind), with_epd(model)
    with plugged(raspberry):
        panel = epd_on(raspberry, model, step_s=LONG_STEP_S)
        panel.show(image)
        raspberry.taken.clear()
        controller = controller_on(raspberry, model)

        def show_with_commands() -> None:
            mono = to_chip_memory(image, model)
            controller.start_full_refresh(mono)
            raspberry.time.sleep(model.kind.refresh_s)
            controller.finish_refresh(mono, (0, 0, *mono.size))

        show_with_commands()
        raspberry.taken.clear()
        return ratio(lambda: panel.show(image), show_with_commands, RUNS, time.process_time)


def _partial_to_full_ratio(model: EpdModel) -> float:
    """A page on which a press has changed a line of text: a partial refresh against a full one."""
    before, raspberry = noise(model.kind), with_epd(model)
    after = before.copy()
    after.paste(1, (8, 8, model.kind.width // 2, 32))
    with plugged(raspberry):
        panel = epd_on(raspberry, model, step_s=LONG_STEP_S)
        panel.show(before)
        turns = cycle((after, before))
        return ratio(
            lambda: panel.show(next(turns), RefreshMode.PARTIAL), lambda: panel.show(before), RUNS, time.process_time
        )
