"""What a browser is shown of the past: pages, files to take away, and what a form asked to be changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path

from device.journal.errors import JournalError
from device.pages.archive import cannot_read
from device.reports import bgstats, changes, qr, spreadsheet, tables, values, web_history, web_people, web_statistics
from device.reports.changes import ChangeRefused
from device.reports.games import GameFilter, past_games
from device.reports.html import document, element
from device.reports.reading import PastError, has_journal, kept_people, past_journal
from device.session.archive import Change, PeopleChange
from display.languages import language
from display.words import Language, Text, text
from hal.desktop.requests import Document, Fields

HTML = "text/html"


def find(data: Path, path: str, query: Fields, code: str) -> Document | None:
    """A page or file of a directory's past, in the language of a code; None if there is no such.

    What can't be read is a page that says so.
    """
    speaking = language(code)
    try:
        if not has_journal(data) and path != "people":
            return _sentence(speaking, text("No game has been played yet."))
        return _find(data, path, dict(query), speaking)
    except (JournalError, PastError) as error:
        return _sentence(speaking, cannot_read(str(error)))
    except BadQuery as error:
        return _sentence(speaking, error.sentence)


class BadQuery(Exception):
    """What was asked for makes no sense; `sentence` is for people."""

    def __init__(self, sentence: Text) -> None:
        super().__init__()
        self.sentence = sentence


def _find(data: Path, path: str, query: Mapping[str, str], speaking: Language) -> Document | None:
    if path in PAGES:
        return Document(HTML, PAGES[path](data, _choice(query), query, speaking))
    if path in FILES:
        kind, make = FILES[path]
        return Document(kind, make(data, _choice(query)), f"tablekeeper-{path}")
    folder, _, number = path.partition("/")
    stem, _, ending = number.partition(".")
    if folder != "game" or not (stem.isascii() and stem.isdecimal()) or len(stem) > LONGEST_NUMBER:
        return None
    return _of_game(data, int(stem), ending, speaking)


LONGEST_NUMBER = 9
"""Figures of a game's number."""


def _of_game(data: Path, number: int, ending: str, speaking: Language) -> Document | None:
    """The page of a game, or a file about it."""
    try:
        if ending == "":
            page = web_history.game(data, number, speaking)
            return None if page is None else Document(HTML, page)
        with past_journal(data) as journal:
            people = kept_people(data)
            found = next(past_games(journal, people, before=number + 1), None)
    except ValueError:
        return None
    if found is None or found.number != number or not bgstats.is_play(found):
        return None
    if ending == "bgsplay":
        return Document(JSON, _json(bgstats.file([found], people)), f"tablekeeper-{number}.bgsplay")
    try:
        return Document("image/png", qr.png(bgstats.link(found, people))) if ending == "png" else None
    except ValueError:
        return None


def _choice(query: Mapping[str, str]) -> GameFilter:
    """Which games are wanted. Raises BadQuery."""
    return GameFilter(
        query.get("game") or None, query.get("player") or None, _day(query.get("since")), _day(query.get("until"))
    )


def _day(word: str | None) -> date | None:
    if not word:
        return None
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise BadQuery(text("“{day}” is no day: write it as {example}.", day=word[:40], example="2026-11-21")) from None


def _sentence(speaking: Language, sentence: Text) -> Document:
    """A page that says one thing."""
    title = speaking.say(text("The past"))
    return Document(HTML, document(speaking, "", title, element("p", speaking.say(sentence))))


JSON = "application/json"
CSV = "text/csv"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(lines: Iterable[str]) -> bytes:
    return (spreadsheet.MARK + "".join(lines)).encode()


def _games_json(data: Path, choice: GameFilter) -> bytes:
    with past_journal(data) as journal:
        return _json({"games": [values.game_value(game) for game in past_games(journal, kept_people(data), choice)]})


def _games_csv(data: Path, choice: GameFilter) -> bytes:
    with past_journal(data) as journal:
        return _lines(tables.by_player(past_games(journal, kept_people(data), choice)))


def _rounds_csv(data: Path, choice: GameFilter) -> bytes:
    with past_journal(data) as journal:
        return _lines(tables.by_round(past_games(journal, kept_people(data), choice)))


def _plays(data: Path, choice: GameFilter) -> bytes:
    people = kept_people(data)
    with past_journal(data) as journal:
        plays = [game for game in past_games(journal, people, choice) if bgstats.is_play(game)]
    return _json(bgstats.file(reversed(plays), people))


Page = Callable[[Path, GameFilter, Mapping[str, str], Language], bytes]

PAGES: dict[str, Page] = {
    "": web_history.evenings_page,
    "statistics": web_statistics.page,
    "people": web_people.page,
}
FILES: dict[str, tuple[str, Callable[[Path, GameFilter], bytes]]] = {
    "games.json": (JSON, _games_json),
    "games.csv": (CSV, _games_csv),
    "rounds.csv": (CSV, _rounds_csv),
    "plays.bgsplay": (JSON, _plays),
}


def change(data: Path, fields: Fields, code: str) -> str:
    """Do what a form of a page asks for. Nothing, or the sentence that says why it can't be done."""
    told, speaking = dict(fields), language(code)
    try:
        what = Change(told.get("change", ""))
    except ValueError:
        return speaking.say(text("Nothing is known of such a change."))
    name, other = (told.get(each, "").strip() for each in ("name", "other"))
    try:
        changes.make(data, PeopleChange(what, name, other))
    except ChangeRefused as refused:
        return speaking.say(refused.sentence)
    except (JournalError, PastError) as error:
        return str(error)
    return ""
