"""Evenings on a small file system in memory, which is really full or really read-only.

Run by test_disk.py in a mount namespace: `python -m tests.power.small_filesystems SCENARIO DIRECTORY`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from device.journal import writer
from device.journal.export import exported_lines
from device.journal.spill import default_spill
from device.journal.store import Journal
from device.session.keyscript import key_script as presses_of
from device.system.log_level import LogLevel
from device.table.table_settings import TableSettings
from display.languages import language
from display.vocabulary import Page, Tone
from display.words import ENGLISH, Language
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from tests.power.scripts import LINES, SCRIPT, on_disk
from tests.table.tables import controlled

PRESSES = SCRIPT.splitlines()
HALF = len(list(presses_of("\n".join(LINES[:20]).encode())))
SIZE = "192k"
TWICE = "512k"


def mount(directory: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(directory)], check=True)


class Evening:
    """A table whose key presses come from a generator, which also does other things between them."""

    def __init__(self, data: Path, presses: Iterator[str], speaks: Language = ENGLISH) -> None:
        self.data = data
        self.told: list[tuple[str, LogLevel]] = []
        self.journal_writer = writer.journal_writer_for(data)
        self.table = MockTable(panel.panel_kind("what-black"), presses)
        self.controller = controlled(self.table, self.journal_writer, self._tell, TableSettings(speaks))

    def _tell(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        self.told.append((line, level))

    def run(self) -> None:
        self.controller.run()
        self.journal_writer.close()

    def page(self) -> Page:
        return self.controller.page()

    def exported(self) -> list[str]:
        return list(exported_lines(self.data, None, spill=default_spill(self.data)))

    def records(self) -> list[str]:
        return [line for line, _ in self.told if line in LINES]

    def check_trouble(self, sentence: str) -> None:
        """Check that trouble is reported by page, signal and transcript, and that an export has what the disk lacks."""
        notice = self.page().notice
        assert notice is not None
        assert notice.tone is Tone.TROUBLE
        assert ENGLISH.say(notice.lines[-1]).startswith(sentence), notice
        assert self.table.signal.played_cues[-1][1] is Cue.TROUBLE or Cue.TROUBLE in {
            cue for _, cue in self.table.signal.played_cues
        }
        assert any(level is LogLevel.ERROR for _, level in self.told)
        assert self.exported() == self.records()
        assert len(on_disk(self.data)) < len(self.records())

    def check_mended(self) -> None:
        notice = self.page().notice
        assert notice is None, notice
        assert on_disk(self.data) == self.exported() == self.records()
        assert default_spill(self.data).load() is None


def full(directory: Path) -> None:
    mount(directory, f"size={SIZE}")
    filling = directory / "filling"

    def presses() -> Iterator[str]:
        yield from PRESSES[:HALF]
        for press in PRESSES[HALF:]:
            # A log that could be copied into the journal frees space: fill that at once.
            fill(filling)
            yield press
        evening.check_trouble("The disk is full.")
        filling.unlink()
        yield "wait 6"
        yield "hold C"
        evening.check_mended()

    evening = Evening(directory / "data", presses())
    evening.run()
    assert evening.records() == LINES


def fill(path: Path) -> None:
    with suppress(OSError), open(path, "ab", buffering=0) as file:
        while True:
            file.write(bytes(1024))


def read_only(directory: Path) -> None:
    mount(directory, f"size={SIZE}")
    first = Evening(directory / "data", iter(PRESSES[:HALF]))
    first.run()
    had = first.records()
    before = first.page()
    assert had
    mount_again(directory, "ro")

    def presses() -> Iterator[str]:
        # The next start shows the game in play, although it can't be written to.
        assert evening.page().body == before.body
        assert evening.page().question == before.question
        yield from PRESSES[HALF:]
        yield "hold B"
        assert evening.exported() == LINES
        assert on_disk(directory / "data") == had
        mount_again(directory, "rw")
        yield "wait 6"
        yield "hold B"
        assert evening.page().notice is None
        assert on_disk(directory / "data") == LINES

    evening = Evening(directory / "data", presses())
    evening.run()
    assert default_spill(directory / "data").load() is None


def mount_again(directory: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(directory)], check=True)


def log_left(directory: Path) -> None:
    """After a power cut, the log is beside the journal, and SQLite can't read it without write permission."""
    mount(directory, f"size={TWICE}")
    journal = Journal.open(directory / "data")
    journal.close()
    first = Evening(directory / "data", iter(PRESSES[:HALF]))
    first.controller.run()
    assert (directory / "data" / "journal.db-wal").stat().st_size
    copy = directory / "copy"
    copy.mkdir()
    for name in ("journal.db", "journal.db-wal"):
        (copy / name).write_bytes((directory / "data" / name).read_bytes())
    first.journal_writer.close()
    mount_again(directory, "ro")
    assert list(exported_lines(copy, None)) == first.records(), (list(exported_lines(copy, None)), first.records())


def french(directory: Path) -> None:
    mount(directory, f"size={SIZE},ro")
    speaks = language("fr")
    evening = Evening(directory / "data", iter(PRESSES), speaks)
    evening.run()
    notice = evening.page().notice
    assert notice is not None
    for line in notice.lines:
        assert speaks.say(line) != ENGLISH.say(line)
    assert any(level is LogLevel.ERROR and "disque" in line for line, level in evening.told)
    assert evening.exported() == LINES
    default_spill(directory / "data").clear()


if __name__ == "__main__":
    scenarios = {"full": full, "read-only": read_only, "log-left": log_left, "french": french}
    scenarios[sys.argv[1]](Path(sys.argv[2]))
