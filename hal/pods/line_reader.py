"""Parse the good lines in received bytes, as `firmware.pod.frame.ByteLineReader` does, but a chunk at a time."""

from __future__ import annotations

import re
from zlib import crc32

from firmware.pod.frame import HEAD_LENGTH, MAX_LINE_LENGTH, TAIL_LENGTH

_MAX_BODY_LENGTH = MAX_LINE_LENGTH - HEAD_LENGTH - TAIL_LENGTH
_LINE = re.compile(rb"~([0-9a-f]{2}) ([ -}]{1,%d}) ([0-9a-f]{8})[\n\r]" % _MAX_BODY_LENGTH)
_PARTIAL_LINE = re.compile(rb"~[ -}]{0,%d}\Z" % (MAX_LINE_LENGTH - 2))
_LINE_ENDS = (b"\n", b"\r")


class LineReader:
    """The parser for the bytes of one port."""

    def __init__(self) -> None:
        self.skipped_byte_count = 0
        """The number of bytes that belonged to no good line, not counting line ends."""
        self._partial_line = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Parse more bytes; returns the bodies of the good lines that they complete, in order."""
        data = self._partial_line + data
        end = len(data) if data.endswith(_LINE_ENDS) else self._partial_line_start(data)
        self._partial_line = data[end:]
        bodies, skipped_from, search_from = [], 0, 0
        while (match := _LINE.search(data, search_from, end)) is not None:
            start, search_from = match.span()
            length, body, checksum = match.groups()
            if int(length, 16) == len(body) and int(checksum, 16) == crc32(data[start : search_from - TAIL_LENGTH]):
                self._count_skipped(data[skipped_from:start])
                skipped_from = search_from
                bodies.append(body)
        self._count_skipped(data[skipped_from:end])
        return bodies

    @staticmethod
    def _partial_line_start(data: bytes) -> int:
        """Return where a line begins that later bytes may complete; the end of the bytes if there is none."""
        match = _PARTIAL_LINE.search(data, max(0, len(data) - MAX_LINE_LENGTH))
        return len(data) if match is None else match.start()

    def _count_skipped(self, noise: bytes) -> None:
        if noise:
            self.skipped_byte_count += len(noise.translate(None, b"\n\r"))
