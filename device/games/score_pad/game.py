"""A score pad: a score sheet of one column, for the points of any other game."""

from __future__ import annotations

from device.contract.game import Variant
from device.contract.setup import Option, Seat, TableSetup
from device.games.score_pad import TITLE
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.declarations import MAX_FIGURE
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import MAX_ROUNDS, ScoreSheet
from display.vocabulary import Note
from display.words import counted, signed, text

OFF = "off"
"""The value of an option that is switched off, instead of a number."""

WINS = Option("wins", text("Who wins"), "high", ("high", "low"), (text("most points"), text("fewest points")))
ROUNDS = Option("rounds", text("Rounds"), OFF, (OFF,), (text("no limit"),), range(1, MAX_ROUNDS + 1))
TARGET = Option("target", text("Ends at a total of"), OFF, (OFF,), (text("none"),), range(1, MAX_FIGURE + 1))
SUM = Option("sum", text("A round's points add up to"), OFF, (OFF,), (text("anything"),), range(MAX_FIGURE + 1))
DEALER = Option("dealer", text("Dealer"), OFF, (OFF, "on"), (text("not shown"), text("shown, moves on")))
BGG = Option(
    "bgg", text("BoardGameGeek number, for the app BG Stats"), OFF, (OFF,), (text("none"),), range(1, MAX_FIGURE + 1)
)


def chosen_number(table: TableSetup, option: Option) -> int | None:
    """The chosen number of an option; None if the option is off."""
    value = table.value_of(option)
    return None if value == OFF else int(value)


POINTS = Column(
    "points",
    text("points"),
    least=-MAX_FIGURE,
    most=MAX_FIGURE,
    total=lambda now: chosen_number(now.table, SUM),
    question=text("{player}: how many points?"),
    unit=lambda n: counted("{n} point", "{n} points", n),
    note=lambda n: Note(text("{points} to be added", points=signed(n)), (signed(n),)),
    others_title=text("enter another's points"),
)


def points(now: FiguresRound, player: Seat) -> int:
    """The points that were declared for a player this round."""
    return now.of(POINTS, player)


def lowest_wins(table: TableSetup) -> bool:
    """Whether the fewest points win."""
    return table.value_of(WINS) == "low"


def variant(table: TableSetup) -> Variant:
    """The game that is really played: its title, who wins, and its number at BoardGameGeek, as set in the options."""
    return Variant(table.title or TITLE, lowest_wins(table), chosen_number(table, BGG))


GAME = figures_game(
    ScoreSheet(
        id="score-pad",
        title=TITLE,
        players=range(1, 11),
        columns=(POINTS,),
        points=points,
        options=(WINS, ROUNDS, TARGET, SUM, DEALER, BGG),
        notes=(
            text("Everybody's points of a round are declared; 0 for whoever won nothing."),
            text("Without a number of rounds or a total, the game is over when the table says so, between two rounds."),
            text("With both, whichever is reached first ends it; a total does so at the end of its round."),
            text("If the fewest points win, they win however the game ends."),
            text("Where a round must add up, the last player's points are refused if it does not."),
            text("The dealer sits to the right of whoever starts, and the deal moves on clockwise each round."),
            text("Equal totals share the win."),
            text("The number at BoardGameGeek tells BG Stats which game it is: the address of its page there has it."),
        ),
        rounds=lambda table: chosen_number(table, ROUNDS),
        target=lambda table: chosen_number(table, TARGET),
        lowest_wins=lowest_wins,
        dealer=lambda table: table.value_of(DEALER) == "on",
        variants=variant,
        asks_for_title=True,
        counts_if_stopped=True,
    )
)
