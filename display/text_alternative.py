"""Pages as text, in reading order: for screen readers, and for screens too small for a picture."""

from __future__ import annotations

from collections.abc import Iterator

from display.player_names import with_display_names
from display.vocabulary import (
    Board,
    Body,
    Breakdown,
    ClubMark,
    Face,
    IdleText,
    KeyGrid,
    Mark,
    Page,
    Paragraphs,
    PlayerBreakdown,
    PlayerRow,
    ScanCode,
    Scoreboard,
    Sheet,
    SheetRow,
    Style,
)
from display.words import Label, Language, Text, counted, signed, text
from values.named_tuple import NamedTuple

STYLE_WORDS = {Style.DONE: text("done"), Style.LOST: text("lost"), Style.HOT: text("in question")}
"""The words for the styles of marks."""


class PageSection(NamedTuple):
    """A title, which may be empty, and the lines below it."""

    title: str
    lines: tuple[str, ...]


def page_sections(page: Page, language: Language) -> tuple[PageSection, ...]:
    """Return all that a page says: the state of the game, the question, a notice, the players, what keys mean."""
    return tuple(section for section in _sections(page, language) if section.title or section.lines)


def _sections(page: Page, language: Language) -> Iterator[PageSection]:
    say = language.say
    yield PageSection(say(page.heading), tuple(_head_lines(page, language)))
    if page.notice is not None:
        yield PageSection(say(page.notice.title), tuple(say(line) for line in page.notice.lines))
    yield from _body_sections(page.body, page.keymap.player_codes, language)
    if page.keymap.level is not None:
        yield _keys(page.keymap.level, language)
    yield from (_next_level_section(grid, language) for grid in page.keymap.next_levels)
    if page.holds:
        held = tuple(f"{hold.key} — {say(hold.label)}" for hold in page.holds)
        yield PageSection(say(text("hold a key")), held)


_CLUB = {
    ClubMark.ARRIVED: text("Everything has arrived at the club's hub."),
    ClubMark.WAITING: text("Something has yet to arrive at the club's hub."),
    ClubMark.UNCONNECTED: text("The club's hub can't be reached now; the table plays on."),
    ClubMark.CALLED: text("The director is called."),
}


def _head_lines(page: Page, language: Language) -> Iterator[str]:
    """Yield the status, the question, what has been typed, and the other single lines of a page."""
    yield from (language.say(label) for label in (page.status, page.question) if label is not None)
    if page.typed_words:
        yield language.say(text("typed: {code}", code=", ".join(map(language.say, page.typed_words)) + " …"))
    if page.typed_keys:
        yield language.say(text("typed: {code}", code=page.typed_keys))
    if page.remark is not None:
        yield language.say(page.remark)
    if page.club is not None:
        yield language.say(_CLUB[page.club])
    if page.last_declaration is not None:
        yield language.say(text("last heard: {declaration}", declaration=language.say(page.last_declaration)))


def _body_sections(body: Body | None, keyed: frozenset[str], language: Language) -> Iterator[PageSection]:
    say, body = language.say, with_display_names(body, language)
    if isinstance(body, Board):
        yield from _board_sections(body, keyed, language)
    elif isinstance(body, Sheet):
        yield PageSection(say(text("points")), tuple(_figures_text(body, row, language) for row in body.rows))
    elif isinstance(body, Breakdown):
        yield from (_account_section(account, language) for account in body.players)
    elif isinstance(body, Paragraphs | IdleText):
        yield PageSection("", tuple(say(line) for line in body.lines))
    elif isinstance(body, ScanCode):
        yield PageSection("", tuple(_code_instructions(body, language)))


def _code_instructions(code: ScanCode, language: Language) -> Iterator[str]:
    """Yield the instructions of each QR code on the page."""
    yield language.say(code.instruction)
    if code.next_code is not None:
        yield from _code_instructions(code.next_code, language)


