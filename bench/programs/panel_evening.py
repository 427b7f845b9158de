"""Plays an evening from a key script on a real panel's driver over simulated wires, and prints its peak memory."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.processes import own_peak
from device.journal import writer
from device.table.controller import Controller
from hal.panel.inky_models import models_by_name
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tests.hal.simulated.table import WiredTable


def main() -> None:
    """Run with the arguments: the panel, a directory for the journal, the key script."""
    name, data, keys = sys.argv[1:]
    model = models_by_name(name)[0]
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
    with plugged(raspberry):
        table = WiredTable(raspberry, Path(keys).read_text(encoding="utf-8").splitlines())
        journal_writer = writer.journal_writer_for(Path(data))
        Controller(table, journal_writer).run()
        journal_writer.close()
    if table.wired.refreshes <= 2 or table.wired.errors:
        raise RuntimeError(f"{table.wired.refreshes} refreshes, {table.wired.errors}")
    print(own_peak())


if __name__ == "__main__":
    main()
