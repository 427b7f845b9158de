"""The firmware of a pod: `main.py` and the package `pod` go onto the board.

The host shares what both ends of the link do: `pod.frame`, `pod.stream` and parts of `pod.link`.
"""
