"""Web pages that delete, restore or stop a game. To delete or stop one, a page of its own asks for confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from device.contract.declarations import GameEnd
from device.contract.scores import Scores
from device.history import ratings
from device.history.past_game import PastGame
from device.journal.deleted import RESTORABLE_DAYS, can_be_restored
from device.reports import deletion
from device.reports.deletion import DELETE, RESTORE, DeletedGame
from device.reports.games import GameFilter, past_game
from device.reports.html import Content, Markup, change_form, element, history_page, join_markup, link_to, status_parts
from device.reports.past_data import has_journal, past_journal, stored_people
from device.reports.sheet import FinalSheet, RulesNotInstalled, final_sheet
from device.reports.text_lines import day_text, game_line
from device.reports.web_history import heading_of
from device.session import record as records
from device.session.winners import leaders_in_words
from device.system.not_done import NotDone
from display.words import Language, Text, text
from hal.browser.page_requests import STOP_GAME

DELETED_PATH = "/past/deleted"


def delete_page(data: Path, number: int, language: Language) -> bytes:
    """The page that asks whether to delete a game, and explains what that means; or says why it can't be deleted."""
    say = language.say
    heading = say(text("Delete game {number}?", number=str(number)))
    try:
        game = deletion.find_deletable(data, number)
    except NotDone as refused:
        return history_page(language, "", heading, element("p", say(refused.sentence)), _link_back(number, language))
    effects = (
        text(
            "The history, statistics, ratings and all files leave it out. Names that are known from it alone are no"
            " longer offered."
        ),
        text(
            "For {days} days it can be taken back, on the page of deleted games. No other game gets its number.",
            days=RESTORABLE_DAYS,
        ),
        text("If this table has joined a club, the club keeps the game: its director decides about it there."),
    )
    form = _change_button(DELETE, number, say(text("Delete this game")), DELETED_PATH)
    return _question_page(language, heading, game, effects, form)


def stop_page(data: Path, number: int, language: Language) -> bytes | None:
    """The page that asks whether to stop an abandoned game, and says who leads; None if it can't be stopped."""
    with past_journal(data) as journal:
        game = past_game(journal, stored_people(data), number)
        sheet = None if game is None else final_sheet(journal, game)
        if sheet is None or not can_be_stopped(sheet, journal.current_game()):
            return None
    table, stopped_record = sheet.record.setup, records.declare(sheet.record, GameEnd())
    effects = (
        leaders_in_words(table, stopped_record.scores),
        _stopped_text(sheet.game, stopped_record.scores),
    )
    heading = language.say(text("Stop game {number}?", number=str(number)))
    form = _change_button(STOP_GAME, number, language.say(text("Stop this game")), f"/past/game/{number}")
    return _question_page(language, heading, sheet.game, effects, form)


def _stopped_text(game: PastGame, scores: Scores) -> Text:
    """The sentence that says what becomes of a game that is stopped with these scores."""
    if ratings.counts_when_stopped(game, len(scores.rounds)):
        return text("A stopped game stays in the history. Statistics leave it out, but ratings count it.")
    return text("A stopped game stays in the history, and statistics leave it out.")


def can_be_stopped(sheet: FinalSheet, current_game: int | None) -> bool:
    """Whether this page can stop a game: an unfinished one that is not in play.

    The game in play is stopped in the table's menu.
    """
    result = sheet.game.result
    return (
        sheet.game.number != current_game
        and not result.finished
        and not result.unread_row_count
        and sheet.record.begun
        and records.can_be_stopped(sheet.record)
    )


def change_links(sheet: FinalSheet, current_game: int | None, language: Language) -> Markup:
    """The links on a game's page to the pages that stop or delete it, or why it can't be deleted now."""
    number, lines = sheet.game.number, list[Content]()
    if can_be_stopped(sheet, current_game):
        lines.append(link_to(f"/past/stop/{number}", language.say(text("Stop this game…"))))
    if number == current_game:
        lines.append(
            language.say(text("This is the game that was begun last. It can be deleted once another one has begun."))
        )
    else:
        lines.append(link_to(f"/past/delete/{number}", language.say(text("Delete this game…"))))
    return join_markup(element("p", line) for line in lines)


def deleted_games_page(data: Path, _: GameFilter, __: Mapping[str, str], language: Language) -> bytes:
    """The page of the deleted games that can still be restored."""
    say = language.say
    deleted = deletion.deleted_games(data, deletion.current_time()) if has_journal(data) else []
    parts: list[Content] = [_deleted_row(deleted_game, language) for deleted_game in deleted]
    if not deleted:
        parts.append(element("p", say(text("There is no deleted game that can be taken back."))))
    return history_page(language, "", say(text("Deleted games")), *status_parts(language), *parts)


def missing_rules_page(missing: RulesNotInstalled, language: Language) -> bytes:
    """The page of a game whose rules are not installed: what is known of the game, and which package is missing."""
    say, number = language.say, missing.game.number
    parts = (
        element("p", say(missing.sentence)),
        element("p", say(game_line(missing.game))),
        element("p", say(text("All of it is kept: tablekeeper export {number}", number=str(number)))),
        element("p", link_to(f"/past/delete/{number}", say(text("Delete this game…")))),
    )
    return history_page(language, "", heading_of(missing.game, language), *parts)


def deleted_game_page(data: Path, game: PastGame, language: Language) -> bytes:
    """The page of a game that was deleted."""
    say, heading = language.say, language.say(text("Game {number} was deleted", number=str(game.number)))
    with past_journal(data) as journal:
        deleted_at = journal.deleted.games().get(game.identity)
    if can_be_restored(deleted_at, deletion.current_time()):
        part: Content = _deleted_row(DeletedGame(game, deleted_at), language)
    else:
        part = element("p", say(deletion.too_late_text(game.number)))
    return history_page(language, "", heading, *status_parts(language), part)


def _deleted_row(deleted: DeletedGame, language: Language) -> Markup:
    say = language.say
    date_line = text("Deleted: {day}", day=day_text(deleted.deleted_at))
    button = say(text("Take game {number} back", number=str(deleted.game.number)))
    lines = (element("p", say(line)) for line in (game_line(deleted.game), date_line))
    form = _change_button(RESTORE, deleted.game.number, button, f"/past/game/{deleted.game.number}")
    return join_markup((element("h2", heading_of(deleted.game, language)), *lines, form))


def _question_page(language: Language, heading: str, game: PastGame, effects: tuple[Text, ...], form: Markup) -> bytes:
    lines = [element("p", heading_of(game, language)), element("p", language.say(game_line(game)))]
    lines += [element("p", language.say(line)) for line in effects]
    return history_page(language, "", heading, *status_parts(language), *lines, form, _link_back(game.number, language))


def _link_back(number: int, language: Language) -> Markup:
    return element("p", link_to(f"/past/game/{number}", language.say(text("Leave it as it is"))))


def _change_button(change: str, number: int, button: str, next_path: str) -> Markup:
    hidden_fields = (("change", change), ("number", str(number)))
    return change_form(hidden_fields, element("button", button), action=DELETED_PATH, next_path=next_path)
