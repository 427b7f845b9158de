"""What a card says that does not start, by its own script, in other places and with others' programs stood for."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.image.root import ON_CARD

STANDS_FOR = {
    "systemctl": """case "$*" in
        show*) echo MainPID=42; echo "ActiveState=activ$([ -e "$PLACE/active" ] && echo e || echo ating)" ;;
        *) echo "$*" >>"$PLACE/called" ;;
    esac""",
    "findmnt": 'case "$*" in *SOURCE*) echo /dev/mmcblk1p2 ;; *) [ ! -e "$PLACE/no-games" ] ;; esac',
    "journalctl": "echo what was logged",
    "modprobe": 'echo "modprobe $*" >>"$PLACE/called"',
    "mount": 'echo "mount $*" >>"$PLACE/called"',
    "umount": ":",
    "python3": 'echo "$*" >>"$PLACE/called"; [ ! -e "$PLACE/lost" ]',
    # The script goes round for ever: its first rest ends it.
    "sleep": 'kill "$(cat "$PLACE/script")"',
    "blink": 'echo "$1" >"$PLACE/flashes"; kill "$(cat "$PLACE/script")"',
}  # fmt: skip


@dataclass
class Card:
    """A box's places, and what came of a look at them."""

    place: Path

    def put(self, name: str, content: str = "") -> Card:
        (self.place / name).write_text(content)
        return self

    def look(self) -> Card:
        """Have the script look once."""
        script = (ON_CARD / "trouble").read_text()
        for there, here in (
            ("here=/usr/lib/tablekeeper", "here=$PLACE/bin"), ("/run/tablekeeper/hardware", "$PLACE/hardware"),
            ("log=/boot/firmware", "log=$PLACE"), ("/boot/firmware", "FIRST"), ("/proc/uptime", '"$PLACE/uptime"'),
            ("/dev/kmsg", '"$PLACE/screen"'), ("/tmp/", "$PLACE/memory-"), ("/usr/bin/python3", "python3"),
            ("/proc/device-tree/model", '"$PLACE/model"'),
        ):  # fmt: skip
            assert there in script, there
            script = script.replace(there, here)
        (self.place / "trouble").write_text(f'echo $$ >"$PLACE/script"\n{script}')
        environment = {"PATH": f"{self.place}/bin:/usr/bin:/bin", "PLACE": str(self.place)}
        subprocess.run(["sh", self.place / "trouble"], env=environment, check=False, timeout=60, capture_output=True)
        return self

    def said(self, name: str) -> str:
        found = self.place / name
        return found.read_text() if found.exists() else ""


@pytest.fixture
def card(tmp_path: Path) -> Card:
    (tmp_path / "bin").mkdir()
    for name, does in STANDS_FOR.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    return Card(tmp_path).put("uptime", "300.11 200.22\n").put("model", "Raspberry Pi 4 Model B\0")


def test_a_box_that_plays_says_nothing_and_keeps_its_program(card: Card) -> None:
    card.put("active").put("hardware", "plays\n\n").look()
    assert card.said("flashes") == card.said("tablekeeper-log.txt") == card.said("screen") == ""
    assert card.said("called").splitlines() == [f"{card.place}/bin/programs.py keep"]


@pytest.mark.parametrize(
    ("files", "flashes", "says"),
    [
        ({"active": "", "hardware": "panel\nNo panel answers.\n"}, "3", "No panel answers."),
        ({"active": "", "hardware": "pins\nGPIO 8 is in use.\n"}, "4", "GPIO 8 is in use."),
        ({"hardware": "plays\n\n"}, "5", "The program is not ready, 240 seconds after the power came."),
        ({"active": "", "hardware": "plays\n\n", "no-games": ""}, "6", "The card's partition for games can't be used"),
    ],
    ids=["panel", "pins", "program", "games"],
)
def test_what_is_wrong_is_told_by_light_screen_and_a_text(
    files: dict[str, str], flashes: str, says: str, card: Card
) -> None:
    for name, content in files.items():
        card.put(name, content)
    card.look()
    text = card.said("tablekeeper-log.txt")
    assert card.said("flashes") == f"{flashes}\n"
    assert text.startswith(f"Tablekeeper: {says}")
    assert f"flashes {flashes} times" in text
    assert "board: Raspberry Pi 4 Model B\n" in text
    assert "what was logged" in text
    assert re.match(rf"<2>tablekeeper: {re.escape(says)}", card.said("screen"))
    assert [line for line in card.said("called").splitlines() if line.startswith("m")][-3:] == [
        "mount -o remount,rw FIRST", "mount -o remount,ro FIRST", "modprobe vc4",
    ]  # fmt: skip


def test_a_program_has_four_minutes_before_it_is_said_not_to_be_ready(card: Card) -> None:
    assert card.put("uptime", "239.99 100.00\n").look().said("flashes") == ""


def test_what_is_not_known_yet_is_not_told(card: Card) -> None:
    """A panel takes forty seconds for its first page."""
    card.put("active").look()
    assert card.said("flashes") == card.said("called") == ""


def test_a_newer_program_that_has_lost_the_panel_is_started_again_to_be_given_up(card: Card) -> None:
    card.put("active").put("hardware", "panel\nNo panel answers.\n").put("lost").look()
    assert card.said("called").splitlines()[:2] == [
        f"{card.place}/bin/programs.py keep", "restart tablekeeper.service",
    ]  # fmt: skip


def test_an_empty_text_asks_for_one_of_a_box_that_plays(card: Card) -> None:
    card.put("active").put("hardware", "plays\n\n").put("tablekeeper-log.txt").look()
    assert card.said("tablekeeper-log.txt").startswith("Tablekeeper: The table is played at")
    assert card.said("flashes") == card.said("screen") == ""


def test_whoever_asks_for_the_text_gets_another_once_the_radio_is_in_use(card: Card) -> None:
    """The page for phones begins later than the table: what its radio's driver says is in the second text."""
    journal = 'echo line >>"$PLACE/lines"; cat "$PLACE/lines"'
    for name, does in (("sleep", f'[ ! -e "$PLACE/rested" ] || {STANDS_FOR["sleep"]}; touch "$PLACE/rested"'),
                       ("journalctl", journal)):  # fmt: skip
        (card.place / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
    card.put("active").put("hardware", "plays\n\n").put("tablekeeper-log.txt").look()
    text = card.said("tablekeeper-log.txt")
    assert text.startswith("Tablekeeper: The table is played at; somebody has asked for this.")
    assert text.count("line\n") == 2
    assert "--quiet is-active tablekeeper-page.service" in card.said("called")
