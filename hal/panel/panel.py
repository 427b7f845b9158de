"""The table of panels and their properties, and the protocol that all panels implement."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image


class PanelError(Exception):
    """The panel did not show the picture. The message is a sentence that says why."""


class UnknownPanel(LookupError):
    """No panel has this name. The message lists the names that exist."""


class RefreshMode(Enum):
    """How a panel refreshes: all pixels through black and white, or only those that change."""

    FULL = "full"
    PARTIAL = "partial"


class PartialRefresh(NamedTuple):
    """Partial refreshes of a panel: the seconds of one, and after how many in a row their ghosting needs a full one."""

    seconds: float
    max_in_a_row: int


class PanelKind(NamedTuple):
    """A kind of panel: its size in pixels, its inks, and the seconds of a full refresh.

    `inks` are in the order of the panel's own colour indices, which are the pixel values of its pictures; None stands
    for an index that the panel does not use. `partial_refresh` is None if all refreshes are full.
    """

    name: str
    width: int
    height: int
    inks: tuple[str | None, ...]
    refresh_s: float
    partial_refresh: PartialRefresh | None = None

    def refresh_seconds(self, mode: RefreshMode) -> float:
        """Return the seconds of a refresh in a mode."""
        if mode is RefreshMode.FULL or self.partial_refresh is None:
            return self.refresh_s
        return self.partial_refresh.seconds

    @property
    def is_quick(self) -> bool:
        """Whether a page is seen within a second of a key, if only a part of it changes."""
        return self.refresh_seconds(RefreshMode.PARTIAL) < 1


class Panel(Protocol):
    """A panel that can show pictures."""

    @property
    def kind(self) -> PanelKind: ...

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Show a picture; returns when the panel has refreshed. Raises PanelError.

        The picture has mode P: indices of the panel's inks, with a palette of their colours on a screen. A panel that
        cannot refresh in part, or does not know what it shows, refreshes fully in any mode.
        """


_BLACK_INKS = ("white", "black")
_RED_INKS = ("white", "black", "red")
_YELLOW_INKS = ("white", "black", "yellow")
_FOUR_INKS = ("black", "white", "yellow", "red")
_SEVEN_INKS = ("black", "white", "green", "blue", "red", "yellow", "orange")
_SPECTRA_INKS = ("black", "white", "yellow", "red", None, "blue", "green")

_MAX_PARTIAL_REFRESHES = 60
"""Maximum partial refreshes in a row. Makers say “several”; tests on hardware are still due
(docs/hardware-trials.md)."""

# Sources of the refresh times. pHAT and wHAT with one to three inks: reports of owners, 8 to 15 s. Four inks: an
# assumption, as slow as three inks; there are no reports. Seven colours at 4" and 5.7": reports; at 7.3": the comment
# in the driver. Spectra 7.3" and 13.3": the release notes of inky, at normal speed; Spectra 4": the figure of another
# maker's panel of that size. Waveshare's: the maker's own figures, at 25 °C.
PANEL_KINDS: tuple[PanelKind, ...] = (
    PanelKind("phat-212-black", 212, 104, _BLACK_INKS, 8.0),
    PanelKind("phat-212-red", 212, 104, _RED_INKS, 15.0),
    PanelKind("phat-212-yellow", 212, 104, _YELLOW_INKS, 15.0),
    PanelKind("phat-black", 250, 122, _BLACK_INKS, 8.0),
    PanelKind("phat-red", 250, 122, _RED_INKS, 15.0),
    PanelKind("phat-yellow", 250, 122, _YELLOW_INKS, 15.0),
    PanelKind("phat-4", 250, 122, _FOUR_INKS, 15.0),
    PanelKind("what-black", 400, 300, _BLACK_INKS, 8.0),
    PanelKind("what-red", 400, 300, _RED_INKS, 15.0),
    PanelKind("what-yellow", 400, 300, _YELLOW_INKS, 15.0),
    PanelKind("what-4", 400, 300, _FOUR_INKS, 15.0),
    PanelKind("impression-4", 640, 400, _SEVEN_INKS, 27.0),
    PanelKind("impression-5.7", 600, 448, _SEVEN_INKS, 32.0),
    PanelKind("impression-7.3", 800, 480, _SEVEN_INKS, 41.0),
    PanelKind("impression-4-spectra", 600, 400, _SPECTRA_INKS, 19.1),
    PanelKind("impression-7.3-spectra", 800, 480, _SPECTRA_INKS, 29.6),
    PanelKind("impression-13.3-spectra", 1600, 1200, _SPECTRA_INKS, 19.6),
    PanelKind("waveshare-2.7", 264, 176, _BLACK_INKS, 6.0, PartialRefresh(0.3, _MAX_PARTIAL_REFRESHES)),
    PanelKind("waveshare-4.2", 400, 300, _BLACK_INKS, 4.0, PartialRefresh(0.4, _MAX_PARTIAL_REFRESHES)),
    PanelKind("waveshare-7.5", 800, 480, _BLACK_INKS, 4.0, PartialRefresh(0.4, _MAX_PARTIAL_REFRESHES)),
)

