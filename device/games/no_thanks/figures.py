"""The figures that statistics count in No Thanks!: runs, tokens, and the tokens that came with each card."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.figures import Figure, Figures
from device.contract.figures import Tally as FigureTally
from device.contract.setup import Seat
from device.games.no_thanks.cards import HIGHEST, LOWEST
from device.games.no_thanks.state import FinalHoldings, Holdings, Play, PointsRound, State
from display.words import Text, text

_CARDS = range(LOWEST, HIGHEST + 1)

_FIGURES = (
    Figure("cards", text("cards taken")),
    Figure("runs", text("runs of two cards or more")),
    Figure("tokens-kept", text("tokens kept")),
    Figure("tokens-got", text("tokens on the cards taken")),
    Figure("rounds-told", text("rounds of which the cards are known"), listed=False),
    *(Figure(f"took-{card}", text("took the {card}", card=card), listed=False) for card in _CARDS),
    *(Figure(f"got-{card}", text("tokens on the {card}", card=card), f"took-{card}", listed=False) for card in _CARDS),
)


def _figures_gained(before: State, after: State) -> FigureTally | None:
    scored = after.scored_rounds[-1].held if len(after.scored_rounds) > len(before.scored_rounds) else None
    taking = _round_before_take(before.round, after.round)
    if scored is None and taking is None:
        return None
    return tuple(_figures_of_seat(seat, scored, taking) for seat in range(after.settings.players))


def _round_before_take(
    before: Play | Holdings | PointsRound | None, after: Play | Holdings | PointsRound | None
) -> Play | None:
    """The round before a card was taken, if that is what happened; else None."""
    if not isinstance(before, Play) or before.open_card is None:
        return None
    goes_on = isinstance(after, Play) and after.cards_taken == before.cards_taken and after.has_begun
    return None if goes_on else before


def _figures_of_seat(seat: Seat, scored: FinalHoldings | None, taking: Play | None) -> tuple[int, ...]:
    cards = runs = tokens_kept = tokens_got = 0
    if scored is not None:
        cards = sum(high - low + 1 for low, high in scored.runs[seat])
        runs = sum(low < high for low, high in scored.runs[seat])
        tokens_kept = scored.tokens[seat]
    took = [0] * len(_CARDS)
    on = [0] * len(_CARDS)
    if taking is not None and taking.open_card is not None and taking.turn == seat:
        at = _CARDS.index(taking.open_card)
        took[at], on[at] = 1, taking.pot_tokens
        tokens_got = taking.pot_tokens
    return (cards, runs, tokens_kept, tokens_got, int(scored is not None), *took, *on)


def _took_no_card(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    declares_cards = figures.get("rounds-told") and not figures["cards"]
    return text("{player} takes no card at all.", player=player) if declares_cards else None


FIGURES: Figures[State] = Figures(kinds=_FIGURES, gained=_figures_gained, feats=(_took_no_card,))
