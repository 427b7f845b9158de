"""Questions that are asked of one player first, and that other players may answer before."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.keycodes import Cell, Choice, Layout, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from display.words import Text, text


def ask_in_any_order(
    question: Text,
    first_seat: Seat,
    level: Level[Declaration],
    player_choices: tuple[Choice[Declaration], ...],
    menu_entry: tuple[Cell, Text],
) -> Prompt[Declaration]:
    """Return the question that asks player `first_seat`, who answers by `level`.

    `player_choices` are the cells of all players who have not answered, by their seats. `menu_entry` are the cell and
    the label of the menu's entry for those who are not asked yet.
    """
    level_of_players = player_level(player_choices)
    other_choices = tuple(choice for choice in player_choices if choice.slot != first_seat)
    cell, label = menu_entry
    menu_cells: tuple[Choice[Declaration], ...] = ()
    if other_choices:
        menu_cells = (Choice(cell, label, level_of_players._replace(choices=other_choices)),)
    return Prompt(question, (first_seat,), level, menu_choices=menu_cells, player_level=level_of_players)


def player_level(player_choices: tuple[Choice[Declaration], ...]) -> Level[Declaration]:
    """Return the level that asks which player answers."""
    return Level("player", text("player"), Layout.LIST, player_choices, is_of_players=True, chooses_who_answers=True)


def is_declared_by(declaration_type: type, seat: Seat, meaning: object) -> bool:
    """Whether a meaning is a declaration of this type by this player."""
    return isinstance(meaning, declaration_type) and getattr(meaning, "seat", None) == seat
