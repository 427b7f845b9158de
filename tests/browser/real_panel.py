"""A panel that is as good as a real one, for what is built beside it."""

from __future__ import annotations

import threading

from PIL import Image

from hal.panel import panel
from hal.panel.panel import PanelKind, RefreshMode

KIND = panel.kind("what-black")


class RealPanel:
    """As good as a real panel here: it shows what it is told, and says when it has."""

    kind: PanelKind = KIND

    def __init__(self) -> None:
        self.shown: list[Image.Image] = []
        self.done = threading.Event()

    def show(self, image: Image.Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self.shown.append(image)
        self.done.set()
