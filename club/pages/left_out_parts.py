"""Parts of pages about left-out games: the list of them, and forms to leave games out and to take them in again."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.cells import ago_cell
from club.pages.forms import drop_down, form
from club.pages.page_content import ClubView, PagePart, PageTable, TableCell
from club.store.boxes import ClubBox
from club.store.games import StoredGame
from club.store.left_out import LeftOutGroup
from device.reports.html import element
from display.words import Text, text

PERIODS: tuple[tuple[str, Text], ...] = (
    ("3600", text("that arrived in the last hour")),
    ("86400", text("that arrived in the last day")),
    ("", text("all its games")),
)
"""Options for leaving out a box's games: the seconds within which they were first received (empty: all), and words."""


def left_out_game_parts(view: ClubView, game: StoredGame, group_number: int | None) -> tuple[PagePart, ...]:
    """A sentence if a game is left out; for a director, a form to change that. `group_number` is that of the group with
    which it was left out, None if it was not."""
    sentence = (
        () if group_number is None else (element("p", view.say(text("This game is left out: it counts nowhere."))),)
    )
    if view.director is None:
        return sentence
    if group_number is None:
        return (form(view, "leave-out", text("Leave this game out"), box=game.box, game=game.mark.game),)
    return (*sentence, form(view, "take-in", text("Take in again what was left out with it"), number=str(group_number)))


def left_out_table_parts(
    view: ClubView, groups: Sequence[LeftOutGroup], boxes: Sequence[ClubBox]
) -> tuple[PagePart, ...]:
    """The table of left-out games; for a director, forms to take them in again, and to leave out more."""
    columns = ("what", text("What is left out")), ("games", text("Games")), ("since", text("Since"))
    rows = tuple(
        (TableCell(group.description), TableCell(group.game_count), ago_cell(view, group.left_out_at))
        for group in groups
    )
    table = PageTable("left_out", text("Left out"), columns, rows, text("Nothing is left out."))
    if view.director is None:
        return (table,)
    take_in_forms = [
        form(view, "take-in", text("Take in again: {what}", what=group.description), number=str(group.number))
        for group in groups
    ]
    box_choice = drop_down(view, "box", text("Box"), [(box.name, box.name) for box in boxes])
    periods = [(value, view.say(period)) for value, period in PERIODS]
    period_choice = drop_down(view, "seconds", text("Which"), periods)
    return (table, *take_in_forms, form(view, "leave-out", text("Leave out these games"), box_choice, period_choice))
