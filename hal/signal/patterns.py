"""The patterns of light and sound for each cue, as data, and the player that puts them in sequence.

They must work with one LED and one buzzer without pitch: the rhythms alone distinguish the cues; colour and pitch only
help.
"""

from __future__ import annotations

from enum import Enum

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
    that was interrupted is played again from its beginning. A turn that was interrupted is not: a player has taken it.
    A trouble cue or a turn that is added while an answer is played comes after the answer, trouble first. Reads no
    clock: times are in seconds of the caller's clock.
    """

    def __init__(self) -> None:
        self._playing_cue: Cue | None = None
        self._started_at_s = 0.0
        self._is_trouble_due = False
        self._is_turn_due = False

    def add_cue(self, cue: Cue, now: float) -> None:
        """Add a cue."""
        self._advance_to(now)
        if cue is Cue.TROUBLE:
            self._is_trouble_due = self._is_trouble_due or not self._is_playing(Cue.TROUBLE, now)
        elif cue is Cue.YOUR_TURN:
            self._is_turn_due = self._is_turn_due or not self._is_playing(Cue.YOUR_TURN, now)
        else:
            self._is_trouble_due = self._is_trouble_due or self._is_playing(Cue.TROUBLE, now)
            self._is_turn_due = False
            self._start_cue(cue, now)
        self._advance_to(now)

    def beat_at(self, now: float) -> Beat:
        """Return the light and sound of this moment."""
        self._advance_to(now)
        return next((beat for end, beat in self._beats_with_ends() if now < end), SILENT_BEAT)

    def next_change(self, now: float) -> float | None:
        """Return when the next change is due; None if nothing is being played."""
        self._advance_to(now)
        return next((end for end, _ in self._beats_with_ends() if now < end), None)

    def _advance_to(self, now: float) -> None:
        """Start the cues that are due by now, each after the pause behind the one before."""
        while self._playing_cue is not None and now >= (end := self._beats_with_ends()[-1][0]):
            self._start_next(end)
        if self._playing_cue is None:
            self._start_next(now)

    def _is_playing(self, cue: Cue, now: float) -> bool:
        """Whether a cue is being played, and the pause behind it has not begun."""
        return self._playing_cue is cue and now < self._started_at_s + sum(beat.seconds for beat in PATTERNS[cue])

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
        """Return the beats that are being played and the pause behind them, with the end of each."""
        if self._playing_cue is None:
            return []
        end, beats_with_ends = self._started_at_s, list[tuple[float, Beat]]()
        for beat in (*PATTERNS[self._playing_cue], _LONG_GAP):
            end += beat.seconds
            beats_with_ends.append((end, beat))
        return beats_with_ends
