"""Patterns of light and sound for cues. Nothing waits for them."""

from .stream import elapsed_ms

_NO_PATTERN = (0, 0, 0, 0)
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
    """Plays patterns. `light` has a `value(on)`, `sound` a `play(hertz)`."""

    def __init__(self, light: object, sound: object) -> None:
        self._light = light
        self._sound = sound
        self._pattern = _NO_PATTERN
        self._flashes_to_come = 0
        self._is_on = False
        self._switched_at = 0

    def start_cue(self, cue: int, now_ms: int) -> None:
        """Begin a cue, by its letter's code; unknown ones are ignored."""
        pattern = _PATTERNS.get(cue)
        if pattern is not None:
            self._pattern = pattern
            self._flashes_to_come = pattern[0]
            self._switch(True, now_ms)
            self._sound.play(pattern[3])  # type: ignore[attr-defined]

    def step(self, now_ms: int) -> None:
        """Do what is due."""
        if not self._flashes_to_come:
            return
        if self._is_on and elapsed_ms(now_ms, self._switched_at) >= self._pattern[1]:
            self._switch(False, now_ms)
            self._sound.play(0)  # type: ignore[attr-defined]
            self._flashes_to_come -= 1
        elif not self._is_on and elapsed_ms(now_ms, self._switched_at) >= self._pattern[2]:
            self._switch(True, now_ms)

    def _switch(self, is_on: bool, now_ms: int) -> None:
        self._is_on = is_on
        self._switched_at = now_ms
        self._light.value(is_on)  # type: ignore[attr-defined]
