"""Serves the web pages and files of the past by their paths, and makes the changes that forms request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path

from device.config.chosen_settings import TRIAL_CONFIRMED, ChosenSettings, end_trial
from device.history.past_game import PastGame
from device.journal.deleted import DELETED_SENTENCE
from device.journal.errors import JournalError
from device.pages.archive import cannot_read_text
from device.reports import (
    bgstats,
    changes,
    csv_tables,
    deletion,
    json_values,
    notes,
    qr,
    shared_sheets,
    spreadsheet,
    web_deletion,
    web_evening_log,
    web_history,
    web_people,
    web_settings,
    web_statistics,
)
from device.reports.games import GameDeleted, GameFilter, past_games
from device.reports.html import element, history_page
from device.reports.past_data import PastError, has_journal, past_journal, read_game, stored_people
from device.reports.sheet import RulesNotInstalled
from device.session.places import ChangeKind, PeopleChange
from device.system.not_done import NotDone
from display.languages import language as language_of
from display.words import Language, text
from hal.browser.page_requests import STOP_GAME, Document, FormFields, parse_game_number
from values.named_tuple import NamedTuple

HTML = "text/html"
JSON = "application/json"
CSV = "text/csv"

NO_GAMES_YET = text("No game has been played yet.")

FAILURES = (JournalError, PastError, NotDone)
"""What making a document may raise: the journal can't be read, or the query is invalid."""


def find_document(
    data: Path, path: str, query: FormFields, language_code: str, configured: ChosenSettings | None = None
) -> Document | None:
    """A page or file of a directory's past, in the language with this code; None if there is no such path.

    `configured` is what a box's configuration says about the settings. If the data can't be read, the result is a page
    that says so.
    """
    language = language_of(language_code)
    if path == "settings":
        return Document(HTML, web_settings.settings_page(data, configured, language))
    try:
        if path not in PAGES_WITHOUT_GAMES and not has_journal(data):
            return _failure_document(language, NotDone(NO_GAMES_YET)) if path in PAGES else None
        return _make_document(data, path, dict(query), language)
    except FAILURES as error:
        return _failure_document(language, error)


def _make_document(data: Path, path: str, query: Mapping[str, str], language: Language) -> Document | None:
    if path in PAGES:
        return Document(HTML, PAGES[path](data, _filter_of_query(query), query, language))
    folder, _, file_name = path.partition("/")
    stem, _, suffix = file_name.partition(".")
    game_number = parse_game_number(stem)
    if game_number is None:
        return None
    if folder == "sheet":
        return _sheet_document(data, game_number, suffix, language)
    if folder in GAME_PAGES and suffix == "":
        return _document_of_game(data, folder, game_number, language)
    return _file_of_game(data, game_number, suffix, language) if folder == "game" else None


def _document_of_game(data: Path, folder: str, number: int, language: Language) -> Document | None:
    """The page of a game, or one that asks for confirmation of a change to it."""
    try:
        page = GAME_PAGES[folder](data, number, language)
    except GameDeleted as deleted:
        page = web_deletion.deleted_game_page(data, deleted.game, language)
    except RulesNotInstalled as missing:
        page = web_deletion.missing_rules_page(missing, language)
    except ValueError:
        return None
    return None if page is None else Document(HTML, page)


def _file_of_game(data: Path, number: int, suffix: str, language: Language) -> Document | None:
    """A file about a game: for BG Stats, or the picture of its code."""
    people = stored_people(data)
    try:
        game = read_game(data, number)
    except ValueError:
        return None
    if game is None or not bgstats.is_exportable(game):
        return None
    if suffix == "bgsplay":
        content = "".join(bgstats.file_parts(lambda: [game], people)).encode()
        return Document(JSON, content, f"tablekeeper-{number}.bgsplay")
    try:
        return Document("image/png", qr.qr_png(bgstats.play_link(game, people))) if suffix == "png" else None
    except ValueError:
        return None


