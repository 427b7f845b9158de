"""What a run is started with, whatever its hardware."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from device.config import Config
from display.words import Language
from hal.panel import panel

DEFAULT_PANEL = "what-black"
"""What is simulated where no panel is configured."""


class RunSettings(NamedTuple):
    """The configuration, the directory where games are kept, and the language that is spoken."""

    config: Config
    data: Path
    language: Language

    def simulated_panel(self) -> panel.PanelKind:
        """The panel for a run without hardware. Raises UnknownPanel."""
        return panel.kind(self.config.panel.name or DEFAULT_PANEL)
