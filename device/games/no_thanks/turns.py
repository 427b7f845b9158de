"""The rules for declaring a round turn by turn (No Thanks! rulebook, Game Progress and Hidden Tiger Variant)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse, refuse_player
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.no_thanks.declarations import Flip, Pass, Take, Tiger
from device.games.no_thanks.refusal_codes import NoThanksRefusal
from device.games.no_thanks.refusals import check_card
from device.games.no_thanks.state import State, TurnsRound
from display.vocabulary import Face
from display.words import text


def apply_flip(state: State, round_: TurnsRound, declaration: Flip) -> TurnsRound:
    """Return the round after a card is turned up for the player in turn. Raises Refused."""
    if round_.open_card is not None:
        card = Face(number=round_.open_card)
        sentence = text("The {card} is still there: the next card is turned up when a player has taken it.", card=card)
        refuse(RefusalCode.WRONG_PHASE, sentence, None, card)
    check_card(state.settings, declaration.card)
    _check_unseen(state, round_, declaration.card)
    return round_._replace(open_card=declaration.card, seen_cards=round_.seen_cards | {declaration.card})


def apply_pass(state: State, round_: TurnsRound, declaration: Pass) -> TurnsRound:
    """Return the round after a player put a token on the card; the next player is in turn. Raises Refused."""
    open_card = _open_card_on_turn(state, round_, declaration.seat)
    seat = declaration.seat
    if not round_.token_counts[seat]:
        sentence = text("{player} has no token to pass with and must take the {card}.")
        refuse_player(state.table, NoThanksRefusal.NO_TOKENS, sentence, seat, Face(number=open_card))
    token_counts = with_entry(round_.token_counts, seat, round_.token_counts[seat] - 1)
    next_seat = (seat + 1) % state.settings.player_count
    return round_._replace(turn=next_seat, token_counts=token_counts, pot_token_count=round_.pot_token_count + 1)


def apply_take(state: State, round_: TurnsRound, declaration: Take) -> TurnsRound:
    """Return the round after a player took the card and its tokens, and is in turn again. Raises Refused."""
    open_card = _open_card_on_turn(state, round_, declaration.seat)
    seat = declaration.seat
    token_count = round_.token_counts[seat] + round_.pot_token_count
    return round_._replace(
        token_counts=with_entry(round_.token_counts, seat, token_count),
        areas=_areas_with(round_, seat, open_card),
        open_card=None,
        pot_token_count=0,
        taken_card_count=round_.taken_card_count + 1,
    )


def apply_tiger(state: State, round_: TurnsRound, declaration: Tiger) -> TurnsRound:
    """Return the round after a player laid a hidden tiger, and is still in turn. Raises Refused."""
    _open_card_on_turn(state, round_, declaration.seat)
    seat, card = declaration.seat, declaration.card
    check_card(state.settings, card, seat)
    _check_unseen(state, round_, card, seat)
    if not state.settings.has_tigers:
        sentence = text("{player} cannot lay the {card}: this game is played without hidden tigers.")
        refuse_player(state.table, NoThanksRefusal.TIGER_UNAVAILABLE, sentence, seat, Face(number=card))
    if seat in round_.tiger_seats:
        sentence = text("{player} cannot lay the {card}: each player has one hidden tiger, and this one is laid.")
        refuse_player(state.table, NoThanksRefusal.TIGER_UNAVAILABLE, sentence, seat, Face(number=card))
    areas, seen_cards = _areas_with(round_, seat, card), round_.seen_cards | {card}
    return round_._replace(areas=areas, seen_cards=seen_cards, tiger_seats=round_.tiger_seats | {seat})


def _open_card_on_turn(state: State, round_: TurnsRound, seat: Seat) -> int:
    """Return the card that is turned up. Refuses if there is none, or it is not this player's turn."""
    turn_name = state.table.players[round_.turn]
    if round_.open_card is None:
        refuse(RefusalCode.WRONG_PHASE, text("{player} must first turn up a card.", player=turn_name), seat)
    if seat != round_.turn:
        sentence = text("It is not {player}'s turn: {turn} passes or takes.", turn=turn_name)
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, seat)
    return round_.open_card


def _check_unseen(state: State, round_: TurnsRound, card: int, seat: Seat | None = None) -> None:
    if card not in round_.seen_cards:
        return
    face = Face(number=card)
    sentence = text("The {card} is the card that is turned up.", card=face)
    if card != round_.open_card:
        owner = next(name for name, area in zip(state.table.players, round_.areas, strict=True) if card in area)
        sentence = text("The {card} has been seen in this round: it lies before {player}.", card=face, player=owner)
    refuse(RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face)


def _areas_with(round_: TurnsRound, seat: Seat, card: int) -> tuple[tuple[int, ...], ...]:
    return with_entry(round_.areas, seat, tuple(sorted((*round_.areas[seat], card))))
