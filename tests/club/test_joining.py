"""Joining by eight digits: who has them gets credentials and knows the hub; nobody else gets anything."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from club.courier.joiner import Joiner, JoinWaiter
from club.joining import broker_passwords, join_server, messages
from club.joining.join_client import WrongDigits, join_club
from club.joining.join_server import MAX_ATTEMPTS, JoinEnd, JoinServer, new_digits
from club.joining.membership import FILE_NAME, Membership, load_membership
from club.joining.messages import MAX_MESSAGE_LENGTH, JoinProtocolError
from device.outbox.director import JoinAnswer, JoinOutcome, JoinWish
from device.outbox.frames import with_length
from device.system import atomicfile, files
from tests.system.failing_reads import BLOCK, BadBlocks

PASSWORD = "a-password-of-forty-three-characters-or-so_"


class Certificate(NamedTuple):
    certificate: Path
    key: Path


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> tuple[Certificate, Certificate]:
    return certified(tmp_path_factory.mktemp("hub")), certified(tmp_path_factory.mktemp("other"))


def certified(place: Path) -> Certificate:
    found = Certificate(place / "hub.pem", place / "hub.key")
    new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(found.key), "-out", str(found.certificate))
    subprocess.run([*new, "-days", "2", "-subj", "/CN=hub", *files], check=True, capture_output=True)
    return found


@contextmanager
def desk(with_: Certificate) -> Iterator[tuple[JoinServer, list[JoinEnd]]]:
    """A desk at work, and what came of it."""
    found = JoinServer("127.0.0.1", 0, *with_)
    came: list[JoinEnd] = []
    thread = threading.Thread(target=lambda: came.append(found.admit("red", 8883, lambda: PASSWORD)))
    thread.start()
    try:
        yield found, came
    finally:
        found.stop()
        thread.join()
        found.close()


def other(digits: str) -> str:
    return f"{(int(digits) + 1) % 10**8:08}"


def test_who_has_the_digits_gets_credentials_and_the_certificate(
    certificates: tuple[Certificate, Certificate], tmp_path: Path
) -> None:
    with desk(certificates[0]) as (found, came):
        member = join_club(f"127.0.0.1:{found.port}", found.digits)
    assert came == [JoinEnd.JOINED]
    assert member._replace(certificate="") == Membership("red", "127.0.0.1", 8883, PASSWORD, "")
    assert member.certificate.split() == certificates[0].certificate.read_text().split()
    member.save(tmp_path / "state")
    assert load_membership(tmp_path / "state") == member
    assert (tmp_path / "state" / FILE_NAME).stat().st_mode & 0o777 == 0o600
    address = member.prepare_address(tmp_path / "state")
    assert address.password == PASSWORD
    assert address.certificate is not None
    assert address.certificate.read_text() == member.certificate


def test_a_failure_to_prepare_for_a_box_is_passed_on(certificates: tuple[Certificate, Certificate]) -> None:
    """The server waited on as if nobody had come."""

    def refuse() -> str:
        raise OSError(errno.EPIPE, "Broken pipe")

    failures: list[OSError] = []

    def admit() -> None:
        try:
            found.admit("red", 8883, refuse)
        except OSError as error:
            failures.append(error)

    with closing(JoinServer("127.0.0.1", 0, *certificates[0])) as found:
        thread = threading.Thread(target=admit)
        thread.start()
        with pytest.raises((OSError, JoinProtocolError)):
            join_club(f"127.0.0.1:{found.port}", found.digits)
        found.stop()
        thread.join()
    assert [error.errno for error in failures] == [errno.EPIPE]


def test_digits_are_void_after_five_wrong_ones(certificates: tuple[Certificate, Certificate]) -> None:
    with desk(certificates[0]) as (found, came):
        for _ in range(MAX_ATTEMPTS):
            with pytest.raises(WrongDigits):
                join_club(f"127.0.0.1:{found.port}", other(found.digits))
        with pytest.raises((OSError, JoinProtocolError)):
            join_club(f"127.0.0.1:{found.port}", found.digits, 0.2)
    assert came == [JoinEnd.TOO_MANY_ATTEMPTS]


def test_who_is_in_between_with_another_certificate_gets_nothing(
    certificates: tuple[Certificate, Certificate],
) -> None:
    with (
        desk(certificates[0]) as (found, came),
        between(found.port, certificates[1]) as port,
        pytest.raises(WrongDigits),
    ):
        join_club(f"127.0.0.1:{port}", found.digits)
    assert came == [JoinEnd.STOPPED]


@contextmanager
def between(port: int, own: Certificate) -> Iterator[int]:
    """Somebody who passes on each message between a box and the hub at a port, and can read all of them."""
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(*own)
    asked = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    asked.check_hostname, asked.verify_mode = False, ssl.CERT_NONE

    def carry() -> None:
        plain, _ = listening.accept()
        with ExitStack() as opened:
            box = opened.enter_context(served.wrap_socket(plain, server_side=True))
            away = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            hub = opened.enter_context(asked.wrap_socket(away))
            for one, to in ((box, hub), (hub, box), (box, hub), (hub, box)):
                to.sendall(one.recv(MAX_MESSAGE_LENGTH))

    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = threading.Thread(target=carry)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def test_who_is_no_box_costs_no_try_and_holds_nobody_up(
    certificates: tuple[Certificate, Certificate], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_server, "TIMEOUT_S", 1.0)
    spoken = [b"GET / HTTP/1.1\r\n\r\n", b"", b"\x00\xff\xff\xff"]
    inside = [
        with_length(b"rubbish"),
        with_length(b'{"v":2}'),
        with_length(b'{"v":1}'),
        b"\xff\xff\xff\xff",
        with_length(b"[" * 4000),
    ]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with desk(certificates[0]) as (found, came):
        for said in spoken * 2:
            with closing(socket.create_connection(("127.0.0.1", found.port))) as plain:
                plain.sendall(said)
        for said in inside * 2:
            box = closing(context.wrap_socket(socket.create_connection(("127.0.0.1", found.port))))
            # One that is told apart at once is not read to its end.
            with suppress(ssl.SSLEOFError, ConnectionError), box as to:
                to.sendall(said)
                assert to.recv(1) == b""
        join_club(f"127.0.0.1:{found.port}", found.digits)
    assert came == [JoinEnd.JOINED]


def test_digits_are_valid_for_ten_minutes(
    certificates: tuple[Certificate, Certificate], monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter((0.0, 599.0, 600.0))
    monkeypatch.setattr(join_server, "STOP_CHECK_S", 0.01)
    with closing(JoinServer("127.0.0.1", 0, *certificates[0], lambda: next(moments))) as found:
        assert found.admit("red", 8883, lambda: PASSWORD) is JoinEnd.TIMED_OUT


@pytest.mark.parametrize("hub", ["", "hub:99999", "a b:c", "http://hub:1", "127.0.0.1:1", "hub..local", "h" * 64])
def test_a_hub_that_is_none_is_none(hub: str) -> None:
    with pytest.raises((OSError, JoinProtocolError)):
        join_club(hub, "12345678", 1.0)


class Trickle:
    """A socket, and the clock, of somebody who announces a long message and sends a byte a second of it."""

    def __init__(self) -> None:
        self.now, self.timeout = 0.0, 10.0
        self._sent = iter(with_length(b" " * MAX_MESSAGE_LENGTH))

    def gettimeout(self) -> float:
        return self.timeout

    def settimeout(self, seconds: float) -> None:
        self.timeout = seconds

    def recv(self, _: int) -> bytes:
        self.now += 1.0
        return bytes([next(self._sent)])


def test_who_sends_a_byte_a_second_is_waited_for_no_longer_than_anybody() -> None:
    slow = Trickle()
    with pytest.raises(TimeoutError, match="too long"):
        messages.receive_message(cast(socket.socket, slow), lambda: slow.now)
    assert slow.now == 10.0
    assert slow.timeout == 10.0


def test_digits_are_eight_with_zeros_at_the_beginning() -> None:
    assert new_digits(lambda most: most - 10**8 + 42) == "00000042"


def asks(raised: Exception | None, member: Membership | None = None) -> Callable[[str, str], Membership]:
    def found(hub: str, digits: str) -> Membership:
        assert (hub, digits) == ("hub.local", "12345678")
        if raised is not None:
            raise raised
        assert member is not None
        return member

    return found


MEMBER = Membership("red", "hub.local", 8883, PASSWORD, "certificate")


@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        (asks(WrongDigits()), JoinOutcome.WRONG),
        (asks(OSError("no route")), JoinOutcome.UNREACHED),
        (asks(JoinProtocolError("it says no more")), JoinOutcome.UNREACHED),
        (asks(None, MEMBER), JoinOutcome.JOINED),
    ],
)
def test_a_courier_tries_each_wish_once(
    tmp_path: Path, found: Callable[[str, str], Membership], outcome: JoinOutcome
) -> None:
    joiner = Joiner(tmp_path, list[str]().append, found)
    wish = JoinWish(7, "hub.local", "12345678")
    assert joiner.join_if_wished(None) is False
    assert joiner.join_if_wished(wish) is (outcome is JoinOutcome.JOINED)
    assert joiner.answer == JoinAnswer(7, outcome)
    assert joiner.join_if_wished(wish) is False
    assert load_membership(tmp_path) == (MEMBER if outcome is JoinOutcome.JOINED else None)


def test_what_can_not_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    joiner = Joiner(tmp_path / "file", told.append, asks(None, MEMBER))
    assert joiner.join_if_wished(JoinWish(1, "hub.local", "12345678")) is False
    assert joiner.answer == JoinAnswer(1, JoinOutcome.UNSAVED)
    assert told[-1].startswith(f"{tmp_path / 'file'} can't be written: ")


def test_who_waits_for_digits_waits_for_so_long_and_can_be_stopped(tmp_path: Path) -> None:
    now = [0.0]
    waiter = JoinWaiter(tmp_path / "door", Joiner(tmp_path, print, asks(None, MEMBER)), 60.0, lambda: now[0])
    now[0] = 60.0
    assert waiter.run()
    waiter.stop()
    assert not waiter.run()


@pytest.mark.parametrize("content", ["", "[]", "{}", json.dumps(MEMBER._asdict() | {"port": "8883"}), "\ud800"])
def test_a_spoilt_membership_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(content.encode(errors="surrogatepass"))
    assert load_membership(tmp_path) is None


def test_a_password_file_keeps_what_others_have_in_it(tmp_path: Path) -> None:
    path = tmp_path / "passwords"
    path.write_text("hub:$7$101$salt$hash\nred:old\n")
    path.chmod(0o640)
    broker_passwords.set_password(path, "red", "secret")
    hub, red = path.read_text().splitlines()
    assert hub == "hub:$7$101$salt$hash"
    assert red.startswith("red:$7$101$")
    broker_passwords.set_password(path, "blue", "secret")
    broker_passwords.remove_password(path, "red")
    assert [line.partition(":")[0] for line in path.read_text().splitlines()] == ["hub", "blue"]
    assert path.stat().st_mode & 0o777 == 0o640


def test_passwords_in_a_block_that_can_not_be_read_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "passwords"
    path.write_text("hub:$7$101$salt$hash\n" * 2 * BLOCK)
    before, bad_blocks = path.read_bytes(), BadBlocks(path)
    bad_blocks.blocks = {1}
    monkeypatch.setattr(os, "pread", bad_blocks.pread)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        broker_passwords.set_password(path, "red", "secret")
    assert path.read_bytes() == before


def test_two_boxes_that_join_at_once_both_get_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one's was written over: it had joined, and the broker did not let it in."""
    path, read_file = tmp_path / "passwords", files.read_file
    second_went_on, first_is_done = threading.Event(), threading.Event()

    def join_second() -> None:
        broker_passwords.set_password(path, "blue", "secret")
        second_went_on.set()

    def read_and_let_the_second_begin(*given: Any) -> bytes:
        try:
            return read_file(*given)
        finally:
            if threading.current_thread() is not second:
                second.start()
                assert second_went_on.wait(30)

    def wait_for_the_first(_: float) -> None:
        second_went_on.set()
        assert first_is_done.wait(30)

    second = threading.Thread(target=join_second)
    monkeypatch.setattr(files, "read_file", read_and_let_the_second_begin)
    monkeypatch.setattr("time.sleep", wait_for_the_first)
    broker_passwords.set_password(path, "red", "secret")
    first_is_done.set()
    second.join()
    assert [line.partition(":")[0] for line in path.read_text().splitlines()] == ["red", "blue"]


def test_a_password_file_that_somebody_else_changes_for_long_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    with atomicfile.locked_directory(tmp_path), pytest.raises(BlockingIOError):
        broker_passwords.set_password(tmp_path / "passwords", "red", "secret")
    assert sum(pauses) == pytest.approx(5.0, abs=0.1)
    assert list(tmp_path.iterdir()) == []


def test_a_broker_is_told_to_read_its_files(tmp_path: Path) -> None:
    killed: list[tuple[int, int]] = []
    (tmp_path / "pid").write_text("77\n")
    assert broker_passwords.reload_broker(tmp_path / "pid", lambda *given: killed.append(given))
    assert killed == [(77, signal.SIGHUP)]
    assert not broker_passwords.reload_broker(tmp_path / "nothing", lambda *given: killed.append(given))
    assert messages.JOIN_PORT == 8884
