"""The program that a Pico runs at power-on."""

import micropython

from pod import hardware  # type: ignore[import-not-found]

if not hardware.take_update_request():
    micropython.kbd_intr(-1)  # a byte 3 (Ctrl-C) in line noise must not stop the pod
    hardware.run()
