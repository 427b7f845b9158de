"""The sentences the table shows for declarations in Wizard, and for preparing a round."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.games.wizard.cards import JESTER, WIZARD, face
from device.games.wizard.declarations import Bid, Plays, TricksWon, Trump, Wins
from device.games.wizard.state import Round, State
from device.games.wizard.tricks import index_of_winner
from device.kits.cards import SUIT_FACES, Card
from device.kits.trick_declarations import wins_in_words
from display.words import Argument, Text, counted, join_sentences, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A declaration as a sentence. Raises TypeError for one of another game."""
    match declaration:
        case Trump(None):
            return text("There is no trump.")
        case Trump(suit):
            return text("Trump: {suit}.", suit=_suit_argument(str(suit)))
        case Bid(_, tricks):
            return counted("{player} bids {n} trick.", "{player} bids {n} tricks.", tricks, player=player)
        case TricksWon(_, tricks):
            return counted("{player} won {n} trick.", "{player} won {n} tricks.", tricks, player=player)
        case Plays(_, card):
            return text("{player} plays {card}.", player=player, card=_card_argument(card))
        case Wins(_, card, lead):
            return wins_in_words(player, card and _card_argument(card), lead and _suit_argument(lead))
    raise TypeError(declaration)


def consequence(before: State, _after: State, declaration: Declaration) -> Text | None:
    """The sentence for a card that completes a trick, with the winner; None for anything else."""
    round_ = before.round
    if not isinstance(declaration, Plays) or round_ is None or len(round_.cards_on_table) < before.player_count - 1:
        return None
    index = index_of_winner((*round_.cards_on_table, declaration.card), round_.trump)
    winner = (round_.leader + index) % before.player_count
    win = Wins(winner, declaration.card if winner == declaration.seat else None)
    sentence = in_words(win, before.name(winner))
    if winner == declaration.seat:
        return sentence
    return join_sentences(in_words(declaration, before.name(declaration.seat)), sentence)


def setup_instructions(state: State) -> tuple[Text, ...]:
    """Instructions for what players do before a round (rulebook, Dealing; without special cards, as Oh Hell is
    usually played)."""
    round_, deck = state.current_round, state.settings.deck
    dealing = _dealing_sentence(state, round_)
    if deck.is_all_dealt(state.player_count, round_.card_count):
        return dealing, text("All cards are dealt: there is no trump.")
    if not deck.special_count:
        return dealing, text("Turn the next card up: its suit is trump.")
    return dealing, text("Turn the next card up: its suit is trump. A jester: none. A wizard: the dealer chooses.")


def _dealing_sentence(state: State, round_: Round) -> Text:
    """The instruction who deals how many cards. Before the first round, nobody knows who starts, and so who deals."""
    if not state.results and not round_.is_starter_named:
        return counted(
            "Whoever sits right of the starter deals each player {n} card.",
            "Whoever sits right of the starter deals each player {n} cards.",
            round_.card_count,
        )
    return counted(
        "{player} deals each player {n} card.",
        "{player} deals each player {n} cards.",
        round_.card_count,
        player=state.name(state.dealer(round_)),
    )


def _card_argument(card: Card) -> Argument:
    if card.word:
        return _SPECIAL_WORDS[card]
    return face(card) if card.suit in SUIT_FACES else str(card)


def _suit_argument(suit: str) -> Argument:
    return SUIT_FACES[suit].word if suit in SUIT_FACES else suit


_SPECIAL_WORDS = {WIZARD: text("a wizard"), JESTER: text("a jester")}
