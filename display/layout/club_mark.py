"""The small status icon that shows whether everything was delivered to the club's hub."""

from __future__ import annotations

from display.layout.look import Look
from display.layout.regions import Regions
from display.scene import Box, Form, Sign, Symbol
from display.text_metrics import capital_height, line_height
from display.vocabulary import ClubMark, Shape

FORMS: dict[ClubMark, Form] = {
    ClubMark.ARRIVED: Sign.TICK,
    ClubMark.WAITING: Shape.RING,
    ClubMark.UNCONNECTED: Sign.CROSS,
    ClubMark.CALLED: Sign.ALARM,
}
"""The marks differ in form and never in colour alone."""


def place_club_mark(mark: ClubMark, places: Regions, look: Look) -> tuple[Symbol, Regions]:
    """The mark at the right end of the top line, and the regions that remain for everything else."""
    box = places.question if look.compact else places.head
    side = capital_height(look.small) | 1  # odd, so that the form has a middle
    lines = box.y0 + line_height(look.heading if not look.compact else look.question)
    top = box.y0 + max(0, (min(lines, box.y1) - box.y0 - side) // 2)
    symbol = Symbol(Box(box.x1 - side, top, box.x1, top + side), FORMS[mark])
    left = box._replace(x1=box.x1 - side - look.gap)
    return symbol, places._replace(question=left) if look.compact else places._replace(head=left)