def _sheet_document(data: Path, number: int, suffix: str, language: Language) -> Document | None:
    """The final sheet of a game as a file."""
    media_type, make_content = SHEETS.get(suffix, ("", None))
    try:
        content = None if make_content is None else make_content(data, number, language)
    except ValueError:
        return None
    return None if content is None else Document(media_type, content, f"tablekeeper-{number}.{suffix}")


def _filter_of_query(query: Mapping[str, str]) -> GameFilter:
    """The games that a query selects. Raises NotDone."""
    return GameFilter(
        query.get("game") or None,
        query.get("player") or None,
        _parse_day(query.get("since")),
        _parse_day(query.get("until")),
    )


def _parse_day(word: str | None) -> date | None:
    try:
        return date.fromisoformat(word) if word else None
    except ValueError:
        day = (word or "")[:40]
        raise NotDone(text("“{day}” is no day: write it as {example}.", day=day, example="2026-11-21")) from None


def _failure_document(language: Language, error: Exception) -> Document:
    """A page with a single sentence that says why a document can't be made."""
    sentence = error.sentence if isinstance(error, NotDone) else cannot_read_text(str(error))
    title = language.say(text("The past"))
    return Document(HTML, history_page(language, "", title, element("p", language.say(sentence))))


def _json_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


# Files of many games


class FileInParts(NamedTuple):
    """A file to download: its MIME type, its name, and its content, made while it is read.

    Reading `parts` may raise JournalError and PastError.
    """

    media_type: str
    name: str
    parts: Iterable[bytes]


def make_file(data: Path, path: str, query: FormFields, language_code: str) -> FileInParts | None:
    """A file of a directory's games; None if there is no such file.

    If the data can't be read, it is a page that says so.
    """
    name = f"tablekeeper-{path}"
    if path == web_evening_log.FILE:
        return FileInParts("text/plain", name, web_evening_log.log_file(data, language_of(language_code)))
    if path not in FILES:
        return None
    media_type, make_parts = FILES[path]
    try:
        game_filter = _filter_of_query(dict(query))
        if not has_journal(data):
            raise NotDone(NO_GAMES_YET)
        # A journal that can't be read raises when the first part is made; then the file is a page that says so.
        parts = iter(make_parts(data, game_filter))
        return FileInParts(media_type, name, chain((next(parts),), parts))
    except FAILURES as error:
        document = _failure_document(language_of(language_code), error)
        return FileInParts(document.media_type, document.name, (document.content,))


def _games_json(data: Path, game_filter: GameFilter) -> Iterator[bytes]:
    with past_journal(data) as journal:
        separator = b'{"games": ['  # not sent before the first game was read: an error until then is a page
        for game in past_games(journal, stored_people(data), game_filter):
            yield separator + _json_bytes(json_values.game_value(game))
            separator = b", "
    yield (separator if separator != b", " else b"") + b"]}"


def _csv_maker(lines: Callable[[Iterable[PastGame]], Iterator[str]]) -> MakeParts:
    def make(data: Path, game_filter: GameFilter) -> Iterator[bytes]:
        with past_journal(data) as journal:
            yield spreadsheet.BYTE_ORDER_MARK.encode()
            for line in lines(past_games(journal, stored_people(data), game_filter)):
                yield line.encode()

    return make


def _bgstats_file(data: Path, game_filter: GameFilter) -> Iterator[bytes]:
    people = stored_people(data)
    with past_journal(data) as journal:

        def exportable_games() -> Iterator[PastGame]:
            return (game for game in past_games(journal, people, game_filter) if bgstats.is_exportable(game))

        yield from (part.encode() for part in bgstats.file_parts(exportable_games, people))


MakeParts = Callable[[Path, GameFilter], Iterator[bytes]]
MakePage = Callable[[Path, GameFilter, Mapping[str, str], Language], bytes]

