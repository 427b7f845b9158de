"""Which names a server answers to, and which pages are its own."""

from __future__ import annotations

import socket

import pytest

from guard.names import machine_names, server_names


@pytest.mark.parametrize(
    ("address", "host", "known"),
    [
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "[::1]:8080", True),
        ("127.0.0.1", "192.168.1.5:8080", False),
        ("127.0.0.1", "example.org", False),
        ("127.0.0.1", "127.0.0.1.example.org", False),
        ("127.0.0.1", None, False),
        ("127.0.0.1", "[", False),
        ("0.0.0.0", "192.168.1.5:8080", True),
        ("0.0.0.0", "[fe80::1]:8080", True),
        ("0.0.0.0", "example.org:8080", False),
        ("table.example.org", "table.example.org:8080", True),
        # This machine is called “vm” here.
        ("0.0.0.0", "vm", True),
        ("0.0.0.0", "VM.:8080", True),
        ("0.0.0.0", "vm.local:8080", True),
        ("0.0.0.0", "table.lan", True),
        ("0.0.0.0", "vm.evil.com", False),
        ("0.0.0.0", "vm.local.evil.com", False),
        ("0.0.0.0", "other.local", False),
        ("0.0.0.0", ".local", False),
        ("127.0.0.1", "vm", False),
        ("127.0.0.1", "table.lan", True),
        # What is no name and no port.
        ("0.0.0.0", "192.168.1.5:80; script-src *", False),
        ("0.0.0.0", "192.168.1.5:99999", False),
        ("0.0.0.0", "evil.com@192.168.1.5", False),
        ("0.0.0.0", "@192.168.1.5", False),
        ("0.0.0.0", "vm/evil.com", False),
        ("0.0.0.0", "", False),
    ],
)
def test_which_names_are_known(address: str, host: str | None, known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "vm")
    assert server_names(address, ("table.lan.",)).matches(host) is known


def test_a_machine_whose_name_has_a_domain_is_known_by_all_of_it() -> None:
    assert machine_names("Box.Example.org") == {"box.example.org", "box", "box.local"}
    assert machine_names("box.local") == {"box.local", "box"}
    assert machine_names("") == set()
