"""The figures that statistics count in No Thanks!: runs, tokens, and the tokens that came with each card."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.figures import Figure, Figures, Tally
from device.contract.setup import Seat
from device.games.no_thanks.cards import HIGHEST, LOWEST
from device.games.no_thanks.runs import count_cards
from device.games.no_thanks.state import FinalHoldings, HoldingsRound, PointsRound, State, TurnsRound
from display.words import Text, text

_CARDS = range(LOWEST, HIGHEST + 1)

_FIGURES = (
    Figure("cards", text("cards taken")),
    Figure("runs", text("runs of two cards or more")),
    Figure("tokens-kept", text("tokens kept")),
    Figure("tokens-got", text("tokens on the cards taken")),
    Figure("rounds-told", text("rounds of which the cards are known"), listed=False),
    *(Figure(f"took-{card}", text("took the {card}", card=card), listed=False) for card in _CARDS),
    *(
        Figure(f"got-{card}", text("tokens on the {card}", card=card), out_of=f"took-{card}", listed=False)
        for card in _CARDS
    ),
)


def _figures_gained(before: State, after: State) -> Tally | None:
    holdings = after.scored_rounds[-1].holdings if len(after.scored_rounds) > len(before.scored_rounds) else None
    before_take = _round_before_take(before.round, after.round)
    if holdings is None and before_take is None:
        return None
    return tuple(_figures_of_seat(seat, holdings, before_take) for seat in range(after.settings.player_count))


def _round_before_take(
    before: TurnsRound | HoldingsRound | PointsRound | None, after: TurnsRound | HoldingsRound | PointsRound | None
) -> TurnsRound | None:
    """The round before a card was taken, if that is what happened; else None."""
    if not isinstance(before, TurnsRound) or before.open_card is None:
        return None
    goes_on = isinstance(after, TurnsRound) and after.taken_card_count == before.taken_card_count and after.has_begun
    return None if goes_on else before


def _figures_of_seat(seat: Seat, holdings: FinalHoldings | None, before_take: TurnsRound | None) -> tuple[int, ...]:
    card_count = run_count = tokens_kept = tokens_got = 0
    if holdings is not None:
        card_count = count_cards(holdings.runs[seat])
        run_count = sum(low < high for low, high in holdings.runs[seat])
        tokens_kept = holdings.token_counts[seat]
    took_card = [0] * len(_CARDS)
    tokens_on_card = [0] * len(_CARDS)
    if before_take is not None and before_take.open_card is not None and before_take.turn == seat:
        index = _CARDS.index(before_take.open_card)
        took_card[index], tokens_on_card[index] = 1, before_take.pot_token_count
        tokens_got = before_take.pot_token_count
    return (card_count, run_count, tokens_kept, tokens_got, int(holdings is not None), *took_card, *tokens_on_card)


def _no_card_remark(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    are_cards_known = figures.get("rounds-told") and not figures["cards"]
    return text("{player} takes no card at all.", player=player) if are_cards_known else None


FIGURES: Figures[State] = Figures(kinds=_FIGURES, gained=_figures_gained, feats=(_no_card_remark,))
