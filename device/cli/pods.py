"""`tablekeeper pods`: lists pods, makes one blink, gives it a seat, and updates its firmware."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Set
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue

from device.pods import sentences
from device.pods.seats import FILE_NAME, PodSeats
from device.system import lock
from device.system.not_done import NotDone
from display.words import Language, Text, join_sentences, text, untranslated
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.identity import HIGHEST_SEAT
from hal.pods.plugged_pods import PodOutput, PodTiming
from hal.pods.ports import FoundPort, PortFinder
from hal.pods.serial_pods import ConnectedPod, SerialPods
from hal.system import install_hint

FindPorts = Callable[[], tuple[FoundPort, ...]]

ANSWER_TIMEOUT_S = 5.0
"""Timeout for the boards' answers, in seconds: a silent one is reported after three."""
ACKNOWLEDGE_TIMEOUT_S = 3.0
LEAVE_S = 1.0
"""Seconds to wait until a restarting board has left USB."""
RETURN_TIMEOUT_S = 20.0
"""Timeout for a restarting board to be on USB again, in seconds."""
COPY_TIMEOUT_S = 120.0
POLL_S = 0.2
_REMOVE_MAIN = """
import os
try:
    os.remove("main.py")
except OSError:
    pass
"""
FIRMWARE = Path(__file__).parents[2] / "firmware"

REPAIRABLE_BY_FIRMWARE = {PodEventKind.INCOMPATIBLE_VERSION, PodEventKind.SILENT}
"""The problems that new firmware can repair."""


class PodsError(NotDone):
    """A command for pods can't be carried out."""


class PodConnections:
    """Connections to all pods there are now. Events about other boards and ports are in `events`."""

    def __init__(self, find_ports: FindPorts | None = None) -> None:
        if find_spec("serial") is None:
            raise PodsError(sentences.pyserial_missing_message())
        self.events: list[PodEvent] = []
        self._find_ports = PortFinder() if find_ports is None else find_ports
        self._outputs: SimpleQueue[PodOutput] = SimpleQueue()
        self.pods = SerialPods(
            self._outputs.put, find_ports=self._find_ports, timing=PodTiming(scan_interval_s=POLL_S, max_tries=1)
        ).start()

    def close(self) -> None:
        self.pods.close()

    def wait_until_complete(self) -> tuple[ConnectedPod, ...]:
        """Wait until every board has answered, or `ANSWER_TIMEOUT_S` is over. Returns the pods, by port."""
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        is_complete = False
        while time.monotonic() < deadline:
            try:
                event = self._outputs.get(timeout=POLL_S)
            except Empty:
                # Nothing more arrives after all have answered: then the events about them have arrived, too.
                if is_complete:
                    break
            else:
                if isinstance(event, PodEvent):
                    self.events.append(event)
            is_complete = self._is_complete()
        return tuple(sorted(self.pods.connected_pods(), key=lambda pod: pod.port_name))

    def _is_complete(self) -> bool:
        answers: list[ConnectedPod | PodEvent] = [*self.pods.connected_pods(), *self.events]
        return {found_port.name for found_port in self._find_ports()} <= {answer.port_name for answer in answers}

    def find_pod(self, name: str) -> ConnectedPod:
        """The pod with a name, port or USB socket. Raises PodsError if there is none, or more than one."""
        connected = self.wait_until_complete()
        pods = [pod for pod in connected if name in (pod.identity.pod_name, pod.port_name, pod.identity.usb_socket)]
        if len(pods) == 1:
            return pods[0]
        if pods:
            ports = ", ".join(pod.port_name for pod in pods)
            raise PodsError(text("{name} are several: say which by its port: {ports}.", name=name, ports=ports))
        names = ", ".join(pod.identity.pod_name for pod in connected)
        if names:
            raise PodsError(text("There is no pod “{name}”; there are: {names}.", name=name, names=names))
        raise PodsError(text("There is no pod “{name}”: no pod is plugged in.", name=name))

    def first_event(self, place: str, kinds: Set[PodEventKind]) -> PodEvent | None:
        """The first event of these kinds about the board at a port or USB socket; None if there is none."""
        events = (event for event in self.events if place in (event.port_name, event.identity.usb_socket))
        return next((event for event in events if event.kind in kinds), None)

    def wait_for_acknowledgement_or_restart(self, source: str) -> None:
        """Wait for at most `ACKNOWLEDGE_TIMEOUT_S`, until a pod has taken its message or has left to restart."""
        deadline, pods = time.monotonic() + ACKNOWLEDGE_TIMEOUT_S, self.pods
        while source in pods.sources() and not pods.has_acknowledged_all(source) and time.monotonic() < deadline:
            time.sleep(POLL_S / 10)

    def wait_for_acknowledgement(self, source: str) -> None:
        """Wait until a pod has taken its message. Raises PodsError after `ACKNOWLEDGE_TIMEOUT_S` seconds."""
        deadline = time.monotonic() + ACKNOWLEDGE_TIMEOUT_S
        while not self.pods.has_acknowledged_all(source):
            if time.monotonic() > deadline:
                raise PodsError(text("The pod does not answer any more. Plug it in anew."))
            time.sleep(POLL_S / 10)


