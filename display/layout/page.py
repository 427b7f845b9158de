"""Lay out a whole page: each part in its region. This is the entry point of `display.layout`."""

from __future__ import annotations

from collections.abc import Sequence

from display.layout import body as bodies
from display.layout import centre, emblem_tiles, frame_lines, room_for_holds
from display.layout.keymap import fit_keys
from display.layout.page_style import PageStyle, style_for
from display.layout.regions import Regions, question_height, regions_of
from display.layout.text_items import line_count, paragraph
from display.player_names import with_display_names
from display.scene import Box, Item, Scene, SceneItem
from display.surface import Surface
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Hold, IdleText, Page, Paragraphs, ScanCode, Sheet
from display.words import Label, Language, Text, first_sentence
from values.named_tuple import NamedTuple


def lay_out(page: Page, surface: Surface, language: Language) -> Scene:
    """Return the scene of a page on a surface.

    What does not fit its region is reduced in this order: spaces and type; the status and the labels of holds; notes;
    marks, whose number is then shown. Codes, totals and figures stay whole.
    """
    page = fit_page(page, surface)
    body = with_display_names(page.body, language)
    if body is not page.body:
        page = page._replace(body=body)
    style = style_for(surface.width, surface.height, language)
    whole = Box(0, 0, surface.width, surface.height)
    if isinstance(page.body, IdleText):
        from display.layout import idle_page

        items: list[SceneItem] = list(idle_page.draw(page.body, whole, style))
    elif isinstance(page.body, ScanCode):
        items = _lay_out_code(page, page.body, whole, style)
    else:
        items = _lay_out_with_holds(page, surface, style) or _PageLayout(page, surface, style).items()
    return Scene(surface.width, surface.height, tuple(items))


def fit_page(page: Page, surface: Surface) -> Page:
    """Return the page as it fits a surface.

    If the panel is too small for a QR code, `otherwise` is shown instead; if it is too small for two, only the first.
    """
    code = page.body
    if not isinstance(code, ScanCode) or code.shared_module_size(surface.width, surface.height) is not None:
        return page
    if code.module_size(surface.width, surface.height) is not None:
        return page if code.next_code is None else page._replace(body=code._replace(next_code=None))
    if isinstance(code.fallback, ScanCode):
        return fit_page(page._replace(body=code.fallback), surface)
    return page._replace(body=Paragraphs((code.fallback,)))


def _lay_out_with_holds(page: Page, surface: Surface, style: PageStyle) -> list[SceneItem] | None:
    """Lay out a question on one of the smallest panels with all that holding keys does, if no code is half typed.

    The last declaration is shown, too, if there is room. Smaller type is no loss there, but nothing that must be read
    gives way to it. Where there is no room at the foot, the holds are beside the question, if all else stays as it is,
    or below the keys. Returns None for other pages.
    """
    if not style.is_compact or not _is_question(page) or not page.holds:
        return None

    kept = _lay_out(page, surface, style)
    if with_declaration := _lay_out_with_declaration(page, kept, surface, style):
        return list(with_declaration.items)
    found = _lay_out(page, surface, style, HoldsShown(page.holds))
    if not room_for_holds.overlaps(page, found) and room_for_holds.keeps_what_must_be_read(page, kept, found, style):
        return list(found.items)
    return list(
        (_lay_out_holds_beside(page, surface, style) or _lay_out_holds_below(page, kept, surface, style) or kept).items
    )


def _lay_out_with_declaration(page: Page, kept: Scene, surface: Surface, style: PageStyle) -> Scene | None:
    """Lay out a page with holds and the last declaration, or its first sentence, at the foot; None without room."""
    said = page.last_declaration
    for brief in () if said is None else dict.fromkeys((said, first_sentence(said))):
        shown = HoldsShown(page.holds, last_declaration=True)
        found = _lay_out(page._replace(last_declaration=brief), surface, style, shown)
        if not room_for_holds.overlaps(page, found) and room_for_holds.keeps_everything(kept, found, style):
            return found
    return None


