"""`--hal desktop`: the table in a browser."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext

from device.config.table_pin import PinKeeper
from device.pages.web_words import panel_name
from device.pods import seats
from device.reports.archive_client import ArchiveDocuments
from device.run import page_texts
from device.run.mirror import phone_access
from device.run.run_settings import RunSettings
from device.run.simulator import Simulator
from device.run.table_assembly import print_usage_error, run_alone
from device.run.table_requests import NextTable, TableRequests
from device.system.end_signals import end_on_signals
from device.system.evening_log import EveningLog
from device.system.printing import put
from device.table import transcript
from display.words import Language
from guard.sockets import CannotServe
from hal.browser import desk, desktop_browser
from hal.browser.key_gate import phone_url
from hal.browser.page_requests import Documents
from hal.clock.clock import RealClock
from hal.panel import panel
from hal.system import install_hint

PAGE_THREAD_SWITCH_S = 0.0005
"""Seconds after which threads take turns while a page is drawn. Python's default of 5 ms would delay each answer
noticeably."""


def play(
    settings: RunSettings, desk_settings: desk.DeskSettings, *, open_browser: bool, print_qr_code: bool = False
) -> int:
    """Play in a browser until a signal ends it, with a transcript on standard output.

    With `print_qr_code`, a terminal also gets the page's address as a QR code for a phone. Returns the exit status.
    Raises UnknownPanel.
    """
    documents = ArchiveDocuments(settings.data, settings.language)
    requests = TableRequests(settings.simulated_panel(), settings.language, documents)
    documents.on_change = requests.wake
    with closing(documents):
        return run_alone(
            settings.data,
            lambda: _serve(
                requests, settings, desk_settings, documents, open_browser=open_browser, print_qr_code=print_qr_code
            ),
            (CannotServe,),
        )


def _serve(
    requests: TableRequests,
    settings: RunSettings,
    desk_settings: desk.DeskSettings,
    documents: Documents,
    *,
    open_browser: bool,
    print_qr_code: bool,
) -> int:
    pod_seats = seats.PodSeats(settings.data / seats.FILE_NAME)
    with end_on_signals(requests.end):
        try:
            desk_settings = desk_settings._replace(pin=PinKeeper(settings.data))
            page = desk.Desk(RealClock(), desk_settings, requests, pod_seats, documents)
        except ImportError as error:
            return print_usage_error(
                f"the simulator in the browser needs {error.name}; install it with:"
                f" {install_hint.install_command('desktop')} — or play in the terminal: tablekeeper --hal terminal"
            )
        with closing(page):
            if print_qr_code and sys.stdout.isatty():
                _print_qr_code(page.url_with_token)
            return _run(page, requests, settings, pod_seats, open_browser=open_browser)


def _run(
    page: desk.Desk, requests: TableRequests, settings: RunSettings, pods: seats.PodSeats, *, open_browser: bool
) -> int:
    tell = transcript.transcript_writer(sys.stdout, has_levels=False)
    tell(f"The table is at {page.url_with_token} — Ctrl-C ends it.")

    def announce(next_table: NextTable) -> None:
        page.publish("words", page_texts.page_texts(next_table.language))
        page.publish("choices", _choices(next_table))

    def say_switched_off(language: Language) -> None:
        page.publish("off", language.say(page_texts.SWITCHED_OFF))

    url, opens_browser = page.url_with_token, open_browser and desktop_browser.has_screen()
    with desktop_browser.open_browser(url, is_secret=url != page.url) if opens_browser else nullcontext():
        settings = settings._replace(phones=phone_access(page))
        # The address with the token was told before, and to this terminal alone.
        with closing(EveningLog(settings.data, tell)) as log:
            simulator = Simulator(page, requests, settings, log, announce, pods, PAGE_THREAD_SWITCH_S, say_switched_off)
            return simulator.run()


def _print_qr_code(address: str) -> None:
    """Print a QR code for phones in the same network.

    It is shown only in this terminal, because it unlocks the keys.
    """
    from device.run.terminal_qr_code import qr_code_lines  # imported late: needed only for a code

    for line in qr_code_lines(phone_url(address)):
        put(line)
    put("A phone in this network that is held to the code opens the table, keys included.", flush=True)


def _choices(next_table: NextTable) -> dict[str, object]:
    return {
        "panels": [(kind.name, next_table.language.say(panel_name(kind))) for kind in panel.PANEL_KINDS],
        "panel": next_table.kind.name,
        "languages": page_texts.languages(),
        "language": next_table.language.code,
        "gallery": True,
        "past": True,
    }
