"""The sentences the table shows for declarations in No Loose Ends, and for preparing a round."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, GETAWAY_COUNT, HIGHEST_NUMBER, Card, face
from device.games.no_loose_ends.declarations import (
    Bid,
    Covers,
    CoversNothing,
    DoubleCross,
    Pass,
    Plays,
    RoundTotals,
    Wins,
)
from device.games.no_loose_ends.options import START_POINTS
from device.games.no_loose_ends.state import State
from device.games.no_loose_ends.suits import SUIT_FACES
from device.kits.trick_declarations import wins_in_words
from display.words import Argument, Text, join_sentences, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A player's declaration as a sentence. Raises TypeError for one of another game."""
    match declaration:
        case Pass():
            return text("{player} passes.", player=player)
        case DoubleCross():
            return text("{player} double-crosses.", player=player)
        case CoversNothing():
            return text("{player} covers nothing.", player=player)
        case Bid() | Plays() | Covers():
            return _card_declaration_in_words(declaration, player)
        case Wins(_, card, lead):
            return wins_in_words(player, card and _card_argument(card), lead and _suit_argument(lead))
        case RoundTotals(_, planned, covered, extra):
            return text(
                "{player}: bids {planned}, covered {covered}, extra tricks {extra}.",
                player=player,
                planned=planned,
                covered=covered,
                extra=extra,
            )
    raise TypeError(declaration)


def consequence(before: State, after: State, declaration: Declaration) -> Text | None:
    """The sentence for a completed trick, with the bid that it covers automatically; None for anything else."""
    if not isinstance(declaration, Wins | Plays) or before.round is None:
        return None
    for seat in after.seats:
        covered, loose = _new_covers_and_loose_tricks(before, after, seat)
        if covered or loose:
            return _completed_trick(after, declaration, seat, covered)
    return None


def _completed_trick(after: State, declaration: Wins | Plays, winner: Seat, covered: tuple[Card, ...]) -> Text:
    player = after.name(winner)
    if declaration.card is not None and declaration.seat == winner:
        card = _card_argument(declaration.card)
        if not covered:
            return text("{player} wins with {card}: a loose end.", player=player, card=card)
        return text(
            "{player} wins with {card}, covers {covered}.", player=player, card=card, covered=_card_argument(covered[0])
        )
    sentence = text("{player} wins: a loose end.", player=player)
    if covered:
        sentence = text("{player} wins, covers {covered}.", player=player, covered=_card_argument(covered[0]))
    if isinstance(declaration, Wins):
        return sentence
    return join_sentences(in_words(declaration, after.name(declaration.seat)), sentence)


def _new_covers_and_loose_tricks(before: State, after: State, seat: Seat) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Return the bids that a player has covered since `before`, and the numbers of new loose tricks."""
    if len(after.results) > len(before.results):
        result = after.results[-1].player_results[seat]
        covers, loose = result.covered_bids, result.loose_tricks
    else:
        covers, loose = after.current_round.covered_bids[seat], after.current_round.loose_tricks[seat]
    return covers[len(before.current_round.covered_bids[seat]) :], loose[len(before.current_round.loose_tricks[seat]) :]


def _card_declaration_in_words(declaration: Bid | Plays | Covers, player: str) -> Text:
    card = _card_argument(declaration.card)
    match declaration:
        case Bid():
            return text("{player} bids {card}.", player=player, card=card)
        case Plays():
            return text("{player} plays {card}.", player=player, card=card)
        case Covers():
            return text("{player} covers {card}.", player=player, card=card)


def _card_argument(card: Card) -> Argument:
    if card == GETAWAY:
        return text("a getaway")
    return face(card) if card.suit in SUIT_FACES else str(card)


def _suit_argument(suit: str) -> Argument:
    return SUIT_FACES[suit].word if suit in SUIT_FACES else suit


def setup_instructions(state: State) -> tuple[Text, ...]:
    """Instructions for what players do before a round (rulebook, Setup and Getaway Cards), and how many tricks it has:
    a bid lies on the table, and is played in no trick."""
    points = text("Everyone takes {n} points in tokens.", n=START_POINTS)
    return (
        *(() if state.results else (points, *_cards_to_take_out(state))),
        text("Shuffle, and deal {n} cards to each player.", n=state.deal_sizes.hand_size),
        *((text("{player} starts.", player=state.name(state.current_round.first_seat)),) if state.results else ()),
        text("Tricks: as many as the smallest hand left after bidding."),
    )


def _cards_to_take_out(state: State) -> tuple[Text, ...]:
    lowest = state.deal_sizes.highest_number + 1
    cards = (
        (text("Take out the cards {low} to {high} of each suit.", low=lowest, high=HIGHEST_NUMBER),)
        if lowest <= HIGHEST_NUMBER
        else ()
    )
    if state.settings.has_getaway_cards:
        return (*cards, text("Leave the {n} getaway cards in.", n=GETAWAY_COUNT))
    return (*cards, text("Take out the {n} getaway cards.", n=GETAWAY_COUNT))
