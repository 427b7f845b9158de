"""The page of seating draws: the rounds of the evening, and forms for directors to draw the next one."""

from __future__ import annotations

from club.pages.forms import drop_down, form, text_area, text_field
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import older_link
from club.pages.time_texts import local_date_and_time
from club.pairing.pairing import PairingMethod
from club.store.evenings import Draw, Evening
from device import games
from device.reports.html import Markup, element
from display.words import Text, counted, text

METHOD_LABELS = (
    (PairingMethod.ALL_MEET, text("Everybody meets everybody")),
    (PairingMethod.SWISS, text("Swiss, by the standings of the evening")),
)

MAX_ROUNDS_SHOWN = 2
"""Maximum number of rounds on a page: each may have a thousand people."""

ANY_GAME_OPTION = ("", text("any game, 2 to 10 at a table"))
"""The option for tables that may play any game."""


def pairings_page(view: ClubView) -> ClubPage:
    """The draws of the current evening, the last first; for a director, with forms for the next one."""
    heading = view.say(text("Pairings"))
    with view.store.read_only_transaction() as transaction:
        evening = transaction.evenings.current_evening()
        draws = [] if evening is None else transaction.evenings.list_draws(evening.number)
        people_present = [] if evening is None else transaction.evenings.people_present(evening.number)
    if evening is None:
        sentence = element("p", view.say(text("There is no evening now. A director begins one.")))
        return ClubPage("/pairings", heading, (sentence,))
    shown_draws = draws if view.director is not None else [draw for draw in draws if draw.is_sent]
    parts: list[PagePart] = [element("p", evening.title)]
    if view.director is not None:
        parts.append(_forms(view, evening, people_present, draws))
    parts += _latest_rounds(view, shown_draws)
    if not shown_draws:
        parts.append(element("p", view.say(text("Nobody has been seated yet."))))
    query = "" if view.requested_part.before_number is None else f"before={view.requested_part.before_number}"
    return ClubPage("/pairings", heading, tuple(parts), query=query)


def _latest_rounds(view: ClubView, draws: list[Draw]) -> list[PagePart]:
    """The last rounds, or those before the requested one, and a link to older ones."""
    rounds = list(enumerate(draws, 1))
    if view.requested_part.before_number is not None:
        rounds = rounds[: max(0, view.requested_part.before_number - 1)]
    latest = rounds[-MAX_ROUNDS_SHOWN:]
    first_number = len(rounds) - len(latest) + 1
    older_rounds_link = older_link(view, "/pairings", first_number if first_number > 1 else None)
    return [*(_draw_table(view, number, draw) for number, draw in reversed(latest)), older_rounds_link]


def _draw_table(view: ClubView, number: int, draw: Draw) -> PageTable:
    caption = text("Round {number}, drawn on {time}", number=number, time=local_date_and_time(view, draw.drawn_at))
    if not draw.is_sent:
        caption = text("Round {number}, which the tables do not know yet", number=number)
    rows = [(TableCell(table), TableCell(", ".join(names))) for table, names in draw.tables.items()]
    if draw.sitting_out:
        rows.append((TableCell(value=None, page_content="–"), TableCell(", ".join(draw.sitting_out))))
    return PageTable(f"round{number}", caption, (("table", text("Table")), ("people", text("People"))), tuple(rows))


def _forms(view: ClubView, evening: Evening, people_present: list[str], draws: list[Draw]) -> Markup:
    present_form = form(
        view,
        "set-present",
        text("These people are here"),
        text_area(view, "names", text("Who is here: a name a line"), "\n".join(people_present), row_count=8),
    )
    add_players_form = form(view, "present-as-played", text("Add everybody who has played this evening"))
    draw_form = form(
        view,
        "draw",
        text("Draw the next round"),
        drop_down(view, "method", text("How"), [(method.value, view.say(words)) for method, words in METHOD_LABELS]),
        drop_down(view, "game", text("What is played"), _game_options(view)),
        text_field(view, "size", text("People at a table, best"), "4", max_length=2, input_type="number"),
    )
    unsent_draws = [draw for draw in draws if not draw.is_sent]
    send_forms = [
        element(
            "div",
            form(view, "tell-draw", text("Tell the tables"), number=str(draw.number)),
            form(view, "drop-draw", text("Forget this draw")),
            class_="forms",
        )
        for draw in unsent_draws
    ]
    count_sentence = element("p", view.say(counted("{n} person is here.", "{n} people are here.", len(people_present))))
    return element("div", present_form, add_players_form, count_sentence, draw_form, *send_forms, class_="forms")


def _game_options(view: ClubView) -> list[tuple[str, str]]:
    any_value, any_label = ANY_GAME_OPTION
    options = [(any_value, view.say(any_label))]
    for identity in games.ids():
        rules = games.find(identity)
        if rules is None:
            continue
        player_counts = rules.players
        option_text: Text = text(
            "{game}, {least} to {most} at a table",
            game=games.title(identity),
            least=player_counts.start,
            most=player_counts.stop - 1,
        )
        options.append((identity, view.say(option_text)))
    return options
