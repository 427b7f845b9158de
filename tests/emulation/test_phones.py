"""What phones of the emulation read off the glass, and how a box is set up for them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from hal.browser.key_gate import phone_url, url_with_token
from hal.browser.networks import can_be_joined
from hal.browser.own_wifi import new_active_wifi, wifi_qr_text
from tests.non_empty import non_empty
from tools.emulation.parts.club import A_CLUB
from tools.emulation.parts.joining import ROUTERS, WRONG
from tools.emulation.parts.wifi import network
from tools.emulation.phones import SERVE_PAGE, parse_invitation

EXAMPLE = Path("device/config/tablekeeper.toml")


def test_a_code_that_opens_the_page_has_its_address_and_what_opens_the_keys() -> None:
    code = phone_url(url_with_token("http://10.42.0.1:8080/", "K7PWX4RM"))
    assert parse_invitation(code) == ("10.42.0.1:8080", "K7PWX4RM")


def test_a_code_to_join_a_wifi_has_its_name_and_password() -> None:
    wifi = new_active_wifi()
    assert network(wifi_qr_text(wifi.name, wifi.password)) == (wifi.name, wifi.password)


def test_routers_are_told_apart_and_each_network_can_be_joined_but_by_the_wrong_password() -> None:
    assert len({router.name for router in ROUTERS}) == len({router.addresses for router in ROUTERS}) == len(ROUTERS)
    for router in non_empty(ROUTERS):
        assert can_be_joined(router.name, router.password)
        assert can_be_joined(router.name, WRONG), "the network refuses it, not the page"
        assert router.password != WRONG


@pytest.mark.parametrize(("script", "section"), [(SERVE_PAGE, "desktop"), (A_CLUB, "club")])
def test_a_box_opens_the_one_door_that_is_asked_about(script: str, section: str, tmp_path: Path) -> None:
    settings = tmp_path / "tablekeeper.toml"
    settings.write_bytes(EXAMPLE.read_bytes())
    (command,) = re.findall(r"sed -i .*?tablekeeper\.toml", script)
    subprocess.run(["sh", "-euc", command.replace("/etc/tablekeeper", str(tmp_path))], check=True)
    found = tomllib.loads(settings.read_text(encoding="utf-8"))
    assert [name for name, words in found.items() if "door" in words] == [section]
