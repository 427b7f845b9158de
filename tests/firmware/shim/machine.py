"""The parts of a board that the unix port of MicroPython lacks. What happens to them is told on a pipe.

Environment: `POD_PINS` is a pipe to read, a byte for each movement of a contact: `A` closes the first key, `a`
opens it, 128 + n lets 2 n milliseconds of the pod's own time pass since it saw the last. `POD_TRACE` is a pipe to
write: one line for each thing that the pod does to its light, buzzer or display. `POD_CHIP` is the chip's number,
`POD_DISPLAY` the address of a display.
"""

import os
import sys
import time

_KEYS = {2: 0, 3: 1, 4: 2, 5: 3}
_down = bytearray(4)
_byte = bytearray(1)
_moved = bytearray(1)
_pause = [0]
_seen = [0]
_pins = open(os.getenv("POD_PINS"), "rb")
_trace = open(os.getenv("POD_TRACE"), "wb")
_CHIP = (os.getenv("POD_CHIP") or "0000000000000001").encode()
_DISPLAY = int(os.getenv("POD_DISPLAY") or "0")


def pins():
    """The pipe whose bytes are fingers."""
    return _pins


def ready():
    """Whether the next movement may come."""
    return not _moved[0] and (not _pause[0] or time.ticks_diff(time.peek(), _seen[0]) >= _pause[0])


def move():
    """Read one movement of a finger: at most one between two looks at the keys."""
    if not _pins.readinto(_byte):
        sys.exit(0)
    code = _byte[0]
    if code >= 0x80:
        _pause[0] += 2 * (code - 0x80)
        return
    _pause[0] = 0
    _moved[0] = 1
    if 0x41 <= code <= 0x44:
        _down[code - 0x41] = 1
    elif 0x61 <= code <= 0x64:
        _down[code - 0x61] = 0


def tell(line):
    _trace.write(line + "\n")


def unique_id():
    return bytes(int(_CHIP[at : at + 2], 16) for at in range(0, len(_CHIP), 2))


def reset():
    tell("reset")
    sys.exit(3)


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, pin, mode=0, pull=None):
        self._pin = pin
        self._key = _KEYS.get(pin, -1)
        if self._key >= 0:
            assert mode == Pin.IN
            assert pull == Pin.PULL_UP

    def value(self, on=None):
        if on is None:
            if _moved[0] and self._key == 3:
                _moved[0] = 0
                _seen[0] = time.peek()
            return 0 if _down[self._key] else 1
        tell("light on" if on else "light off")
        return None


class PWM:
    def __init__(self, pin):
        self._hertz = 0

    def freq(self, hertz):
        self._hertz = hertz

    def duty_u16(self, duty):
        tell("tone %d" % (self._hertz if duty else 0))


class I2C:
    def __init__(self, number, sda, scl, freq):
        assert freq <= 400000

    def scan(self):
        return [_DISPLAY] if _DISPLAY else []

    def writeto(self, address, data):
        if address != _DISPLAY:
            raise OSError(5)
        tell("bus " + bytes(data).hex())


class WDT:
    """Barks in the trace if it is not fed in time."""

    def __init__(self, timeout):
        self._timeout = timeout
        self._fed = time.peek()

    def feed(self):
        now = time.peek()
        if time.ticks_diff(now, self._fed) > self._timeout:
            tell("watchdog")
        self._fed = now
