"""`tablekeeper page`: serves a table's page to phones, as a program of its own."""

from __future__ import annotations

import argparse
import threading
from contextlib import closing

from device.cli.common_arguments import UsageError
from device.system.end_signals import end_on_signals
from device.system.exitcodes import SUCCESS
from device.system.printing import put
from device.system.systemd_sockets import systemd_sockets
from guard.sockets import CannotServe
from hal.system import install_hint


def serve_page(arguments: argparse.Namespace) -> int:
    """Serve the page until a signal ends the program. Raises UsageError."""
    from device.run.page_service import PageService

    end = threading.Event()
    with end_on_signals(end.set):
        try:
            door, names = arguments.door, tuple(arguments.name)
            service = PageService(door, arguments.address, arguments.port, names, redirecting_sockets=systemd_sockets())
        except ImportError as error:
            raise UsageError(
                f"the page needs {error.name}; install it with: {install_hint.install_command('desktop')}"
            ) from None
        except CannotServe as error:
            raise UsageError(str(error)) from None
        with closing(service):
            put(f"The page is at {service.url}, for the table behind {arguments.door}.", flush=True)
            end.wait()
    return SUCCESS