CONTROLLER_NAMES = (
    "ssd1675", "ssd1608", "ssd1683", "uc8159", "ac073tc1a", "e673", "e640", "el133uf1", "jd79661", "jd79668", "ssd2683",
)  # fmt: skip
"""The controllers of panels. Some panels were made with different ones; only a driver needs to know which."""


def panel_kind(name: str) -> PanelKind:
    """Return the panel of this name.

    Size and colours are accepted, too: `400x300-black`, `250x122-4`, `600x448-7`, `800x480-spectra6`; or the size alone
    if only one panel has it. Case does not matter, nor whether words are joined by a hyphen, a space or an underscore.
    A controller may follow, as in `what-4-ssd2683`; the panel is the same. Size and colours always mean an Inky.
    Raises UnknownPanel.
    """
    normalized_name, _ = split_name(name)
    spellings: tuple[Callable[[PanelKind], str | None], ...] = (lambda kind: kind.name, _description_text, _size_text)
    matches_by_spelling = ([kind for kind in PANEL_KINDS if spell(kind) == normalized_name] for spell in spellings)
    matches = next(filter(None, matches_by_spelling), [])
    if len(matches) == 1:
        return matches[0]
    problem = f"There are several panels of size “{name}”" if matches else f"There is no panel “{name}”"
    raise UnknownPanel(f"{problem}. The panels are: {', '.join(kind.name for kind in matches or PANEL_KINDS)}.")


def split_name(name: str) -> tuple[str, str | None]:
    """Split a name into that of the panel, as it is written in `PANEL_KINDS`, and that of a controller at its end, if
    any."""
    normalized_name = _normalize_name(name)
    panel, _, suffix = normalized_name.rpartition("-")
    return (panel, suffix) if suffix in CONTROLLER_NAMES else (normalized_name, None)


_SEPARATORS = str.maketrans({"_": " ", "-": " ", "\N{MULTIPLICATION SIGN}": "x"})


def _normalize_name(name: str) -> str:
    joined_name = "-".join(name.casefold().translate(_SEPARATORS).split())
    return joined_name.replace("spectra-6", "spectra").replace("spectra6", "spectra")


def _size_text(kind: PanelKind) -> str:
    return f"{kind.width}x{kind.height}"


def _description_text(kind: PanelKind) -> str | None:
    """Return size and colours of an Inky; None for another maker's panel, which has a name only."""
    return f"{_size_text(kind)}-{_colours_text(kind)}" if kind.partial_refresh is None else None


def _colours_text(kind: PanelKind) -> str:
    if kind.inks == _SPECTRA_INKS:
        return "spectra"
    return kind.inks[-1] or "" if len(kind.inks) <= len(_RED_INKS) else str(len(kind.inks))
