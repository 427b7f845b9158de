"""What each cue looks and sounds like: patterns as data, and the machine that plays them one after the other.

One LED and one buzzer without pitch must do: the rhythms alone tell the cues apart; colour and pitch only help.
"""

from __future__ import annotations

from enum import Enum
from itertools import accumulate

from hal.signal.signal import Cue
from values.named_tuple import NamedTuple


class LightColour(Enum):
    """A colour, as the lamps that make it."""

    RED = ("red",)
    GREEN = ("green",)
    BLUE = ("blue",)
    YELLOW = ("red", "green")
    WHITE = ("red", "green", "blue")


class Beat(NamedTuple):
    """For some seconds, light and sound (hertz), or neither."""

    seconds: float
    colour: LightColour | None = None
    tone: int | None = None


NOTHING = Beat(0.0)

Pattern = tuple[Beat, ...]

# Small piezo discs are loud from about 1 kHz on. Pauses last long enough to be heard as such.
_GAP = Beat(0.08)
_LONG_GAP = Beat(0.3)

PATTERNS: dict[Cue, Pattern] = {
    Cue.HEARD: (Beat(0.04, LightColour.WHITE, 1319),),
    Cue.ARMED: (Beat(0.04, LightColour.BLUE, 1760), _GAP, Beat(0.04, LightColour.BLUE, 1760)),
    Cue.ACCEPTED: (Beat(0.12, LightColour.GREEN, 1319), Beat(0.18, LightColour.GREEN, 1976)),
    Cue.REFUSED: (
        Beat(0.12, LightColour.RED, 880),
        _GAP,
        Beat(0.12, LightColour.RED, 880),
        _GAP,
        Beat(0.12, LightColour.RED, 880),
    ),
    Cue.YOUR_TURN: (Beat(0.06, LightColour.BLUE, 1568), _GAP, Beat(0.3, LightColour.BLUE, 2093)),
    Cue.TROUBLE: (
        Beat(0.6, LightColour.YELLOW, 988),
        _LONG_GAP,
        Beat(0.6, LightColour.YELLOW, 988),
        _LONG_GAP,
        Beat(0.6, LightColour.YELLOW, 988),
    ),
}


class PatternPlayer:
    """Decides what is to be seen and heard when.

    The answer to a key cuts whatever is being played: nobody waits for a lamp.
    Trouble that was cut is told again, from its beginning, and a turn is
    announced, once the answer is over; a turn that was cut is not, for
    somebody has taken it. Reads no clock: times are seconds of the caller's.
    """

    def __init__(self) -> None:
        self._playing: Cue | None = None
        self._since = 0.0
        self._trouble = False
        self._turn = False

    def give(self, cue: Cue, now: float) -> None:
        """Take in a cue."""
        self.now(now)
        if cue is Cue.TROUBLE:
            self._trouble = self._trouble or self._playing is not Cue.TROUBLE
        elif cue is Cue.YOUR_TURN:
            self._turn = True
        else:
            self._trouble = self._trouble or self._playing is Cue.TROUBLE
            self._turn = False
            self._start(cue, now)
        self.now(now)

    def now(self, now: float) -> Beat:
        """What is to be seen and heard at this moment."""
        while self._playing is not None and now >= (end := self._ends()[-1][0]):
            self._next(end)
        if self._playing is None:
            self._next(now)
        return next((beat for end, beat in self._ends() if now < end), NOTHING)

    def due(self, now: float) -> float | None:
        """When the next change is due; None if nothing is being played."""
        self.now(now)
        return next((end for end, _ in self._ends() if now < end), None)

    def _start(self, cue: Cue, at: float) -> None:
        self._playing, self._since = cue, at

    def _next(self, at: float) -> None:
        self._playing = None
        if self._trouble:
            self._trouble = False
            self._start(Cue.TROUBLE, at)
        elif self._turn:
            self._turn = False
            self._start(Cue.YOUR_TURN, at)

    def _ends(self) -> list[tuple[float, Beat]]:
        """The beats that are being played, with the end of each."""
        if self._playing is None:
            return []
        beats = _spaced(self._playing)
        ends = accumulate((beat.seconds for beat in beats), initial=self._since)
        return list(zip(list(ends)[1:], beats, strict=True))


def _spaced(cue: Cue) -> Pattern:
    """A pattern, with the pause that keeps it apart from the one after it."""
    return (*PATTERNS[cue], _LONG_GAP)
