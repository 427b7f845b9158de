"""Read and write USB serial through the standard streams, without a call that blocks."""

import select
import sys


class Port:
    """The standard streams, read and written only when they are ready."""

    def __init__(self) -> None:
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]
        self._put = sys.stdout.buffer.write
        self._byte = bytearray(1)
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        # Bound methods are objects: created once here, they are not allocated in every turn.
        self._readable = readable.ipoll  # type: ignore[attr-defined]
        self._writable = writable.ipoll  # type: ignore[attr-defined]

    def wait(self, milliseconds: int) -> None:
        """Sleep until there is something to read, at most for this many milliseconds."""
        for _ in self._readable(milliseconds):
            pass

    def read(self) -> int:
        """Return the next byte; -1 if there is none."""
        for entry in self._readable(0):
            if entry[1] & select.POLLIN and self._read(self._byte):
                return self._byte[0]
        return -1

    def write(self, line: bytearray, at: int, end: int, room: bool) -> int:
        """Write a line's bytes from `at` on, as far as possible without blocking. Returns the new position.

        A stream that is ready has room for at least a byte, and a Pico that writes more than fits blocks for half a
        second: so bytes are written one at a time, unless there is known to be `room` for all.
        """
        if room:
            for _, event in self._writable(0):
                if event & select.POLLOUT:
                    return at + (self._put(line, at, end - at) or 0)  # type: ignore[call-overload]
            return at
        byte, ready_for, put = self._byte, self._writable, self._put
        ready = True
        while ready and at < end:
            ready = False
            for _, event in ready_for(0):
                if event & select.POLLOUT:
                    byte[0] = line[at]
                    ready = put(byte) == 1
            if ready:
                at += 1
        return at
