"""A simulated panel that takes no time."""

from __future__ import annotations

from typing import Any

from hal.panel.panel import PanelKind, RefreshMode, panel_kind


class QuickPanel:
    """Shows pictures at once, and stores them."""

    def __init__(self, name: str = "what-black") -> None:
        self.kind: PanelKind = panel_kind(name)
        self.shown: list[Any] = []

    def show(self, image: object, mode: RefreshMode = RefreshMode.FULL) -> None:
        self.shown.append(image)
