"""The rules of Wizard and Oh Hell: which declarations are allowed when, and the state after each."""

from __future__ import annotations

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, refuse, refuse_player, refuse_turn
from device.contract.setup import Seat
from device.games.wizard import bidding, totals, tricks
from device.games.wizard.declarations import Bid, Plays, TricksWon, Trump, Wins
from device.games.wizard.options import Detail
from device.games.wizard.state import Round, State
from device.kits.cards import SUIT_FACES, Card
from device.kits.trick_declarations import awaited_sentence
from display.words import Several, Text, text


def apply(state: State, declaration: Declaration, *, waive_revoke: bool = False) -> State:
    """Return the state after a declaration. Raises Refused; see `device.contract.game.Game.apply`."""
    if state.round is None:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over: all rounds are scored."), declaration.seat)
    if isinstance(declaration, First):
        return _apply_first(state, state.round, declaration)
    _check_phase(state, state.round, declaration)
    _check_turn(state, state.round, declaration)
    _check_cards(state, declaration)
    match declaration:
        case Trump():
            return bidding.apply_trump(state, state.round, declaration)
        case Bid():
            return bidding.apply_bid(state, state.round, declaration)
        case TricksWon():
            return totals.apply_tricks_won(state, state.round, declaration)
        case Wins():
            return tricks.apply_win(state, state.round, declaration, waive_revoke=waive_revoke)
        case Plays():
            return tricks.apply_play(state, state.round, declaration, waive_revoke=waive_revoke)
    raise TypeError(declaration)


_TYPE_BY_DETAIL: dict[Detail, type] = {Detail.TOTALS: TricksWon, Detail.TRICKS: Wins, Detail.CARDS: Plays}
"""How tricks are declared at each detail."""


def starter(state: State) -> Seat | None:
    """The player who bids first in the coming round, while another may still be named; else None."""
    round_ = state.round
    return None if round_ is None or round_.has_begun or round_.is_starter_named else round_.first_seat


def forced(state: State) -> Declaration | None:
    """Always None. Even if a number follows from the others, mistakes are found because everybody declares theirs."""
    return None


def _apply_first(state: State, round_: Round, declaration: First) -> State:
    if round_.has_begun or round_.is_starter_named:
        sentence = text(
            "Who bids first is said once, before trump and bids of the round: {player} does in this one.",
            player=state.name(round_.first_seat),
        )
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    seat = declaration.seat
    return state._replace(round=round_._replace(first_seat=seat, turn=seat, leader=seat, is_starter_named=True))


def _check_phase(state: State, round_: Round, declaration: Declaration) -> None:
    allowed_types = _expected_types(state, round_)
    if not isinstance(declaration, allowed_types):
        refuse(RefusalCode.WRONG_PHASE, _wrong_phase_text(state, round_, allowed_types[-1]), declaration.seat)


def _expected_types(state: State, round_: Round) -> tuple[type, ...]:
    """Return the types of declarations that are allowed now; the one that is asked for comes last."""
    if state.must_declare_trump(round_):
        return (Trump,)
    if round_.is_bidding:
        return (Bid,) if round_.has_begun else (Trump, Bid)
    return (_TYPE_BY_DETAIL[state.settings.detail],)


def _wrong_phase_text(state: State, round_: Round, expected_type: type) -> Text:
    """The refusal of anything but what is asked for now."""
    if expected_type is Trump:
        return text("Say first which suit is trump, or that there is none.")
    if expected_type is Bid:
        return text("The bids are being said: {player} is next.", player=state.name(round_.turn))
    if expected_type is TricksWon:
        return text("All have bid: how many tricks everybody won is said next.")
    if expected_type is Plays:
        return awaited_sentence(round_.trick_number, state.name(round_.turn))
    return awaited_sentence(round_.trick_number)


def _check_turn(state: State, round_: Round, declaration: Declaration) -> None:
    if isinstance(declaration, Bid | Plays) and declaration.seat != round_.turn:
        refuse_turn(state.table, declaration.seat, round_.turn)
    if isinstance(declaration, TricksWon) and declaration.seat in round_.declared_seats:
        sentence = text("{player} has said already how many tricks they won.")
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declaration.seat)


def _check_cards(state: State, declaration: Declaration) -> None:
    card: Card | None = getattr(declaration, "card", None)
    if card is not None and not state.settings.deck.has(card):
        refuse(RefusalCode.NO_SUCH_CARD, _no_such_card_text(state, card), declaration.seat)
    suit: str | None = declaration.suit if isinstance(declaration, Trump) else getattr(declaration, "lead", None)
    if suit is not None and suit not in state.settings.deck.suits:
        sentence = text("There is no suit “{suit}” in this deck: it has {suits}.", suit=suit, suits=_suit_words(state))
        refuse(RefusalCode.NO_SUCH_CARD, sentence, declaration.seat)


def _no_such_card_text(state: State, card: Card) -> Text:
    if card.word:
        return text("There are no wizards and jesters in this deck: the table plays Oh Hell.")
    numbers = state.settings.deck.numbers
    return text(
        "There is no such card in this deck: there are {suits} from {low} to {high}.",
        suits=_suit_words(state),
        low=numbers[0],
        high=numbers[-1],
    )


def _suit_words(state: State) -> Several:
    return Several(tuple(SUIT_FACES[suit].word for suit in state.settings.deck.suits))
