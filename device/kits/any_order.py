"""Questions that are asked of one player first, and that other players may answer before."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.keycodes import Cell, Choice, Layout, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from display.words import Text, text


def ask_in_any_order(
    question: Text,
    first: Seat,
    level: Level[Declaration],
    players: tuple[Choice[Declaration], ...],
    others: tuple[Cell, Text],
) -> Prompt[Declaration]:
    """Return the question that asks player `first`, who answers by `level`.

    `players` are the cells of all players who have not answered, by their seats. `others` are the cell and the
    label of the menu's entry for those who are not asked yet.
    """
    each = player_level(players)
    later = tuple(player for player in players if player.slot != first)
    cell, label = others
    more: tuple[Choice[Declaration], ...] = ()
    if later:
        more = (Choice(cell, label, each._replace(choices=later)),)
    return Prompt(question, (first,), level, more=more, each=each)


def player_level(players: tuple[Choice[Declaration], ...]) -> Level[Declaration]:
    """Return the level that asks which player answers."""
    return Level("player", text("player"), Layout.LIST, players, who=True)


def is_declared_by(kind: type, seat: Seat, meaning: object) -> bool:
    """Whether a meaning is a declaration of this type by this player."""
    return isinstance(meaning, kind) and getattr(meaning, "seat", None) == seat
