"""The history's pages on the panel: evenings, games, the reasons for points, and the QR code for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from device.contract.keycodes import Cell, Choice, Layout, Level
from device.contract.number_pad import NUMBERS_ON_PAD, pad
from device.games import find, missing_reason
from device.history.kinds import played_variant
from device.history.past_game import PastGame
from device.journal import set_aside
from device.journal.result_catchup import corrected_rows
from device.journal.store import Journal
from device.pages import build as pages
from device.people.people import People
from device.reports import bgstats, qr
from device.reports.games import evening_key, past_game, past_games
from device.reports.past_data import has_journal, partly_read_text, past_journal, stored_people
from device.reports.sheet import unaccepted_text
from device.reports.text_lines import evening_text, game_line, no_games_text
from device.session import session as sessions
from device.session.names import visible_key
from device.session.places import (
    ArchivePage,
    CorrectGame,
    EveningPlace,
    EveningsPlace,
    GameCodePlace,
    GamePlace,
    StatisticsPlace,
)
from device.session.prompts import SheetKey
from device.session.winners import outcome
from display.vocabulary import Body, Notice, Paragraphs, ScanCode, Tone
from display.words import Label, Several, Text, join_sentences, text

CODE_TITLE = text("Code for BG Stats")

STATISTICS_CELL = Cell.DC
"""The cell that leads to the statistics, on the page of evenings."""


def evenings_page(data: Path, place: EveningsPlace, max_choices: int) -> ArchivePage:
    """The page of evenings before a game, the latest first."""
    if not has_journal(data):
        return _no_games_page(place)
    with past_journal(data) as journal:
        evenings = list(islice(_evenings(journal, stored_people(data), place.before_game), max_choices + 1))
        notice = None if place.before_game is not None else _set_aside_notice(data, journal)
        deleted = journal.deleted.games()
    shown = evenings[:max_choices]
    choices = [
        Choice(slot, _evening_line(games), _place_of_evening(games, place)) for slot, games in enumerate(shown, 1)
    ]
    if not choices:
        return replace(_no_games_page(place, has_deleted=bool(deleted)), notice=notice)
    link_choices = [Choice(int(STATISTICS_CELL), text("statistics"), StatisticsPlace(parent=place))]
    next_place = EveningsPlace(shown[-1][-1].number, parent=place.parent) if len(evenings) > max_choices else None
    if next_place is None and place.before_game is not None:
        next_place = EveningsPlace(parent=place.parent)
    level: Level[Any] = pad("evening", text("evening"), choices, link_choices, by_heart=False)
    return ArchivePage(place, text("History"), text("Which evening?"), level=level, next_page=next_place, notice=notice)


def _place_of_evening(games: Sequence[PastGame], place: EveningsPlace) -> EveningPlace | GamePlace:
    """The place to which an evening leads: its games, or the game itself if it is the only one."""
    game_number = games[0].number
    return EveningPlace(game_number, parent=place) if games[1:] else GamePlace(game_number, parent=place)


def _set_aside_notice(data: Path, journal: Journal) -> Notice | None:
    """A notice that not all of the journal can be read, or about journals set aside by mistake, with how to restore
    their rows; None if there is nothing to say."""
    partly_read = partly_read_text(journal)
    if partly_read is not None:
        return Notice(Tone.TROUBLE, text("Trouble with the disk"), (partly_read,))
    lines = tuple(aside.sentence for aside in set_aside.restorable_journals(data, journal))
    return Notice(Tone.INFORMATION, text("Left out by mistake"), lines) if lines else None


def _no_games_page(place: EveningsPlace, *, has_deleted: bool = False) -> ArchivePage:
    body = Paragraphs((no_games_text(has_deleted=has_deleted),))
    return ArchivePage(place, text("History"), text("Nothing can be shown"), body)


def _evenings(journal: Journal, people: People, before_game: int | None) -> Iterator[list[PastGame]]:
    """Yield the games before `before_game` by evening, the latest first, and read no more than is asked for.

    Only neighbouring games are put together: if one between them has another date, or none, the evening comes twice.
    """
    games = past_games(journal, people) if before_game is None else past_games(journal, people, before_game=before_game)
    return (list(evening_games) for _, evening_games in groupby(games, evening_key))


def _evening_line(games: Sequence[PastGame]) -> Label:
    """An evening in a line: the day, and the players, each once, by the name of their last game of that evening."""
    names: dict[str, str] = {}
    for game in reversed(games):
        for seat, person in zip(game.result.display_seats, game.people, strict=True):
            names[visible_key(person or seat.name)] = seat.name
    return text("{day}: {players}", day=evening_text(games[0].began_at), players=Several(tuple(names.values())))


def evening_page(data: Path, place: EveningPlace, max_choices: int) -> ArchivePage:
    """The page of an evening's games, the latest first.
    If there are more games than cells, the next page has the rest."""
    with past_journal(data) as journal:
        games = next(_evenings(journal, stored_people(data), place.latest_game + 1), [])
    choices = [
        Choice(slot, game_line(game), GamePlace(game.number, parent=place))
        for slot, game in enumerate(games[: min(max_choices, NUMBERS_ON_PAD)], 1)
    ]
    rest = games[len(choices) :]
    next_place = EveningPlace(rest[0].number, parent=place.parent) if rest else None
    level: Level[Any] = pad("past game", text("game"), choices, by_heart=False)
    return ArchivePage(
        place, text("History"), evening_text(games[0].began_at if games else None), level=level, next_page=next_place
    )


def game_page(data: Path, place: GamePlace, _: int) -> ArchivePage:
    """The page of a game: its final sheet, or one of its rounds with the reasons for the points."""
    with past_journal(data) as journal:
        game, rows = past_game(journal, stored_people(data), place.number), journal.counting_rows(place.number)
    session = sessions.read(corrected_rows(rows)).sessions[-1]
    if game is None or session.record.table is None:
        return _unreadable_page(place, game)
    round_count = len(session.scores.rounds)
    next_page = (place.page + 1) % (round_count + 1)
    next_place = GamePlace(place.number, next_page, parent=place.parent) if round_count else None
    heading = text("{game}, {day}", game=played_variant(game.result).title, day=evening_text(game.began_at))
    if place.page:
        round_index = round_count - place.page
        question = pages.round_points_title(session.scores, round_index)
        points, remark = pages.point_by_point(session, round_index), pages.additions_to_earlier(session, round_index)
        return ArchivePage(place, heading, question, points, next_page=next_place, remark=remark)
    is_read = not game.result.unread_row_count
    question = text("Not all of it can be read.")
    if is_read:
        question = unaccepted_text(rows, session) or outcome(session.record.table, session.scores)
    sheet, scores = pages.ranked_sheet(session), session.scores
    note = session.record.rules.round_points_note if scores.finished and scores.gained_by_round else None
    return ArchivePage(place, heading, question, sheet, _level_of_game(game, place), next_page=next_place, remark=note)


def _level_of_game(game: PastGame, place: GamePlace) -> Level[Any] | None:
    """What can be done with a game: its code for BG Stats, and opening it; None if neither can."""
    result, choices = game.result, list[Choice[Any]]()
    if bgstats.is_played(result):
        choices.append(
            Choice(SheetKey.PHONE, text("code for the app BG Stats"), GameCodePlace(place.number, parent=place))
        )
    if not result.unread_row_count and find(result.game_id) is not None:
        opening = text("correct this game") if result.finished else text("continue this game")
        choices.append(Choice(SheetKey.CORRECT, opening, CorrectGame(place.number)))
    return Level("past", text("what next"), Layout.KEYS, tuple(choices)) if choices else None


def _web_page_code(place: GameCodePlace, fallback: Text) -> ScanCode | None:
    """A QR code of the game's web page, which fits on any panel; None if no web page is served."""
    if not place.page_address:
        return None
    instruction = text("Scan this: the game's page, with BG Stats.")
    return ScanCode(qr.qr_modules(f"{place.page_address}past/game/{place.number}"), instruction, fallback)


