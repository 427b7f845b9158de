"""Runs a hub: receives the boxes' messages, and serves the club's pages to browsers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

from club.cli.arguments import broker_address, parse_host_and_port, readable_certificates
from club.hub.hub import AssistantOptions, Hub
from club.hub.hub_pages import HubPages, PageOptions
from club.hub.tally_keeper import TallyKeeper
from club.hub.watchers import Watchers
from club.store.database import ClubStore
from device.cli.common_arguments import Misused
from device.system import gctuning
from device.system.ending import end_on_signals
from device.system.exitcodes import FINE
from device.system.printing import put
from display.words import Language
from guard.names import server_names
from guard.sockets import CannotServe

HUB_SWITCH_S = 0.0005
"""Python's thread switch interval in seconds: a thread that builds a page must not delay an answer to a box."""


def run_hub(given: argparse.Namespace, store: ClubStore, language: Language) -> int:
    """Run a hub until a signal ends it, with its pages if the options ask for them. Raises Misused and StoreFailed."""
    with readable_certificates():
        assistant = (
            None if given.home_assistant is None else AssistantOptions(_check_prefix(given.home_assistant), language)
        )
        hub = Hub(store, broker_address(given, given.user), partial(put, flush=True), assistant)
    gctuning.settle()
    sys.setswitchinterval(HUB_SWITCH_S)
    with (
        end_on_signals(hub.stop),
        closing(TallyKeeper(store)),
        _served_pages(given, store, language) as watchers,
    ):
        hub.run(watchers)
    return FINE


def _check_prefix(words: str) -> str:
    """Check the topic prefix at which Home Assistant discovers devices. Raises Misused if it can't be a topic."""
    if not words or not words.isprintable() or set(words) & set("+#$ ") or words.startswith("/") or words.endswith("/"):
        raise Misused(f"“{words}” is no prefix for topics; Home Assistant's own is homeassistant.")
    return words


@contextmanager
def _served_pages(given: argparse.Namespace, store: ClubStore, language: Language) -> Iterator[Watchers | None]:
    """Serve the pages meanwhile, if the options ask for them. Yields the watchers, or None without pages.

    Raises Misused and StoreFailed.
    """
    if given.page is None:
        yield None
        return
    host, port = parse_host_and_port(given.page, "127.0.0.1")
    if (given.page_certificate is None) != (given.page_key is None):
        raise Misused("--page-certificate and --page-key go together: a certificate, and the key that it is of.")
    options = PageOptions(
        server_names(host, tuple(given.name)),
        port,
        not given.directors_only,
        given.page_certificate,
        given.page_key,
        tuple(given.proxy),
    )
    try:
        served = HubPages(store, language, options)
    except CannotServe as error:
        raise Misused(str(error)) from None
    except ValueError as error:
        raise Misused(f"a proxy of --proxy is named by its address, like 127.0.0.1: {error}.") from None
    except OSError as error:  # includes ssl.SSLError
        raise Misused(f"the pages' certificate can't be used: {error.strerror or error}.") from None
    with closing(served):
        put(f"The club is at {served.url}", flush=True)
        yield served.watchers