def pod_lines(language: Language, data: Path, find_ports: FindPorts | None = None) -> Iterator[str]:
    """One line for each pod, then the messages about other boards."""
    pod_seats = PodSeats(data / FILE_NAME)
    with closing(PodConnections(find_ports)) as connections:
        connected = connections.wait_until_complete()
        for pod in connected:
            yield language.say(_pod_line(pod, pod_seats, _other_pods(pod, connected)))
        for event in connections.events:
            if event.kind not in (PodEventKind.ARRIVED, PodEventKind.LEFT):
                yield language.say(sentences.event_message(event))
        if not connected and not connections.events:
            yield language.say(text("No pod is plugged in. docs/pod.md says how to build one."))


def _other_pods(pod: ConnectedPod, pods: tuple[ConnectedPod, ...]) -> tuple[PodIdentity, ...]:
    """The connected pods other than `pod`."""
    return tuple(other.identity for other in pods if other.source != pod.source)


def _pod_line(pod: ConnectedPod, pod_seats: PodSeats, others: tuple[PodIdentity, ...]) -> Text:
    hello, seat = pod.hello, pod_seats.seat(pod.identity, others)
    display = (
        text("{columns}×{rows} letters", columns=hello.column_count, rows=hello.row_count)
        if hello.row_count
        else text("no display")
    )
    seat_text = text("for everybody") if seat is None else text("seat {number}", number=seat + 1)
    return text(
        "{pod} at {port}, {place}; firmware {firmware}, {display}",
        pod=pod.identity.pod_name,
        port=pod.port_name,
        place=seat_text,
        firmware=hello.firmware_version,
        display=display,
    )


def identify(language: Language, name: str, find_ports: FindPorts | None = None) -> str:
    """Make a pod blink for some seconds. Returns a sentence that says so. Raises PodsError."""
    with closing(PodConnections(find_ports)) as connections:
        pod = connections.find_pod(name)
        connections.pods.identify(pod.source)
        connections.wait_for_acknowledgement(pod.source)
        return language.say(
            text("{pod} at {port} blinks for five seconds.", pod=pod.identity.pod_name, port=pod.port_name)
        )


def assign_seat(language: Language, data: Path, name: str, typed: str, find_ports: FindPorts | None = None) -> str:
    """Give a pod a seat, numbered from 1 in the order of the players; `none` removes its seat. Returns a sentence."""
    seat = None
    if typed != "none":
        if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= HIGHEST_SEAT + 1):
            raise PodsError(text("“{place}” is no seat: say 1 to {most}, or none.", place=typed, most=HIGHEST_SEAT + 1))
        seat = int(typed) - 1
    try:
        with lock.hold_lock(data), closing(PodConnections(find_ports)) as connections:
            pod = connections.find_pod(name)
            seats = PodSeats(data / FILE_NAME)
            others = _other_pods(pod, connections.pods.connected_pods())
            seats.assign(pod.identity, seat, has_twin=any(other.may_be_same_board(pod.identity) for other in others))
            if seats.fault is not None:
                raise PodsError(seats.fault)
            return language.say(
                sentences.seated_message(pod.identity.pod_name) if seat is None else _seat_sentence(pod, seat)
            )
    except lock.DirectoryNotLocked as error:
        menu = text("At the table, the menu gives pods their seats.")
        raise PodsError(join_sentences(untranslated(str(error)), menu)) from None


