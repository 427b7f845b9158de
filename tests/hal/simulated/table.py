"""The mock table with a panel of the simulated board: keys as they are scripted, refreshes as the wires have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL.Image import Image

from hal.clock.clock import VirtualClock
from hal.mock.table import MockTable
from hal.panel.inky_panel import InkyPanel, InkySettings
from hal.panel.orientation import turned
from hal.panel.panel import Panel, PanelError, PanelKind
from tests.hal.simulated.board import Board


class WiredPanel:
    """Starts and finishes refreshes as the mock panel does, on the wires of a board.

    The board goes through a refresh at once, in its own time; the table learns of its end when its clock gets there.
    Before each, `meanwhile` is told the time: it may break the board, or mend it.
    """

    def __init__(self, panel: Panel, board: Board, clock: VirtualClock, meanwhile: Callable[[float], None]) -> None:
        self.done_at: float | None = None
        self.errors: list[str] = []
        self.refreshes = 0
        self.identical = 0
        self._panel = panel
        self._board = board
        self._clock = clock
        self._meanwhile = meanwhile
        self._error: str | None = None

    @property
    def kind(self) -> PanelKind:
        return self._panel.kind

    def start(self, image: Image) -> None:
        assert self.done_at is None
        self._board.time.seconds = max(self._board.time.seconds, self._clock.now())
        self._meanwhile(self._clock.now())
        self._error = None
        try:
            self._panel.show(image)
        except PanelError as error:
            self._error = str(error)
        self.done_at = self._board.time.now()

    def finish(self) -> str | None:
        self.done_at = None
        if self._error is None:
            self.refreshes += 1
        else:
            self.errors.append(self._error)
        return self._error


class WiredTable(MockTable):
    """A mock table whose panel is on the wires of a board."""

    def __init__(
        self,
        board: Board,
        lines: Iterable[str],
        name: str | None = None,
        degrees: int = 0,
        meanwhile: Callable[[float], None] = lambda now: None,
    ) -> None:
        panel = turned(InkyPanel(name, InkySettings(), board.time, board.time.sleep), degrees)
        super().__init__(panel.kind, lines)
        self.wired = WiredPanel(panel, board, self.clock, meanwhile)
        self.panel = self.wired  # type: ignore[assignment]

    @property
    def kind(self) -> PanelKind:
        return self.wired.kind

    @kind.setter
    def kind(self, kind: PanelKind) -> None:
        """It is what the panel is."""
