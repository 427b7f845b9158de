"""Key scripts: a text format of presses to play, one per line.

`A` is a press, `hold A` a hold, `hold A+D` two keys held together for long, `pod2 B` a press on pod 2, `pod2 hold B` a
hold there, `wait 1.5` a pause in seconds. `#` starts a comment; blank lines are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hal.keys.keys import Edge, Key

PRESS_S = 0.08
HOLD_S = 0.8
PAIR_S = 3.2
PAUSE_S = 0.25
"""Seconds from the release of a key to the next press."""

_KEY_LINE = re.compile(r"(?:(pod[1-9][0-9]?) )?(hold )?([ABCD])")
_PAIR_LINE = re.compile(r"(?:(pod[1-9][0-9]?) )?hold ([ABCD])\+(?!\2)([ABCD])")
_WAIT_LINE = re.compile(r"wait ([0-9]{1,9}(?:\.[0-9]{1,9})?)")

_MAX_QUOTED_LENGTH = 40
"""Maximum number of characters that are quoted of a line that cannot be played."""
_HELP = "Write “A”, “hold A”, “hold A+D”, “pod2 B”, “pod2 hold B” or “wait 1.5”; the keys are A, B, C and D."


class ScriptError(ValueError):
    """A line that cannot be played. `line_number` counts from 1; `sentence` says what is wrong with it."""

    def __init__(self, line_number: int, sentence: str) -> None:
        super().__init__(f"line {line_number}: {sentence}")
        self.line_number = line_number
        self.sentence = sentence


class Script:
    """Plays lines as edges, at a steady rhythm. Each line is read when its edges are needed.

    `next_press_at` is when the next key would go down, in seconds of the clock. `has_paused` is whether a pause has
    been read.
    """

    def __init__(self, lines: Iterable[str], start_s: float = 0.0) -> None:
        self._lines = lines
        self.next_press_at = start_s
        self.has_paused = False

    def __iter__(self) -> Iterator[Edge]:
        """Yield the edges in order of time. Raises ScriptError at the first line that cannot be played."""
        for number, line in enumerate(self._lines, 1):
            words = " ".join(line.lstrip("\N{BYTE ORDER MARK}").partition("#")[0].split())
            if words:
                yield from self._parse_line(words, number)

    def _parse_line(self, words: str, number: int) -> Iterator[Edge]:
        if pause := _WAIT_LINE.fullmatch(words):
            self.next_press_at += float(pause[1])
            self.has_paused = True
        elif press := _KEY_LINE.fullmatch(words):
            yield from self._press(press[1] or "", HOLD_S if press[2] else PRESS_S, Key(press[3]))
        elif pair := _PAIR_LINE.fullmatch(words):
            yield from self._press(pair[1] or "", PAIR_S, Key(pair[2]), Key(pair[3]))
        else:
            quoted = words if len(words) <= _MAX_QUOTED_LENGTH else f"{words[:_MAX_QUOTED_LENGTH]}…"
            raise ScriptError(number, f"“{quoted}” is no press. {_HELP}")

    def _press(self, source: str, seconds: float, *keys: Key) -> Iterator[Edge]:
        closed_at, opened_at = self.next_press_at, self.next_press_at + seconds
        self.next_press_at = opened_at + PAUSE_S
        yield from (Edge(key, is_closed=True, time_s=closed_at, source=source) for key in keys)
        yield from (Edge(key, is_closed=False, time_s=opened_at, source=source) for key in keys)


class ScriptedKeys:
    """The edges of a script, of which the next one can be seen before it is consumed."""

    def __init__(self, edges: Iterator[Edge]) -> None:
        self._edges = edges
        self._edge: Edge | None = None

    def next_edge(self) -> Edge | None:
        """Return the next edge; None at the end of the script. Raises ScriptError at a line that cannot be played."""
        if self._edge is None:
            self._edge = next(self._edges, None)
        return self._edge

    def consume(self) -> None:
        """Consume the next edge."""
        self._edge = None