def _board_sections(board: Board, keyed: frozenset[str], language: Language) -> Iterator[PageSection]:
    say = language.say
    if board.centre or board.centre_title or board.tokens:
        title = "" if board.centre_title is None else say(board.centre_title)
        tokens = (say(counted("{n} token", "{n} tokens", board.tokens)),) if board.tokens else ()
        yield PageSection(title, (*((_marks_text(board.centre, language),) if board.centre else ()), *tokens))
    if board.rows:
        yield PageSection(say(text("players")), tuple(_players(board, keyed, language)))
    yield from filter(lambda section: section.lines, (_grid_section(grid, language) for grid in board.scoreboards))


def _players(board: Board, keyed: frozenset[str], language: Language) -> Iterator[str]:
    """Yield a line per player; with the code if it can be typed now, or if a scoreboard shows it on a marker."""
    for row in board.rows:
        code = f"{row.code} — " if row.code in keyed or (row.code and board.scoreboards) else ""
        yield code + _row(row, language)


def _row(row: PlayerRow, language: Language) -> str:
    say = language.say
    parts = [row.name]
    if row.acting:
        parts.append(say(text("to act")))
    if row.total is not None:
        parts.append(say(text("total {points}", points=row.total)))
    if row.note is not None:
        parts.append(say(row.note))
    if row.marks:
        parts.append(_marks_text(row.marks, language))
    return "; ".join(parts)


def _marks_text(marks: tuple[Mark, ...], language: Language) -> str:
    return ", ".join(_mark_text(mark, language) for mark in marks)


def _mark_text(mark: Mark, language: Language) -> str:
    said = language.say(mark.label)
    style = STYLE_WORDS.get(mark.style)
    if style is not None:
        said = f"{said} ({language.say(style)})"
    return f"{mark.code} — {said}" if mark.code else said


def _grid_section(grid: Scoreboard, language: Language) -> PageSection:
    """Return a scoreboard as text, one line for each cell that has markers."""
    say = language.say
    title = say(text("{name}, golden", name=grid.title) if grid.is_golden else grid.title)
    lines = [] if grid.note is None else [say(grid.note)]
    for number, line in enumerate(grid.cells, 1):
        for column, there in enumerate(line, 1):
            if there:
                place = text(
                    "line {line}, column {column}: {players}", line=number, column=column, players="".join(there)
                )
                lines.append(say(place))
    return PageSection(title, tuple(lines))


def _figures_text(sheet: Sheet, row: SheetRow, language: Language) -> str:
    say = language.say
    named = zip(sheet.columns, row.cells, strict=False)
    parts = [say(text("rank {rank}", rank=row.rank))] if row.rank else []
    parts += [f"{say(column)} {say(cell)}" for column, cell in named if cell]
    if row.total is not None:
        parts.append(say(text("total {points}", points=row.total)))
    winner = f" ({say(text('winner'))})" if row.is_winner else ""
    return f"{row.name}{winner}: " + "; ".join(parts)


def _account_section(account: PlayerBreakdown, language: Language) -> PageSection:
    say = language.say
    lines = [_points(cause.why, cause.cards, signed(cause.points), language) for cause in account.causes]
    if account.round_points is not None:
        lines.append(say(text("this round {points}", points=signed(account.round_points))))
    return PageSection(account.name, (*lines, say(text("total {points}", points=account.total))))


def _points(why: Text, cards: tuple[Face, ...], points: str, language: Language) -> str:
    named = ", ".join(language.say(card) for card in cards)
    return f"{language.say(why)}{f' ({named})' if named else ''}: {points}"


def _next_level_section(grid: KeyGrid, language: Language) -> PageSection:
    """Return a level of keys that may follow the question."""
    title = text("then {title}", title=grid.title)
    if not grid.cells:
        return PageSection(language.say(title), (language.say(text("after {code}: a number", code=grid.prefix)),))
    return _keys(grid, language, title)


def _keys(grid: KeyGrid, language: Language, title: Label | None = None) -> PageSection:
    lines = tuple(f"{cell.code} — {language.say(cell.label)}" for cell in grid.cells)
    return PageSection(language.say(grid.title if title is None else title), lines)
