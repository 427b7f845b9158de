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
from device.history.past_game import PastGame, compact_games
from device.history.statistics import Statistics, statistics
from device.journal import result_catchup, set_aside
from device.journal.errors import JournalError
from device.journal.store import Journal
from device.people.people import People
from device.reports import bgstats, csv_tables, json_values, qr, spreadsheet, text_lines
from device.reports.games import EVERY_GAME, GameDeleted, GameFilter, past_game, past_games
from device.reports.past_data import PastError, has_journal, past_journal, played_names_in, stored_people
from device.reports.sheet import RulesNotInstalled, final_sheet
from device.system import atomicfile, files, lock
from device.system.printing import complain, put, put_csv
from device.system.progress import Progress
from display.words import Language


class OutputFormat(StrEnum):
    """An output format."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    ROUNDS = "rounds"


_TAKEN_BY_BG_STATS = (
    "it takes games that are finished, or were stopped after a round, that have a date, and whose rules are here"
)

_MIN_SIMILARITY = 0.7
"""Minimum similarity of a name to be suggested (`difflib`, from 0 to 1)."""


def print_history(language: Language, data: Path, game_filter: GameFilter, output_format: OutputFormat) -> None:
    """Print past games, the latest first. Raises PastError."""
    people = stored_people(data)
    with past_journal(data) as journal:
        for loss in journal.losses:
            complain(language.say(loss.sentence))
        for set_aside_journal in set_aside.restorable_journals(data, journal):
            complain(language.say(set_aside_journal.sentence))
        games = _selected_games(journal, people, game_filter)
        match output_format:
            case OutputFormat.JSON:
                _put_json({"games": [json_values.game_value(game) for game in games]})
            case OutputFormat.CSV:
                _put_spreadsheet(csv_tables.player_lines(games))
            case OutputFormat.ROUNDS:
                _put_spreadsheet(csv_tables.round_lines(games))
            case _:
                _put_lines(text_lines.evening_lines(language, games))


def _selected_games(journal: Journal, people: People, game_filter: GameFilter) -> Iterator[PastGame]:
    """The selected games. If there are none, a complaint is printed.

    Raises PastError if nobody has played under the selected name.
    """
    games = past_games(journal, people, game_filter)
    first = next(games, None)
    if first is not None:
        return chain((first,), games)
    if (
        game_filter.player is not None
        and next(past_games(journal, people, GameFilter(player=game_filter.player)), None) is None
    ):
        _refuse_player(journal, people, game_filter.player)
    if game_filter != EVERY_GAME:
        complain("there is no game like that.")
    else:
        complain("all games are deleted." if journal.deleted.games() else "nothing was declared in a game yet.")
    return games


def _refuse_player(journal: Journal, people: People, name: str) -> NoReturn:
    """Raise PastError for a name that nobody has played under, with similar names as suggestions."""
    names = {
        played_name.casefold(): played_name
        for played_name in played_names_in(journal)
        if people.find_person(played_name).name not in people.hidden_names
    }
    similar = [f"“{names[key]}”" for key in get_close_matches(name.casefold(), names, cutoff=_MIN_SIMILARITY)]
    hint = f"did you mean {' or '.join(similar)}?" if similar else "`tablekeeper people` lists everybody."
    raise PastError(f"nobody has played as {name}; {hint}")


def print_sheet(language: Language, data: Path, number: int, output_format: OutputFormat) -> None:
    """Print one game in full: the final sheet, the reasons for all points, the record. Raises PastError."""
    people = stored_people(data)
    with past_journal(data) as journal:
        try:
            sheet = final_sheet(journal, _find_game(journal, people, data, number))
        except RulesNotInstalled as missing:
            raise PastError(language.say(missing.sentence)) from None
    if output_format is OutputFormat.JSON:
        _put_json(json_values.sheet_value(sheet))
    elif output_format is OutputFormat.TEXT:
        _put_lines(text_lines.sheet_lines(language, sheet))
    else:
        make_lines = csv_tables.player_lines if output_format is OutputFormat.CSV else csv_tables.round_lines
        _put_spreadsheet(make_lines([sheet.game]))


def _find_game(journal: Journal, people: People, data: Path, number: int) -> PastGame:
    """The game with that number. No other game is read.

    Raises PastError if there is none, if nothing was declared in it, or if it was deleted.
    """
    try:
        game = past_game(journal, people, number)
    except GameDeleted:
        raise PastError(
            f"game {number} was deleted; `tablekeeper history --undelete {number}` takes it back, and"
            f" `tablekeeper export {number}` prints its record."
        ) from None
    except (ValueError, OverflowError):  # SQLite counts to 2⁶³ only
        raise PastError(f"there is no game {number} in the journal in {data}.") from None
    if game is None:
        raise PastError(f"nothing was declared in game {number} yet.")
    return game


def print_statistics(language: Language, data: Path, game_filter: GameFilter, output_format: OutputFormat) -> None:
    """Print the statistics of the selected games. Raises PastError."""
    people = stored_people(data)
    with past_journal(data) as journal:
        games = compact_games(_selected_games(journal, people, game_filter))
    summary = statistics(games, people.hidden_names)
    if output_format is OutputFormat.CSV:
        _put_spreadsheet(csv_tables.person_lines(summary))
        return
    rated_kinds = _rated_kinds(summary, games, people)
    if output_format is OutputFormat.JSON:
        _put_json(json_values.statistics_value(summary, rated_kinds))
    else:
        _put_lines(text_lines.statistics_lines(language, summary, {kind: latest for kind, latest, _ in rated_kinds}))


def _rated_kinds(summary: Statistics, games: list[PastGame], people: People) -> list[json_values.RatedKind]:
    """The ratings in each kind of game. If openskill is missing, there are none, and a complaint is printed."""
    if not ratings.can_rate():
        from hal.system import install_hint  # imported late: needed only if openskill is missing

        complain(f"there are no ratings without openskill. Type: {install_hint.install_command()}")
        return []
    rated_kinds = []
    for kind_statistics in summary.kinds:
        rated_games = ratings.ratings_of_kind(games, kind_statistics.compared_kind, people.hidden_names)
        rated_kinds.append((kind_statistics.kind, ratings.latest_ratings(rated_games), rated_games))
    return rated_kinds


def print_bgstats(data: Path, number: int | None) -> None:
    """Print a file of plays for BG Stats, of one game or of all. Raises PastError."""
    people = stored_people(data)
    with past_journal(data) as journal:
        games = list(past_games(journal, people)) if number is None else [_find_game(journal, people, data, number)]
    plays = [game for game in games if bgstats.is_exportable(game)]
    if not plays:
        raise PastError(f"there is nothing for BG Stats: {_TAKEN_BY_BG_STATS}.")
    if len(plays) < len(games):
        complain(
            f"{len(games) - len(plays)} of {len(games)} games left out of what is for BG Stats: {_TAKEN_BY_BG_STATS}."
        )
    put("".join(bgstats.file_parts(lambda: reversed(plays), people)))


def write_qr(data: Path, number: int, path: Path) -> None:
    """Write the picture of the QR code by which a phone imports a game into BG Stats. Raises PastError."""
    people = stored_people(data)
    with past_journal(data) as journal:
        game = _find_game(journal, people, data, number)
    if not bgstats.is_exportable(game):
        raise PastError(f"game {number} is nothing for BG Stats yet: {_TAKEN_BY_BG_STATS}.")
    try:
        atomicfile.replace_file(path, qr.qr_png(bgstats.play_link(game, people)))
    except ValueError:
        raise PastError(
            f"game {number} is too long for a code; `export {number} --bgstats` has it as a file."
        ) from None
    except OSError as error:
        raise PastError(f"{path} can't be written: {error.strerror}.") from None


def rebuild_results(language: Language, data: Path) -> str:
    """Compute all results again, with a progress bar. Returns a sentence that says what was done. Raises PastError."""
    if not has_journal(data):
        raise PastError(f"there is no journal in {data}.")
    try:
        with lock.hold_lock(data), closing(Journal.open(data)) as journal:
            for loss in journal.losses:
                complain(language.say(loss.sentence))
            progress = Progress("games", 1)
            count = result_catchup.rebuild_results(journal, progress.set_done)
    except (JournalError, lock.DirectoryNotLocked) as error:
        raise PastError(str(error)) from None
    return f"{count} games: all results were worked out anew."


def restore_rows(data: Path, file_number: int) -> str:
    """Copy the rows that only this journal set aside has. Returns a sentence on what was done. Raises PastError."""
    if not has_journal(data):
        raise PastError(f"there is no journal in {data}.")
    file_name = set_aside.file_name(file_number)
    if not files.is_file(data / file_name):
        raise PastError(f"there is no {file_name} in {data}.")
    try:
        with lock.hold_lock(data), closing(Journal.open(data)) as journal:
            line_count = set_aside.restore_rows(data, file_number, journal)
    except (JournalError, lock.DirectoryNotLocked) as error:
        raise PastError(str(error)) from None
    if not line_count:
        raise PastError(f"{file_name} has no lines that are missing here, or it can't be read whole.")
    return f"{line_count} lines of {file_name} are here again."


def _put_json(value: object) -> None:
    put(json.dumps(value, ensure_ascii=False))


def _put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def _put_spreadsheet(lines: Iterable[str]) -> None:
    """Print a table byte for byte, as its file must be."""
    put_csv(spreadsheet.BYTE_ORDER_MARK, lines)
