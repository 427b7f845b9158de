"""A button pod. Written for MicroPython; `frame`, `stream` and `link` run in CPython, too."""

FIRMWARE = "1.0"
"""The version of what is on the board, as its hello says it."""
