"""What a card has for its radio: the driver, the firmware, and the units that begin with the page for phones."""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.emulation.commands import CannotEmulate

RADIO_PACKAGE = "firmware-brcm80211"
"""Debian's package with the firmware of the Pis' radios."""
RADIO_MODULES = ("brcmfmac", "brcmfmac-cyw", "brcmfmac-wcc")
"""Modules for the Pis' radios, and those by which the driver knows the makers' firmware. They are only loaded for the
page for phones (on_card/radio)."""
UNITS_FOR_PHONES = (
    "dbus.service", "dbus.socket", "NetworkManager.service", "NetworkManager-wait-online.service",
    "wpa_supplicant.service",
)  # fmt: skip
"""Units that no target may start: they begin with the page for phones."""
FIRMWARE_FOLDER = "usr/lib/firmware"
CHIPS = ("brcmfmac43430-sdio", "brcmfmac43455-sdio")
"""The names with which the firmware files begin, in the driver's folder."""


def remove_unit_links(root: Path) -> None:
    """Remove the links by which targets of a root would start the units that begin with the page for phones."""
    for folder in (root / "etc/systemd/system", root / "usr/lib/systemd/system"):
        for wanted in (*folder.glob("*.wants"), *folder.glob("*.requires")):
            for name in UNITS_FOR_PHONES:
                (wanted / name).unlink(missing_ok=True)


def add_firmware(files: Path, root: Path) -> None:
    """Add the firmware of the Pis' radios to a card's root. Raises CannotEmulate."""
    source, target = files / FIRMWARE_FOLDER / "brcm", root / FIRMWARE_FOLDER / "brcm"
    target.mkdir(parents=True)
    for pattern in (f"{chip}.{ending}" for chip in CHIPS for ending in ("bin", "clm_blob", "raspberrypi,*")):
        paths = list(source.glob(pattern))
        if not paths or not all(path.exists() for path in paths):
            raise CannotEmulate(f"Debian's {RADIO_PACKAGE} has no {pattern}.")
        for path in paths:
            # A copy, also of what is a link into another folder.
            shutil.copy(path, target / path.name)
