"""The history's web pages: the list of evenings with their games, and the page of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

from device import games
from device.contract.scores import causes_with_detail
from device.history.kinds import played_variant
from device.history.past_game import PastGame
from device.journal import validate
from device.journal.deleted import Deletions
from device.journal.store import Journal
from device.pages import build as pages
from device.pages.web_words import RECORD_LANGUAGE
from device.people.people import known_names
from device.reports import bgstats, notes, qr, svg
from device.reports.games import GameFilter, group_by_evening, past_game, past_games
from device.reports.html import (
    Content,
    Markup,
    change_form,
    element,
    history_page,
    html_table,
    join_markup,
    link_to,
    status_parts,
    trouble_paragraph,
)
from device.reports.past_data import partly_read_text, past_journal, played_names, stored_people
from device.reports.sheet import FinalSheet, final_sheet, reopened_remarks
from device.reports.text_lines import cause_reason, evening_text, no_games_text, standing_of_seat, standings_by_place
from device.reports.web_people import NAMES_KEPT
from device.session.evenings import is_after_midnight
from device.session.names import visible_key
from device.session.session import Session
from display.words import Label, Language, Text, counted, figure, signed, text
from hal.browser.page_requests import parse_game_number

GameLinks = Callable[[FinalSheet, int | None, Language], Markup | None]
"""Makes the links to what can be done with a game, from its sheet and the number of the game in play."""

GAMES_PER_PAGE = 50
"""Games on a page."""


def evenings_page(data: Path, game_filter: GameFilter, query: Mapping[str, str], language: Language) -> bytes:
    """The page of games by evening, the latest first, with a form to select them and files to download."""
    say = language.say
    game_number = parse_game_number(query.get("before", ""))
    before_game = validate.GAME_NUMBER_LIMIT if game_number is None else game_number
    with past_journal(data) as journal:
        trouble_parts, deleted = _journal_trouble_parts(journal, language), journal.deleted.games()
        found_games = past_games(journal, stored_people(data), game_filter, before_game)
        some_games = list(islice(found_games, GAMES_PER_PAGE + 1))
        page_games = some_games[:GAMES_PER_PAGE]
        reopened = reopened_remarks(journal, page_games)
    remarks_by_game = _remarks_by_game(data, page_games, reopened, language)
    filters = {key: word for key, word in query.items() if key in FILTER_FIELDS and word}
    parts: list[Content] = [*trouble_parts, _filter_form(data, game_filter, filters, language)]
    parts += [_evening_section(evening, remarks_by_game, language) for evening in group_by_evening(page_games)]
    if len(some_games) > GAMES_PER_PAGE:
        earlier_path = "/past/?" + urlencode({**filters, "before": str(page_games[-1].number)})
        parts.append(element("p", link_to(earlier_path, say(text("Earlier games")))))
    if page_games:
        has_others = len(some_games) > GAMES_PER_PAGE or game_number is not None
        parts += [_names_explanation(page_games, language), _file_links(filters, language, has_others=has_others)]
    else:
        nothing_shown = text("No game fits this choice.") if filters else no_games_text(has_deleted=bool(deleted))
        parts.append(element("p", say(nothing_shown)))
    parts.append(_link_to_deleted(deleted, language))
    return history_page(language, "/past/", say(text("History")), *parts)


def _link_to_deleted(deleted: Deletions, language: Language) -> Markup | None:
    """The link to the deleted games; None if there are none."""
    return element("p", link_to("/past/deleted", language.say(text("Deleted games")))) if deleted else None


def _journal_trouble_parts(journal: Journal, language: Language) -> list[Content]:
    """The sentences that the journal can't be read whole now, or that one was damaged."""
    losses = (element("p", language.say(loss.sentence)) for loss in journal.losses)
    return [trouble_paragraph(language, partly_read_text(journal)), *losses]


FILTER_FIELDS = ("game", "player", "since", "until")


