"""The options of Wizard and Oh Hell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import TableSetup, labelled_option
from device.games.wizard.cards import PLAIN_DECK, WIZARD_DECK, Deck
from display.words import text


class Detail(StrEnum):
    """How much of the play the table declares."""

    TOTALS = "totals"
    TRICKS = "tricks"
    CARDS = "cards"


class Scoring(StrEnum):
    """How a round is scored."""

    WIZARD = "wizard"
    EXACT = "exact"
    TRICKS = "tricks"


MAX_WIZARD_PLAYERS = 6
"""Maximum number of players of Wizard (rulebook); seven play with the plain deck."""

DECK = labelled_option(
    "deck",
    text("Deck"),
    {"wizard": text("Wizard"), "plain": text("plain (Oh Hell)")},
    default_from_player_count=(MAX_WIZARD_PLAYERS + 1, "plain"),
)
DETAIL = labelled_option(
    "detail",
    text("What is typed"),
    {
        Detail.TOTALS: text("bids and tricks won"),
        Detail.TRICKS: text("who wins each trick"),
        Detail.CARDS: text("every card"),
    },
)
SUM = labelled_option("sum", text("Bids may add up to the tricks"), {"free": text("yes"), "not-even": text("no")})
ROUNDS = labelled_option(
    "rounds",
    text("Cards each round"),
    {
        "up": text("one more"),
        "down": text("one fewer"),
        "up-down": text("more, then fewer"),
        "down-up": text("fewer, then more"),
    },
)
SCORING = labelled_option(
    "scoring",
    text("Scoring"),
    {
        Scoring.WIZARD: text("20 + 10 a trick; −10 per trick off"),
        Scoring.EXACT: text("10 + bid; off: 0"),
        Scoring.TRICKS: text("1 a trick; +10 if exact"),
    },
)
OPTIONS = (DECK, DETAIL, SUM, ROUNDS, SCORING)


@dataclass(frozen=True, slots=True)
class Settings:
    """The chosen options, as the rules use them. `cards_by_round` is how many cards each player has in each round."""

    deck: Deck
    detail: Detail
    forbids_bids_adding_up: bool
    cards_by_round: tuple[int, ...]
    scoring: Scoring


def settings(table: TableSetup) -> Settings:
    """Return the settings of a table. Raises Refused (`player-count`)."""
    player_count = len(table.players)
    if table.value_of(DECK) == "wizard" and player_count > MAX_WIZARD_PLAYERS:
        sentence = text(
            "Wizard is for {most} players at the most: {players} play with the plain deck.",
            most=MAX_WIZARD_PLAYERS,
            players=player_count,
        )
        refuse(RefusalCode.PLAYER_COUNT, sentence)
    deck = PLAIN_DECK if table.value_of(DECK) == "plain" else WIZARD_DECK
    return Settings(
        deck,
        Detail(table.value_of(DETAIL)),
        table.value_of(SUM) == "not-even",
        _cards_by_round(table.value_of(ROUNDS), deck.max_cards_each(player_count)),
        Scoring(table.value_of(SCORING)),
    )


def _cards_by_round(direction: str, max_cards: int) -> tuple[int, ...]:
    """Return the number of cards of each round. The round at which the direction changes is played once."""
    up, down = tuple(range(1, max_cards + 1)), tuple(range(max_cards, 0, -1))
    return {"up": up, "down": down, "up-down": up + down[1:], "down-up": down + up[1:]}[direction]
