"""The service's units: sound, and with no more rights than a table needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hal.browser.own_wifi import BOX_ADDRESS
from tests.non_empty import non_empty

UNITS = Path("systemd")
THRESHOLD = "--threshold=10"
"""An exposure of 1.0; systemd-analyze counts in tenths."""
DOOR = "/run/tablekeeper-door/courier"
PAGE_DOOR = "/run/tablekeeper-page/table"
MEASURED = ["tablekeeper-courier.path", "tablekeeper-courier.service", "tablekeeper-off.path"]
MEASURED += ["tablekeeper-page.path", "tablekeeper-page.service", "tablekeeper-page.socket", "tablekeeper.service"]
RIGHTS = ["tablekeeper-page.dbus", "tablekeeper-page.polkit", "tablekeeper.dnsmasq"]
"""What programs of the system read: `test_page_rights.py` and `test_captive_names.py` have what is in them."""
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze (Debian's systemd) is missing")


def settings(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (UNITS / unit).read_text(encoding="utf-8").splitlines():
        key, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, *arguments], capture_output=True, text=True, timeout=60, check=False)


@needs_systemd
@pytest.mark.parametrize("unit", sorted(str(path.relative_to(UNITS)) for path in UNITS.rglob("*.service")))
def test_every_service_is_exposed_to_little(unit: str) -> None:
    found = analyze("security", "--offline=true", THRESHOLD, str(UNITS / unit))
    assert found.returncode == 0, found.stdout[-500:] + found.stderr


def test_what_is_measured_is_all_that_runs() -> None:
    """Only services run anything. The other units start a service of ours that is measured, or what systemd has."""
    found = sorted(path.name for path in UNITS.glob("tablekeeper*"))
    assert found == sorted([*MEASURED, *RIGHTS, "tablekeeper.modules", "tablekeeper.tmpfiles"])
    assert settings("tablekeeper-courier.path") == {
        "Description": ["The door of a card table that belongs to a club"],
        "PathExists": [DOOR],
        "Unit": ["tablekeeper-courier.service"],
        "WantedBy": ["multi-user.target"],
    }
    assert settings("tablekeeper-page.path") == {
        "Description": ["The door of a card table whose page is served to phones"],
        "PathExists": [PAGE_DOOR],
        "Unit": ["tablekeeper-page.service"],
        "WantedBy": ["multi-user.target"],
    }
    assert settings("tablekeeper-off.path") == {
        "Description": ["The wish of the card table to switch off"],
        "PathExists": ["/run/tablekeeper/off"],
        "Unit": ["poweroff.target"],
        "WantedBy": ["multi-user.target"],
    }


def test_the_webs_own_port_is_open_in_the_boxs_own_wifi_alone_and_while_the_page_is_served() -> None:
    port = settings("tablekeeper-page.socket")
    assert (port["ListenStream"], port["FreeBind"]) == ([f"{BOX_ADDRESS}:80"], ["yes"])
    assert port["PartOf"] == ["tablekeeper-page.service"]
    assert "WantedBy" not in port
    assert settings("tablekeeper-page.service")["Sockets"] == ["tablekeeper-page.socket"]


def test_a_courier_is_another_user_with_no_device_and_no_game() -> None:
    courier, table = settings("tablekeeper-courier.service"), settings("tablekeeper.service")
    assert courier["User"] != table["User"]
    assert "SupplementaryGroups" not in courier
    assert "DeviceAllow" not in courier
    assert courier["PrivateDevices"] == ["yes"]
    assert courier["InaccessiblePaths"] == ["-/var/lib/tablekeeper"]
    assert courier["StateDirectoryMode"] == ["0700"]
    assert f"--door {DOOR} --state /var/lib/{courier['StateDirectory'][0]}" in courier["ExecStart"][0]


def test_the_page_is_of_another_user_with_no_device_no_game_and_no_file() -> None:
    page, users = settings("tablekeeper-page.service"), ("tablekeeper.service", "tablekeeper-courier.service")
    assert page["User"] not in [settings(unit)["User"] for unit in users]
    assert not {"SupplementaryGroups", "DeviceAllow", "StateDirectory", "ReadWritePaths"} & set(page)
    assert page["PrivateDevices"] == ["yes"]
    assert page["InaccessiblePaths"] == ["-/var/lib/tablekeeper"]
    assert page["ExecStart"][0].endswith(f"tablekeeper page --door {PAGE_DOOR}")


def test_the_table_has_no_network_of_its_own() -> None:
    table = settings("tablekeeper.service")
    assert (table["PrivateNetwork"], table["RestrictAddressFamilies"]) == (["yes"], ["AF_UNIX"])


def test_the_table_makes_the_doors_where_others_enter_and_may_change_nothing() -> None:
    lines = (UNITS / "tablekeeper.tmpfiles").read_text(encoding="utf-8").splitlines()
    made = [line.split() for line in lines if not line.startswith("#")]
    places = [str(Path(door).parent) for door in (DOOR, PAGE_DOOR)]
    users = ("tablekeeper-courier", "tablekeeper-page")
    assert made == [["d", place, "2750", "tablekeeper", user] for place, user in zip(places, users, strict=True)]
    assert settings("tablekeeper.service")["ReadWritePaths"] == [" ".join(f"-{place}" for place in places)]
    for door in non_empty((DOOR, PAGE_DOOR)):
        assert f'#door = "{door}"' in Path("device/config/tablekeeper.toml").read_text(encoding="utf-8")


def test_a_process_of_the_tables_may_give_way_and_use_no_other_resource() -> None:
    assert settings("tablekeeper.service")["SystemCallFilter"] == [
        "@system-service",
        "~@privileged @resources",
        "setpriority",
    ]


def test_nobody_else_enters_the_services_directories() -> None:
    unit = settings("tablekeeper.service")
    assert (unit["RuntimeDirectoryMode"], unit["StateDirectoryMode"], unit["UMask"]) == (["0700"], ["0700"], ["0077"])


@needs_systemd
def test_the_docs_name_the_exposure_that_is_measured() -> None:
    found = analyze("security", "--offline=true", str(UNITS / "tablekeeper.service"))
    (measured,) = re.findall(r"exposure level for tablekeeper.service: ([0-9.]+)", found.stdout)
    service = Path("docs/service.md").read_text(encoding="utf-8")
    (said,) = re.findall(
        r"`systemd-analyze security --offline=true systemd/tablekeeper.service`\s+says ([0-9.]+)", service
    )
    assert said == measured


@needs_systemd
def test_the_threshold_can_be_missed(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    assert analyze("security", "--offline=true", THRESHOLD, str(bare)).returncode != 0


@needs_systemd
@pytest.mark.parametrize("unit", MEASURED)
def test_every_setting_is_one(unit: str, tmp_path: Path) -> None:
    """But for those of systemd 254, which older ones say that they ignore."""
    for name in MEASURED:
        text = (UNITS / name).read_text(encoding="utf-8")
        text = re.sub(r"/opt/tablekeeper/current/bin/tablekeeper.*", "/bin/true", text)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = analyze("verify", "--man=no", str(tmp_path / unit))
    about = [line for line in found.stderr.splitlines() if str(tmp_path) in line or "tablekeeper" in line]
    complaints = [line for line in about if "'RestartSteps'" not in line and "'RestartMaxDelaySec'" not in line]
    assert complaints == []


def test_restarts_have_no_limit_and_a_hung_loop_is_one() -> None:
    unit = settings("tablekeeper.service")
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["Restart"] == ["on-failure"]  # systemd.service(5): includes the watchdog
    assert unit["Type"] == ["notify"]
    assert int(unit["WatchdogSec"][0]) > 0


def test_the_box_waits_for_no_network() -> None:
    unit = settings("tablekeeper.service")
    assert not [value for key in ("After", "Wants", "Requires") for value in unit.get(key, []) if "network" in value]
    assert unit["PrivateNetwork"] == ["yes"]


def test_a_refresh_under_way_is_waited_for() -> None:
    """The longest refresh is 41 s (7-colour panel of 7.3 inches); a stop waits twice that at most."""
    assert int(settings("tablekeeper.service")["TimeoutStopSec"][0]) > 2 * 41


def test_only_the_devices_of_a_table() -> None:
    """Linux allocated devices: 153 is SPI, 89 I2C, 166 USB serial (ttyACM)."""
    unit = settings("tablekeeper.service")
    assert unit["DevicePolicy"] == ["closed"]
    assert sorted(unit["DeviceAllow"]) == ["char-153 rw", "char-166 rw", "char-89 rw", "char-gpiochip rw"]
    # gpiozero reads /proc/device-tree and /proc/cpuinfo, and GPIO must be seen.
    assert not {"PrivateDevices", "ProcSubset", "PrivateUsers"} & set(unit)
