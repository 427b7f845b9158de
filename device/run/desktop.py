"""`--hal desktop`: the table in a browser."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from device.config.table_pin import PinKeeper
from device.pods import seats
from device.reports.archive_client import ArchiveDocuments
from device.run import webwords
from device.run.assemble import print_usage_error, run_alone
from device.run.mirror import phone_access
from device.run.settings import RunSettings
from device.run.simulator import Simulator
from device.run.table_requests import PlayRecord, TableRequests
from device.system.ending import end_on_signals
from device.system.evening_log import EveningLog
from device.system.printing import put
from device.table import transcript
from display.words import Language
from guard.sockets import CannotServe
from hal.browser import desk, web_browser
from hal.browser.key_gate import phone_url
from hal.browser.requests import Documents
from hal.clock.clock import RealClock
from hal.panel import panel
from hal.system import installing

if TYPE_CHECKING:
    from hal.browser.desk import Desk

SWITCH_S = 0.0005
"""Seconds after which threads take turns while a page is drawn. Python's default of 5 ms would delay each answer
noticeably."""


def play(settings: RunSettings, address: desk.DeskSettings, *, browser: bool, phone: bool = False) -> int:
    """Play in a browser until a signal ends it, with a transcript on standard output.

    For a `phone`, the page's address is also printed as a QR code if standard output is a terminal. Returns the exit
    status. Raises UnknownPanel.
    """
    documents = ArchiveDocuments(settings.data, settings.language)
    requests = TableRequests(settings.simulated_panel(), settings.language, documents)
    documents.on_change = requests.wake
    with closing(documents):
        return run_alone(
            settings.data,
            lambda: _serve(requests, settings, address, documents, browser=browser, phone=phone),
            (CannotServe,),
        )


def _serve(
    requests: TableRequests,
    settings: RunSettings,
    address: desk.DeskSettings,
    documents: Documents,
    *,
    browser: bool,
    phone: bool,
) -> int:
    seating = seats.PodSeats(settings.data / seats.FILE_NAME)
    with end_on_signals(requests.end):
        try:
            address = address._replace(pin=PinKeeper(settings.data))
            page = desk.Desk(RealClock(), address, requests, seating, documents)
        except ImportError as error:
            return print_usage_error(
                f"the simulator in the browser needs {error.name}; install it with:"
                f" {installing.install_command('desktop')} — or play in the terminal: tablekeeper --hal terminal"
            )
        with closing(page):
            if phone and sys.stdout.isatty():
                _print_code(page.url_with_token)
            return _run(page, requests, settings, seating, browser=browser)


def _run(page: Desk, requests: TableRequests, settings: RunSettings, seating: seats.PodSeats, *, browser: bool) -> int:
    tell = transcript.transcript_writer(sys.stdout, weighted=False)
    tell(f"The table is at {page.url_with_token} — Ctrl-C ends it.")

    def announce(play: PlayRecord) -> None:
        page.publish("words", webwords.page_texts(play.language))
        page.publish("choices", _choices(play))

    def switched_off(language: Language) -> None:
        page.publish("off", language.say(webwords.SWITCHED_OFF))

    with (
        web_browser.open_browser(page.url, page.url_with_token)
        if browser and web_browser.has_screen()
        else nullcontext()
    ):
        settings = settings._replace(phones=phone_access(page))
        # What opens the keys was told before, and to this terminal alone.
        with closing(EveningLog(settings.data, tell)) as log:
            return Simulator(page, requests, settings, log, announce, seating, SWITCH_S, switched_off).run()


def _print_code(address: str) -> None:
    """Print a QR code for phones in the same network.

    It is shown only in this terminal, because it unlocks the keys.
    """
    from device.run import phone_code  # imported late: needed only for a code

    for line in phone_code.code_lines(phone_url(address)):
        put(line)
    put("A phone in this network that is held to the code opens the table, keys included.", flush=True)


def _choices(play: PlayRecord) -> dict[str, object]:
    return {
        "panels": [kind.name for kind in panel.PANEL_KINDS],
        "panel": play.kind.name,
        "languages": webwords.languages(),
        "language": play.language.code,
        "gallery": True,
        "past": True,
    }
