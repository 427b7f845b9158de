"""A whole page: each part in its place."""

from __future__ import annotations

from dataclasses import replace

from display.layout import frame_lines
from display.layout.keymap import FittedKeys, fitted
from display.layout.regions import Regions, regions
from display.layout.scale import Scale, largest_fitting, least_in_play, least_total, scale_for, steps
from display.layout.text_items import label_text, line_count, paragraph
from display.said_names import with_said_names
from display.scene import Box, Item, Scene, SceneItem, group
from display.surface import Surface
from display.text_metrics import line_height, text_width
from display.vocabulary import Board, Body, Breakdown, IdleText, KeyMap, Page, Paragraphs, ScanCode, Sheet
from display.words import Label, Language, text


def lay_out(page: Page, surface: Surface, language: Language) -> Scene:
    """The page as it looks on a surface.

    What is too much for its place is reduced in this order: spaces and type; the status and the labels of holds;
    notes; marks, whose number is then told. Codes, totals and figures stay whole.
    """
    body = with_said_names(page.body, language)
    if body is not page.body:
        page = replace(page, body=body)
    scale = scale_for(surface.width, surface.height)
    whole = Box(0, 0, surface.width, surface.height)
    if isinstance(page.body, IdleText):
        from display.layout import idle_page

        items: list[SceneItem] = list(idle_page.draw(page.body, whole, scale, language))
    elif isinstance(page.body, ScanCode):
        items = _with_code(page, page.body, surface, scale, language)
    else:
        items = _Layout(page, surface, scale, language).items()
    return Scene(surface.width, surface.height, tuple(items))


def _with_code(page: Page, code: ScanCode, surface: Surface, scale: Scale, language: Language) -> list[SceneItem]:
    """A page for a phone's camera: the code alone with a few words, or, where it has no room, what is said instead."""
    from display.layout import scan_code

    whole = Box(0, 0, surface.width, surface.height)
    if scan_code.module_size(code, whole) is None:
        return _Layout(replace(page, body=Paragraphs((code.otherwise,))), surface, scale, language).items()
    said = tuple(label for label in (page.heading, page.question) if label is not None)
    return scan_code.draw(code, said, whole, scale, language)


def players(body: Body | None) -> int:
    """How many totals a page shows."""
    if isinstance(body, Board | Sheet):
        return len(body.rows)
    return len(body.players) if isinstance(body, Breakdown) else 0


# Parts that most pages lack are loaded with the first page that has them: a start has none.


