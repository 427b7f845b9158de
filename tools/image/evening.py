"""Plays evenings on a card in the emulated box, to test what the card leaves out, masks and mounts.

User-mode Linux runs programs for this machine's processor, so the card is built again for that, in the same way from
the same package lists. QEMU's machines, which run the card itself, have no keys (`boots.py`).
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from device import config
from tools.emulation.box import Bench, begin_anew, boot, play, presses
from tools.emulation.cache import cached_folder, key_of
from tools.emulation.guest import Guest, GuestProcesses
from tools.emulation.kernel import Kernel, kernel
from tools.emulation.parts import evenings
from tools.emulation.report import RunReport
from tools.emulation.rootfs import HARDWARE, INSIDE, OURS, SOURCES, add_hardware, copy_sources
from tools.image import card_wifi
from tools.image.card import make_image, settings
from tools.image.root import BUILD, DESK, HERE, finish, installed

WRITTEN = "findmnt -rno TARGET -t ext4 -O rw"
GAMES_PLACES = {"/data", "/var/lib/tablekeeper"}
ENGLISH = "AA"
"""The answer to a new card's first question (the language), and a key that closes the explanation of the keys."""
UNITS = "etc/systemd/system"
CONFIGFS_MOUNT = "sys-kernel-config.mount"
"""Simulated hardware needs this file system, which the card masks."""
CONFIGFS_MODULE = "modprobe@configfs.service"
"""Debian 13 mounts it only after this unit, which the card masks, too."""


def run(public_key: Path, mirror: str | None, report: RunReport) -> None:
    """Play a game of each kind on the card, then by phones. Raises CannotEmulate."""
    built = kernel()
    card = _card(built, public_key, mirror)
    processes = GuestProcesses()
    with TemporaryDirectory(prefix="tablekeeper-", dir=BUILD) as place:
        bench = Bench(built, card, Path(place), BUILD, processes, is_card=True)
        try:
            _play(bench, report)
        finally:
            processes.kill_all()


def _play(bench: Bench, report: RunReport) -> None:
    machine = bench.machine("evening")
    with boot(machine) as guest:
        before = _root(guest)
        _look_at_disk(guest, report)
        for game in evenings.GAMES:
            evenings.play_whole(guest, game, report, ENGLISH)
        begin_anew(guest)
        play(guest, presses("\n".join(ENGLISH)))
        card_wifi.report_off(guest, report, "before the menu asks")
        card_wifi.walk(guest, bench, report)
        _look_at_disk(guest, report)
        same = _root(guest) == before
        report.figure("the card's root after all that", "the same" if same else "another", "the same", good=same)
    with boot(machine) as guest:
        card_wifi.report_off(guest, report, "started again")
        card_wifi.report_rejoining(guest, bench, report)
        _look_at_disk(guest, report)


def _root(guest: Guest) -> str:
    """The hash of the partition with the root, which nothing writes to."""
    return guest.run("sha256sum /dev/ubda2", 300)


def _look_at_disk(guest: Guest, report: RunReport) -> None:
    written = set(guest.run(WRITTEN).split())
    report.figure("places on the card that are written to", ", ".join(sorted(written)), "those for games",
                  good=written == GAMES_PLACES)  # fmt: skip
    failed = guest.run("systemctl --failed --plain --no-legend").split()
    report.figure("units that failed", failed[0] if failed else "none", "none", good=not failed)


def _card(built: Kernel, public_key: Path, mirror: str | None) -> Path:
    base = installed(mirror, DESK)
    inputs = (public_key, HERE, INSIDE, *(HERE.parents[1] / name for name in HARDWARE))
    key = key_of(base.name, built.program.parent.name, *inputs)
    make = partial(_make, base=base / "root", built=built, public_key=public_key)
    return cached_folder("emulated-card", key, make, BUILD) / "card.img"


def _make(place: Path, base: Path, built: Kernel, public_key: Path) -> None:
    root, boot = place / "root", place / "boot"
    finish(base, root, public_key)
    copy_sources(root, *SOURCES)
    add_hardware(root, built)
    (root / UNITS / CONFIGFS_MOUNT).unlink()
    # A copy, because the template to which a link would lead is masked, too.
    shutil.copy(root / "usr/lib/systemd/system/modprobe@.service", root / UNITS / CONFIGFS_MODULE)
    # There is one kind of radio: what loads the Pis' driver, and nothing else, brings the simulated ones.
    (root / "etc/modprobe.d/box-radios.conf").write_text(f"install brcmfmac {OURS}/radios\n", encoding="utf-8")
    (root / "etc/netns").symlink_to("/run/box/netns")
    (root / "etc/resolv.conf").touch()
    # The panel stores its pages there: in memory, like everything that a card does not keep.
    (root / "var/lib/box").symlink_to("/run/box")
    (root / "etc/tmpfiles.d/box.conf").write_text("d /run/box 0755\n", encoding="utf-8")
    boot.mkdir()
    (boot / config.FILE_NAME).write_bytes(settings())
    # This kernel reads no FAT: a copy is where the link to the first partition was.
    (root / "etc/tablekeeper" / config.FILE_NAME).unlink()
    shutil.copy(boot / config.FILE_NAME, root / "etc/tablekeeper" / config.FILE_NAME)
    make_image(boot, root, place / "card.img")
    for folder in (root, boot):
        shutil.rmtree(folder)