def _lay_out_holds_beside(page: Page, surface: Surface, style: PageStyle) -> Scene | None:
    """Lay out a page with what holding keys does beside its question, and with its round in brief if needed.

    Returns None if that changes anything else.
    """
    note = page.round_note
    briefs = () if note is None else (note._replace(words=each) for each in note.briefs if isinstance(each, Text))
    for each in (page, *(page._replace(round_note=brief) for brief in briefs)):
        kept = _PageLayout(each, surface, style)
        outer, inner = kept.outer_items(), None
        for tight in (False, True):
            found = _PageLayout(each, surface, style, HoldsShown((), beside=page.holds, tight=tight))
            found_outer = found.outer_items()
            # Most pages have no room for them beside the question, which is found before all else is laid out.
            if room_for_holds.says_more(outer, found_outer):
                inner = kept.inner_items() if inner is None else inner
                whole = [*found_outer, *found.inner_items()]
                if room_for_holds.says_more([*outer, *inner], whole):
                    return Scene(surface.width, surface.height, tuple(whole))
    return None


def _lay_out_holds_below(page: Page, kept: Scene, surface: Surface, style: PageStyle) -> Scene | None:
    """Lay out a page with what holding keys does below its keys; None if that drops what is read of page `kept`."""
    found = _lay_out(page, surface, style, HoldsShown((), under=page.holds))
    return found if room_for_holds.says_more_below_keys(page, kept, found, style) else None


class HoldsShown(NamedTuple):
    """The keys to hold that a question on the smallest panels shows, by their place.

    `foot` is None for those at the foot that answer the question. `last_declaration` adds it above them. Holds
    `beside` the question, or `under` its keys, are only drawn if there is room; `tight` ones are close together.
    """

    foot: tuple[Hold, ...] | None = None
    last_declaration: bool = False
    beside: tuple[Hold, ...] = ()
    tight: bool = False
    under: tuple[Hold, ...] = ()


ANSWERING = HoldsShown()


def _lay_out(page: Page, surface: Surface, style: PageStyle, shown: HoldsShown = ANSWERING) -> Scene:
    return Scene(surface.width, surface.height, tuple(_PageLayout(page, surface, style, shown).items()))


def _is_question(page: Page) -> bool:
    """Whether the page asks something, and no code is half typed."""
    return page.keymap.level is not None and not page.typed_keys


def _lay_out_code(page: Page, code: ScanCode, whole: Box, style: PageStyle) -> list[SceneItem]:
    """Lay out a page for a phone's camera: only the code with a few words."""
    from display.layout import scan_code

    said = tuple(label for label in (page.heading, page.question) if label is not None)
    return scan_code.draw(code, said, page.holds, whole, style)


# imported late: needed only if a page has that part, which the first page after a start has not.


