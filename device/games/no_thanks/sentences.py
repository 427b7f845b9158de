"""The sentences the table shows for declarations in No Thanks!, and for preparing a round."""

from __future__ import annotations

from itertools import chain

from device.contract.declarations import Declaration
from device.games.no_thanks.by_card import offers_by_card
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.runs import Run
from device.games.no_thanks.state import State
from display.words import Label, Several, Text, counted, figure, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A declaration as a sentence. Raises TypeError for one of another game."""
    match declaration:
        case Flip(card):
            return text("The {card} is turned up.", card=card)
        case Pass():
            return text("{player} passes.", player=player)
        case Take():
            return text("{player} takes the card.", player=player)
        case Tiger(_, card):
            return text("{player} lays {card} as a hidden tiger.", player=player, card=card)
        case Holds(_, runs, token_count):
            if token_count is None:
                return masked_sentence(declaration, player)
            return _holds_sentence(player, runs, token_count)
        case Points(_, points):
            return counted(
                "{player}: {points} point.",
                "{player}: {points} points.",
                abs(points),
                player=player,
                points=figure(points),
            )
    raise TypeError(declaration)


def masked_sentence(declaration: Declaration, player: str) -> Text:
    """The sentence for a player's cards at the end of a round, without the tokens. Raises TypeError for others."""
    if not isinstance(declaration, Holds):
        raise TypeError(declaration)
    if not declaration.runs:
        return text("{player}: no cards; tokens are shown with the scores.", player=player)
    cards = _cards_argument(declaration.runs)
    return text("{player}: cards {cards}; tokens are shown with the scores.", player=player, cards=cards)


def confirmation(player: str) -> Text:
    """The sentence that a player has declared. Cards and points are shown on the page, tokens are not."""
    return text("{player} has declared; tokens are shown with the scores.", player=player)


def _holds_sentence(player: str, runs: tuple[Run, ...], token_count: int) -> Text:
    if not runs:
        return counted("{player}: no cards, {n} token.", "{player}: no cards, {n} tokens.", token_count, player=player)
    return counted(
        "{player}: cards {cards}; {n} token.",
        "{player}: cards {cards}; {n} tokens.",
        token_count,
        player=player,
        cards=_cards_argument(runs),
    )


def _cards_argument(runs: tuple[Run, ...]) -> Several:
    return Several(tuple(chain.from_iterable(_run_arguments(low, high) for low, high in runs)))


def _run_arguments(low: int, high: int) -> tuple[Label | int, ...]:
    """A run in words, or its cards if there are no more than two."""
    return (text("{low} to {high}", low=low, high=high),) if high - low > 1 else tuple(range(low, high + 1))


def setup_instructions(state: State) -> tuple[Text, ...]:
    """Instructions for what players do before a round (rulebook, Setup and the variants)."""
    settings = state.settings
    unseen_count = len(settings.deck) - DRAW_DECK_SIZE
    return (
        counted("Each player takes {n} token.", "Each player takes {n} tokens.", settings.start_token_count),
        *((text("Take out {cards}.", cards=Several(settings.removed_cards)),) if settings.removed_cards else ()),
        text("Shuffle, and take out {n} cards unseen.", n=unseen_count),
        *((text("Deal one of these to each player: the hidden tigers."),) if settings.has_tigers else ()),
        *((text("{player} starts.", player=state.table.players[state.starter]),) if state.scored_rounds else ()),
        *((text("At its end, “ask me” asks card by card who has it."),) if offers_by_card(state) else ()),
    )
