"""The hardware of a pod: creates the objects for its pins, display, light and sound, and runs the main loop."""

import binascii
import os
import time

import machine

from . import wiring
from .keys import Keys
from .lamp import Lamp
from .link import PodLink
from .loop import Pod
from .port import Port
from .screen import COLUMN_COUNT, NoScreen, Screen
from .stream import TIME_MASK

try:
    import wiring as owner_wiring  # type: ignore[import-not-found]
except ImportError:
    owner_wiring = None

WATCHDOG_MS = 4000
"""The watchdog restarts a pod whose loop stands still for this many milliseconds."""
PAUSE_MS = 1
_NAME_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
UPDATE_FILE = "update"
"""A file that tells the next start not to run the pod, because files are about to be copied to the board."""


class Buzzer:
    """A passive buzzer on a pin."""

    def __init__(self, pin: int) -> None:
        self._wave = machine.PWM(machine.Pin(pin))
        self.play(0)

    def play(self, hertz: int) -> None:
        """Play a tone; 0 is silence."""
        if hertz:
            self._wave.freq(hertz)
        self._wave.duty_u16(0x8000 if hertz else 0)


class NoBuzzer:
    """The buzzer of a pod without sound."""

    def play(self, hertz: int) -> None:
        """Do nothing."""


def apply_owner_wiring() -> None:
    """Replace settings of `wiring` by those of the owner's own `wiring.py`; others keep their values."""
    for name in dir(owner_wiring):
        if hasattr(wiring, name) and not name.startswith("_"):
            setattr(wiring, name, getattr(owner_wiring, name))


def pod_name() -> str:
    """Return the pod's name: the owner's, reduced to valid characters, or else one made from the chip's number."""
    name = "".join([letter for letter in wiring.NAME if letter in _NAME_CHARACTERS])
    return name[:16] or "pod-" + binascii.hexlify(machine.unique_id()).decode()[-8:]


def now_ms() -> int:
    """Return the milliseconds since the start, with the protocol's wraparound."""
    return time.ticks_ms() & TIME_MASK  # type: ignore[attr-defined,no-any-return]


def _find_screen() -> Screen | NoScreen:
    address = wiring.DISPLAY_ADDRESS
    try:
        bus = machine.I2C(0, sda=machine.Pin(wiring.DISPLAY_DATA), scl=machine.Pin(wiring.DISPLAY_CLOCK), freq=400000)
        if address not in bus.scan():
            return NoScreen()
    except (OSError, ValueError):
        return NoScreen()
    return Screen(bus, address, wiring.DISPLAY_HEIGHT)


def create_pod() -> Pod:
    """Create the pod of this board."""
    apply_owner_wiring()
    pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in wiring.KEYS]
    buzzer = wiring.BUZZER
    lamp = Lamp(machine.Pin(wiring.LIGHT, machine.Pin.OUT), NoBuzzer() if buzzer is None else Buzzer(buzzer))
    screen = _find_screen()
    name = pod_name()
    for row, letters in enumerate((name.encode(), b"waiting for", b"the table")):
        screen.write(row, bytearray(letters), 0, len(letters))
    boot_number = int.from_bytes(os.urandom(4), "big") & TIME_MASK
    description = "%d %dx%d %s" % (len(pins), COLUMN_COUNT if screen.row_count else 0, screen.row_count, name)
    return Pod(Keys(pins), lamp, screen, Port(), PodLink(boot_number, description, now_ms()), now_ms())


def take_update_request() -> bool:
    """Remove the request to copy files to the board at this start. Returns whether there was one."""
    try:
        os.remove(UPDATE_FILE)
    except OSError:
        return False
    return True


def run() -> None:
    """Run the pod until the host wants to copy new files; then restart for that."""
    pod = create_pod()
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while pod.step(now_ms()):
        watchdog.feed()
        pod.wait_for_input(PAUSE_MS)
    with open(UPDATE_FILE, "w"):
        pass
    machine.reset()
