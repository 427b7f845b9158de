"""USB serial as the standard streams have it, one byte at a time, so that no call ever waits."""

import select
import sys


class Port:
    """Whoever reads and writes single bytes, and only when the stream is ready, is never held up."""

    def __init__(self) -> None:
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def wait(self, milliseconds: int) -> None:
        """Rest until something can be read, but not for longer."""
        for _ in self._readable.ipoll(milliseconds):  # type: ignore[attr-defined]
            pass

    def read(self) -> int:
        """The next byte; -1 if there is none."""
        for entry in self._readable.ipoll(0):  # type: ignore[attr-defined]
            if entry[1] & select.POLLIN and self._read(self._byte):
                return self._byte[0]
        return -1

    def write(self, line: bytearray, at: int) -> bool:
        """Write one byte of a line; False if it has to wait."""
        for entry in self._writable.ipoll(0):  # type: ignore[attr-defined]
            if entry[1] & select.POLLOUT:
                self._byte[0] = line[at]
                return self._out.write(self._byte) == 1
        return False
