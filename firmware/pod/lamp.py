"""Patterns of light and sound for cues. Nothing waits for them."""

from .stream import since

_NONE = (0, 0, 0, 0)
_PATTERNS = {
    0x68: (1, 40, 0, 0),  # h: heard
    0x61: (1, 400, 0, 1760),  # a: accepted
    0x72: (3, 70, 70, 220),  # r: refused
    0x6D: (2, 50, 50, 880),  # m: held long enough, release
    0x74: (6, 150, 150, 330),  # t: trouble
    0x79: (2, 250, 150, 0),  # y: your turn
    0x69: (15, 150, 180, 1320),  # i: identify this pod
    0x2E: (1, 10, 0, 0),  # .: no host is connected, but the pod works
}
"""How many times the light goes on, milliseconds on and off, and a tone in hertz for the first time; 0 is silence."""


class Lamp:
    """Plays patterns. `light` has a `value(on)`, `sound` a `tone(hertz)`."""

    def __init__(self, light: object, sound: object) -> None:
        self._light = light
        self._sound = sound
        self._pattern = _NONE
        self._left = 0
        self._on = False
        self._since = 0

    def show(self, cue: int, now: int) -> None:
        """Begin a cue, by its letter's code; unknown ones are ignored."""
        pattern = _PATTERNS.get(cue)
        if pattern is not None:
            self._pattern = pattern
            self._left = pattern[0]
            self._turn(True, now)
            self._sound.tone(pattern[3])  # type: ignore[attr-defined]

    def step(self, now: int) -> None:
        """Do what is due."""
        if not self._left:
            return
        if self._on and since(now, self._since) >= self._pattern[1]:
            self._turn(False, now)
            self._sound.tone(0)  # type: ignore[attr-defined]
            self._left -= 1
        elif not self._on and since(now, self._since) >= self._pattern[2]:
            self._turn(True, now)

    def _turn(self, on: bool, now: int) -> None:
        self._on = on
        self._since = now
        self._light.value(on)  # type: ignore[attr-defined]