def _filter_form(data: Path, game_filter: GameFilter, filters: Mapping[str, str], language: Language) -> Markup:
    say = language.say
    options = [element("option", say(text("all games")), value="")]
    options += [
        element("option", say(title), value=game, selected=game == game_filter.game)
        for game, title in games.titles().items()
    ]
    people = [element("option", say(text("everybody")), value="")]
    names = dict.fromkeys((*known_names(stored_people(data), played_names(data)), *filter(None, (game_filter.player,))))
    people += [element("option", name, value=name, selected=name == game_filter.player) for name in names]
    fields = (
        element("label", say(text("Game")), " ", element("select", *options, name="game")),
        element("label", say(text("Person")), " ", element("select", *people, name="player")),
        *(
            element("label", say(label), " ", element("input", type="date", name=name, value=filters.get(name, "")))
            for name, label in (("since", text("From")), ("until", text("To")))
        ),
        element("button", say(text("Show"))),
    )
    return element("form", *fields, method="get", action="/past/", class_="choose")


def _evening_section(evening_games: Sequence[PastGame], remarks: Mapping[int, str], language: Language) -> Markup:
    say = language.say
    heading = say(evening_text(evening_games[0].began_at))
    heads = [say(head) for head in (text("Game"), text("Points"), text("Remarks"))]
    rows = [
        (_game_link(game, language), _standing_text(game, language), remarks[game.number]) for game in evening_games
    ]
    column_count = len(heads) if any(remarks for *_, remarks in rows) else len(heads) - 1
    table = html_table(heading, heads[:column_count], (row[:column_count] for row in rows))
    night_note = element("p", say(text("Games until five in the morning belong to the evening before.")))
    has_night_games = any(game.began_at is not None and is_after_midnight(game.began_at) for game in evening_games)
    return join_markup((element("h2", heading), night_note if has_night_games else None, table))


def _game_link(game: PastGame, language: Language) -> Markup:
    return link_to(f"/past/game/{game.number}", f"{game.number} · {language.say(played_variant(game.result).title)}")


def _standing_text(game: PastGame, language: Language) -> str:
    if not game.result.has_places:
        return ", ".join(language.say(seat.name) for seat in game.result.display_seats)
    standings = standings_by_place(game.result)
    return ", ".join(f"{language.say(name)}\u00a0{language.say(points)}" for name, points in standings)


def _remarks_by_game(
    data: Path, page_games: Sequence[PastGame], reopened: Mapping[int, Text], language: Language
) -> dict[int, str]:
    """The remarks about games, with what people have written about them, by the games' numbers."""
    notes_by_game, remarks = notes.read_notes(data), dict[int, str]()
    for game in page_games:
        note = notes_by_game.get(game.identity, notes.GameNote())
        parts = (language.say(reopened.get(game.number, "")), _remark_text(game, language), note.place, note.text)
        remarks[game.number] = " · ".join(filter(None, parts))
    return remarks


def _remark_text(game: PastGame, language: Language) -> str:
    result, say = game.result, language.say
    if not result.has_places:
        return say(text("its package is not here"))
    remarks = [] if result.finished or result.unread_row_count else [say(text("not finished"))]
    if result.stopped:
        remarks.append(say(text("stopped early")))
    if result.accepted_refusal_count:
        remarks.append(say(text("with what the table let stand")))
    if result.unread_row_count:
        remarks.append(say(text("not all of it can be read")))
    return ", ".join(remarks)


def _names_explanation(games: Sequence[PastGame], language: Language) -> Markup | None:
    """That games keep their names, if somebody is called otherwise now than in one of these games."""
    return element("p", language.say(NAMES_KEPT)) if any(map(_has_other_names, games)) else None


def _has_other_names(game: PastGame) -> bool:
    """Whether somebody is called otherwise now than in the game."""
    names = zip(game.result.seats, game.people, strict=True)
    return any(person is not None and visible_key(person) != visible_key(seat.name) for seat, person in names)


def _file_links(filters: Mapping[str, str], language: Language, *, has_others: bool) -> Markup:
    """Links that download the chosen games as files; `has_others` if the page does not show them all."""
    say, query = language.say, f"?{urlencode(filters)}" if filters else ""
    files = (
        ("games.csv", text("a table of players and games (CSV)")),
        ("rounds.csv", text("a table of the points of each round that is over (CSV)")),
        ("games.json", text("for programs (JSON)")),
        ("plays.bgsplay", text("for BG Stats, an app for phones: all games that are over and have a date")),
    )
    if has_others:
        heading = text("Save all games of this choice as files") if filters else text("Save all games as files")
    else:
        heading = text("Save these games as files")
    links = (element("li", link_to(f"/past/{name}{query}", say(title))) for name, title in files)
    return join_markup((element("h2", say(heading)), element("ul", *links)))


