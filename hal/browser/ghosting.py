"""Simulate the ghosting of a panel: the traces that partial refreshes leave until a full one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.panel import RefreshMode

if TYPE_CHECKING:
    from PIL.Image import Image

TRACE_GRAY = (128, 128, 128)
TRACE_STRENGTH = 0.1
"""The share of gray in a pixel that has changed: visible, without making reading harder."""


class GhostingSimulator:
    """The ghosting of one panel."""

    def __init__(self) -> None:
        self._last_image: Image | None = None
        self._traces: Image | None = None

    def draw_with_traces(self, image: Image, mode: RefreshMode) -> Image:
        """Return a picture as it looks on the panel, with the traces of the pictures before."""
        last_image, self._last_image = self._last_image, image.copy()
        if mode is RefreshMode.FULL or last_image is None:
            self._traces = None
            return image
        from PIL import Image as pil_image
        from PIL import ImageChops

        changed_pixels = ImageChops.difference(image.convert("L"), last_image.convert("L")).point([0] + [255] * 255)
        self._traces = changed_pixels if self._traces is None else ImageChops.lighter(self._traces, changed_pixels)
        picture = image.convert("RGB")
        picture_in_gray = pil_image.blend(picture, pil_image.new("RGB", picture.size, TRACE_GRAY), TRACE_STRENGTH)
        return pil_image.composite(picture_in_gray, picture, self._traces)
