"""The pins of a pod, as GP numbers. Settings in a file `wiring.py` of your own, beside `main.py`, replace these."""

KEYS = (2, 3, 4, 5)
"""A, B, C, D: each from its pin to ground."""
LIGHT = "LED"
"""The light; "LED" is the one on the board."""
BUZZER = 15
"""A passive buzzer; None if there is none."""
DISPLAY_DATA = 0
DISPLAY_CLOCK = 1
"""SDA and SCL of the display, which are pins of I2C0."""
DISPLAY_ADDRESS = 0x3C
DISPLAY_HEIGHT = 64
"""Height in pixels: 64 or 32. Whether there is a display is detected."""
NAME = ""
"""A name of up to 16 letters, digits and hyphens, instead of one made from the chip's number."""