PAGES: dict[str, MakePage] = {
    "": web_history.evenings_page,
    "deleted": web_deletion.deleted_games_page,
    "statistics": web_statistics.statistics_page,
    "people": web_people.people_page,
    "evening": web_evening_log.log_page,
}
PAGES_WITHOUT_GAMES = ("people", "evening")
"""Pages that exist before any game was played."""
GAME_PAGES: dict[str, Callable[[Path, int, Language], bytes | None]] = {
    "game": partial(web_history.game_page, game_links=web_deletion.change_links),
    "delete": web_deletion.delete_page,
    "stop": web_deletion.stop_page,
}
SHEETS: dict[str, tuple[str, Callable[[Path, int, Language], bytes | None]]] = {
    "png": ("image/png", shared_sheets.sheet_picture),
    "html": (HTML, shared_sheets.sheet_page),
}
FILES: dict[str, tuple[str, MakeParts]] = {
    "games.json": (JSON, _games_json),
    "games.csv": (CSV, _csv_maker(csv_tables.player_lines)),
    "rounds.csv": (CSV, _csv_maker(csv_tables.round_lines)),
    "plays.bgsplay": (JSON, _bgstats_file),
}


def handle_form(data: Path, fields: FormFields, language_code: str, configured: ChosenSettings | None = None) -> str:
    """Make the change that a form requests. Returns "", or a sentence that says why it can't be made.

    `configured` is what a box's configuration says about the settings.
    """
    try:
        _apply_change(data, dict(fields), configured)
    except NotDone as refused:
        return language_of(language_code).say(refused.sentence)
    except (JournalError, PastError) as error:
        return str(error)
    return ""


def _apply_change(data: Path, fields: Mapping[str, str], configured: ChosenSettings | None) -> None:
    """Make a change. Raises NotDone, JournalError and PastError."""
    change_kind = fields.get("change", "")
    if change_kind == web_settings.CHANGE:
        web_settings.change_settings(data, configured, fields)
    elif change_kind == web_settings.KEEP_PANEL:
        end_trial(data, TRIAL_CONFIRMED)
    elif change_kind in GAME_CHANGES:
        _change_game(GAME_CHANGES[change_kind], data, fields)
    elif change_kind in [change.value for change in ChangeKind]:
        name, second_name = (fields.get(field, "").strip() for field in ("name", "other"))
        changes.make_change(data, PeopleChange(ChangeKind(change_kind), name, second_name))
    else:
        raise NotDone(text("Nothing is known of such a change."))


def _change_game(change: GameChange, data: Path, fields: Mapping[str, str]) -> None:
    """Make a change to a game. Raises NotDone, JournalError and PastError."""
    number = parse_game_number(fields.get("number", ""))
    try:
        if number is None:
            raise ValueError(fields)
        change(data, number, fields)
    except GameDeleted:
        raise NotDone(DELETED_SENTENCE) from None
    except ValueError:
        raise NotDone(text("There is no game of this number.")) from None


def _change_note(data: Path, number: int, fields: Mapping[str, str]) -> None:
    """Save the note about a game. Raises ValueError if there is no such game, and NotDone."""
    game = read_game(data, number)
    if game is None:
        raise ValueError(number)
    notes.write_note(data, game.identity, notes.GameNote(fields.get("note", ""), fields.get("place", "")))


def _refuse_stop(*_: object) -> None:
    """Raise NotDone: only a table can stop a game, and it would have handled the request before."""
    raise NotDone(text("The table does not answer. Try again."))


GameChange = Callable[[Path, int, Mapping[str, str]], object]

GAME_CHANGES: dict[str, GameChange] = {
    notes.CHANGE: _change_note,
    deletion.DELETE: lambda data, number, _: deletion.delete_game(data, number, deletion.current_time()),
    deletion.RESTORE: lambda data, number, _: deletion.restore_game(data, number, deletion.current_time()),
    STOP_GAME: _refuse_stop,
}