class _PageLayout:
    """A page being laid out: its methods return items and reduce the regions that are left."""

    def __init__(self, page: Page, surface: Surface, style: PageStyle, shown: HoldsShown = ANSWERING) -> None:
        self.page, self.style, self.shown = page, style, shown
        self.places = regions_of(surface.width, surface.height)

    def items(self) -> list[SceneItem]:
        """Return everything on the page."""
        return [*self.outer_items(), *self.inner_items()]

    def outer_items(self) -> list[SceneItem]:
        """Return the question, and what is at the page's edges."""
        return [*self._club_mark(), *self._frame_items(), *self._question_items()]

    def inner_items(self) -> list[SceneItem]:
        """Return what the outer items, which must be laid out before, leave room for."""
        items: list[SceneItem] = []
        if self.page.notice is not None:
            from display.layout import notice_place

            noticed, self.places = notice_place.place_notice(self.page, self.page.notice, self.places, self.style)
            items += noticed
        return [*items, *self._middle_items()]

    def _club_mark(self) -> list[SceneItem]:
        """Return the mark for the connection to the club's hub, if the table is in a club."""
        if self.page.club is None:
            return []
        from display.layout import club_mark

        mark, self.places = club_mark.place_club_mark(self.page.club, self.places, self.style)
        return [mark]

    def _frame_items(self) -> list[SceneItem]:
        """Return the lines at the top and at the foot; on the smallest panels only those at the foot.

        There, a question has only the lines of `_answer_below`.
        """
        page, style = self.page, self.style
        if style.is_compact and page.keymap.level is not None:
            return self._answer_below()
        if style.is_compact:
            return [*self._holds_below(), *self._last_declaration()]
        cut = frame_lines.missing_height(page.last_declaration, self.places.heard, style)
        places = self.places = self.places.with_higher_heard(cut) if cut else self.places
        items: list[SceneItem] = [*frame_lines.draw_head(page.heading, page.status, places.head, style)]
        foot = places.heard if page.holds else places.heard._replace(y1=places.holds.y1)
        items += frame_lines.draw_last_declaration(page.remark, page.last_declaration, foot, style)
        if page.holds:
            items += frame_lines.draw_holds(page.holds, places.holds, style)
        return items

    def _answer_below(self) -> list[SceneItem]:
        """Return what holding keys does below a question on the smallest panels, if anything.

        The last declaration is added above it if the holds shown are to have it.
        """
        held = tuple(hold for hold in self.page.holds if hold.is_answer) if self.shown.foot is None else self.shown.foot
        if not held:
            return []
        width, height = self.places.body.x1, self.places.body.y1
        left = height - frame_lines.draw_holds_below(held, width - self.places.body.x0, self.style)
        self.places = regions_of(width, left)._replace(question=self.places.question)
        items: list[SceneItem] = [
            *frame_lines.draw_holds(held, Box(self.places.body.x0, left, width, height), self.style)
        ]
        if not self.shown.last_declaration or self.page.last_declaration is None:
            return items
        words, size = self.style.say(self.page.last_declaration), self.style.min_size
        high = line_count(words, size, False, width) * line_height(size)
        self.places = regions_of(width, left - high)._replace(question=self.places.question)
        return [*paragraph(words, Box(self.places.body.x0, left - high, width, left), size, False)[0], *items]

    def _holds_below(self) -> list[SceneItem]:
        """Return what holding keys does.

        Nothing if the body is a board that needs all the room of the smallest panels.
        """
        if not self.page.holds:
            return []
        high = frame_lines.draw_holds_below(self.page.holds, self.places.body.width, self.style)
        if isinstance(self.page.body, Board) and not self._can_spare(high):
            return []
        box = self._cut_foot(high)
        return [*frame_lines.draw_holds(self.page.holds, box, self.style)]

    def _last_declaration(self) -> list[SceneItem]:
        """Return the last declaration: always if no key does anything, as at a power failure; else if there is room."""
        if self.page.last_declaration is None:
            return []
        words, size = self.style.say(self.page.last_declaration), self.style.min_size
        high = line_count(words, size, False, self.places.body.width) * line_height(size)
        if not self._can_spare(high) and (self.page.holds or isinstance(self.page.body, Board)):
            return []
        return list(paragraph(words, self._cut_foot(high), size, False)[0])

    def _can_spare(self, height: int) -> bool:
        """Whether the body has this much height to spare without moving players together."""
        row = line_height(self.style.min_size) + 3 * self.style.stroke
        return self.places.body.height - height >= bodies.players(self.page.body) * row

    def _cut_foot(self, height: int) -> Box:
        """Return a box of this height at the foot of the body, and remove it from the body and from all in it."""
        body = self.places.body
        box = body._replace(y0=body.y1 - height)
        self.places = self.places.ending_above(box.y0 - self.style.gap)
        return box

    def _question_items(self) -> list[SceneItem]:
        """Return the question; on the smallest panels the heading if nothing is asked."""
        page, style = self.page, self.style
        asked = page.question if page.question is not None or not style.is_compact else page.heading
        if asked is None:
            return []
        typed = frame_lines.TypedSoFar(page.typed_words, page.typed_keys)
        part = self._round_items(asked, typed)
        brief = page.brief_question
        if brief is not None and frame_lines.is_cut(asked, typed, self._box_beside_round(part), style):
            asked, part = brief, self._round_items(brief, typed)
        room, held = self._box_beside_round(part), self.shown.beside
        part = [*frame_lines.draw_holds_beside(held, room, style, tight=self.shown.tight), *part]
        if page.notice is not None and frame_lines.is_one_line(asked, typed, self._box_beside_round(part), style):
            self.places = self.places.with_one_line_asked(question_height(1, style))
        return [*part, *frame_lines.draw_question(asked, typed, self._crowned, self._box_beside_round(part), style)]

    @property
    def _crowned(self) -> bool:
        """Whether the question says who wins."""
        body = self.page.body
        return (
            self.page.is_about_result
            and isinstance(body, Sheet)
            and any(row.is_winner and row.rank for row in body.rows)
        )

    def _round_items(self, asked: Label, typed: frame_lines.TypedSoFar) -> list[Item]:
        """Return the round at the right end of the question, on panels without a place for it above."""
        note, style = self.page.round_note, self.style
        if note is None or not style.is_compact:
            return []
        return frame_lines.draw_round(note, asked, typed, self.places.question, style)

    def _box_beside_round(self, part: list[Item]) -> Box:
        """Return the box of the question beside the round."""
        box = self.places.question
        return box._replace(x1=part[0].box.x0 - self.style.gap) if part else box

    def _middle_items(self) -> list[SceneItem]:
        """Return everything between the question and the last declaration."""
        page, style = self.page, self.style
        covered = style.is_compact and page.notice is not None
        if page.body is not None and not covered:
            self.places = bodies.make_room(page.body, self.places, style)
        places = self.places
        if page.keymap.level is None:
            return [] if page.body is None or covered else self._body_items(page.body, places.body)
        if page.body is None or covered:
            return self._keys_alone(places.keys if covered else places.body)
        return self._body_and_keys(page.body, places)

    def _body_and_keys(self, body: Body, places: Regions) -> list[SceneItem]:
        """Return a body and a key map; without room for the body, only the centre of the table, or nothing of it."""
        from display.layout import key_region

        under: Sequence[SceneItem] = ()
        if self.shown.under:
            on_two_lines = self.style._replace(is_roomy=True)
            high = frame_lines.draw_holds_below(self.shown.under, places.keys.width, on_two_lines)
            foot = places.keys._replace(y0=places.keys.y1 - high)
            places = places._replace(keys=places.keys._replace(y1=foot.y0 - self.style.gap))
            under = frame_lines.draw_holds(self.shown.under, foot, on_two_lines)
        keys, room = key_region.place_keys(self.page, body, places, self.style)
        if room is places.body:
            return list(keys.parts)
        strip, below = places.centre_strip
        if room == below:
            from display.layout import low_rows

            assert isinstance(body, Board)
            beside = low_rows.draw_beside_keys(self.page, body, keys, below, self.style)
            return [*centre.draw(body, strip, self.style), *beside]
        return [*self._body_items(body, places.players_and_centre), *keys.parts, *under]

    def _body_items(self, body: Body, box: Box) -> list[SceneItem]:
        return [*bodies.draw(self.page, body, box, self.places, self.style)]

    def _keys_alone(self, box: Box) -> list[SceneItem]:
        """Return a key map that has the page to itself, or beside a notice.

        There, tiles of the lowest panels would cut the names of games: a list has room for them.
        """
        keymap = self.page.keymap
        assert keymap.level is not None
        narrow = self.page.notice is not None and self.style.is_compact and not self.style.is_roomy
        if not narrow and any(cell.emblem for cell in keymap.level.cells):
            return list(emblem_tiles.draw(keymap.level, self.page.typed_keys, box, self.style))
        return list(fit_keys(keymap, self.page.typed_keys, box, self.style.max_key_size, self.style).parts)
