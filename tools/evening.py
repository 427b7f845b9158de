"""`make evening`: a sample evening on the mock hardware, from power-on to the final sheet."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from device.cli.commands import main
from device.session.keyscript import key_script

SAMPLE = Path("tests/golden/no-loose-ends.txt")
THINKING_S = 2
PANEL = "impression-7.3-spectra"


def play(directory: Path) -> int:
    """Play the sample into a new directory; an old one is removed. Returns the exit status."""
    if directory.exists():
        shutil.rmtree(directory)
    directory.mkdir(parents=True)
    keys, frames = directory / "keys.txt", directory / "frames"
    # Pauses between presses, so that the panel has time to show what happens.
    pressed = [line for press in key_script(SAMPLE.read_bytes()) for line in (press, f"wait {THINKING_S}")]
    keys.write_text("\n".join([*pressed, "hold C", "wait 60", "hold B", ""]), encoding="utf-8")
    print(f"Playing {SAMPLE} by key presses on a mock {PANEL}:\n")
    status = main(
        [
            "--hal",
            "mock",
            "--panel",
            PANEL,
            "--keys",
            str(keys),
            "--data",
            str(directory / "data"),
            "--frames",
            str(frames),
        ]
    )
    if status == 0:
        print(f"\nThe panel's pictures are {frames}/0001.png and on; the presses are in {keys}.")
        print(f"Its record: .venv/bin/tablekeeper export --data {directory / 'data'}")
    return status


if __name__ == "__main__":
    sys.exit(play(Path(sys.argv[1])))
