"""QR codes that a phone's camera reads off a screen or a sheet of paper."""

from __future__ import annotations

from io import BytesIO

BORDER = 4
"""Modules of margin: what the standard wants (ISO/IEC 18004)."""

_SCALE = 4


def png(content: str) -> bytes:
    """A code as a picture. Raises ValueError for more than one holds, which is 2953 bytes."""
    import segno  # only who wants a code needs it

    try:
        # Links are long, and a screen is not dirty: the least correction makes the largest modules.
        code = segno.make(content, error="l", boost_error=False, micro=False)
    except segno.DataOverflowError as error:
        raise ValueError(len(content)) from error
    file = BytesIO()
    code.save(file, kind="png", scale=_SCALE, border=BORDER)
    return file.getvalue()
