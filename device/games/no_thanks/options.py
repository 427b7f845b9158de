"""What a table can choose in No Thanks!, and what it is then played with."""

from __future__ import annotations

from enum import StrEnum

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import OFF_ON, Option, TableSetup, one_of
from device.games.no_thanks.cards import HIGHEST, LOWEST, TAKEN
from display.words import text
from values.named_tuple import NamedTuple

PLAYERS = range(3, 8)

AMIGO_PLAYERS = range(3, 6)
AMIGO_TOKENS = 10

ROUNDS = Option("rounds", text("Rounds"), "4", numeric=range(1, 1000))


class Detail(StrEnum):
    """How much of a round is declared, by the words of a record."""

    TURNS = "turns"
    TOTALS = "totals"
    POINTS = "points"


DETAIL = one_of(
    "detail",
    text("What is typed"),
    {
        Detail.TURNS: text("every turn"),
        Detail.TOTALS: text("totals of each round"),
        Detail.POINTS: text("points of each round"),
    },
    offered=Detail.TOTALS,
)
"""A round by its turns takes some 140 presses."""

HIDDEN_TIGER = one_of("hidden-tiger", text("Hidden tiger"), OFF_ON)
AMIGO = one_of(
    "amigo",
    text("Amigo"),
    {"off": text("off"), "10-20-30": text("without 10, 20 and 30"), "10-19-28": text("without 10, 19 and 28")},
)
OPTIONS = (ROUNDS, DETAIL, HIDDEN_TIGER, AMIGO)


class Terms(NamedTuple):
    """What one game is played with.

    `each` is how many tokens a player starts a round with, `removed` the cards
    that all know to be out of the deck, `detail` how much of a round is declared.
    """

    players: int
    rounds: int
    detail: Detail
    tiger: bool
    removed: tuple[int, ...]
    each: int

    @property
    def dealt(self) -> int:
        """Tokens that all players start a round with, together."""
        return self.players * self.each

    @property
    def sums(self) -> range:
        """What all players' points of a round can come to, together, before their tokens are taken off.

        All cards may be one run, which counts its lowest; or each stands alone, with a hidden tiger of each player.
        """
        cards = sorted(self.deck, reverse=True)[: TAKEN + (self.players if self.tiger else 0)]
        return range(min(self.deck), sum(cards) + 1)

    @property
    def most(self) -> int:
        """The most cards that one player can end a round with."""
        return TAKEN + 1 if self.tiger else TAKEN

    def has(self, card: int) -> bool:
        """Whether the deck has this card."""
        return LOWEST <= card <= HIGHEST and card not in self.removed

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards that the deck has, the ones removed unseen among them."""
        return tuple(card for card in range(LOWEST, HIGHEST + 1) if self.has(card))


def terms(table: TableSetup) -> Terms:
    """The terms that a table has chosen. Raises Refused (`player-count`)."""
    players = len(table.players)
    if players not in PLAYERS:
        refuse(
            RefusalCode.PLAYER_COUNT,
            text("No Thanks! is for {low} to {high} players.", low=PLAYERS[0], high=PLAYERS[-1]),
        )
    amigo = table.option(AMIGO)
    if amigo != AMIGO.default and players not in AMIGO_PLAYERS:
        refuse(
            RefusalCode.PLAYER_COUNT,
            text(
                "The Amigo variant is for {low} to {high} players: leave it off, or play with fewer.",
                low=AMIGO_PLAYERS[0],
                high=AMIGO_PLAYERS[-1],
            ),
        )
    removed = () if amigo == AMIGO.default else tuple(int(card) for card in amigo.split("-"))
    return Terms(
        players=players,
        rounds=int(table.option(ROUNDS)),
        detail=Detail(table.option(DETAIL)),
        tiger=table.option(HIDDEN_TIGER) == "on",
        removed=removed,
        each=AMIGO_TOKENS if removed else _each(players),
    )


def _each(players: int) -> int:
    """Tokens a player starts with (No Thanks! rulebook, Set Up)."""
    return {6: 9, 7: 7}.get(players, 11)
