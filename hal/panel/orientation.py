"""Panels that are mounted turned, or mirrored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.panel import Panel, PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image

QUARTERS = (0, 90, 180, 270)


def turned(panel: Panel, degrees: int) -> Panel:
    """The panel with its pictures turned clockwise by 0, 90, 180 or 270 degrees. Raises ValueError for others.

    By a quarter, its kind has width and height exchanged: that is what pages are then drawn for.
    """
    _check(degrees)
    return _Turned(panel, degrees) if degrees else panel


def turned_kind(kind: PanelKind, degrees: int) -> PanelKind:
    """What a kind of panel is once it is turned; this is all that a mock panel needs. Raises ValueError."""
    _check(degrees)
    return kind._replace(width=kind.height, height=kind.width) if degrees % 180 else kind


def flipped(image: Image, *, h_flip: bool, v_flip: bool) -> Image:
    """The picture mirrored: `h_flip` puts its top at the bottom, `v_flip` its left to the right.

    So the drivers of inky name it. Two of them (ssd1608, jd79661) shift the picture as well, and that of the older
    wHAT scrambles it; so none is asked to.
    """
    if not (h_flip or v_flip):
        return image
    from PIL.Image import Transpose

    if h_flip:
        image = image.transpose(Transpose.FLIP_TOP_BOTTOM)
    if v_flip:
        image = image.transpose(Transpose.FLIP_LEFT_RIGHT)
    return image


class _Turned:
    def __init__(self, panel: Panel, degrees: int) -> None:
        self._panel = panel
        self._degrees = degrees

    @property
    def kind(self) -> PanelKind:
        return turned_kind(self._panel.kind, self._degrees)

    def show(self, image: Image) -> None:
        from PIL.Image import Transpose

        # Pillow turns the other way round.
        turn = {90: Transpose.ROTATE_270, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_90}[self._degrees]
        self._panel.show(image.transpose(turn))


def _check(degrees: int) -> None:
    if degrees not in QUARTERS:
        raise ValueError(f"A panel can be turned by {', '.join(map(str, QUARTERS))} degrees, not by {degrees}.")
