"""The program that a Pico runs at power-on."""

import micropython

from pod import hardware  # type: ignore[import-not-found]

# With a request to update, the pod does not run: nothing disturbs the copying of new files.
if not hardware.take_update_request():
    micropython.kbd_intr(-1)  # a byte 3 (Ctrl-C) in line noise must not stop the pod
    hardware.run()
