"""Pages as text, in reading order: for screen readers, and for screens too small for a picture."""

from __future__ import annotations

from collections.abc import Iterator

from display.player_names import with_display_names
from display.vocabulary import (
    Board,
    Body,
    Breakdown,
    Cause,
    ClubMark,
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
    keys_apart,
)
from display.words import Label, Language, counted, signed, text
from values.named_tuple import NamedTuple

STYLE_WORDS = {Style.DONE: text("done"), Style.LOST: text("costs points"), Style.HOT: text("highlighted")}
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
        yield _level_section(page.keymap.level, language)
    yield from (_next_level_section(grid, language) for grid in page.keymap.next_levels)
    if page.holds:
        holds = tuple(f"{hold.key} — {say(hold.label)}" for hold in page.holds)
        yield PageSection(say(text("hold a key")), holds)


_CLUB_SENTENCES = {
    ClubMark.ARRIVED: text("Everything has arrived at the club's hub."),
    ClubMark.WAITING: text("Something has yet to arrive at the club's hub."),
    ClubMark.DISCONNECTED: text("The club's hub can't be reached now; the table plays on."),
    ClubMark.DIRECTOR_CALLED: text("The director is called."),
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
        yield language.say(_CLUB_SENTENCES[page.club])
    if page.last_declaration is not None:
        yield language.say(page.last_declaration)


def _body_sections(body: Body | None, player_codes: frozenset[str], language: Language) -> Iterator[PageSection]:
    say, body = language.say, with_display_names(body, language)
    if isinstance(body, Board):
        yield from _board_sections(body, player_codes, language)
    elif isinstance(body, Sheet):
        yield PageSection(
            _sheet_title(body, language), tuple(_sheet_row_text(body, row, language) for row in body.rows)
        )
    elif isinstance(body, Breakdown):
        yield from (_breakdown_section(breakdown, language) for breakdown in body.players)
    elif isinstance(body, Paragraphs | IdleText):
        yield PageSection("", tuple(say(line) for line in body.lines))
    elif isinstance(body, ScanCode):
        yield PageSection("", tuple(_code_instructions(body, language)))


def _sheet_title(sheet: Sheet, language: Language) -> str:
    """The title of a sheet of points; empty for statistics, whose page has a question that says what they are."""
    has_totals = sheet.total_title is None and any(row.total is not None for row in sheet.rows)
    return language.say(text("points")) if has_totals else ""


def _code_instructions(scan_code: ScanCode, language: Language) -> Iterator[str]:
    """Yield the instructions of each QR code on the page."""
    yield language.say(scan_code.instruction)
    if scan_code.next_code is not None:
        yield from _code_instructions(scan_code.next_code, language)


def _board_sections(board: Board, player_codes: frozenset[str], language: Language) -> Iterator[PageSection]:
    say = language.say
    if board.centre or board.centre_title or board.token_count:
        title = "" if board.centre_title is None else say(board.centre_title)
        tokens = (say(counted("{n} token", "{n} tokens", board.token_count)),) if board.token_count else ()
        yield PageSection(title, (*((_marks_text(board.centre, language),) if board.centre else ()), *tokens))
    if board.rows:
        yield PageSection(say(text("players")), tuple(_player_lines(board, player_codes, language)))
    yield from filter(lambda section: section.lines, _scoreboard_sections(board, language))


def _player_lines(board: Board, player_codes: frozenset[str], language: Language) -> Iterator[str]:
    """Yield a line per player; with the code if it can be typed now."""
    for row in board.rows:
        code = f"{row.code} — " if row.code in player_codes else ""
        yield code + _player_row_text(row, language)


def _player_row_text(row: PlayerRow, language: Language) -> str:
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
    words = language.say(mark.label if mark.words is None else mark.words)
    style = STYLE_WORDS.get(mark.style) if mark.words is None else None
    if style is not None:
        words = f"{words} ({language.say(style)})"
    return words


def _scoreboard_sections(board: Board, language: Language) -> Iterator[PageSection]:
    """Yield each scoreboard as text, one line for each marker."""
    names = [row.name for row in board.rows]
    return (_scoreboard_section(scoreboard, names, language) for scoreboard in board.scoreboards)


def _scoreboard_section(scoreboard: Scoreboard, names: list[str], language: Language) -> PageSection:
    say = language.say
    title = say(text("{name}, golden", name=scoreboard.title) if scoreboard.is_golden else scoreboard.title)
    lines = [] if scoreboard.note is None else [say(scoreboard.note)]
    for column, (line, row) in enumerate(scoreboard.markers):
        lines.append(
            say(text("line {line}, column {column}: {name}", line=line + 1, column=column + 1, name=names[row]))
        )
    return PageSection(title, tuple(lines))


def _sheet_row_text(sheet: Sheet, row: SheetRow, language: Language) -> str:
    say = language.say
    headed_cells = zip(sheet.columns, row.cells, strict=False)
    parts = [say(text("rank {rank}", rank=row.rank))] if row.rank else []
    parts += [f"{say(column)} {say(cell)}" for column, cell in headed_cells if cell]
    if row.total is not None and sheet.total_title is not None:
        parts.append(f"{say(sheet.total_title)} {say(row.total)}")
    elif row.total is not None:
        parts.append(say(text("total {points}", points=row.total)))
    winner = f" ({say(text('winner'))})" if row.is_winner else ""
    return f"{row.name}{winner}: " + "; ".join(parts)


def _breakdown_section(breakdown: PlayerBreakdown, language: Language) -> PageSection:
    lines = [_cause_text(cause, language) for cause in breakdown.causes]
    points = breakdown.total if breakdown.round_points is None else breakdown.round_points
    lines.append(language.say(text("this round {points}", points=signed(points))))
    if breakdown.round_points is not None:
        lines.append(language.say(text("total {points}", points=breakdown.total)))
    return PageSection(breakdown.name, tuple(lines))


def _cause_text(cause: Cause, language: Language) -> str:
    cards = ", ".join(language.say(card) for card in cause.cards)
    return f"{language.say(cause.why)}{f' ({cards})' if cards else ''}: {signed(cause.points)}"


def _next_level_section(level: KeyGrid, language: Language) -> PageSection:
    """Return a level of keys that may follow the question."""
    title = text("then {title}", title=level.title)
    if not level.cells:
        return PageSection(language.say(title), (language.say(text("after {code}: a number", code=level.prefix)),))
    return _level_section(level, language, title)


def _level_section(level: KeyGrid, language: Language, title: Label | None = None) -> PageSection:
    lines = tuple(f"{keys_apart(cell.code)} — {language.say(cell.label)}" for cell in level.cells)
    return PageSection(language.say(level.title if title is None else title), lines)
