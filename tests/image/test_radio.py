"""The card's radio: nothing of it before somebody asks for the page for phones, and then only what the page needs."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from device import config
from device.config.reading import MAX_SOCKET_PATH_BYTES
from device.run.page_door import REQUEST_FOLDER
from tests.non_empty import non_empty
from tools.emulation.commands import CannotEmulate
from tools.image.card import settings
from tools.image.radio import CHIPS, FIRMWARE_FOLDER, RADIO_MODULES, RADIO_PACKAGE, UNITS_FOR_PHONES, add_firmware
from tools.image.root import (
    GENERATORS,
    MASKED,
    ON_CARD,
    PACKAGES,
    PHONE_PACKAGES,
    PUT,
    SCREEN_MODULES,
    STARTING,
    UNITS,
    UNNEEDED_MODULES,
    WHEN_ASKED,
    finish,
)

SCRIPTS = {"__init__.py", "blink", "card", "programs.py", "radio", "trouble"}
DOOR = "/run/tablekeeper-page/table"
NETWORKS = "/data/networks"
SYSTEM = "usr/lib/systemd/system"
BOARDS = tuple(f"{chip}.raspberrypi,model.txt" for chip in CHIPS)
"""The names of files with the settings of a board's radio."""
needs_systemctl = pytest.mark.skipif(
    shutil.which("systemctl") is None, reason="systemctl (Debian's systemd) is missing"
)


def read(path: Path) -> configparser.RawConfigParser:
    found = configparser.RawConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(path)
    return found


def test_all_of_the_card_s_files_have_their_places() -> None:
    assert {path.name for path in ON_CARD.iterdir() if path.is_file()} == SCRIPTS | set(PUT)
    assert len(set(PUT.values())) == len(PUT)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A card's root, of a Debian that starts all of a network with the machine, as its packages have it."""
    base, key = tmp_path / "base", tmp_path / "updates.pub"
    key.touch()
    for folder in (GENERATORS, SYSTEM, "etc/tablekeeper", "etc/systemd/system"):
        (base / folder).mkdir(parents=True)
    for target, name in (
        ("multi-user.target.wants", "NetworkManager.service"),
        ("multi-user.target.wants", "wpa_supplicant.service"),
        ("network-online.target.requires", "NetworkManager-wait-online.service"),
        ("multi-user.target.wants", "dbus.service"),
        ("sockets.target.wants", "dbus.socket"),
        ("multi-user.target.wants", "tablekeeper-page.path"),
    ):
        (base / SYSTEM / name).write_text("[Unit]\n")
        wanted = base / ("etc/systemd/system" if "dbus" not in name else SYSTEM) / target / name
        wanted.parent.mkdir(exist_ok=True)
        # As systemd writes it: on the machine where the card is made, it leads nowhere.
        wanted.symlink_to(f"/{SYSTEM}/of-this-test/{name}")
    finish(base, tmp_path / "card", key)
    return tmp_path / "card"


def starts(root: Path) -> set[str]:
    """The units that targets start."""
    folders = [*root.rglob("*.wants"), *root.rglob("*.requires")]
    return {path.name for folder in folders for path in folder.iterdir()}


@needs_systemctl
def test_no_target_starts_what_has_to_do_with_a_network(root: Path) -> None:
    started = starts(root)
    assert started & {*UNITS_FOR_PHONES, *WHEN_ASKED, "tablekeeper-page.service"} == set()
    assert {*UNITS, "tablekeeper-page.path"} <= started
    for name in non_empty(WHEN_ASKED):
        assert (root / "etc/systemd/system" / name).exists()


@needs_systemctl
def test_udev_loads_no_driver_of_a_radio(root: Path) -> None:
    blacklisted = (root / "etc/modprobe.d/late.conf").read_text().splitlines()
    assert blacklisted == [f"blacklist {name}" for name in (*SCREEN_MODULES, *RADIO_MODULES)]
    assert "modprobe --quiet brcmfmac" in (root / "usr/lib/tablekeeper/radio").read_text()


