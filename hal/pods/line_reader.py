"""Parse the good lines in received bytes, like `firmware.pod.frame.Reader`, but in chunks instead of byte by byte."""

from __future__ import annotations

import re
from zlib import crc32

from firmware.pod.frame import HEAD, MAX_LINE, TAIL

_MAX_LENGTH = MAX_LINE - HEAD - TAIL
_LINE = re.compile(rb"~([0-9a-f]{2}) ([ -}]{1,%d}) ([0-9a-f]{8})[\n\r]" % _MAX_LENGTH)
_BEGUN = re.compile(rb"~[ -}]{0,%d}\Z" % (MAX_LINE - 2))
_ENDS = (b"\n", b"\r")


class LineReader:
    """The parser for the bytes of one port."""

    def __init__(self) -> None:
        self.skipped_bytes = 0
        """The number of bytes that belonged to no good line, not counting line ends."""
        self._partial_line = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Parse more bytes; returns the bodies of the good lines that they complete, in order."""
        data = self._partial_line + data
        end = len(data) if data.endswith(_ENDS) else self._line_start(data)
        self._partial_line = data[end:]
        bodies, at, upto = [], 0, 0
        while (found := _LINE.search(data, upto, end)) is not None:
            start, upto = found.span()
            length, body, checksum = found.groups()
            if int(length, 16) == len(body) and int(checksum, 16) == crc32(data[start : upto - TAIL]):
                self._count_skipped(data[at:start])
                at = upto
                bodies.append(body)
        self._count_skipped(data[at:end])
        return bodies

    @staticmethod
    def _line_start(data: bytes) -> int:
        """Return where a line begins that later bytes may complete; the end of the bytes if there is none."""
        begun = _BEGUN.search(data, max(0, len(data) - MAX_LINE))
        return len(data) if begun is None else begun.start()

    def _count_skipped(self, noise: bytes) -> None:
        if noise:
            self.skipped_bytes += len(noise.translate(None, b"\n\r"))
