"""Lay out a whole page: each part in its region. This is the entry point of `display.layout`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from display.layout import body as bodies
from display.layout import centre, emblem_tiles, frame_lines, room_for_holds
from display.layout.keymap import fit_keys
from display.layout.page_style import PageStyle, style_for
from display.layout.regions import Regions, question_height, regions_of
from display.layout.text_items import paragraph, wrapped_height
from display.player_names import with_display_names
from display.scene import REGULAR, Item, Rect, Scene, SceneItem
from display.surface import Surface
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Hold, IdleText, Page, Paragraphs, ScanCode, Sheet
from display.words import Label, Language, Text, first_sentence, last_sentence
from values.named_tuple import NamedTuple


def lay_out(page: Page, surface: Surface, language: Language) -> Scene:
    """Return the scene of a page on a surface.

    What does not fit its region is reduced in this order: spaces and type; the status and the labels of holds; notes;
    marks, of which only the number is then shown. Codes, totals and figures stay whole.
    """
    page = fit_page(page, surface)
    body = with_display_names(page.body, language)
    if body is not page.body:
        page = page._replace(body=body)
    style = style_for(surface.width, surface.height, language)
    page_rect = Rect(0, 0, surface.width, surface.height)
    if isinstance(page.body, IdleText):
        from display.layout import idle_page

        items: list[SceneItem] = list(idle_page.draw(page.body, page_rect, style))
    elif isinstance(page.body, ScanCode):
        items = _lay_out_code(page, page.body, page_rect, style)
    else:
        items = [*(_lay_out_with_holds(page, surface, style) or _PageLayout(page, surface, style).items())]
    return Scene(surface.width, surface.height, tuple(items))


def count_fitting_paragraphs(page: Page, surface: Surface, language: Language) -> int:
    """Return how many paragraphs of a page's body, from the first on, the page shows whole on a surface.

    The page has no keys and no notice.
    """
    from display.layout import paragraphs

    assert isinstance(page.body, Paragraphs)
    style = style_for(surface.width, surface.height, language)
    layout = _PageLayout(page, surface, style)
    layout.outer_items()
    return paragraphs.count_fitting(page.body, layout.regions.body, style)


def fit_page(page: Page, surface: Surface) -> Page:
    """Return the page as it fits a surface.

    If the panel is too small for a QR code, its fallback is shown instead; if it is too small for two, only the first.
    """
    code = page.body
    if not isinstance(code, ScanCode) or code.shared_module_size(surface.width, surface.height) is not None:
        return page
    if code.module_size(surface.width, surface.height) is not None:
        return page if code.next_code is None else page._replace(body=code._replace(next_code=None))
    if isinstance(code.fallback, ScanCode):
        return fit_page(page._replace(body=code.fallback), surface)
    return page._replace(body=Paragraphs((code.fallback,)))


def _lay_out_with_holds(page: Page, surface: Surface, style: PageStyle) -> Iterable[SceneItem] | None:
    """Lay out a question on one of the smallest panels with all that holding keys does, if no code is half typed.

    Smaller type is no loss there, but nothing that must be read gives way to it. Returns None for other pages.
    """
    if not style.is_compact or not page.holds or page.keymap.level is None or page.typed_keys:
        return None
    old = _scene_of_page(page, surface, style)
    return next(_layouts_with_holds(page, old, surface, style), old).items


def _layouts_with_holds(page: Page, old: Scene, surface: Surface, style: PageStyle) -> Iterator[Scene]:
    """Yield layouts with all holds that keep what must be read of page `old`, the best first.

    The holds are at the foot, with the last declaration or its first sentence above them, or alone; or beside the
    question; or below the keys.
    """
    for declaration in _forms_of_declaration(page):
        holds_shown = HoldsShown(page.holds, has_declaration=True)
        new = _scene_of_page(page._replace(last_declaration=declaration), surface, style, holds_shown)
        if not room_for_holds.has_overlaps(page, new) and room_for_holds.keeps_everything(old, new, style):
            yield new
    if page.needs_last_declaration and page.last_declaration is not None:
        yield from _layouts_with_declaration(page, page.last_declaration, old, surface, style)
    new = _scene_of_page(page, surface, style, HoldsShown(page.holds))
    if not room_for_holds.has_overlaps(page, new) and room_for_holds.keeps_what_must_be_read(page, old, new, style):
        yield new
    yield from _layouts_with_holds_beside(page, surface, style)
    new = _scene_of_page(page, surface, style, HoldsShown((), below_keys=page.holds))
    if room_for_holds.shows_more_holds_below_keys(page, old, new, style):
        yield new


def _forms_of_declaration(page: Page) -> Iterable[Label]:
    """Return the last declaration, and its first sentence unless more of it is needed."""
    last = page.last_declaration
    if last is None:
        return ()
    return (last,) if page.needs_last_declaration else dict.fromkeys((last, first_sentence(last)))


def _layouts_with_declaration(
    page: Page, declaration: Label, old: Scene, surface: Surface, style: PageStyle
) -> Iterator[Scene]:
    """Yield layouts that keep what must be read of page `old` and say what happened last, the best first.

    Of several sentences, the last one may stand alone: it says what followed. Of those that an undo took back, the
    first one may stand alone. All holds are shown, or those that answer the question.
    """
    answers = tuple(hold for hold in page.holds if hold.is_answer)
    for holds in dict.fromkeys((page.holds, answers)):
        for shown in dict.fromkeys((declaration, last_sentence(declaration), first_sentence(declaration))):
            holds_shown = HoldsShown(holds, has_declaration=True)
            new = _scene_of_page(page._replace(last_declaration=shown), surface, style, holds_shown)
            if not room_for_holds.has_overlaps(page, new) and room_for_holds.keeps_what_must_be_read(
                page, old, new, style
            ):
                yield new


def _layouts_with_holds_beside(page: Page, surface: Surface, style: PageStyle) -> Iterator[Scene]:
    """Yield layouts with holds beside the question, which change nothing else, but may shorten the round's name."""
    note = page.round_note
    briefs = () if note is None else (note._replace(words=brief) for brief in note.briefs if isinstance(brief, Text))
    for shown_page in (page, *(page._replace(round_note=brief) for brief in briefs)):
        old = _PageLayout(shown_page, surface, style)
        old_outer, old_inner = old.outer_items(), None
        for is_tight in (False, True):
            holds_shown = HoldsShown((), beside_question=page.holds, is_tight=is_tight)
            new = _PageLayout(shown_page, surface, style, holds_shown)
            new_outer = new.outer_items()
            # Most pages have no room for them beside the question, which is found before all else is laid out.
            if room_for_holds.shows_more_holds(old_outer, new_outer):
                old_inner = old.inner_items() if old_inner is None else old_inner
                items = [*new_outer, *new.inner_items()]
                if room_for_holds.shows_more_holds([*old_outer, *old_inner], items):
                    yield Scene(surface.width, surface.height, tuple(items))


