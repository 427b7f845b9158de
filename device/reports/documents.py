"""Serves the web pages and files of the past by their paths, and makes the changes that forms request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path

from device.config.chosen_settings import TRIAL_CONFIRMED, end_trial
from device.history.past import PastGame
from device.journal.errors import JournalError
from device.pages.archive import cannot_read_text
from device.reports import (
    bgstats,
    changes,
    deleting,
    notes,
    qr,
    sharing,
    spreadsheet,
    tables,
    values,
    web_deleting,
    web_evening,
    web_history,
    web_people,
    web_settings,
    web_statistics,
)
from device.reports.games import GameDeleted, GameFilter, past_game, past_games
from device.reports.html import element, history_page
from device.reports.reading import PastError, has_journal, kept_people, past_journal
from device.reports.sheet import RulesNotInstalled
from device.session.archive import Change, PeopleChange
from device.system.not_done import NotDone
from display.languages import language
from display.words import Language, Text, text
from hal.browser.requests import STOP_GAME, Document, FormFields, parse_game_number
from values.named_tuple import NamedTuple

HTML = "text/html"


def find_document(data: Path, path: str, query: FormFields, code: str) -> Document | None:
    """A page or file of a directory's past, in the language with this code; None if there is no such path.

    If the data can't be read, the result is a page that says so.
    """
    speaking = language(code)
    try:
        if not has_journal(data) and path not in WITHOUT_GAMES:
            return _sentence_document(speaking, text("No game has been played yet."))
        return _make_document(data, path, dict(query), speaking)
    except (JournalError, PastError) as error:
        return _sentence_document(speaking, cannot_read_text(str(error)))
    except BadQuery as error:
        return _sentence_document(speaking, error.sentence)


class BadQuery(Exception):
    """A query parameter is invalid; `sentence` is for people."""

    def __init__(self, sentence: Text) -> None:
        super().__init__()
        self.sentence = sentence


def _make_document(data: Path, path: str, query: Mapping[str, str], speaking: Language) -> Document | None:
    if path in PAGES:
        return Document(HTML, PAGES[path](data, _filter_of_query(query), query, speaking))
    folder, _, name = path.partition("/")
    stem, _, ending = name.partition(".")
    number = parse_game_number(stem)
    if number is None:
        return None
    if folder == "sheet":
        return _shared_document(data, number, ending, speaking)
    if folder in GAME_PAGES and ending == "":
        return _document_of_game(data, folder, number, speaking)
    return _file_of_game(data, number, ending, speaking) if folder == "game" else None


def _document_of_game(data: Path, folder: str, number: int, speaking: Language) -> Document | None:
    """The page of a game, or one that asks for confirmation of a change to it."""
    try:
        page = GAME_PAGES[folder](data, number, speaking)
    except GameDeleted as deleted:
        page = web_deleting.deleted_game_page(data, deleted.game, speaking)
    except RulesNotInstalled as away:
        page = web_deleting.missing_rules_page(away, speaking)
    except ValueError:
        return None
    return None if page is None else Document(HTML, page)


def _file_of_game(data: Path, number: int, ending: str, speaking: Language) -> Document | None:
    """A file about a game: for BG Stats, or the picture of its code."""
    try:
        with past_journal(data) as journal:
            people = kept_people(data)
            found = past_game(journal, people, number)
    except ValueError:
        return None
    if found is None or not bgstats.is_play(found):
        return None
    if ending == "bgsplay":
        content = "".join(bgstats.file_parts(lambda: [found], people)).encode()
        return Document(JSON, content, f"tablekeeper-{number}.bgsplay")
    try:
        return Document("image/png", qr.qr_png(bgstats.play_link(found, people))) if ending == "png" else None
    except ValueError:
        return None


def _shared_document(data: Path, number: int, ending: str, speaking: Language) -> Document | None:
    """The final sheet of a game as a file."""
    kind, make = SHEETS.get(ending, ("", None))
    try:
        made = None if make is None else make(data, number, speaking)
    except ValueError:
        return None
    return None if made is None else Document(kind, made, f"tablekeeper-{number}.{ending}")


def _filter_of_query(query: Mapping[str, str]) -> GameFilter:
    """The games that a query selects. Raises BadQuery."""
    return GameFilter(
        query.get("game") or None,
        query.get("player") or None,
        _parse_day(query.get("since")),
        _parse_day(query.get("until")),
    )


def _parse_day(word: str | None) -> date | None:
    if not word:
        return None
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise BadQuery(text("“{day}” is no day: write it as {example}.", day=word[:40], example="2026-11-21")) from None


def _sentence_document(speaking: Language, sentence: Text) -> Document:
    """A page with a single sentence."""
    title = speaking.say(text("The past"))
    return Document(HTML, history_page(speaking, "", title, element("p", speaking.say(sentence))))


JSON = "application/json"
CSV = "text/csv"


def _json_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


# Files of many games


class MadeFile(NamedTuple):
    """A file to download: its MIME type, its name, and its content, made while it is read.

    Reading `parts` may raise JournalError and PastError.
    """

    kind: str
    name: str
    parts: Iterable[bytes]


def make_file(data: Path, path: str, query: FormFields, code: str) -> MadeFile | None:
    """A file of a directory's games; None if there is no such file.
    If the data can't be read, it is a page that says so."""
    if path == web_evening.FILE:
        return MadeFile("text/plain", f"tablekeeper-{path}", web_evening.evening_file(data))
    maker = FILES.get(path)
    if maker is None:
        return None
    try:
        choice = _filter_of_query(dict(query))
        if has_journal(data):
            # What is wrong with the journal is found with the first part, and said instead of it.
            parts = iter(maker[1](data, choice))
            return MadeFile(maker[0], f"tablekeeper-{path}", chain((next(parts),), parts))
        document = _sentence_document(language(code), text("No game has been played yet."))
    except (JournalError, PastError) as error:
        document = _sentence_document(language(code), cannot_read_text(str(error)))
    except BadQuery as error:
        document = _sentence_document(language(code), error.sentence)
    return MadeFile(document.media_type, document.name, (document.content,))


