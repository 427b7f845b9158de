"""Draws the wiring of docs/pod.md: `python -m tools.pod_drawing` writes docs/pictures/wiring-pod.svg.

The pins come from `firmware/pod/wiring.py`, so that drawing and firmware always agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware.pod import wiring
from tools.wiring_drawings import COLOURS, PICTURES, sheet, text

PICTURE = PICTURES / "wiring-pod.svg"
LEFT: tuple[str | int, ...] = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
)  # fmt: skip
"""Pins 1 to 20 of a Pico, from the USB socket down: GP numbers and ground (Raspberry Pi Pico datasheet, pinout)."""
RIGHT: tuple[str | int, ...] = (
    "VBUS", "VSYS", "GND", "3V3 EN", "3V3", "ADC VREF", 28, "GND", 27, 26,
    "RUN", 22, "GND", 21, 20, 19, 18, "GND", 17, 16,
)  # fmt: skip
"""Pins 40 to 21, from the USB socket down."""
GROUNDS = {3: "display GND", 8: "other leg of the keys A to D", 18: "buzzer \u2212"}
SUPPLY = {36: "display VCC"}

_WIDE, _TOP, _ROW = 860, 110, 26
_X = (380, 480)


def labels() -> dict[int, str]:
    """The part that is wired to each GP number."""
    keys = {pin: f"key {key}" for key, pin in zip("ABCD", wiring.KEYS, strict=True)}
    return {**keys, wiring.DISPLAY_DATA: "display SDA", wiring.DISPLAY_CLOCK: "display SCL", wiring.BUZZER: "buzzer +"}


def places() -> Iterator[tuple[int, str | int]]:
    """Yield each pin's number and what the board has there."""
    yield from enumerate(LEFT, 1)
    yield from zip(range(40, 20, -1), RIGHT, strict=True)


def draw() -> str:
    """The drawing as SVG."""
    bottom = _TOP + 20 * _ROW
    parts = [
        text(_WIDE // 2, 32, "A pod: four keys, and a display and a buzzer if you like", 20, "middle", bold=True),
        f'<rect x="350" y="80" width="160" height="{bottom - 80}" rx="8" fill="#e8f0e8" stroke="#444444"/>',
        '<rect x="405" y="62" width="50" height="36" fill="#cccccc" stroke="#444444"/>',
        text(_WIDE // 2, 84, "USB", 12, "middle"),
    ]
    wired = labels()
    for place, what in places():
        label = wired.get(what, "") if isinstance(what, int) else (GROUNDS | SUPPLY).get(place, "")
        parts += _place(place, what, label)
    parts.append(
        text(_WIDE // 2, bottom + 24, "Each key: from its pin to ground. The light is on the board.", 14, "middle")
    )
    return sheet(_WIDE, bottom + 40, parts)


def _place(place: int, what: str | int, label: str) -> list[str]:
    right = place > 20
    side, anchor = (1, "start") if right else (-1, "end")
    x, y = _X[right], _TOP + (40 - place if right else place - 1) * _ROW
    colour = _colour(label)
    name = f"GP{what}" if isinstance(what, int) else what
    parts = [
        f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#444444"/>',
        text(x - side * 16, y + 4, str(place), 10, "end" if right else "start"),
        text(x + side * 38, y + 4, name, 11, anchor),
    ]
    if label:
        begins, ends = x + side * 108, x + side * 122
        parts.append(f'<line x1="{begins}" y1="{y}" x2="{ends}" y2="{y}" stroke="{colour}" stroke-width="3"/>')
        parts.append(text(ends + side * 4, y + 4, label, 12, anchor, bold=True))
    return parts


def _colour(label: str) -> str:
    if not label:
        return "#ffffff"
    kind = label.split()[0]
    if label in GROUNDS.values():
        return COLOURS["ground"]
    return COLOURS["key"] if kind == "key" else COLOURS["sound"] if kind == "buzzer" else COLOURS["panel"]


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
