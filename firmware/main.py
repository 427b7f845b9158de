"""What a Pico runs when it has power."""

import micropython

from pod import board  # type: ignore[import-not-found]

if not board.wants_update():
    micropython.kbd_intr(-1)  # a byte 3 among noise must not stop the pod
    board.run()
