"""`tablekeeper history` and `tablekeeper statistics`: print past games for people, or as JSON and CSV for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from difflib import get_close_matches
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import NoReturn

from device.history import ratings
from device.history.past import PastGame, drop_rounds
from device.history.statistics import Statistics, kind_of, statistics
from device.journal import result_catchup, set_aside
from device.journal.errors import JournalError
from device.journal.store import Journal
from device.people.people import People
from device.reports import bgstats, qr, spreadsheet, tables, text_lines, values
from device.reports.games import EVERY_GAME, GameDeleted, GameFilter, past_game, past_games
from device.reports.reading import PastError, has_journal, kept_people, past_journal, played_names_in
from device.reports.sheet import RulesNotInstalled, final_sheet
from device.system import atomicfile, lock
from device.system.printing import complain, put, put_table
from device.system.progress import Progress
from display.words import Language


class Form(StrEnum):
    """An output format."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    ROUNDS = "rounds"


_MIN_SIMILARITY = 0.7
"""Minimum similarity of a name to be suggested (`difflib`, from 0 to 1)."""


def print_history(language: Language, data: Path, choice: GameFilter, form: Form) -> None:
    """Print past games, the latest first. Raises PastError."""
    people = kept_people(data)
    with past_journal(data) as journal:
        for loss in journal.losses:
            complain(language.say(loss.sentence))
        for aside in set_aside.restorable_journals(data, journal):
            complain(language.say(aside.sentence))
        found = _chosen_games(journal, people, choice)
        match form:
            case Form.JSON:
                _put_json({"games": [values.game_value(game) for game in found]})
            case Form.CSV:
                _put_table(tables.player_rows(found))
            case Form.ROUNDS:
                _put_table(tables.round_rows(found))
            case _:
                _put_lines(text_lines.evening_lines(language, found))


def _chosen_games(journal: Journal, people: People, choice: GameFilter) -> Iterator[PastGame]:
    """The selected games. If there are none, a complaint is printed.

    Raises PastError if nobody has played under the selected name.
    """
    found = past_games(journal, people, choice)
    first = next(found, None)
    if first is not None:
        return chain((first,), found)
    if choice.player is not None and next(past_games(journal, people, GameFilter(player=choice.player)), None) is None:
        _refuse_player(journal, people, choice.player)
    complain("nothing was declared in a game yet." if choice == EVERY_GAME else "there is no game like that.")
    return found


def _refuse_player(journal: Journal, people: People, name: str) -> NoReturn:
    """Raise PastError for a name that nobody has played under, with similar names as suggestions."""
    names = {
        one.casefold(): one
        for one in played_names_in(journal)
        if people.find_person(one).name not in people.hidden_names
    }
    similar = [f"“{names[one]}”" for one in get_close_matches(name.casefold(), names, cutoff=_MIN_SIMILARITY)]
    hint = f"did you mean {' or '.join(similar)}?" if similar else "`tablekeeper people` lists who has."
    raise PastError(f"nobody has played as {name}; {hint}")


def print_sheet(language: Language, data: Path, number: int, form: Form) -> None:
    """Print one game in full: the final sheet, the reasons for all points, the record. Raises PastError."""
    people = kept_people(data)
    with past_journal(data) as journal:
        try:
            found = final_sheet(journal, _find_game(journal, people, data, number))
        except RulesNotInstalled as away:
            raise PastError(language.say(away.sentence)) from None
    if form is Form.JSON:
        _put_json(values.sheet_value(found))
    elif form is Form.TEXT:
        _put_lines(text_lines.sheet_lines(language, found))
    else:
        _put_table(tables.player_rows([found.game]) if form is Form.CSV else tables.round_rows([found.game]))


def _find_game(journal: Journal, people: People, data: Path, number: int) -> PastGame:
    """The game with that number. No other game is read.

    Raises PastError if there is none, if nothing was declared in it, or if it was deleted.
    """
    try:
        found = past_game(journal, people, number)
    except GameDeleted:
        raise PastError(
            f"game {number} was deleted; `tablekeeper history --undelete {number}` takes it back, and"
            f" `tablekeeper export {number}` prints its record."
        ) from None
    except (ValueError, OverflowError):  # SQLite counts to 2⁶³ only
        raise PastError(f"there is no game {number} in the journal in {data}.") from None
    if found is None:
        raise PastError(f"nothing was declared in game {number} yet.")
    return found


