"""Hostile input of up to 2 MB, in shapes that are each expensive for some parser of records."""

from __future__ import annotations

MOST = 2_000_000
NO_THANKS = b"game no-thanks\nplayers A B C\n"
LOOP = b"game loop\nplayers A B C D\n"
FIRST_EDITION = b"game loop-2023\nplayers A B C\n"
MAX_WORDS = 59_990
"""The maximum number of words of a line that is still split."""


def _full(head: bytes, unit: bytes, tail: bytes = b"") -> bytes:
    return head + unit * ((MOST - len(head) - len(tail)) // len(unit)) + tail


SHAPES = {
    "a quoted word": _full(NO_THANKS + b'A "', b"x", b'"'),
    "a quoted word of escapes": _full(NO_THANKS + b'A "', b'\\"', b'"'),
    "empty quotes": _full(NO_THANKS, b"''"),
    "comments": _full(b"", b"#\n"),
    "empty lines": _full(b"", b"\n"),
    "a long play": _full(LOOP + b"A plays ", b"1 "),
    "a play of very many cards": FIRST_EDITION + b"A plays " + b"3 " * MAX_WORDS,
    "very many runs": NO_THANKS
    + b"set detail totals\nA holds "
    + b" ".join(b"%d-%d" % (card * 7, card * 7 + 9**6) for card in range(MAX_WORDS))
    + b" tokens 3",
    "very many players": b"players " + b" ".join(b"%018d" % number for number in range(MAX_WORDS)),
    "a number": _full(NO_THANKS + b"flip ", b"9"),
    "a name of combining letters": _full(NO_THANKS, "a\u0301\u0316".encode(), b" pass"),
    "options over and over": _full(NO_THANKS, b"set rounds 4\nset rounds 5\n"),
    "not UTF-8 at the end": _full(b"", b"#\n", b"\xff"),
}
