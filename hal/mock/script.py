"""Key scripts: a text format of presses to play, one per line.

`A` is a press, `hold A` a hold, `hold A+D` two keys held together for long, `pod2 B` a press on pod 2, `pod2 hold B` a
hold there, `wait 1.5` a pause in seconds. `#` starts a comment; blank lines are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from hal.keys.keys import Edge, Key

PRESS_S = 0.08
HOLD_S = 0.8
TOGETHER_S = 3.2
REST_S = 0.25
"""Seconds from the release of a key to the next press."""

_KEY_LINE = re.compile(r"(?:(pod[1-9][0-9]?) )?(hold )?([ABCD])")
_PAIR_LINE = re.compile(r"(?:(pod[1-9][0-9]?) )?hold ([ABCD])\+([ABCD])")
_WAIT_LINE = re.compile(r"wait ([0-9]{1,9}(?:\.[0-9]{1,9})?)")

_SHOWN = 40
"""At most so many characters of a line that cannot be played are quoted."""
_HELP = "Write “A”, “hold A”, “hold A+D”, “pod2 B”, “pod2 hold B” or “wait 1.5”; the keys are A, B, C and D."


class ScriptError(ValueError):
    """A line that cannot be played. `line` counts from 1; `sentence` says what is wrong with it."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Script:
    """Plays lines as edges, at a steady rhythm. Each line is read when its edges are needed.

    `time_read` is the current time of the script, in seconds of the clock: when the next key would go down. `paused` is
    whether a pause has been read.
    """

    def __init__(self, lines: Iterable[str], start: float = 0.0) -> None:
        self._lines = lines
        self.time = start
        self.paused = False

    def __iter__(self) -> Iterator[Edge]:
        """Yield the edges in order of time. Raises ScriptError at the first line that cannot be played."""
        for number, line in enumerate(self._lines, 1):
            words = " ".join(line.lstrip("\N{BYTE ORDER MARK}").partition("#")[0].split())
            if words:
                yield from self._parse_line(words, number)

    def _parse_line(self, words: str, number: int) -> Iterator[Edge]:
        if pause := _WAIT_LINE.fullmatch(words):
            self.time += float(pause[1])
            self.paused = True
        elif stroke := _KEY_LINE.fullmatch(words):
            source, key, down = stroke[1] or "", Key(stroke[3]), self.time
            up = down + (HOLD_S if stroke[2] else PRESS_S)
            self.time = up + REST_S
            yield Edge(key, True, down, source)
            yield Edge(key, False, up, source)
        elif pair := _PAIR_LINE.fullmatch(words):
            yield from self._pair(pair[1] or "", Key(pair[2]), Key(pair[3]))
        else:
            shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
            raise ScriptError(number, f"“{shown}” is no press. {_HELP}")

    def _pair(self, source: str, *keys: Key) -> Iterator[Edge]:
        down, up = self.time, self.time + TOGETHER_S
        self.time = up + REST_S
        yield from (Edge(key, True, down, source) for key in keys)
        yield from (Edge(key, False, up, source) for key in keys)


class ScriptedKeys:
    """An iterator with peeking over the edges of a script. `read` is called for the script's current time, in
    seconds."""

    def __init__(self, edges: Iterator[Edge], read: Callable[[], float]) -> None:
        self._edges = edges
        self._read = read
        self._edge: Edge | None = None
        self._over = False

    @property
    def time_read(self) -> float:
        """How far the script has been read, in seconds of its time."""
        return self._read()

    def next_edge(self) -> Edge | None:
        """Return the next edge; None at the end of the script. Raises ScriptError at a line that cannot be played."""
        if self._edge is None and not self._over:
            self._edge = next(self._edges, None)
            self._over = self._edge is None
        return self._edge

    def consume(self) -> None:
        """Consume the next edge."""
        self._edge = None