def test_what_begins_with_the_page_is_not_masked_and_all_else_of_a_network_is() -> None:
    assert set(MASKED) & {*UNITS_FOR_PHONES[:3], "wpa_supplicant.service", "polkit.service"} == set()
    others = {"NetworkManager-dispatcher.service", "ssh.service", "systemd-hostnamed.service", "systemd-logind.service"}
    others |= {
        "systemd-networkd.service",
        "systemd-resolved.service",
        "systemd-rfkill.service",
        "systemd-rfkill.socket",
    }
    assert others <= set(MASKED)


def test_of_all_drivers_for_networks_one_is_on_the_card() -> None:
    assert {"net", "drivers/net", "drivers/bluetooth"} <= set(UNNEEDED_MODULES)
    assert set(RADIO_MODULES) == {"brcmfmac", "brcmfmac-cyw", "brcmfmac-wcc"}


def test_the_packages_bring_what_a_wifi_takes_and_nothing_that_listens() -> None:
    assert {"dnsmasq-base", "network-manager", "polkitd", "wireless-regdb", "wpasupplicant"} <= set(PACKAGES)
    assert RADIO_PACKAGE in STARTING
    servers = {"avahi-daemon", "dnsmasq", "openssh-server", "modemmanager", *PHONE_PACKAGES}
    locked = {line.split()[0] for line in Path("tools/image/locks/debian.lock").read_text().splitlines()}
    assert locked & servers == set()
    assert set(PACKAGES) <= locked


def test_the_page_is_asked_for_by_a_folder_beside_its_door() -> None:
    path = read(ON_CARD / "page-path.conf")["Path"]
    assert dict(path) == {"PathExists": "", "DirectoryNotEmpty": str(Path(DOOR).with_name(REQUEST_FOLDER))}
    (line,) = (line for line in (ON_CARD / "asking.tmpfiles").read_text().splitlines() if not line.startswith("#"))
    assert line == f"d {Path(DOOR).with_name(REQUEST_FOLDER)} 0700 tablekeeper tablekeeper"


def test_the_page_brings_the_radio_and_waits_for_networks_that_were_joined() -> None:
    page = read(ON_CARD / "page.conf")
    before = {"tablekeeper-radio.service", "NetworkManager.service", "wpa_supplicant.service"}
    assert set(page["Unit"]["After"].split()) == before
    assert set(page["Unit"]["Wants"].split()) == before | {"tablekeeper-networks.path"}
    assert page["Service"]["ExecStartPre"].startswith("-+/usr/bin/nm-online ")
    ours = read(Path("systemd/tablekeeper-page.service"))["Service"]["ExecStart"].split()[1:]
    assert page["Service"]["ExecStart"].split()[1:] == ["-P", "-m", "device", *ours]
    assert set(page["Service"]["InaccessiblePaths"].split()) == {"-/data/games", f"-{NETWORKS}"}


def test_networks_that_were_joined_are_on_the_third_partition_for_root_alone() -> None:
    manager = read(ON_CARD / "network-manager.conf")
    assert manager["keyfile"]["path"] == NETWORKS
    assert f"install -d -m 0700 {NETWORKS}\n" in (ON_CARD / "card").read_text()
    assert read(ON_CARD / "manager.conf")["Service"]["TemporaryFileSystem"] == "/var/lib/NetworkManager:mode=0700"
    assert read(ON_CARD / "tablekeeper-networks.path")["Path"]["PathChanged"] == NETWORKS
    synced = read(ON_CARD / "tablekeeper-networks.service")["Service"]["ExecStart"]
    assert synced == f"/usr/bin/sync --file-system {NETWORKS}", "the plug is pulled, and it is still there"
    updates = (ON_CARD / "tablekeeper-update.service").read_text()
    assert f"InaccessiblePaths=-{NETWORKS}\n" in updates, "what reads foreign files does not read passwords"


