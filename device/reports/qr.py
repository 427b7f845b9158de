"""QR codes that a phone's camera reads off a panel, a screen or a sheet of paper."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from display.vocabulary import QUIET_ZONE

if TYPE_CHECKING:
    from segno import QRCode

_SCALE = 4


def _code(content: str) -> QRCode:
    """Raises ValueError for more than a code holds."""
    import segno  # only who wants a code needs it

    try:
        # Links are long, and a screen is not dirty: the least correction makes the largest modules.
        return segno.make(content, error="l", boost_error=False, micro=False)
    except segno.DataOverflowError as error:
        raise ValueError(len(content)) from error


def png(content: str) -> bytes:
    """A code as a picture. Raises ValueError for more than one holds, which is 2953 bytes."""
    file = BytesIO()
    _code(content).save(file, kind="png", scale=_SCALE, border=QUIET_ZONE)
    return file.getvalue()


def modules(content: str) -> tuple[str, ...]:
    """A code's rows without margin, `1` for a dark module and `0` for a light one. Raises ValueError like `png`."""
    return tuple("".join("1" if module else "0" for module in row) for row in _code(content).matrix)
