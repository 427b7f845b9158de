"""What can be said of a card's image without making one."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.image.boots import MISSING, active_after_s, first_complaint, slowest_units
from tools.image.card import DATA_MB, FAT_MB, PARTITIONS, ROOT_LABEL, ROOT_MB, manifest
from tools.image.card_copy import copy_written
from tools.image.models import MODELS
from tools.image.root import BOOT, FIRST_MODULES, MASKED, ON_CARD

UNIT = Path("systemd/tablekeeper.service")


def test_partitions_follow_each_other_and_the_last_one_may_grow() -> None:
    found = [tuple(map(int, one)) for one in re.findall(r"start=(\d+)MiB, size=(\d+)MiB", PARTITIONS)]
    assert found == [(1, FAT_MB), (1 + FAT_MB, ROOT_MB), (1 + FAT_MB + ROOT_MB, DATA_MB)]


def test_a_manifest_tells_contents_rights_and_links_apart(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").symlink_to("a")
    before = list(manifest(tmp_path))
    assert [line.split()[0] for line in before] == ["a", "b"]
    assert before[1].endswith("-> a")
    (tmp_path / "a").chmod(0o700)
    after_rights = list(manifest(tmp_path))
    (tmp_path / "a").write_text("two")
    assert len({tuple(before), tuple(after_rights), tuple(manifest(tmp_path))}) == 3


def test_the_first_partition_is_the_one_that_the_settings_link_names() -> None:
    assert "mount -t vfat -o ro" in (ON_CARD / "card").read_text()
    assert "/boot/firmware" in (ON_CARD / "card").read_text()


def test_nothing_but_the_third_partition_is_written_to() -> None:
    mounts = re.findall(r'mount -t (\w+) (?:-o (\S+) )?.*"?\$(\w+)"?', (ON_CARD / "card").read_text())
    assert [(kind, "ro" in options.split(","), what) for kind, options, what in mounts] == [
        ("tmpfs", False, "place"), ("vfat", True, "first"), ("ext4", False, "third"),
    ]  # fmt: skip
    assert "$b mount -o ro,noatime -t ext4" in (BOOT / "init").read_text()
    assert "Storage=volatile" in (ON_CARD / "journald.conf").read_text()


def test_the_root_is_found_by_its_label() -> None:
    """By its number it is a race on a Pi 4, which has two hosts for cards (Debian bug 996915)."""
    words = (BOOT / "cmdline.txt").read_text().split()
    assert f"root=LABEL={ROOT_LABEL}" in words
    assert f"root=LABEL={ROOT_LABEL}" in (BOOT / "init").read_text()


def test_what_is_wrong_is_said_at_screen_and_serial_console_alike() -> None:
    """Nothing but grave words is shown there, and each of the card's is one."""
    words = (BOOT / "cmdline.txt").read_text().split()
    assert {"console=ttyS1,115200", "console=tty0", "loglevel=3"} <= set(words)
    for file in (BOOT / "init", ON_CARD / "trouble"):
        assert re.findall(r'echo "<(\d)>', file.read_text()) == ["2"]


def test_nothing_that_a_pi_4_s_slot_waits_for_is_left_out_of_the_start() -> None:
    assert {"fixed", "gpio_regulator", "sdhci-iproc", "mmc_block", "ext4"} <= set(FIRST_MODULES)


def test_each_way_of_not_starting_has_a_number_that_the_docs_explain() -> None:
    script = (ON_CARD / "trouble").read_text()
    flashes = dict(re.findall(r"(\w+)\) echo (\d) ;;", script))
    assert sorted(flashes.values()) == ["3", "4", "5", "6"]
    assert "/blink 2" in (BOOT / "init").read_text()
    docs = Path("docs/image.md").read_text()
    assert set(re.findall(r"^\| (\d) \|", docs, re.MULTILINE)) == {"2", *flashes.values()}


def test_nobody_can_log_in() -> None:
    assert {"getty@.service", "serial-getty@.service", "console-getty.service", "ssh.service"} <= set(MASKED)


FIRST_CARDS_OPTIONS = {"--hal", "--unattended", "--ask-language"}
"""What the first card's program can be asked for: a card may go back to one as old."""


def test_the_card_plays_what_the_service_plays() -> None:
    """Only the program's place is another one, and what earlier programs do not know is no option."""
    ours, cards = (configparser.RawConfigParser(strict=False, interpolation=None) for _ in range(2))
    ours.read(UNIT)
    cards.read(ON_CARD / "image.conf")
    words = ours["Service"]["ExecStart"].split()[1:]
    options = cards["Service"]["ExecStart"].split()[4:]
    assert cards["Service"]["ExecStart"].split()[1:] == ["-P", "-m", "device", *words, "--ask-language"]
    assert {one for one in options if one.startswith("--")} <= FIRST_CARDS_OPTIONS
    assert "TABLEKEEPER_EXPLAIN_KEYS=1" in UNIT.read_text()


def test_what_the_box_lacks_is_found_on_its_console() -> None:
    console = (
        "[    9.0] tablekeeper[300]: the table is mirrored at /run/tablekeeper-page/table\r\n"
        "[    9.1] tablekeeper[300]: <3>There is no header with pins.\r\n"
        f"[    9.2] tablekeeper[300]: <4>{MISSING} every 10 s\r\n"
    )
    assert first_complaint(console) == "There is no header with pins."
    assert first_complaint("[    9.1] systemd[1]: nothing of ours\r\n") == "nothing"


def test_a_part_of_a_file_is_copied_whole_and_its_holes_stay_holes(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    with source.open("wb") as file:
        for place, data in ((0, b"before"), (3 << 20, b"first"), (40 << 20, b"last")):
            file.seek(place)
            file.write(data)
        file.truncate(64 << 20)
    copy_written(source, target, 1 << 20)
    assert target.read_bytes() == source.read_bytes()[1 << 20 :]
    assert target.stat().st_blocks * 512 < 8 << 20


CONSOLE = """\
[    3.1] systemd[1]: Starting systemd-udevd.service - Rule-based Manager for Device Events and Files...
[    3.9] systemd[1]: Started systemd-udevd.service - Rule-based Manager for Device Events and Files.
[    4.0] systemd[1]: Finished never-begun.service - Something from before the journal.
[    5.4] systemd[1]: Starting tablekeeper.service - Tablekeeper, the score keeper at the card table...
[   11.9] systemd[1]: Started tablekeeper.service - Tablekeeper, the score keeper at the card table.
"""


def test_the_dearest_units_of_a_start_are_read_off_the_console() -> None:
    console = CONSOLE.replace(".1]", ".100000]").replace(".4]", ".400000]").replace(".9]", ".900000]")
    assert slowest_units(console) == "tablekeeper.service 6.5, systemd-udevd.service 0.8"
    assert slowest_units(console, 1) == "tablekeeper.service 6.5"
    assert active_after_s(console) == 11.9


@pytest.mark.skipif(shutil.which("dtc") is None, reason="dtc is not installed")
def test_the_overlay_is_one(tmp_path: Path) -> None:
    command = ["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", str(tmp_path / "overlay"), str(BOOT / "tablekeeper.dts")]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    assert len({model.tree for model in MODELS}) == len({model.revision for model in MODELS}) == 7
