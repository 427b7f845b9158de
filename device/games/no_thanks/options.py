"""The options of No Thanks!, and the settings that follow from them (`Settings`)."""

from __future__ import annotations

from enum import StrEnum

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import OFF_ON_LABELS, Option, TableSetup, labelled_option
from device.games.no_thanks.cards import DRAW_DECK_SIZE, HIGHEST, LOWEST
from device.games.no_thanks.runs import runs_of
from display.words import text
from values.named_tuple import NamedTuple

PLAYER_COUNTS = range(3, 8)

AMIGO_PLAYER_COUNTS = range(3, 6)
AMIGO_TOKEN_COUNT = 10

ROUNDS = Option("rounds", text("Rounds"), "4", numbers=range(1, 1000))


class Detail(StrEnum):
    """How much of a round is declared, by the record's words."""

    TURNS = "turns"
    TOTALS = "totals"
    POINTS = "points"


DETAIL = labelled_option(
    "detail",
    text("What is typed"),
    {Detail.TURNS: text("every turn"), Detail.TOTALS: text("cards and tokens"), Detail.POINTS: text("points only")},
    offered_value=Detail.TOTALS,
)
"""Totals are offered to new tables: declaring all turns of a round takes some 140 presses."""

HIDDEN_TIGER = labelled_option("hidden-tiger", text("Hidden tiger"), OFF_ON_LABELS)
AMIGO = labelled_option(
    "amigo",
    text("Amigo"),
    {"off": text("off"), "10-20-30": text("without 10, 20 and 30"), "10-19-28": text("without 10, 19 and 28")},
)
OPTIONS = (ROUNDS, DETAIL, HIDDEN_TIGER, AMIGO)


class Settings(NamedTuple):
    """The settings of a game.

    `start_token_count` is the number of tokens with which a player starts a round, `removed_cards` the cards that
    everybody knows to be out of the deck, `detail` how much of a round is declared.
    """

    player_count: int
    round_count: int
    detail: Detail
    has_tigers: bool
    removed_cards: tuple[int, ...]
    start_token_count: int

    @property
    def dealt_tokens(self) -> int:
        """The number of tokens with which all players together start a round."""
        return self.player_count * self.start_token_count

    @property
    def possible_card_sums(self) -> range:
        """The possible sums of all players' points of a round, before their tokens are subtracted.

        At the least, all cards are one run, of which the lowest counts. At the most, each card stands alone, with a
        hidden tiger of each player.
        """
        cards = sorted(self.deck, reverse=True)[: DRAW_DECK_SIZE + (self.player_count if self.has_tigers else 0)]
        return range(min(self.deck), sum(cards) + 1)

    @property
    def max_points(self) -> int:
        """The maximum points of a player in a round: every second card of each run of the deck, from its highest."""
        return sum(sum(range(high, low - 1, -2)) for low, high in runs_of(self.deck))

    @property
    def max_cards_each(self) -> int:
        """Maximum number of cards that one player can have at the end of a round."""
        return DRAW_DECK_SIZE + 1 if self.has_tigers else DRAW_DECK_SIZE

    def has_card(self, card: int) -> bool:
        """Whether the deck has this card."""
        return LOWEST <= card <= HIGHEST and card not in self.removed_cards

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards of the deck, including those removed unseen."""
        return tuple(card for card in range(LOWEST, HIGHEST + 1) if self.has_card(card))


def chosen_settings(table: TableSetup) -> Settings:
    """Return the settings of a table. Raises Refused (`player-count`)."""
    player_count = len(table.players)
    if player_count not in PLAYER_COUNTS:
        sentence = text("No Thanks! is for {low} to {high} players.", low=PLAYER_COUNTS[0], high=PLAYER_COUNTS[-1])
        refuse(RefusalCode.PLAYER_COUNT, sentence)
    amigo = table.value_of(AMIGO)
    if amigo != AMIGO.default and player_count not in AMIGO_PLAYER_COUNTS:
        sentence = text(
            "The Amigo variant is for {low} to {high} players: leave it off, or play with fewer.",
            low=AMIGO_PLAYER_COUNTS[0],
            high=AMIGO_PLAYER_COUNTS[-1],
        )
        refuse(RefusalCode.PLAYER_COUNT, sentence)
    removed_cards = () if amigo == AMIGO.default else tuple(int(card) for card in amigo.split("-"))
    return Settings(
        player_count=player_count,
        round_count=int(table.value_of(ROUNDS)),
        detail=Detail(table.value_of(DETAIL)),
        has_tigers=table.value_of(HIDDEN_TIGER) == "on",
        removed_cards=removed_cards,
        start_token_count=AMIGO_TOKEN_COUNT if removed_cards else _token_count_each(player_count),
    )


def _token_count_each(player_count: int) -> int:
    """Return the number of tokens with which a player starts (No Thanks! rulebook, Set Up)."""
    return {6: 9, 7: 7}.get(player_count, 11)