def _games_json(data: Path, choice: GameFilter) -> Iterator[bytes]:
    with past_journal(data) as journal:
        before = b'{"games": ['
        for game in past_games(journal, kept_people(data), choice):
            yield before + _json_bytes(values.game_value(game))
            before = b", "
    yield (before if before != b", " else b"") + b"]}"


def _table_maker(lines: Callable[[Iterable[PastGame]], Iterator[str]]) -> Make:
    def make(data: Path, choice: GameFilter) -> Iterator[bytes]:
        yield spreadsheet.MARK.encode()
        with past_journal(data) as journal:
            for line in lines(past_games(journal, kept_people(data), choice)):
                yield line.encode()

    return make


def _plays_file(data: Path, choice: GameFilter) -> Iterator[bytes]:
    people = kept_people(data)
    with past_journal(data) as journal:

        def plays() -> Iterator[PastGame]:
            return (game for game in past_games(journal, people, choice) if bgstats.is_play(game))

        yield from (part.encode() for part in bgstats.file_parts(plays, people))


Make = Callable[[Path, GameFilter], Iterator[bytes]]
Page = Callable[[Path, GameFilter, Mapping[str, str], Language], bytes]

PAGES: dict[str, Page] = {
    "": web_history.evenings_page,
    "deleted": web_deleting.deleted_page,
    "statistics": web_statistics.statistics_page,
    "people": web_people.people_page,
    "settings": web_settings.settings_page,
    "evening": web_evening.evening_page,
}
WITHOUT_GAMES = ("people", "settings", "evening")
"""Pages that exist before any game was played."""
GAME_PAGES: dict[str, Callable[[Path, int, Language], bytes | None]] = {
    "game": partial(web_history.game_page, game_links=web_deleting.delete_links),
    "delete": web_deleting.delete_page,
    "stop": web_deleting.stop_page,
}
SHEETS: dict[str, tuple[str, Callable[[Path, int, Language], bytes | None]]] = {
    "png": ("image/png", sharing.sheet_picture),
    "html": (HTML, sharing.sheet_page),
}
FILES: dict[str, tuple[str, Make]] = {
    "games.json": (JSON, _games_json),
    "games.csv": (CSV, _table_maker(tables.player_rows)),
    "rounds.csv": (CSV, _table_maker(tables.round_rows)),
    "plays.bgsplay": (JSON, _plays_file),
}


def make_change(data: Path, fields: FormFields, code: str) -> str:
    """Make the change that a form requests. Returns an empty string, or the sentence why it can't be made."""
    try:
        _apply_change(data, dict(fields))
    except NotDone as refused:
        return language(code).say(refused.sentence)
    except (JournalError, PastError) as error:
        return str(error)
    return ""


def _apply_change(data: Path, fields: Mapping[str, str]) -> None:
    """Make a change. Raises NotDone, JournalError and PastError."""
    word = fields.get("change", "")
    if word == web_settings.FORM:
        web_settings.change_settings(data, fields)
    elif word == web_settings.KEEP_PANEL:
        end_trial(data, TRIAL_CONFIRMED)
    elif word in GAME_CHANGES:
        _change_game(GAME_CHANGES[word], data, fields)
    elif word in [one.value for one in Change]:
        name, other = (fields.get(each, "").strip() for each in ("name", "other"))
        changes.make_change(data, PeopleChange(Change(word), name, other))
    else:
        raise NotDone(text("Nothing is known of such a change."))


def _change_game(change: GameChange, data: Path, fields: Mapping[str, str]) -> None:
    """Make a change to a game. Raises NotDone, JournalError and PastError."""
    number = parse_game_number(fields.get("number", ""))
    try:
        if number is None:
            raise ValueError(fields)
        change(data, number, fields)
    except ValueError:
        raise NotDone(text("There is no game of this number.")) from None


def _change_note(data: Path, number: int, fields: Mapping[str, str]) -> None:
    """Save the note about a game. Raises ValueError if there is no such game, and NotDone."""
    with past_journal(data) as journal:
        found = past_game(journal, kept_people(data), number)
    if found is None:
        raise ValueError(number)
    notes.write_note(data, found.identity, notes.GameNote(fields.get("note", ""), fields.get("place", "")))


def _answer_unknown(_: Path, __: int, ___: Mapping[str, str]) -> None:
    """Raise NotDone: only a table can stop a game, and it would have handled the request before."""
    raise NotDone(text("The table does not answer. Try again."))


GameChange = Callable[[Path, int, Mapping[str, str]], object]

GAME_CHANGES: dict[str, GameChange] = {
    notes.FORM: _change_note,
    deleting.DELETE: lambda data, number, _: deleting.delete_game(data, number, deleting.current_time()),
    deleting.RESTORE: lambda data, number, _: deleting.restore_game(data, number, deleting.current_time()),
    STOP_GAME: _answer_unknown,
}
