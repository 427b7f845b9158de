"""Read and write USB serial through the standard streams, without a call that blocks."""

import select
import sys


class Port:
    """The standard streams, read and written only when they are ready."""

    def __init__(self) -> None:
        self._read_into = sys.stdin.buffer.readinto  # type: ignore[union-attr]
        self._write_bytes = sys.stdout.buffer.write
        self._byte = bytearray(1)
        input_poll, output_poll = select.poll(), select.poll()
        input_poll.register(sys.stdin, select.POLLIN)
        output_poll.register(sys.stdout, select.POLLOUT)
        # Bound methods are objects: created once here, they are not allocated in every turn.
        self._poll_input = input_poll.ipoll  # type: ignore[attr-defined]
        self._poll_output = output_poll.ipoll  # type: ignore[attr-defined]

    def wait_for_input(self, milliseconds: int) -> None:
        """Sleep until there is something to read, at most for this many milliseconds."""
        for _ in self._poll_input(milliseconds):
            pass

    def read(self) -> int:
        """Return the next byte; -1 if there is none."""
        for entry in self._poll_input(0):
            if entry[1] & select.POLLIN and self._read_into(self._byte):
                return self._byte[0]
        return -1

    def write(self, line: bytearray, start: int, end: int, has_room: bool) -> int:
        """Write a line's bytes from `start` on, as far as possible without blocking. Returns the new position.

        A stream that is ready has room for at least a byte, and a Pico that writes more than fits blocks for half a
        second: so bytes are written one at a time, unless `has_room` says that all of them fit.
        """
        if has_room:
            for _, event in self._poll_output(0):
                if event & select.POLLOUT:
                    return start + (self._write_bytes(line, start, end - start) or 0)  # type: ignore[call-overload]
            return start
        byte, poll_output, write_bytes = self._byte, self._poll_output, self._write_bytes
        is_ready = True
        while is_ready and start < end:
            is_ready = False
            for _, event in poll_output(0):
                if event & select.POLLOUT:
                    byte[0] = line[start]
                    is_ready = write_bytes(byte) == 1
            if is_ready:
                start += 1
        return start
