"""The refusals of LOOP's first edition, as functions that raise Refused with a sentence."""

from __future__ import annotations

from typing import NoReturn

from device.contract.refusal import RefusalCode, refuse, refuse_player
from device.contract.setup import Seat
from device.games.loop_2023.cards import Card, CardOrUnknown
from device.games.loop_2023.combinations import Combination, Kind, are_consecutive
from device.games.loop_2023.hands import contradicting_rounds
from device.games.loop_2023.refusal_codes import Loop2023Refusal
from device.games.loop_2023.seats import SeatChoice
from device.games.loop_2023.state import GameOver, RoundInPlay, SeatCards, State
from display.words import Several, Text, counted, text


def card_list(cards: tuple[CardOrUnknown, ...]) -> Several:
    """Cards for a sentence."""
    return Several(tuple(card.face for card in cards))


def refuse_phase(state: State, player: Seat) -> NoReturn:
    """Refuse a kind of declaration that is not allowed now."""
    refuse(RefusalCode.WRONG_PHASE, _phase_text(state), player)


def _phase_text(state: State) -> Text:
    if isinstance(state.phase, GameOver):
        return text("The game is over; nothing more can be declared.")
    if isinstance(state.phase, SeatChoice):
        return text("The round is over: {player} chooses a seat now.", player=state.name(state.phase.chooser))
    if not state.settings.declares_plays:
        return text("A round is being played, and this table only says who goes out.")
    turn = state.name(state.seating[state.phase.turn])
    return text("A round is being played: {player} is to play or pass.", player=turn)


def refuse_three_eights(state: State, player: Seat) -> NoReturn:
    """Refuse three 8s if they cannot be shown now."""
    sentence = text("This table plays without the rule for three 8s in a hand.")
    if state.settings.allows_three_eights:
        sentence = text(
            "{player} is too late to show three 8s: that is done before anything is played in the first round of a set."
        )
    refuse_player(state.table, RefusalCode.WRONG_PHASE, sentence, player)


def refuse_turn(state: State, player: Seat, turn: Seat) -> NoReturn:
    """Refuse a declaration of a player who is not in turn."""
    sentence = text("It is {turn}'s turn, not {player}'s.", turn=state.name(turn))
    refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, player)


def refuse_not_combination(state: State, cards: tuple[Card, ...], player: Seat) -> NoReturn:
    """Refuse cards that cannot be played together."""
    if are_consecutive(cards) and any(card.colour is None for card in cards):
        sentence = text("A sequence is of one colour: name the colour of each of its cards.")
    elif are_consecutive(cards):
        sentence = text("{cards} make no sequence: all its cards have one colour.")
    else:
        sentence = text(
            "{cards} cannot be played together: play one card, two or three of one number, or numbers in a row in one"
            " colour."
        )
    _refuse_cards(state, Loop2023Refusal.NOT_A_COMBINATION, sentence, player, cards)


def _refuse_cards(
    state: State, code: Loop2023Refusal, sentence: Text, player: Seat, cards: tuple[Card, ...]
) -> NoReturn:
    """Refuse cards that are played together."""
    refuse_player(state.table, code, sentence, player, *(card.face for card in cards))


_KIND_SENTENCES = {
    Kind.SINGLE: text("A single card was led, so only single cards can follow."),
    Kind.SET: text("Cards of one number were led, so only cards of one number can follow."),
    Kind.SEQUENCE: text("A sequence was led, so only sequences can follow."),
}


def refuse_unlike(state: State, to_beat: Combination, played: Combination, player: Seat) -> NoReturn:
    """Refuse another kind of combination than was led, or more or fewer cards."""
    if played.kind is not to_beat.kind:
        _refuse_cards(state, Loop2023Refusal.WRONG_TYPE, _KIND_SENTENCES[to_beat.kind], player, played.cards)
    sentence = counted(
        "{n} card was led, so the same number must follow.",
        "{n} cards were led, so the same number must follow.",
        to_beat.size,
    )
    _refuse_cards(state, Loop2023Refusal.WRONG_SIZE, sentence, player, played.cards)


def refuse_not_beating(state: State, playing: RoundInPlay, played: Combination, player: Seat) -> NoReturn:
    """Refuse a combination that is not stronger than the last."""
    assert playing.to_beat is not None
    to_beat, other = card_list(playing.to_beat.cards), state.name(state.seating[playing.place_to_beat])
    sentence = text("{player}'s {cards} cannot beat {other}'s {best}: higher cards win.", best=to_beat, other=other)
    if playing.is_twisted:
        sentence = text(
            "{player}'s {cards} cannot beat {other}'s {best}: after the twist, lower cards win.",
            best=to_beat,
            other=other,
        )
    _refuse_cards(state, Loop2023Refusal.DOES_NOT_BEAT, sentence, player, played.cards)


def refuse_hand_mismatch(state: State, player: Seat, seat_cards: SeatCards, cards: tuple[Card, ...]) -> NoReturn:
    """Refuse cards that the hand of 11 has no room for, given earlier rounds of the set."""
    rounds = state.set_rounds()
    place = state.place_of(player)
    contradicting = contradicting_rounds(tuple(round_.shown_cards[place] for round_ in rounds), seat_cards.shown_cards)
    sentence = counted(
        "{player} cannot have {cards}: round {rounds} showed other cards of seat {seat}'s hand, and all together they"
        " are more than its 11.",
        "{player} cannot have {cards}: rounds {rounds} showed other cards of seat {seat}'s hand, and all together they"
        " are more than its 11.",
        len(contradicting),
        rounds=Several(tuple(rounds[index].number for index in contradicting)),
        seat=place + 1,
    )
    _refuse_cards(state, Loop2023Refusal.HAND_MISMATCH, sentence, player, cards)


def refuse_seat(state: State, choosing: SeatChoice, player: Seat, number: int) -> NoReturn:
    """Refuse a seat that the player may not take."""
    place = number - 1
    if not 0 <= place < len(choosing.sitters):
        sentence = text("There is no seat {seat} at this table.", seat=str(number))
    elif (sitter := choosing.sitters[place]) is not None:
        sentence = text("Seat {seat} is taken by {other}.", seat=number, other=state.name(sitter))
    elif choosing.must_leave(player, place):
        sentence = text("{player} had seat {seat} in the last round and must leave it.", seat=number)
    else:
        sentence = text(
            "If {player} took seat {seat}, somebody would be left with their own; choose another.", seat=number
        )
    refuse_player(state.table, Loop2023Refusal.SEAT_UNAVAILABLE, sentence, player)
