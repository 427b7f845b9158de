"""The patterns of light and sound for each cue, as data, and the player that puts them in sequence.

They must work with one LED and one buzzer without pitch: the rhythms alone distinguish the cues; colour and pitch only
help.
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
    """Light and sound (hertz), or neither, for some seconds."""

    seconds: float
    colour: LightColour | None = None
    tone_hertz: int | None = None


SILENT_BEAT = Beat(0.0)

Pattern = tuple[Beat, ...]

# Small piezo discs are loud from about 1 kHz on. Pauses are long enough to be heard.
_GAP = Beat(0.08)
_LONG_GAP = Beat(0.3)


def _thrice(beat: Beat, gap: Beat) -> Pattern:
    return beat, gap, beat, gap, beat


PATTERNS: dict[Cue, Pattern] = {
    Cue.HEARD: (Beat(0.04, LightColour.WHITE, 1319),),
    Cue.HOLD_REACHED: (Beat(0.04, LightColour.BLUE, 1760), _GAP, Beat(0.04, LightColour.BLUE, 1760)),
    Cue.ACCEPTED: (Beat(0.12, LightColour.GREEN, 1319), Beat(0.18, LightColour.GREEN, 1976)),
    Cue.REFUSED: _thrice(Beat(0.12, LightColour.RED, 880), _GAP),
    Cue.YOUR_TURN: (Beat(0.06, LightColour.BLUE, 1568), _GAP, Beat(0.3, LightColour.BLUE, 2093)),
    Cue.TROUBLE: _thrice(Beat(0.6, LightColour.YELLOW, 988), _LONG_GAP),
}


class PatternPlayer:
    """Decides what to show and sound at each time.

    The answer to a key interrupts whatever is being played: nobody waits for a lamp. After the answer, a trouble cue
    that was interrupted is played again from its beginning, and so is a turn that is announced meanwhile; a turn that
    was interrupted is not, because a player has taken it. Reads no clock: times are in seconds of the caller's clock.
    """

    def __init__(self) -> None:
        self._playing_cue: Cue | None = None
        self._started_at_s = 0.0
        self._is_trouble_due = False
        self._is_turn_due = False

    def add_cue(self, cue: Cue, now: float) -> None:
        """Add a cue."""
        self.beat_at(now)
        if cue is Cue.TROUBLE:
            self._is_trouble_due = self._is_trouble_due or self._playing_cue is not Cue.TROUBLE
        elif cue is Cue.YOUR_TURN:
            self._is_turn_due = True
        else:
            self._is_trouble_due = self._is_trouble_due or self._playing_cue is Cue.TROUBLE
            self._is_turn_due = False
            self._start_cue(cue, now)
        self.beat_at(now)

    def beat_at(self, now: float) -> Beat:
        """Return the light and sound of this moment."""
        while self._playing_cue is not None and now >= (end := self._beats_with_ends()[-1][0]):
            self._start_next(end)
        if self._playing_cue is None:
            self._start_next(now)
        return next((beat for end, beat in self._beats_with_ends() if now < end), SILENT_BEAT)

    def next_change(self, now: float) -> float | None:
        """Return when the next change is due; None if nothing is being played."""
        self.beat_at(now)
        return next((end for end, _ in self._beats_with_ends() if now < end), None)

    def _start_cue(self, cue: Cue, time_s: float) -> None:
        self._playing_cue, self._started_at_s = cue, time_s

    def _start_next(self, time_s: float) -> None:
        self._playing_cue = None
        if self._is_trouble_due:
            self._is_trouble_due = False
            self._start_cue(Cue.TROUBLE, time_s)
        elif self._is_turn_due:
            self._is_turn_due = False
            self._start_cue(Cue.YOUR_TURN, time_s)

    def _beats_with_ends(self) -> list[tuple[float, Beat]]:
        """Return the beats that are being played, with the end of each."""
        if self._playing_cue is None:
            return []
        beats = (*PATTERNS[self._playing_cue], _LONG_GAP)
        ends = accumulate((beat.seconds for beat in beats), initial=self._started_at_s)
        return list(zip(list(ends)[1:], beats, strict=True))