def _seat_sentence(pod: ConnectedPod, seat: int) -> Text:
    return text("{pod} belongs to seat {number} now.", pod=pod.identity.pod_name, number=seat + 1)


def update_firmware(language: Language, name: str | None, find_ports: FindPorts | None = None) -> Iterator[str]:
    """Copy the firmware to a board: a pod by its name, or any board that runs MicroPython by its port."""
    if find_spec("mpremote") is None:
        sentence = text("Updates need mpremote. Type: {command}", command=install_hint.install_command("pods"))
        raise PodsError(sentence)
    find_ports = PortFinder() if find_ports is None else find_ports
    port = _prepare_for_update(name, find_ports)
    yield language.say(text("Copying the firmware to {port} …", port=port))
    with tempfile.TemporaryDirectory() as directory:
        copy_firmware(Path(directory))
        _install_firmware(language, Path(directory), port)
    yield language.say(text("Done: the board starts as a pod."))


def _prepare_for_update(name: str | None, find_ports: FindPorts) -> str:
    """Make the pod accept new files, and wait until it has restarted; a board that is no pod accepts them at once.
    Returns its port."""
    with closing(PodConnections(find_ports)) as connections:
        board = _only_port(find_ports) if name is None else name
        connections.wait_until_complete()
        repairable = connections.first_event(board, REPAIRABLE_BY_FIRMWARE)
        if repairable is not None:
            return repairable.port_name
        open_failure = connections.first_event(board, {PodEventKind.CANNOT_OPEN})
        if open_failure is not None:
            raise PodsError(sentences.event_message(open_failure))
        pod = connections.find_pod(board)
        connections.pods.restart_for_update(pod.source)
        connections.wait_for_acknowledgement_or_restart(pod.source)
    return _wait_until_back(pod, find_ports)


def _only_port(find_ports: FindPorts) -> str:
    """The port of the only connected board. Raises PodsError if there is none, or more than one."""
    ports = [found_port.name for found_port in find_ports()]
    if not ports:
        raise PodsError(text("No board is plugged in."))
    if len(ports) > 1:
        raise PodsError(text("Say which board: {ports}.", ports=", ".join(ports)))
    return ports[0]


def _wait_until_back(pod: ConnectedPod, find_ports: FindPorts) -> str:
    """Wait until a restarting board is on USB again, in the same socket."""
    time.sleep(LEAVE_S)
    deadline = time.monotonic() + RETURN_TIMEOUT_S
    while time.monotonic() < deadline:
        for found_port in find_ports():
            if found_port.usb_socket == pod.identity.usb_socket:
                return found_port.name
        time.sleep(POLL_S)
    raise PodsError(text("{pod} has not come back. Plug it in anew, and try again.", pod=pod.identity.pod_name))


def copy_firmware(directory: Path) -> None:
    """Copy the firmware's files to a directory as they must be on the board.
    The owner's `wiring.py` is not among them."""
    shutil.copytree(FIRMWARE / "pod", directory / "pod", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(FIRMWARE / "main.py", directory / "main.py")


def _install_firmware(language: Language, directory: Path, port: str) -> None:
    # main.py is removed first and copied last: if the copying is interrupted, the board must not start as an incomplete
    # pod.
    copy = ["cp", "-r", str(directory / "pod"), ":", "+", "cp", str(directory / "main.py"), ":main.py"]
    steps = ["exec", _REMOVE_MAIN, "+", *copy, "+", "reset"]
    command = [sys.executable, "-m", "mpremote", "connect", port, *steps]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=COPY_TIMEOUT_S, check=False)
        reason = (result.stderr or result.stdout).strip().rpartition("\n")[2]
    except (OSError, subprocess.TimeoutExpired) as error:
        result, reason = None, str(error)
    if result is None or result.returncode:
        raise PodsError(
            text(
                "The firmware could not be copied to {port}: {reason}. Plug the board in anew, and try again.",
                port=port,
                reason=reason,
            )
        )
