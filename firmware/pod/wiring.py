"""Which pins are used, as GP numbers. What a file `wiring.py` of your own says, beside `main.py`, counts instead."""

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
"""Pixels: 64 or 32. Whether a display is there is found out."""
NAME = ""
"""A name of up to 16 letters, digits and hyphens, instead of one made of the chip's number."""