class HoldsShown(NamedTuple):
    """The keys to hold that a question on the smallest panels shows, by their place.

    Those `at_foot` are by default the ones that answer the question; `has_declaration` adds the last declaration above
    them. Those beside the question, close together if `is_tight`, or below its keys are drawn only if there is room.
    """

    at_foot: tuple[Hold, ...] | None = None
    has_declaration: bool = False
    beside_question: tuple[Hold, ...] = ()
    is_tight: bool = False
    below_keys: tuple[Hold, ...] = ()


ANSWER_HOLDS = HoldsShown()


def _scene_of_page(page: Page, surface: Surface, style: PageStyle, holds_shown: HoldsShown = ANSWER_HOLDS) -> Scene:
    return Scene(surface.width, surface.height, tuple(_PageLayout(page, surface, style, holds_shown).items()))


def _lay_out_code(page: Page, code: ScanCode, page_rect: Rect, style: PageStyle) -> list[SceneItem]:
    """Lay out a page for a phone's camera: only the code with a few words."""
    from display.layout import scan_code

    labels = tuple(label for label in (page.heading, page.question) if label is not None)
    return scan_code.draw(code, labels, page.holds, page_rect, style)


class _PageLayout:
    """A page being laid out: its methods return items and reduce the regions that are left.

    Modules that the first page after a start does not need are imported late, in these methods.
    """

    def __init__(self, page: Page, surface: Surface, style: PageStyle, holds_shown: HoldsShown = ANSWER_HOLDS) -> None:
        self.page, self.style, self.holds_shown = page, style, holds_shown
        self.regions = regions_of(surface.width, surface.height)

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

            items, self.regions = notice_place.place_notice(self.page, self.page.notice, self.regions, self.style)
        return [*items, *self._middle_items()]

    def _club_mark(self) -> list[SceneItem]:
        """Return the mark for the connection to the club's hub, if the table is in a club."""
        if self.page.club is None:
            return []
        from display.layout import club_mark

        mark, self.regions = club_mark.place_club_mark(self.page.club, self.regions, self.style)
        return [mark]

    def _frame_items(self) -> list[SceneItem]:
        """Return the lines at the top and at the foot; on the smallest panels only those at the foot.

        There, a question has only the lines of `_answer_items`.
        """
        page, style = self.page, self.style
        if style.is_compact and page.keymap.level is not None:
            return self._answer_items()
        if style.is_compact:
            return [*self._hold_items(), *self._declaration_items()]
        missing = frame_lines.missing_height(page.last_declaration, self.regions.last_declaration, style)
        if missing:
            self.regions = self.regions.with_taller_last_declaration(missing)
        items: list[SceneItem] = [*frame_lines.draw_head(page.heading, page.status, self.regions.head, style)]
        foot = self.regions.last_declaration
        if page.holds:
            items += frame_lines.draw_holds(page.holds, self.regions.holds, style)
        else:
            foot = foot._replace(y1=self.regions.holds.y1)
        return [*items, *frame_lines.draw_last_declaration(page.remark, page.last_declaration, foot, style)]

    def _answer_items(self) -> list[SceneItem]:
        """Return what holding keys does below a question on the smallest panels, if anything.

        The last declaration is added above it if the holds shown are to have it.
        """
        page, style, holds = self.page, self.style, self.holds_shown.at_foot
        if holds is None:
            holds = tuple(hold for hold in page.holds if hold.is_answer)
        declaration = page.last_declaration if self.holds_shown.has_declaration else None
        if not holds and declaration is None:
            return []
        body, x, top = self.regions.body, self.regions.body.x0, self.regions.body.y1
        items: list[SceneItem] = []
        if holds:
            top -= frame_lines.holds_below_height(holds, body.width, style)
            items += frame_lines.draw_holds(holds, Rect(x, top, body.x1, body.y1), style)
        if declaration is not None:
            words, size, foot = style.say(declaration), style.min_size, top
            top -= wrapped_height(words, size, REGULAR, body.width)
            items = [*paragraph(words, Rect(x, top, body.x1, foot), size, REGULAR)[0], *items]
        self.regions = regions_of(body.x1, top)._replace(question=self.regions.question)
        return items

    def _hold_items(self) -> list[SceneItem]:
        """Return what holding keys does.

        Nothing if the body is a board that needs all the room of the smallest panels.
        """
        if not self.page.holds:
            return []
        height = frame_lines.holds_below_height(self.page.holds, self.regions.body.width, self.style)
        if isinstance(self.page.body, Board) and not self._can_spare(height):
            return []
        return [*frame_lines.draw_holds(self.page.holds, self._cut_foot(height), self.style)]

    def _declaration_items(self) -> list[SceneItem]:
        """Return the last declaration: always if no key does anything, as at a power failure; else if there is room."""
        if self.page.last_declaration is None:
            return []
        words, size = self.style.say(self.page.last_declaration), self.style.min_size
        height = wrapped_height(words, size, REGULAR, self.regions.body.width)
        if not self._can_spare(height) and (self.page.holds or isinstance(self.page.body, Board)):
            return []
        return list(paragraph(words, self._cut_foot(height), size, REGULAR)[0])

    def _can_spare(self, height: int) -> bool:
        """Whether the body has this much height to spare without moving players together or cutting sentences."""
        row, body = line_height(self.style.min_size) + 3 * self.style.stroke, self.regions.body
        rest = body._replace(y1=body.y1 - height)
        has_room = rest.height >= bodies.player_count(self.page.body) * row
        return has_room and not bodies.cuts_paragraphs(self.page.body, rest, self.style)

    def _cut_foot(self, height: int) -> Rect:
        """Return a rectangle of this height at the foot of the body, and remove it from the body and from all in it."""
        body = self.regions.body
        rect = body._replace(y0=body.y1 - height)
        self.regions = self.regions.ending_above(rect.y0 - self.style.gap)
        return rect

    def _question_items(self) -> list[SceneItem]:
        """Return the question; on the smallest panels the heading if nothing is asked."""
        page, style, shown = self.page, self.style, self.holds_shown
        question = page.question if page.question is not None or not style.is_compact else page.heading
        if question is None:
            return []
        typed = frame_lines.TypedInput(page.typed_words, page.typed_keys)
        beside = self._round_items(question, typed)
        brief = page.brief_question
        if brief is not None and frame_lines.is_cut(question, typed, self._question_rect(beside), style):
            question, beside = brief, self._round_items(brief, typed)
        rect = self._question_rect(beside)
        beside = [*frame_lines.draw_holds_beside(shown.beside_question, rect, style, is_tight=shown.is_tight), *beside]
        if page.notice is not None and frame_lines.is_one_line(question, typed, self._question_rect(beside), style):
            self.regions = self.regions.with_one_line_question(question_height(1, style))
        rect = self._question_rect(beside)
        return [*beside, *frame_lines.draw_question(question, typed, rect, style, has_crown=self._has_winner)]

    @property
    def _has_winner(self) -> bool:
        """Whether the question says who wins."""
        page, body = self.page, self.page.body
        return page.is_about_result and isinstance(body, Sheet) and any(row.is_winner and row.rank for row in body.rows)

    def _round_items(self, question: Label, typed: frame_lines.TypedInput) -> list[Item]:
        """Return the round at the right end of the question, on panels without a place for it above."""
        note, style = self.page.round_note, self.style
        if note is None or not style.is_compact:
            return []
        return frame_lines.draw_round(note, question, typed, self.regions.question, style)

    def _question_rect(self, beside: list[Item]) -> Rect:
        """Return the rectangle of the question before the items beside it."""
        rect = self.regions.question
        return rect._replace(x1=beside[0].rect.x0 - self.style.gap) if beside else rect

    def _middle_items(self) -> list[SceneItem]:
        """Return everything between the question and the last declaration."""
        is_covered = self.style.is_compact and self.page.notice is not None
        body = None if is_covered else self.page.body
        if body is not None:
            self.regions = bodies.regions_for(body, self.regions, self.style)
        if self.page.keymap.level is None:
            return [] if body is None else self._body_items(body, self.regions.body)
        if body is None:
            return self._keys_alone(self.regions.keys if is_covered else self.regions.body)
        return self._body_and_keys(body, self.regions)

    def _body_and_keys(self, body: Body, regions: Regions) -> list[SceneItem]:
        """Return a body and a key map; without room for the body, only the centre of the table, or nothing of it."""
        from display.layout import key_region

        hold_items: Sequence[SceneItem] = ()
        if self.holds_shown.below_keys:
            on_two_lines = self.style._replace(is_roomy=True)
            height = frame_lines.holds_below_height(self.holds_shown.below_keys, regions.keys.width, on_two_lines)
            holds_rect = regions.keys._replace(y0=regions.keys.y1 - height)
            regions = regions._replace(keys=regions.keys._replace(y1=holds_rect.y0 - self.style.gap))
            hold_items = frame_lines.draw_holds(self.holds_shown.below_keys, holds_rect, on_two_lines)
        keys, keys_rect = key_region.place_keys(self.page, body, regions, self.style)
        if keys_rect is regions.body:
            return list(keys.groups)
        if keys_rect == regions.below_centre_strip:
            from display.layout import low_rows

            assert isinstance(body, Board)
            keys_and_rows = low_rows.draw_beside_keys(self.page, body, keys, keys_rect, self.style)
            return [*centre.draw(body, regions.centre_strip, self.style), *keys_and_rows]
        return [*self._body_items(body, regions.players_and_centre), *keys.groups, *hold_items]

    def _body_items(self, body: Body, rect: Rect) -> list[SceneItem]:
        return [*bodies.draw(self.page, body, rect, self.regions, self.style)]

    def _keys_alone(self, rect: Rect) -> list[SceneItem]:
        """Return a key map that has the page to itself, or beside a notice.

        There, tiles of the lowest panels would cut the names of games: a list has room for them.
        """
        keymap = self.page.keymap
        assert keymap.level is not None
        is_low = self.page.notice is not None and self.style.is_compact and not self.style.is_roomy
        if not is_low and any(cell.emblem for cell in keymap.level.cells):
            return list(emblem_tiles.draw(keymap.level, self.page.typed_keys, rect, self.style))
        return list(fit_keys(keymap, self.page.typed_keys, rect, self.style.max_key_size, self.style).groups)
