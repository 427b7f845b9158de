"""Draws the wiring of docs/build.md: `python -m tools.wiring_drawings` writes docs/pictures/wiring-*.svg.

The pins come from `hal.gpio.wiring`, so that drawings and program always agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import NamedTuple

from hal.gpio.wiring import KeyProfile, KeyWiring, PinUse, SignalWiring, key_wiring, pin_uses

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

HEADER: tuple[str | int, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3.3 V", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""The 40 pins of the header from pin 1 on: BCM numbers, supplies and ground (Raspberry Pi documentation)."""

_ROW, _TOP, _LEFT, _WIDE = 26, 70, 300, 860
COLOURS = {"panel": "#9aa7b4", "key": "#2f7d4f", "light": "#b8860b", "sound": "#a03a3a", "ground": "#222222"}


class Build(NamedTuple):
    """One way of building the box."""

    name: str
    title: str
    panel: str
    keys: KeyWiring
    signal: SignalWiring
    soldered: bool
    """Whether the keys are wired by hand; else they are on the panel's board."""
    remarks: tuple[str, ...] = ()


BUILDS = (
    Build(
        "impression",
        "Impression only: everything is on its board",
        "impression-7.3-spectra",
        key_wiring(KeyProfile.AUTO, "impression-7.3-spectra"),
        SignalWiring(led=13),
        soldered=False,
        remarks=("On the 13.3\u2033 panel key C is GPIO 25, place 22.",),
    ),
    Build(
        "what",
        "wHAT or pHAT, four buttons, a buzzer",
        "what-red",
        key_wiring(KeyProfile.BUTTONS, "what-red"),
        SignalWiring(buzzer=23),
        soldered=True,
        remarks=("Each button: its place to GND. Buzzer: + to place 16, − to place 14.",),
    ),
    Build(
        "waveshare",
        "Waveshare's 2.7\u2033 HAT: everything is on its board",
        "waveshare-2.7",
        key_wiring(KeyProfile.AUTO, "waveshare-2.7"),
        SignalWiring(buzzer=23),
        soldered=False,
        remarks=("Buzzer: + to place 16, − to place 14.",),
    ),
    Build(
        "pods",
        "Impression and pods: the pods hang on USB",
        "impression-7.3-spectra",
        key_wiring(KeyProfile.AUTO, "impression-7.3-spectra"),
        SignalWiring(led=13),
        soldered=False,
        remarks=("Each pod: one USB cable to the Pi, or to a hub with a supply of its own.",),
    ),
)

GROUNDS = {5: 30, 6: 34, 16: 34, 24: 20, 23: 14}
"""The nearest ground of a BCM pin that is wired by hand, as a pin number of the header."""


def place_of(pin: int) -> int:
    """The pin number on the header (from 1) of a BCM pin."""
    return HEADER.index(pin) + 1


def draw(build: Build) -> str:
    """The drawing of a build as SVG."""
    used = {use.pin: use for use in pin_uses(build.panel, build.keys, build.signal)}
    grounds: dict[int, list[str]] = {}
    for pin, use in used.items():
        if build.soldered and use.setting is not None:
            grounds.setdefault(GROUNDS[pin], []).append(_label(use))
    parts = [text(_WIDE // 2, 32, build.title, 20, "middle", bold=True)]
    for number, what in enumerate(HEADER, 1):
        here = used.get(what) if isinstance(what, int) else None
        parts += _place(number, what, here, " and ".join(grounds.get(number, ())))
    bottom = _TOP + 20 * _ROW + 24
    parts += [text(_WIDE // 2, bottom + 20 * line, said, 14, "middle") for line, said in enumerate(build.remarks)]
    height = bottom + 20 * len(build.remarks)
    return sheet(_WIDE, height, parts)


class _Side(NamedTuple):
    """A side of the header: the direction outwards, and the text anchors outside and inside."""

    outwards: int
    outside: str
    inside: str


_LEFT_SIDE, _RIGHT_SIDE = _Side(-1, "end", "start"), _Side(1, "start", "end")


def _place(number: int, what: str | int, use: PinUse | None, ground: str) -> list[str]:
    """Draw one pin of the header. `ground` names the parts whose other leg goes there."""
    row, right = divmod(number - 1, 2)
    x, y = _LEFT + 60 + right * 100, _TOP + row * _ROW
    side = _RIGHT_SIDE if right else _LEFT_SIDE
    colour = _colour(use, ground)
    name = f"GPIO {what}" if isinstance(what, int) else what
    parts = [
        f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#444444"/>',
        text(x + side.outwards * 22, y + 4, name, 11, side.outside),
        text(x - side.outwards * 16, y + 4, str(number), 10, side.inside),
    ]
    if use is not None or ground:
        label = f"other leg of {ground}" if use is None else _label(use)
        line, end, begin = (x + side.outwards * far for far in (72, 78, 82))
        parts.append(f'<line x1="{line}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="3"/>')
        parts.append(text(begin, y + 4, label, 12, side.outside, bold=_sort(use) != "panel"))
    return parts


def _colour(use: PinUse | None, ground: str) -> str:
    if ground:
        return COLOURS["ground"]
    return "#ffffff" if use is None else COLOURS[_sort(use)]


def _sort(use: PinUse | None) -> str:
    if use is None:
        return "ground"
    if use.setting is None:
        return "panel"
    section, name = use.setting
    return "key" if section == "keys" else "sound" if name in ("buzzer", "tone") else "light"


def _label(use: PinUse) -> str:
    return use.purpose.removeprefix("the ").removeprefix("panel (").removesuffix(")")


def sheet(wide: int, high: int, parts: Iterable[str]) -> str:
    """An SVG document with a white background, of this size in pixels."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">'
    return "\n".join((head, f'<rect width="{wide}" height="{high}" fill="#ffffff"/>', *parts, "</svg>", ""))


def text(x: int, y: int, words: str, size: int, anchor: str, *, bold: bool = False) -> str:
    """A text element; `anchor` is `start`, `middle` or `end`."""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def table(build: Build) -> Iterable[str]:
    """The wiring of a build as lines of a Markdown table."""
    yield "| what | GPIO | place | other leg |"
    yield "|---|---|---|---|"
    for use in pin_uses(build.panel, build.keys, build.signal):
        if use.setting is not None:
            other = f"GND, place {GROUNDS[use.pin]}" if build.soldered else "on the board"
            yield f"| {_label(use)} | {use.pin} | {place_of(use.pin)} | {other} |"


def main() -> None:
    """Write the drawings."""
    for build in BUILDS:
        (PICTURES / f"wiring-{build.name}.svg").write_text(draw(build), encoding="utf-8")


if __name__ == "__main__":
    main()