def print_statistics(language: Language, data: Path, choice: GameFilter, form: Form) -> None:
    """Print the statistics of the selected games. Raises PastError."""
    people = kept_people(data)
    with past_journal(data) as journal:
        found = drop_rounds(_chosen_games(journal, people, choice))
    summary = statistics(found, people.hidden_names)
    if form is Form.CSV:
        _put_table(tables.person_rows(summary))
        return
    rated = _rated_people(summary, found, people)
    if form is Form.JSON:
        _put_json(values.statistics_value(summary, rated))
    else:
        _put_lines(text_lines.statistics_lines(language, summary, {kind: latest for kind, latest, _ in rated}))


def _rated_people(summary: Statistics, found: list[PastGame], people: People) -> list[values.Rated]:
    if not ratings.can_rate():
        from hal.system import installing  # imported late: needed only if openskill is missing

        complain(f"there are no ratings without openskill. Type: {installing.install_command()}")
        return []
    rated = []
    for record in summary.games:
        rated_games = ratings.ratings_of_kind(found, record.compared_kind, people.hidden_names)
        rated.append((kind_of(record), ratings.latest_ratings(rated_games), rated_games))
    return rated


def print_bgstats(data: Path, number: int | None) -> None:
    """Print a file of plays for BG Stats, of one game or of all. Raises PastError."""
    people = kept_people(data)
    with past_journal(data) as journal:
        found = list(past_games(journal, people)) if number is None else [_find_game(journal, people, data, number)]
    plays = [game for game in found if bgstats.is_play(game)]
    if not plays:
        raise PastError("there is nothing for BG Stats: it takes games that are finished and have a date.")
    if len(plays) < len(found):
        complain(f"{len(found) - len(plays)} games are left out: they are not finished, or have no date yet.")
    put("".join(bgstats.file_parts(lambda: reversed(plays), people)))


def write_qr(data: Path, number: int, path: Path) -> None:
    """Write the picture of the QR code by which a phone imports a game into BG Stats. Raises PastError."""
    people = kept_people(data)
    with past_journal(data) as journal:
        found = _find_game(journal, people, data, number)
    if not bgstats.is_play(found):
        raise PastError(f"game {number} is nothing for BG Stats yet: it takes games that are finished and have a date.")
    try:
        atomicfile.replace_file(path, qr.qr_png(bgstats.play_link(found, people)))
    except ValueError:
        raise PastError(
            f"game {number} is too long for a code; `export {number} --bgstats` has it as a file."
        ) from None
    except OSError as error:
        raise PastError(f"{path} can't be written: {error.strerror}.") from None


def rebuild_results(data: Path) -> str:
    """Compute all results again, with a progress bar. Returns a sentence that says what was done. Raises PastError."""
    if not has_journal(data):
        raise PastError(f"there is no journal in {data}.")
    try:
        with lock.hold_lock(data), closing(Journal.open(data)) as journal:
            progress = Progress("games", 1)
            count = result_catchup.rebuild_results(journal, progress.set_done)
    except (JournalError, lock.DirectoryNotLocked) as error:
        raise PastError(str(error)) from None
    return f"{count} games: all results were worked out anew."


def restore_rows(data: Path, number: int) -> str:
    """Copy the rows that only a journal set aside has. Returns a sentence that says what was done. Raises PastError."""
    if not has_journal(data):
        raise PastError(f"there is no journal in {data}.")
    try:
        with lock.hold_lock(data), closing(Journal.open(data)) as journal:
            lines = set_aside.restore_rows(data, number, journal)
    except (JournalError, lock.DirectoryNotLocked) as error:
        raise PastError(str(error)) from None
    if not lines:
        raise PastError(f"there is nothing in journal.db.damaged-{number} that is not here, or it is not there whole.")
    return f"{lines} lines of journal.db.damaged-{number} are here again."


def _put_json(value: object) -> None:
    put(json.dumps(value, ensure_ascii=False))


def _put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def _put_table(lines: Iterable[str]) -> None:
    """Print a table byte for byte, as its file must be."""
    put_table(spreadsheet.MARK, lines)
