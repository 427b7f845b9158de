"""Wrappers for panels that are mounted rotated or mirrored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.panel import Panel, PanelKind, RefreshMode
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

ANGLES = (0, 90, 180, 270)


class Mounting(NamedTuple):
    """How a panel is mounted.

    Pictures are rotated clockwise by `rotation` degrees (0, 90, 180 or 270), then `h_flip` swaps top and bottom, and
    `v_flip` left and right. The names are those of inky's drivers.
    """

    rotation: int = 0
    h_flip: bool = False
    v_flip: bool = False


UPRIGHT = Mounting()


def mount(panel: Panel, mounting: Mounting) -> Panel:
    """Return the panel with its pictures rotated and mirrored for its mounting.

    With a quarter turn, its kind has width and height exchanged; pages are drawn for that size. Raises ValueError for
    an angle that is not in `ANGLES`.
    """
    _check_degrees(mounting.rotation)
    return panel if mounting == UPRIGHT else _MountedPanel(panel, mounting)


def rotated_kind(kind: PanelKind, degrees: int) -> PanelKind:
    """Return the kind of a panel after rotation. Raises ValueError."""
    _check_degrees(degrees)
    return kind._replace(width=kind.height, height=kind.width) if degrees % 180 else kind


def picture_as_seen(image: Image, degrees: int) -> Image:
    """Return the picture on a panel that is mounted rotated, as people in front of it see it."""
    return _rotate(image, -degrees % 360)


class _MountedPanel:
    """A panel that is rotated, mirrored, or both. The pictures are rotated and mirrored here.

    Two of inky's drivers (ssd1608, jd79661) shift a picture that they mirror, and that of the older wHAT scrambles it.
    """

    def __init__(self, panel: Panel, mounting: Mounting) -> None:
        self._panel = panel
        self._mounting = mounting

    @property
    def kind(self) -> PanelKind:
        return rotated_kind(self._panel.kind, self._mounting.rotation)

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        from PIL.Image import Transpose

        image = _rotate(image, self._mounting.rotation)
        if self._mounting.h_flip:
            image = image.transpose(Transpose.FLIP_TOP_BOTTOM)
        if self._mounting.v_flip:
            image = image.transpose(Transpose.FLIP_LEFT_RIGHT)
        self._panel.show(image, mode)


def _rotate(image: Image, degrees: int) -> Image:
    """Return a picture rotated clockwise."""
    if not degrees:
        return image
    from PIL.Image import Transpose

    # Pillow rotates counterclockwise.
    transposition = {90: Transpose.ROTATE_270, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_90}[degrees]
    return image.transpose(transposition)


def _check_degrees(degrees: int) -> None:
    if degrees not in ANGLES:
        raise ValueError(f"A panel can be turned by {', '.join(map(str, ANGLES))} degrees, not by {degrees}.")
