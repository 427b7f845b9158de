"""The page of seating draws: the rounds of the evening, and forms for directors to draw the next one."""

from __future__ import annotations

from club.pages.forms import choice, field, form, text_area
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.paging import older_link
from club.pages.wording import local_time
from club.pairing.pairing import PairingMethod
from club.store.evenings import Draw, Evening
from device import games
from device.reports.html import Markup, element
from display.words import Text, counted, text

METHODS = (
    (PairingMethod.ALL_MEET, text("Everybody meets everybody")),
    (PairingMethod.SWISS, text("Swiss, by the standings of the evening")),
)

ROUNDS = 2
"""Most rounds on a page: each may have a thousand people."""

ANY_GAME = ("", text("any game, 2 to 10 at a table"))
"""The option for tables that may play any game."""


def pairings_page(view: ClubView) -> ClubPage:
    """The draws of the current evening, the last first; for a director, with forms for the next one."""
    heading = view.say(text("Pairings"))
    with view.store.read_only_transaction() as transaction:
        evening = transaction.evenings.current_evening()
        draws = [] if evening is None else transaction.evenings.list_draws(evening.number)
        present = [] if evening is None else transaction.evenings.people_present(evening.number)
    if evening is None:
        none = element("p", view.say(text("There is no evening now. A director begins one.")))
        return ClubPage("/pairings", heading, (none,))
    shown = draws if view.director is not None else [draw for draw in draws if draw.is_sent]
    parts: list[Part] = [element("p", evening.title)]
    if view.director is not None:
        parts.append(_forms(view, evening, present, draws))
    parts += _latest_rounds(view, shown)
    if not shown:
        parts.append(element("p", view.say(text("Nobody has been seated yet."))))
    part = "" if view.requested.before is None else f"before={view.requested.before}"
    return ClubPage("/pairings", heading, tuple(parts), query=part)


def _latest_rounds(view: ClubView, draws: list[Draw]) -> list[Part]:
    """The last rounds, or those before the requested one, and a link to older ones."""
    rounds = [draw for draw in enumerate(draws, 1) if view.requested.before is None or draw[0] < view.requested.before]
    latest = rounds[-ROUNDS:]
    way = older_link(view, "/pairings", latest[0][0] if len(latest) < len(rounds) else None)
    return [*(_draw_table(view, number, draw) for number, draw in reversed(latest)), way]


def _draw_table(view: ClubView, number: int, draw: Draw) -> PageTable:
    caption = text("Round {number}, drawn on {time}", number=number, time=local_time(view, draw.drawn_at))
    if not draw.is_sent:
        caption = text("Round {number}, which the tables do not know yet", number=number)
    rows = [(TableCell(seat), TableCell(", ".join(names))) for seat, names in draw.tables.items()]
    if draw.sitting_out:
        rows.append((TableCell(None, "–"), TableCell(", ".join(draw.sitting_out))))
    return PageTable(f"round{number}", caption, (("table", text("Table")), ("people", text("People"))), tuple(rows))


def _forms(view: ClubView, evening: Evening, present: list[str], draws: list[Draw]) -> Markup:
    present_form = form(
        view,
        "set-present",
        text("These people are here"),
        text_area(view, "names", text("Who is here: a name a line"), "\n".join(present), 8),
    )
    last = form(view, "present-as-played", text("Add everybody who has played this evening"))
    drawing = form(
        view,
        "draw",
        text("Draw the next round"),
        choice(view, "method", text("How"), [(method.value, view.say(words)) for method, words in METHODS]),
        choice(view, "game", text("What is played"), _game_options(view)),
        field(view, "size", text("People at a table, best"), "4", max_length=2, kind="number"),
    )
    waiting = [draw for draw in draws if not draw.is_sent]
    telling = [
        element(
            "div",
            form(view, "tell-draw", text("Tell the tables"), number=str(draw.number)),
            form(view, "drop-draw", text("Forget this draw")),
            class_="forms",
        )
        for draw in waiting
    ]
    count = element("p", view.say(counted("{n} person is here.", "{n} people are here.", len(present))))
    return element("div", present_form, last, count, drawing, *telling, class_="forms")


def _game_options(view: ClubView) -> list[tuple[str, str]]:
    found = [(ANY_GAME[0], view.say(ANY_GAME[1]))]
    for identity in games.ids():
        rules = games.find(identity)
        if rules is None:
            continue
        players = rules.players
        words: Text = text(
            "{game}, {least} to {most} at a table",
            game=games.title(identity),
            least=players.start,
            most=players.stop - 1,
        )
        found.append((identity, view.say(words)))
    return found
