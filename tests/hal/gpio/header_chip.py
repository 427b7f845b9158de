"""A header's GPIO chip as gpiod shows it, whose pins a test moves."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any
from unittest.mock import patch

from gpiod import EdgeEvent, LineSettings
from gpiod.line import Bias, Direction, Edge, Value

PI_3B = 0xA02082
"""A board's revision code, as the firmware tells it."""


class HeaderRequest:
    """gpiod.LineRequest, of one pin: edges wait in it until they are read, and its descriptor is ready meanwhile.

    Whoever holds `gate` holds up who reads them.
    """

    def __init__(self, pin: int, settings: LineSettings) -> None:
        self.fd = os.eventfd(0)
        self.history: list[str] = []
        self.released = False
        self.gate = threading.Lock()
        self._pin = pin
        self._queue: list[EdgeEvent] = []
        self.reconfigure_lines({pin: settings})

    def reconfigure_lines(self, config: Mapping[int, LineSettings]) -> None:
        self.settings = SimpleNamespace(**vars(config[self._pin]))
        if self.settings.direction is Direction.OUTPUT:
            self.value: Value = self.settings.output_value
            self.history.append(self.value.name)
        else:
            self.value = Value(int(self.settings.bias is Bias.PULL_UP))
            self.history.append("input")

    def get_value(self, pin: int) -> Value:
        return self.value

    def set_value(self, pin: int, value: Value) -> None:
        self.value = value
        self.history.append(value.name)

    def move(self, high: bool, at_ns: int) -> None:
        """Bring the pin to a level from outside, at a moment of the kernel's clock in nanoseconds."""
        self.value = Value(int(high))
        if self.settings.edge_detection is not Edge.NONE:
            kind = EdgeEvent.Type.RISING_EDGE if high else EdgeEvent.Type.FALLING_EDGE
            self._queue.append(EdgeEvent(kind.value, at_ns, self._pin, 0, 0))

    def show(self) -> None:
        """Have the reader find what has been moved."""
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self) -> list[EdgeEvent]:
        with self.gate:
            os.eventfd_read(self.fd)
        found, self._queue = self._queue, []
        return found

    def release(self) -> None:
        assert not self.released
        self.released = True
        os.close(self.fd)


class HeaderChip:
    """gpiod.Chip. `labels` are those of the chips that there are, by device.

    One that is "forbidden" can't be opened; of one that is "unreadable", no label can be read.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        self.taken: dict[int, str] = {}
        self.requests: dict[int, HeaderRequest] = {}
        self.open: list[str] = []

    def __call__(self, path: str) -> HeaderChip:
        self._label = self._labels[Path(path).name]
        if self._label == "forbidden":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        self.open.append(self._label)
        return self

    def __bool__(self) -> bool:
        return bool(self.open)

    def __enter__(self) -> HeaderChip:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.open.pop()

    def get_info(self) -> Any:
        if self._label == "unreadable":
            raise OSError(errno.EIO, "Input/output error")
        return SimpleNamespace(label=self._label)

    def get_line_info(self, pin: int) -> Any:
        return SimpleNamespace(offset=pin, used=pin in self.taken, consumer=self.taken.get(pin))

    def request_lines(self, config: Mapping[int, LineSettings], consumer: str, event_buffer_size: int) -> HeaderRequest:
        ((pin, settings),) = config.items()
        if pin in self.taken:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.requests[pin] = HeaderRequest(pin, settings)
        return self.requests[pin]


@contextmanager
def raspberry_pi(devices: Path, labels: Mapping[str, str]) -> Iterator[HeaderChip]:
    """A Pi 3 with these chips, whose device files are in `devices`."""
    for name in labels:
        (devices / name).touch()
    chip = HeaderChip(labels)
    with patch("gpiod.Chip", chip), patch("gpiozero.pins.local.get_pi_revision", lambda: PI_3B):
        yield chip