def game_page(data: Path, number: int, language: Language, game_links: GameLinks) -> bytes | None:
    """The page of a game; `game_links` makes the links to what can be done with it. None if nothing was declared in it.

    Raises ValueError if there is no such game, GameDeleted, RulesNotInstalled and PastError.
    """
    people = stored_people(data)
    with past_journal(data) as journal:
        game = past_game(journal, people, number)
        if game is None:
            return None
        sheet, current_game = final_sheet(journal, game), journal.current_game()
        trouble_parts = _journal_trouble_parts(journal, language)
    note = notes.read_notes(data).get(game.identity, notes.GameNote())
    note_lines = (element("p", line) for line in (note.place, note.text) if line)
    parts: list[Content] = [*trouble_parts, *status_parts(language), *note_lines]
    parts += sheet_parts(sheet, language)
    is_read, is_left = not game.result.unread_row_count, number != current_game and not game.result.finished
    parts += [
        _names_explanation((game,), language),
        _open_at_table_form(number, language, continues=is_left) if is_read else None,
        _note_form(number, note, language),
        game_links(sheet, current_game, language),
    ]
    if game.result.finished:
        parts.append(_share_links(game, language))
    if bgstats.is_exportable(game):
        parts.append(_bgstats_link(number, bgstats.play_link(game, people), language))
    record = element("pre", "\n".join(sheet.public_record_lines), tabindex="0")
    about_record = element("p", language.say(RECORD_LANGUAGE))
    parts.append(element("details", element("summary", language.say(text("Record"))), about_record, record))
    return history_page(language, "", heading_of(game, language), *parts)


def _note_form(number: int, note: notes.GameNote, language: Language) -> Markup:
    """A form for the note about a game."""
    say = language.say
    fields = [
        element("label", element("span", say(label)), _note_field(name, value, max_length))
        for label, name, value, max_length in (
            (text("Where it was played"), "place", note.place, notes.MAX_PLACE_LENGTH),
            (text("Note"), "note", note.text, notes.MAX_NOTE_LENGTH),
        )
    ]
    hidden_fields = (("change", notes.CHANGE), ("number", str(number)))
    return change_form(hidden_fields, *fields, element("button", say(text("Keep"))), action=f"/past/game/{number}")


def _note_field(name: str, value: str, max_length: int) -> Markup:
    return element("input", name=name, value=value, maxlength=str(max_length), size=str(min(max_length, 50)))


def _open_at_table_form(number: int, language: Language, *, continues: bool) -> Markup:
    """A form that opens a game at the table, disabled until this browser may press keys.

    It `continues` there if it was left unfinished; else its lines are shown, for a correction.
    """
    label = text("Continue it at the table") if continues else text("Correct it at the table")
    button = element("button", language.say(label))
    fields = element("fieldset", button, disabled=True)
    return element("form", fields, class_="game", data_number=str(number))


def heading_of(game: PastGame, language: Language) -> str:
    """The title of a game, and its date."""
    return f"{language.say(played_variant(game.result).title)}, {language.say(evening_text(game.began_at))}"


def sheet_parts(sheet: FinalSheet, language: Language) -> tuple[Content, ...]:
    """The final sheet of a game with the reasons for its points."""
    return (
        _remark_text(sheet.game, language),
        None if sheet.unaccepted_text is None else element("p", language.say(sheet.unaccepted_text)),
        _final_table(sheet, language),
        *_round_points_parts(sheet, language),
        _round_points_explanation(sheet, language),
        *_round_tables(sheet, language),
    )


def _share_links(game: PastGame, language: Language) -> Markup:
    """Links to the final sheet as files to share."""
    say, number = language.say, game.number
    links = (
        link_to(f"/past/sheet/{number}.png", say(text("the final sheet as a picture, to download"))),
        link_to(f"/past/sheet/{number}.html", say(text("the final sheet with its rounds as a page, to download"))),
    )
    return join_markup(
        (
            element("h2", say(text("To share"))),
            element("ul", *(element("li", link) for link in links)),
            element("p", say(text("Everybody has today's name there."))) if _has_other_names(game) else None,
        )
    )


