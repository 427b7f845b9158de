"""Sockets that systemd opens for a program, as sd_listen_fds(3) has it."""

from __future__ import annotations

import os
import socket

import pytest

from device.system.systemd_sockets import systemd_sockets


def test_a_socket_is_taken_once_and_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        environment = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "page"}
        (found,) = systemd_sockets(environment, os.dup(opened.fileno()))
        with found:
            assert found.getsockname() == opened.getsockname()
            assert found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
        assert environment == {}
        assert systemd_sockets(environment) == []


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"LISTEN_FDS": "1"},
        {"LISTEN_PID": "1", "LISTEN_FDS": "1"},
        {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "-1"},
        {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "many"},
        {"LISTEN_PID": str(os.getpid())},
    ],
)
def test_what_was_opened_for_another_program_is_left_alone(environment: dict[str, str]) -> None:
    assert systemd_sockets(environment) == []
