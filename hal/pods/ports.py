"""Finds the serial ports at which pods may be, and opens and closes them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from hal.pods.identity import valid_serial_number
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from serial import Serial

MICROPYTHON_IDS = ((0x2E8A, None),)
"""USB ids of boards with Raspberry Pi's chips: a Pico with MicroPython is 2E8A:0005, others differ. None is any."""

UsbId = tuple[int, int | None]


class FoundPort(NamedTuple):
    """A port where a pod may be. `usb_socket` changes only if the cable is moved; `serial_number` is the board's."""

    name: str
    usb_socket: str
    serial_number: str = ""


class PodPort(Protocol):
    """An open port, as pyserial has it. Any call may raise any error once the plug is out."""

    def fileno(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def reset_output_buffer(self) -> None: ...
    def close(self) -> None: ...


class SerialPort:
    """A port opened with pyserial. No call blocks."""

    def __init__(self, serial: Serial) -> None:
        self._serial = serial

    def fileno(self) -> int:
        return self._serial.fileno()

    def read(self, size: int = 1, /) -> bytes:
        # pyserial polls the port before every read. Callers know already that there is data, so read directly.
        # If nothing was read all the same, pyserial's read tells an unplugged port from a quiet one.
        return os.read(self._serial.fileno(), size) or self._serial.read(size)

    def write(self, data: bytes, /) -> int | None:
        return self._serial.write(data)

    def reset_output_buffer(self) -> None:
        self._serial.reset_output_buffer()

    def close(self) -> None:
        self._serial.close()


def open_port(port_name: str) -> PodPort:
    """Open a port for this program alone; no call waits. Raises OSError (SerialException is one)."""
    from serial import Serial  # imported late: not needed at a table without pods

    return SerialPort(Serial(port_name, baudrate=115200, timeout=0, write_timeout=0, exclusive=True))


def close_port(port: PodPort) -> None:
    """Close a port, even if it was unplugged. Output that was not sent yet is dropped, so that closing never blocks."""
    for close_step in (port.reset_output_buffer, port.close):
        # After the plug is out, pyserial lets termios.error through, which is no OSError, and TypeError.
        with suppress(Exception):
            close_step()


class PortFinder:
    """Looks for USB serial ports by their ids."""

    def __init__(self, usb_ids: Sequence[UsbId] = MICROPYTHON_IDS) -> None:
        self._usb_ids = usb_ids
        self._names: tuple[str, ...] | None = None
        self._found_ports: tuple[FoundPort, ...] = ()

    def __call__(self) -> tuple[FoundPort, ...]:
        """The ports there are now. Asks the system only if names have come or gone."""
        names = _port_names()
        if names is None or names != self._names:
            from serial.tools import list_ports

            # pyserial raises if a device vanishes while ports are listed. The next call lists them again.
            with suppress(OSError, TypeError, ValueError):
                ports = list_ports.comports()
                self._found_ports = tuple(
                    FoundPort(port.device, port.location or port.device, valid_serial_number(port.serial_number))
                    for port in ports
                    if any(
                        port.vid == vendor_id and product_id in (None, port.pid)
                        for vendor_id, product_id in self._usb_ids
                    )
                )
                self._names = names
        return self._found_ports


def _port_names() -> tuple[str, ...] | None:
    """The names of ports that may be USB serial ports; None if the system does not show that by names."""
    if sys.platform != "linux":
        return None
    with suppress(OSError):
        return tuple(sorted(name for name in os.listdir("/dev") if name.startswith(("ttyACM", "ttyUSB"))))
    return None