def _unreadable_page(place: GamePlace, game: PastGame | None) -> ArchivePage:
    """The page of a game that can't be shown in full: what is known of it, and why."""
    lines: tuple[Text, ...] = (text("The rules can't read this game."),)
    if game is not None and find(game.result.game_id) is None:
        lines = (game_line(game), missing_reason(game.result.game_id))
    return ArchivePage(place, text("History"), text("Nothing can be shown"), Paragraphs(lines))


def game_code_page(data: Path, place: GameCodePlace, _: int) -> ArchivePage:
    """The page with the QR code by which a phone imports a game into BG Stats, or why there is none yet."""
    people = stored_people(data)
    with past_journal(data) as journal:
        game, newest_games = past_game(journal, people, place.number), journal.results.games(limit=1)
    if game is not None and game.began_at is None and any(newest.boot != game.boot for newest in newest_games):
        # A date that becomes known is that of the present start of the machine.
        reason = text("The box never knew the date of this game, and BG Stats needs one.")
        return ArchivePage(place, CODE_TITLE, text("Not possible"), Paragraphs((reason,)))
    return game_code_page_of(game, people, place)


def game_code_page_of(game: PastGame | None, people: People, place: GameCodePlace) -> ArchivePage:
    """Like `game_code_page`, for a game that has been read already."""
    if game is None or not bgstats.is_exportable(game):
        has_date = game is None or game.began_at is not None
        reason = text("BG Stats imports finished games.") if has_date else text("The box does not know the date yet.")
        hints = () if has_date else (text("The code comes by itself as soon as it does."),)
        return ArchivePage(place, CODE_TITLE, text("Not yet"), Paragraphs((reason, *hints)))
    elsewhere = text(
        "This panel is too small for the code. On a computer, “tablekeeper export {number} --qr game.png” makes a"
        " picture of it.",
        number=game.number,
    )
    instruction = join_sentences(
        text("Point the phone's camera here: BG Stats imports the game."), bgstats.APP_SENTENCE
    )
    web_page_code = _web_page_code(place, elsewhere)
    try:
        body: Body = ScanCode(qr.qr_modules(bgstats.play_link(game, people)), instruction, web_page_code or elsewhere)
    except ValueError:
        too_long = text(
            "The game is too long for a code. On a computer, “tablekeeper export {number} --bgstats > game.bgsplay”"
            " makes a file of it.",
            number=game.number,
        )
        body = _web_page_code(place, too_long) or Paragraphs((too_long,))
    question = text("{game}, {day}", game=played_variant(game.result).title, day=evening_text(game.began_at))
    return ArchivePage(place, CODE_TITLE, question, body)
