"""The firmware of a pod: `main.py` and the package `pod` go onto the board; the host shares `pod.frame` and `pod.stream`."""
