"""Guests without a token who would stop a table: what they take is bounded, and the browser that plays goes on."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from guard import connections
from guard.admission import LIMITS
from hal.browser import server
from hal.browser.desk import Desk, DeskSettings
from hal.browser.page_requests import MAX_MESSAGE_LENGTH
from hal.clock.clock import RealClock
from tests.browser.sockets import ask, settled, visit
from tests.browser.timeouts import TIMEOUT_S

TOKEN = "a long secret"


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A page that only a token opens, where few may be connected and nobody may be slow."""
    few = LIMITS._replace(
        max_connections=12,
        max_per_address=6,
        first_header_timeout_s=0.3,
        next_header_timeout_s=0.3,
        burst=10_000,
        burst_of_all=10_000,
    )
    monkeypatch.setattr(server, "LIMITS", few)
    monkeypatch.setattr(connections, "SWEEP_S", 0.05)
    desk = Desk(RealClock(), DeskSettings(port=0, token=TOKEN))
    yield desk
    desk.close()


@contextmanager
def stranger(desk: Desk, address: str = "127.0.0.2", sends: bytes = b"") -> Iterator[socket.socket]:
    """A bare connection from an address of this machine."""
    port = int(desk.url.rstrip("/").rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_S, (address, 0)) as found:
        found.sendall(sends)
        yield found


def upgraded(desk: Desk) -> bytes:
    """A request for a web socket."""
    host = desk.url.removeprefix("http://").rstrip("/")
    lines = (f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade")
    key = ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
    return "\r\n".join(("GET /table HTTP/1.1", *lines, *key, "", "")).encode()


@contextmanager
def looking_on(desk: Desk, sends: bytes) -> Iterator[socket.socket]:
    """A web socket of a stranger that sends this."""
    with stranger(desk, sends=upgraded(desk)) as found:
        assert found.recv(12) == b"HTTP/1.1 101"
        found.sendall(sends)
        yield found


def ended(found: socket.socket) -> bool:
    """Read until the other side ends the connection; fails after a time."""
    try:
        while found.recv(65536):
            continue
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize(
    "sends", [b"", b"GET / HTTP/1.1\r\nHost: 127", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /"]
)
def test_a_header_that_never_ends_ends_the_connection(sends: bytes, desk: Desk) -> None:
    """The second one comes after a whole request, which is answered."""
    with stranger(desk, sends=sends) as found:
        assert ended(found)


def test_however_many_come_the_browser_that_plays_goes_on_and_others_still_come(desk: Desk) -> None:
    with visit(desk) as mine, ExitStack() as crowd:
        ask(mine, {"do": "token", "token": TOKEN})
        settled(mine)
        half = b"GET / HTTP/1.1\r\nHost: "
        found = [crowd.enter_context(stranger(desk, f"127.0.1.{number % 3}", half)) for number in range(200)]
        settled(mine)
        with visit(desk) as newcomer:
            settled(newcomer)
        assert all(ended(each) for each in found)
        settled(mine)


def test_no_more_than_its_share_for_an_address_even_of_those_that_look_on(desk: Desk) -> None:
    with ExitStack() as crowd:
        found = [crowd.enter_context(stranger(desk, sends=upgraded(desk))) for _ in range(6)]
        assert all(each.recv(12) == b"HTTP/1.1 101" for each in found)
        with stranger(desk, sends=upgraded(desk)) as one_more:
            assert ended(one_more)
        with stranger(desk, "127.0.0.3", upgraded(desk)) as another:
            assert another.recv(12) == b"HTTP/1.1 101"


@pytest.mark.parametrize("size", [MAX_MESSAGE_LENGTH + 1, 2**20])
def test_a_message_that_no_page_sends_is_not_even_waited_for(size: int, desk: Desk) -> None:
    """Of a frame of 1 MiB, its head is enough."""
    with looking_on(desk, b"\x81\xff" + size.to_bytes(8, "big") + b"mask") as found:
        assert ended(found)


PART = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
PING = Frame(Opcode.PING, b"x" * 125).serialize(mask=True)


@pytest.mark.parametrize("frame", [PING, PART], ids=["pings", "empty parts of a message"])
def test_frames_without_end_end_the_connection(frame: bytes, desk: Desk) -> None:
    with looking_on(desk, Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True)) as found:
        with suppress(ConnectionError):
            found.sendall(frame * (2 * LIMITS.input_burst_bytes // len(frame)))
        assert ended(found)


def test_what_is_no_request_is_counted_and_not_repeated(desk: Desk, capfd: pytest.CaptureFixture[str]) -> None:
    for sends in (b"\x16\x03\x01\r\n\r\n", b"GET\r\n\r\n", b"x" * 70_000):
        for _ in range(20):
            with stranger(desk, sends=sends) as found:
                assert ended(found)
    for _ in range(20):
        with looking_on(desk, Frame(Opcode.TEXT, b"\xff").serialize(mask=True)) as found:
            assert ended(found)
    out, err = capfd.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert 0 < len(err) < 1000


def test_where_few_files_may_be_open_half_of_them_are_kept_for_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, expected in ((64, (32, 32)), (256, (128, 64)), (1024, (200, 64)), (resource.RLIM_INFINITY, (200, 64))):
        monkeypatch.setattr(resource, "getrlimit", lambda _, number=number: (number, number))
        assert connections.limits_for_process()[:2] == expected


def test_a_visit_that_was_ended_leaves_the_others_alone(desk: Desk) -> None:
    with visit(desk) as one, visit(desk) as other:
        one.send("x" * (MAX_MESSAGE_LENGTH + 1))
        with pytest.raises(ConnectionClosed):
            settled(one)
        settled(other)
