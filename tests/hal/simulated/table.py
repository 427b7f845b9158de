"""The mock table with a panel on simulated wires: keys as they are scripted, refreshes as the wires have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL.Image import Image

from hal.mock.table import MockTable
from hal.panel.inky_models import RefreshSpeed
from hal.panel.inky_panel import InkyPanel
from hal.panel.orientation import Mounting, mount
from hal.panel.panel import Panel, PanelError, PanelKind, RefreshMode
from tests.hal.simulated.raspberry_pi import RaspberryPi


class WiredPanel:
    """A panel on the wires of a Raspberry Pi, in its time. Before each refresh, `meanwhile` is told the time: it may
    break something, or mend it."""

    def __init__(self, panel: Panel, raspberry: RaspberryPi, meanwhile: Callable[[float], None]) -> None:
        self.errors: list[str] = []
        self.refreshes = 0
        self._panel = panel
        self._raspberry = raspberry
        self._meanwhile = meanwhile

    @property
    def kind(self) -> PanelKind:
        return self._panel.kind

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self._meanwhile(self._raspberry.time.now())
        try:
            self._panel.show(image, mode)
        except PanelError as error:
            self.errors.append(str(error))
            raise
        self.refreshes += 1


class WiredTable(MockTable):
    """A mock table whose panel is on the wires of a Raspberry Pi."""

    def __init__(
        self,
        raspberry: RaspberryPi,
        lines: Iterable[str],
        name: str | None = None,
        degrees: int = 0,
        meanwhile: Callable[[float], None] = lambda now: None,
    ) -> None:
        panel = mount(InkyPanel(name, RefreshSpeed.NORMAL, raspberry.time, raspberry.time.sleep), Mounting(degrees))
        super().__init__(panel.kind, lines)
        self.wired = WiredPanel(panel, raspberry, meanwhile)
        self.attach(self.wired, raspberry.time)