class _Layout:
    """A page on its way to a scene."""

    def __init__(self, page: Page, surface: Surface, scale: Scale, language: Language) -> None:
        self.page, self.scale, self.language = page, scale, language
        self.height = min(surface.width, surface.height)
        """Of the panel, however it stands."""
        self.places = regions(surface.width, surface.height)

    def items(self) -> list[SceneItem]:
        """Everything on the page."""
        items = [*self._club_mark(), *self._frame(), *self._question()]
        if self.page.notice is not None:
            noticed, self.places = self._notice()
            items += noticed
        return items + self._middle()

    def _club_mark(self) -> list[SceneItem]:
        """Whether everything has arrived at the club's hub, where the table is in a club."""
        if self.page.club is None:
            return []
        from display.layout import club_mark

        mark, self.places = club_mark.placed(self.page.club, self.places, self.scale)
        return [mark]

    def _frame(self) -> list[SceneItem]:
        """What stands at the top and at the foot; on the smallest panels only the foot, where no key means anything."""
        page, places, scale, language = self.page, self.places, self.scale, self.language
        if scale.compact:
            return [] if page.keymap.asked is not None else [*self._holds_below(), *self._said_below()]
        items: list[SceneItem] = [*frame_lines.head(page.heading, page.status, places.head, scale, language)]
        foot = places.heard if page.holds else places.heard._replace(y1=places.holds.y1)
        items += frame_lines.heard(page.remark, page.heard, foot, scale, language)
        if page.holds:
            items += frame_lines.holds(page.holds, places.holds, scale, language)
        return items

    def _holds_below(self) -> list[SceneItem]:
        """What holding keys does, where the smallest panels have room for it: a board needs all that there is."""
        if not self.page.holds or isinstance(self.page.body, Board):
            return []
        place = self._foot(frame_lines.holds_height(self.scale.least, self.scale))
        return [] if place is None else [*frame_lines.holds(self.page.holds, place, self.scale, self.language)]

    def _said_below(self) -> list[SceneItem]:
        """What was said last, where the smallest panels have room for it."""
        if self.page.heard is None:
            return []
        words, size = label_text(self.page.heard, self.language), self.scale.least
        place = self._foot(line_count(words, size, False, self.places.body.width) * line_height(size))
        return [] if place is None else list(paragraph(words, place, size, False)[0])

    def _foot(self, high: int) -> Box | None:
        """A place so high at the foot of the body, which gives it; None if the players need it."""
        body, scale = self.places.body, self.scale
        if body.height - high < players(self.page.body) * (line_height(scale.least) + 3 * scale.line):
            return None
        place = body._replace(y0=body.y1 - high)
        self.places = self.places._replace(body=body._replace(y1=place.y0 - scale.gap))
        return place

    def _question(self) -> list[SceneItem]:
        """The question; on the smallest panels the heading where nothing is asked."""
        page, scale, language = self.page, self.scale, self.language
        asked = page.question if page.question is not None or not scale.compact else page.heading
        if asked is None:
            return []
        crowned = isinstance(page.body, Sheet) and any(row.winner and row.rank for row in page.body.rows)
        typed = frame_lines.TypedSoFar(page.typed, page.begun)
        return list(frame_lines.question(asked, typed, crowned, self.places.question, scale, language))

    def _notice(self) -> tuple[list[SceneItem], Regions]:
        """The notice, and the places that it leaves to the rest."""
        from display.layout import notice

        assert self.page.notice is not None
        told, scale, language = self.page.notice, self.scale, self.language
        if scale.compact:
            return self._compact_notice()
        places = _below_notice(self.places, self.places.centre.height)
        width = self.places.body.width
        if not (self.page.keymap.asked or self.page.body):
            high = self.places.body.height
        else:
            high = max(places[0].height, notice.least_height(told, width, scale, language))
        box, left = _below_notice(self.places, min(high, self.places.body.height * 2 // 3))
        drawn, _ = notice.draw(told, box, scale, language)
        return list(drawn), left

    def _compact_notice(self) -> tuple[list[SceneItem], Regions]:
        """A notice in the place of the players, as wide as it takes to be whole."""
        from display.layout import notice

        assert self.page.notice is not None
        told, body = self.page.notice, self.places.body
        if self.page.keymap.asked is None:
            return list(notice.draw(told, body, self.scale, self.language)[0]), self.places
        room, keys = self.places.table, self.places.keys
        for percent in (46, 54, 62):
            if self.places.keys.x0 > body.x0:
                x = body.x0 + body.width * percent // 100
                room, keys = body._replace(x1=x), body._replace(x0=x + 3 * self.scale.gap)
            if notice.least_height(told, room.width, self.scale, self.language) <= room.height:
                break
        drawn, _ = notice.draw(told, room, self.scale, self.language)
        return list(drawn), self.places._replace(keys=keys)

    def _middle(self) -> list[SceneItem]:
        """What stands between the question and the last thing heard."""
        page = self.page
        covered = self.scale.compact and page.notice is not None
        self._make_room(page.body)
        if page.keymap.asked is None:
            return [] if page.body is None or covered else list(self._body(page.body, self.places.body))
        if page.body is None or covered:
            return self._keys_alone(self.places.keys if covered else self.places.body)
        keys, room = self._keys(page.body)
        if room is self.places.body:
            return list(keys.parts)
        return [*self._body(page.body, self.places.table), *keys.parts]

    def _make_room(self, body: Body | None) -> None:
        """On the smallest panels, many players leave no room above them."""
        if not self.scale.compact or not isinstance(body, Board) or not _has_centre(body):
            return
        from display.layout import player_rows

        least = player_rows.least_row(least_in_play(self.height, len(body.rows)), self.scale)
        if len(body.rows) * least > self.places.players.height and self.places.keys.y0 == self.places.body.y0:
            self.places = self.places.with_centre_above_keys()

    def _keys_alone(self, box: Box) -> list[SceneItem]:
        """A key map that has the page to itself."""
        keymap = self.page.keymap
        assert keymap.asked is not None
        if any(cell.emblem for cell in keymap.asked.cells):
            from display.layout import emblem_tiles

            return list(emblem_tiles.draw(keymap.asked, self.page.begun, box, self.scale, self.language))
        return list(fitted(keymap, self.page.begun, box, self.scale.alone, self.scale, self.language).parts)

    def _keys(self, body: Body) -> tuple[FittedKeys, Box]:
        """The key map in its place, or where it could not be read there in that of all the body; and where that is."""
        page, scale, language = self.page, self.scale, self.language
        keymap = self._without_marked(body)
        if keymap.asked is not None and not keymap.asked.cells:
            return self._keys_on_cards(), self.places.keys
        tried: list[tuple[FittedKeys, Box]] = []
        for room in self._key_rooms(body):
            keys = fitted(keymap, page.begun, room, scale.keys[0], scale, language)
            if keys.read(scale):
                return keys, room
            tried.append((keys, room))
        return max(tried[:-1] if _names_only(keymap, body) else tried, key=lambda each: (each[0].whole, each[0].size))

    def _keys_on_cards(self) -> FittedKeys:
        """Where the keys are that stand in no table."""
        box, scale = self.places.keys, self.scale
        words = label_text(text("The keys stand on the cards."), self.language)
        sizes = steps(scale.text, scale.least)
        size = largest_fitting(sizes, scale.least, lambda size: text_width(words, size) <= box.width)
        return FittedKeys((group(tuple(paragraph(words, box, size)[0])),), size, True)

    def _key_rooms(self, body: Body) -> list[Box]:
        """The places that a key map may have, the best first."""
        places, asked = self.places, self.page.keymap.asked
        rooms = [places.keys]
        if not (isinstance(body, Board) and _has_centre(body)) and places.side != places.keys:
            rooms.append(places.side)
        if asked is not None and asked.pad and isinstance(body, Board):
            rooms.reverse()  # nothing else ever lies there while a name is spelled
        return [*rooms, places.body]

    def _without_marked(self, body: Body) -> KeyMap:
        """The key map without the codes that the board's marks carry, which a notice may leave no room for."""
        keymap = self.page.keymap
        bare = self.scale.compact or self.page.notice is not None
        if not isinstance(body, Board) or bare or keymap.asked is None:
            return keymap
        carried = _carried(body)
        left = tuple(cell for cell in keymap.asked.cells if (cell.code, cell.label) not in carried)
        return keymap._replace(asked=keymap.asked._replace(cells=left))

    def _body(self, body: Body, box: Box) -> list[Item]:
        scale, language = self.scale, self.language
        digits = least_total(self.height, players(body))
        if isinstance(body, Board):
            return self._board(body)
        if isinstance(body, Sheet):
            from display.layout import poster, score_sheet

            if any(row.rank for row in body.rows):
                return poster.draw(body, box, self.places.centre if box != self.places.body else None, scale, language)
            return score_sheet.plan(body, box, digits, scale, language).draw()
        if isinstance(body, Breakdown):
            from display.layout import breakdown

            return breakdown.draw(body, box, digits, scale, language)
        assert isinstance(body, Paragraphs)
        from display.layout import paragraphs

        beside_keys = self.page.keymap.asked is not None
        return paragraphs.draw(body, box, scale, language, large=beside_keys)[0]

    def _board(self, board: Board) -> list[Item]:
        """The players, and what lies in the middle."""
        places, scale, language = self.places, self.scale, self.language
        items: list[Item] = []
        room = places.players
        if _has_centre(board) and places.centre.height > 0:
            from display.layout import centre

            items += centre.draw(board, places.centre, scale, language)
        elif scale.compact:
            room = places.table
        digits = least_in_play(self.height, len(board.rows))
        if board.scoreboards and not scale.compact:
            from display.layout import player_tiles

            return items + player_tiles.draw(board, room, digits, scale, language)
        from display.layout import player_rows

        return items + player_rows.rows(board.rows, room, digits, scale, language)


def _carried(board: Board) -> set[tuple[str, Label]]:
    """The codes on the marks of those whose turn it is, with what they are on."""
    return {(mark.code, mark.label) for row in board.rows if row.acting for mark in row.marks}


def _has_centre(board: Board) -> bool:
    return bool(board.centre or board.tokens or board.centre_title)


def _names_only(keymap: KeyMap, body: Body) -> bool:
    """Whether a key map asks who, and the names stand on the board as well."""
    if keymap.asked is None or not isinstance(body, Board):
        return False
    names = {row.name for row in body.rows}
    return all(cell.label in names for cell in keymap.asked.cells)


def _below_notice(places: Regions, high: int) -> tuple[Box, Regions]:
    """The place of a notice so high at the top of the body, and the places below it."""
    body = places.body
    top = body.y0 + high
    below = top + body.y0 - places.question.y1 + 2

    def cut(box: Box) -> Box:
        return box._replace(y0=max(box.y0, below))

    left = places._replace(
        body=cut(body), players=cut(places.players), centre=Box(body.x0, top, body.x0, top), keys=cut(places.keys)
    )
    return body._replace(y1=top), left
