"""A simulated real panel, for what is built beside it."""

from __future__ import annotations

import threading

from PIL import Image

from hal.panel import panel
from hal.panel.panel import PanelKind, RefreshMode

KIND = panel.panel_kind("what-black")


class RealPanel:
    """Stands for a real panel: it stores the pictures, and sets `done`."""

    kind: PanelKind = KIND

    def __init__(self) -> None:
        self.shown: list[Image.Image] = []
        self.done = threading.Event()

    def show(self, image: Image.Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self.shown.append(image)
        self.done.set()
