"""`tablekeeper page`: serves a table's page to phones, as a program of its own."""

from __future__ import annotations

import argparse
import threading
from contextlib import closing

from device.cli.common_arguments import Misused
from device.system.ending import end_on_signals
from device.system.exitcodes import FINE
from device.system.handed_sockets import handed_sockets
from device.system.printing import put
from guard.sockets import CannotServe
from hal.system import install_hint


def serve_page(given: argparse.Namespace) -> int:
    """Serve the page until a signal ends the program. Raises Misused."""
    from device.run.page_service import PageService

    end = threading.Event()
    with end_on_signals(end.set):
        try:
            service = PageService(
                given.door, given.address, given.port, tuple(given.name), redirecting_sockets=handed_sockets()
            )
        except ImportError as error:
            raise Misused(
                f"the page needs {error.name}; install it with: {install_hint.install_command('desktop')}"
            ) from None
        except CannotServe as error:
            raise Misused(str(error)) from None
        with closing(service):
            put(f"The page is at {service.url}, for the table behind {given.door}.", flush=True)
            end.wait()
    return FINE
