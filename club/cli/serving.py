"""Runs a hub: receives the boxes' messages, and serves the club's pages to browsers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

from club.cli.arguments import broker_address, check_certificates, parse_host_and_port
from club.hub.hub import HomeAssistantOptions, Hub
from club.hub.hub_pages import HubPageServer, PageOptions
from club.hub.tally_keeper import TallyKeeper
from club.hub.watchers import Watchers
from club.store.database import ClubStore
from device.cli.common_arguments import UsageError
from device.system import garbage_collection
from device.system.end_signals import end_on_signals
from device.system.exitcodes import SUCCESS
from device.system.printing import put
from display.words import Language
from guard.names import server_names
from guard.sockets import CannotServe

THREAD_SWITCH_S = 0.0005
"""Python's thread switch interval in seconds: a thread that builds a page must not delay an answer to a box."""


def run_hub(arguments: argparse.Namespace, store: ClubStore, language: Language) -> int:
    """Run a hub, with its pages if the options ask for them, until a signal. Raises UsageError and StoreFailed."""
    with check_certificates():
        prefix = arguments.home_assistant
        assistant = None if prefix is None else HomeAssistantOptions(_check_prefix(prefix), language)
        hub = Hub(store, broker_address(arguments, arguments.user), partial(put, flush=True), assistant)
    garbage_collection.settle()
    sys.setswitchinterval(THREAD_SWITCH_S)
    with end_on_signals(hub.stop), closing(TallyKeeper(store)), _serve_pages(arguments, store, language) as watchers:
        hub.run(watchers)
    return SUCCESS


def _check_prefix(prefix: str) -> str:
    """Check the topic prefix at which Home Assistant discovers devices. Raises UsageError if it can't be a topic."""
    if (
        not prefix
        or not prefix.isprintable()
        or set(prefix) & set("+#$ ")
        or prefix.startswith("/")
        or prefix.endswith("/")
    ):
        raise UsageError(f"“{prefix}” is no prefix for topics; Home Assistant's own is homeassistant.")
    return prefix


@contextmanager
def _serve_pages(arguments: argparse.Namespace, store: ClubStore, language: Language) -> Iterator[Watchers | None]:
    """Serve the pages meanwhile, if the options ask for them. Yields the watchers, or None without pages.

    Raises UsageError and StoreFailed.
    """
    if arguments.page is None:
        yield None
        return
    host, port = parse_host_and_port(arguments.page, "127.0.0.1")
    if (arguments.page_certificate is None) != (arguments.page_key is None):
        raise UsageError("--page-certificate and --page-key are given together: a certificate, and its private key.")
    options = PageOptions(
        server_names(host, tuple(arguments.name)),
        port,
        is_public=not arguments.directors_only,
        certificate=arguments.page_certificate,
        private_key=arguments.page_key,
        proxies=tuple(arguments.proxy),
    )
    try:
        pages = HubPageServer(store, language, options)
    except CannotServe as error:
        raise UsageError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"a proxy of --proxy is named by its address, like 127.0.0.1: {error}.") from None
    except OSError as error:  # includes ssl.SSLError
        raise UsageError(f"the pages' certificate can't be used: {error.strerror or error}.") from None
    with closing(pages):
        put(f"The club is at {pages.url}", flush=True)
        yield pages.watchers