def test_nobody_else_is_asked_for_anything() -> None:
    manager = read(ON_CARD / "network-manager.conf")
    assert manager["connectivity"]["enabled"] == "false"
    assert (manager["main"]["dns"], manager["main"]["hostname-mode"]) == ("none", "none")


def test_a_new_card_has_a_door_for_the_page_and_else_the_example() -> None:
    made, example = (tomllib.loads(text.decode()) for text in (settings(), config.example_toml()))
    assert made.pop("desktop") == {**example.pop("desktop", {}), "door": DOOR}
    assert made == example
    assert len(DOOR) <= MAX_SOCKET_PATH_BYTES


@pytest.mark.parametrize(("loads", "radio"), [(True, True), (True, False), (False, False)])
def test_the_radio_is_waited_for_and_who_has_none_is_not_kept(loads: bool, radio: bool, tmp_path: Path) -> None:
    for name, does in (
        ("modprobe", f'echo "$*" >>"$PLACE/loaded"; [ "{loads}" = True ]'),
        # The firmware of a radio is loaded meanwhile.
        ("sleep", f'echo >>"$PLACE/slept"; [ "{radio}" = False ] || mkdir -p "$PLACE/wlan0/phy80211"'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    script = (ON_CARD / "radio").read_text().replace("/sys/class/net/", '"$PLACE"/')
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PLACE": str(tmp_path)}
    done = subprocess.run(["sh", "-c", script], env=environment, check=True, timeout=60, capture_output=True, text=True)
    assert (tmp_path / "loaded").read_text() == "--quiet brcmfmac\n"
    said = [] if loads else ["there is no driver for a radio"]
    assert done.stdout.splitlines() == said + ([] if radio else ["there is no radio"])
    assert len((tmp_path / "slept").read_text()) == (1 if radio else 100)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """What Debian's package has, as far as it matters."""
    brcm = tmp_path / "files" / FIRMWARE_FOLDER / "brcm"
    brcm.mkdir(parents=True)
    (brcm.parent / "cypress").mkdir()
    for chip in CHIPS:
        for ending in ("bin", "clm_blob"):
            (brcm.parent / "cypress" / f"{chip}.{ending}").write_text(f"{chip} {ending}")
            (brcm / f"{chip}.{ending}").symlink_to(f"../cypress/{chip}.{ending}")
        (brcm / f"{chip}.pine64,pinephone-pro.txt").touch()
    for name in (*BOARDS, "brcmfmac4356-pcie.bin"):
        (brcm / name).write_text(name)
    return tmp_path / "files"


def test_the_firmware_of_the_pis_is_there_and_no_other(files: Path, tmp_path: Path) -> None:
    add_firmware(files, tmp_path / "card")
    found = tmp_path / "card" / FIRMWARE_FOLDER / "brcm"
    names = {path.name for path in found.iterdir()}
    assert {f"{chip}.{ending}" for chip in CHIPS for ending in ("bin", "clm_blob")} <= names
    assert [name for name in names if re.search("pine64|4356-", name)] == []
    assert (found / f"{CHIPS[0]}.bin").read_text() == f"{CHIPS[0]} bin"
    assert set(BOARDS) <= names


@pytest.mark.parametrize(
    ("name", "missing"),
    [(f"{CHIPS[1]}.clm_blob", f"{CHIPS[1]}.clm_blob"), (BOARDS[1], f"{CHIPS[1]}.raspberrypi,*")],
)
def test_a_package_without_a_pi_s_firmware_makes_no_card(name: str, missing: str, files: Path, tmp_path: Path) -> None:
    (files / FIRMWARE_FOLDER / "brcm" / name).unlink()
    with pytest.raises(CannotEmulate, match=re.escape(f"{RADIO_PACKAGE} has no {missing}")):
        add_firmware(files, tmp_path / "card")