def _final_table(sheet: FinalSheet, language: Language) -> Markup:
    """The totals, the best first; with places once the game is over: until then, something else may break a tie.

    A game that was stopped before a round was over has none."""
    say, result = language.say, sheet.game.result
    has_places = result.final_place(0) is not None
    heads = (text("Player"), *((text("Place"),) if has_places else ()), text("Points"))
    rows = (
        (
            f"{'♛ ' if result.is_won_by(number) else ''}{say(seat.name)}",
            *((seat.place,) if has_places else ()),
            say(standing_of_seat(result, number)),
        )
        for number, seat in result.seats_by_place
    )
    title: Label = text("Final sheet")
    if not result.finished:
        title = counted("Points after {n} round", "Points after {n} rounds", result.round_count)
    return html_table(say(title), tuple(map(say, heads)), rows, number_columns=range(1, len(heads)))


def _round_points_parts(sheet: FinalSheet, language: Language) -> Iterator[Markup]:
    """A table of everybody's points by round, with the totals, and a chart of the totals; of a game in sets, those of
    the last set."""
    if sheet.record.table is None:
        return
    rounds_title, chart_title = text("Points by round"), text("How the totals went, round by round")
    if sheet.scores.sets is not None:
        rounds_title = text("Points by round in set {number}", number=sheet.scores.set_number)
        chart_title = text("How the totals went in set {number}, round by round", number=sheet.scores.set_number)
    say, standings = language.say, pages.standings(Session(record=sheet.record))
    if len(standings.columns) > 1 and sheet.scores.gained_by_round:
        heads = [say(head) for head in (text("Player"), *standings.columns, text("Points"))]
        totals = ("" if row.total is None else figure(row.total) for row in standings.rows)
        rows = [(say(row.name), *map(say, row.cells), total) for row, total in zip(standings.rows, totals, strict=True)]
        yield html_table(say(rounds_title), heads, rows, number_columns=range(1, len(heads)))
    if standings.chart is not None:
        yield svg.line_chart(standings.chart, say(chart_title), language)


def _round_points_explanation(sheet: FinalSheet, language: Language) -> Markup | None:
    """What the points of a round mean, if they are not those of the moment when it ended."""
    note = None if sheet.record.game is None else sheet.record.game.round_points_note
    return None if note is None or not sheet.scores.rounds else element("p", language.say(note))


def _round_tables(sheet: FinalSheet, language: Language) -> Iterator[Markup]:
    """A table of each round whose points have more reasons than the players' own declaration of them."""
    say, names = language.say, [language.say(seat.name) for seat in sheet.game.result.display_seats]
    heads = [say(head) for head in (text("Player"), text("Points"), text("Why"))]
    for round_number, round_ in enumerate(sheet.causes):
        if not any(map(causes_with_detail, round_)):
            continue
        rows = (
            (
                name,
                signed(sum(cause.points for cause in causes)),
                join_markup(
                    element("div", cause_reason(language, cause), " ", element("b", signed(cause.points)))
                    for cause in causes_with_detail(causes)
                ),
            )
            for name, causes in zip(names, round_, strict=True)
        )
        caption = say(pages.round_points_title(sheet.scores, round_number))
        yield html_table(caption, heads, rows, number_columns=(1,))


def _bgstats_link(number: int, address: str, language: Language) -> Markup:
    say = language.say
    app = element("p", say(bgstats.APP_SENTENCE))
    instruction, picture = say(text("The game is too long for a code.")), None
    if qr.fits_code(address):
        instruction = say(text("Point the phone's camera here: BG Stats imports the game."))
        picture = element("img", src=f"/past/game/{number}.png", alt=instruction, class_="code")
    file = element("p", link_to(f"/past/game/{number}.bgsplay", say(text("The same as a file for BG Stats"))))
    # For a user of that phone itself, whose camera can't see the code.
    import_link = element("p", link_to(address, say(text("On the phone itself: import it here"))))
    heading = element("h2", say(text("To a phone")))
    return join_markup((heading, app, element("p", instruction), picture, file, import_link))
