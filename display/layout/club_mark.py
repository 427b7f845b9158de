"""The small status icon that shows whether everything was delivered to the club's hub."""

from __future__ import annotations

from display.layout.page_style import PageStyle
from display.layout.regions import Regions
from display.scene import Form, Rect, Sign, Symbol
from display.text_metrics import capital_height, line_height
from display.vocabulary import ClubMark, Shape

MARK_FORMS: dict[ClubMark, Form] = {
    ClubMark.ARRIVED: Sign.TICK,
    ClubMark.WAITING: Shape.RING,
    ClubMark.DISCONNECTED: Sign.CROSS,
    ClubMark.DIRECTOR_CALLED: Sign.ALARM,
}
"""The marks differ in form and never in colour alone."""


def place_club_mark(mark: ClubMark, regions: Regions, style: PageStyle) -> tuple[Symbol, Regions]:
    """Return the mark at the right end of the top line, and the regions that remain for everything else.

    In a compact style, the question is the top line.
    """
    rect = regions.question if style.is_compact else regions.head
    side = capital_height(style.small_size) | 1  # odd, so that the form has a middle
    line_end = rect.y0 + line_height(style.heading_size if not style.is_compact else style.question_size)
    top = rect.y0 + max(0, (min(line_end, rect.y1) - rect.y0 - side) // 2)
    symbol = Symbol(Rect(rect.x1 - side, top, rect.x1, top + side), MARK_FORMS[mark])
    rest = rect._replace(x1=rect.x1 - side - style.gap)
    return symbol, regions._replace(question=rest) if style.is_compact else regions._replace(head=rest)
