"""Makes QR codes: as pictures, and as modules for a panel."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from display.vocabulary import QUIET_ZONE

if TYPE_CHECKING:
    from segno import QRCode

_SCALE = 4

_MAX_BYTES = 2953
"""What the largest code holds, with the lowest error correction (ISO/IEC 18004)."""


def fits_code(content: str) -> bool:
    """Whether a link is short enough for a code."""
    return len(content.encode()) <= _MAX_BYTES


def _qr_code(content: str) -> QRCode:
    """The code of a text. Raises ValueError if it is too long for a code."""
    import segno  # imported late: needed only if somebody asks for a code

    try:
        # Links are long, and a screen is not dirty: the lowest error correction gives the largest modules.
        return segno.make(content, error="l", boost_error=False, micro=False)
    except segno.DataOverflowError as error:
        raise ValueError(len(content)) from error


def qr_png(content: str) -> bytes:
    """The QR code as a PNG. Raises ValueError if `content` does not fit."""
    file = BytesIO()
    _qr_code(content).save(file, kind="png", scale=_SCALE, border=QUIET_ZONE)
    return file.getvalue()


def qr_modules(content: str) -> tuple[str, ...]:
    """The rows of a QR code without margin: `1` for a dark module, `0` for a light one.
    Raises ValueError like `qr_png`."""
    return tuple("".join("1" if module else "0" for module in row) for row in _qr_code(content).matrix)
