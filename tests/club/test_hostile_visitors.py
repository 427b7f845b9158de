"""Visitors without a password who would stop a hub's pages: what they take is bounded, and others go on."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from club.hub import hub_pages, watchers
from club.hub.hub_pages import HubPageServer, PageOptions
from club.store.database import ClubStore
from display.words import ENGLISH
from guard import connections, gate
from guard.names import server_names
from tests.club.certificates import certify

TIMEOUT_S = 60.0
FEW = hub_pages.HUB_LIMITS._replace(
    max_connections=12,
    max_per_address=6,
    first_header_timeout_s=0.3,
    next_header_timeout_s=0.3,
    burst=10_000,
    burst_of_all=10_000,
)
Serve = Callable[..., HubPageServer]


@pytest.fixture
def serve(store: ClubStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Pages at which few may be connected, and nobody may be slow."""
    monkeypatch.setattr(hub_pages, "HUB_LIMITS", FEW)
    monkeypatch.setattr(connections, "SWEEP_S", 0.05)
    with ExitStack() as opened:
        yield lambda **options: opened.enter_context(
            closing(HubPageServer(store, ENGLISH, PageOptions(server_names("127.0.0.1"), 0, **options)))
        )


@contextmanager
def stranger(pages: HubPageServer, address: str = "127.0.0.2", sends: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", pages.port), TIMEOUT_S, (address, 0)) as found:
        found.sendall(sends)
        yield found


def asking(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", "")).encode()


def heard(found: socket.socket) -> bytes:
    """All that comes until the other side ends it."""
    said = b""
    try:
        while part := found.recv(65536):
            said += part
    except ConnectionError:
        pass
    return said


def status(pages: HubPageServer, path: str = "/", **headers: str) -> int:
    with closing(HTTPConnection("127.0.0.1", pages.port, timeout=TIMEOUT_S)) as browser:
        browser.request("GET", path, headers=headers)
        return browser.getresponse().status


def test_however_many_are_silent_the_pages_are_there_and_the_silence_is_ended(serve: Serve) -> None:
    pages = serve()
    with ExitStack() as crowd:
        silent = [crowd.enter_context(stranger(pages, f"127.0.1.{number % 5}")) for number in range(410)]
        assert status(pages) == 200
        assert [heard(one) for one in silent] == [b""] * 410


@pytest.mark.parametrize("sends", [b"GET / HTTP/1.1\r\nHost: 127", asking("/hub.css") + b"GET /"])
def test_a_header_that_never_ends_ends_the_connection(sends: bytes, serve: Serve) -> None:
    with stranger(serve(), sends=sends) as found:
        heard(found)


def test_a_form_that_never_ends_is_refused(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "TIMEOUT_S", 0.2)
    pages = serve()
    sends = asking("/login", "Origin: http://127.0.0.1", "Content-Length: 40", method="POST") + b"name=Dora"
    with stranger(pages, sends=sends) as found:
        assert heard(found).startswith(b"HTTP/1.1 400 ")


def test_who_reads_nothing_of_what_happens_keeps_their_place_and_is_ended(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are counted until they are gone, however many events are waiting for them."""
    monkeypatch.setattr(gate, "TIMEOUT_S", 2.0)
    monkeypatch.setattr(watchers, "MAX_PER_NETWORK", 1)
    monkeypatch.setattr(watchers, "_RENEW_EVENT", b"x" * 100_000)
    pages = serve()
    with stranger(pages, sends=asking("/changes")) as slow:
        slow.recv(1, socket.MSG_PEEK)
        for _ in range(watchers.MAX_QUEUED_EVENTS // 2):
            pages.watchers.send_renewal()
        assert status_of_watching(pages) == b"HTTP/1.1 503"
        for _ in range(watchers.MAX_QUEUED_EVENTS):
            pages.watchers.send_renewal()
        assert status_of_watching(pages) == b"HTTP/1.1 503"
        with stranger(pages, "127.0.0.3", sends=asking("/changes")) as elsewhere:
            assert elsewhere.recv(12) == b"HTTP/1.1 200"
        until = time.monotonic() + TIMEOUT_S
        while status_of_watching(pages) != b"HTTP/1.1 200":
            assert time.monotonic() < until


def status_of_watching(pages: HubPageServer) -> bytes:
    with stranger(pages, sends=asking("/changes")) as found:
        return found.recv(12)


def test_whoever_watches_with_many_browsers_gives_up_a_place_to_who_has_none(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers, "MAX_WATCHERS", 3)
    pages = serve()
    with ExitStack() as crowd:
        greedy = [crowd.enter_context(stranger(pages, sends=asking("/changes"))) for _ in range(3)]
        assert [one.recv(12) for one in greedy] == [b"HTTP/1.1 200"] * 3
        newcomer = crowd.enter_context(stranger(pages, "127.0.0.3", asking("/changes")))
        assert newcomer.recv(12) == b"HTTP/1.1 200"
        heard(greedy[0])
        last = crowd.enter_context(stranger(pages, sends=asking("/changes")))
        assert last.recv(12) == b"HTTP/1.1 503"


def test_a_web_server_before_it_brings_as_many_as_there_are_places_and_each_address_has_its_share(serve: Serve) -> None:
    pages = serve(proxies=("127.0.0.1",))
    with ExitStack() as crowd:
        for _ in range(FEW.max_per_address):
            sends = asking("/changes", "X-Forwarded-For: 192.0.2.7")
            assert crowd.enter_context(stranger(pages, "127.0.0.1", sends)).recv(12) == b"HTTP/1.1 200"
        named = {"X-Forwarded-For": "192.0.2.7"}
        assert status(pages, "/hub.css", **named) == 503
        assert status(pages, "/hub.css", **{"X-Forwarded-For": "192.0.2.8"}) == 200


def test_over_tls_it_is_the_same(serve: Serve, tmp_path: Path) -> None:
    """Whoever says nothing is ended, and who speaks no TLS gets nothing."""
    certificate = certify(tmp_path, "hub")
    pages = serve(certificate=certificate, private_key=certificate.with_suffix(".key"))
    assert pages.url.startswith("https://127.0.0.1:")
    trusting = ssl.create_default_context(cafile=str(certificate))
    trusting.check_hostname = False
    with closing(HTTPSConnection("127.0.0.1", pages.port, timeout=TIMEOUT_S, context=trusting)) as browser:
        browser.request("GET", "/")
        assert browser.getresponse().status == 200
    with stranger(pages) as silent, stranger(pages, sends=asking("/")) as plain:
        assert heard(silent) == b""
        assert b"200" not in heard(plain)
