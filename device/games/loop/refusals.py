"""The refusals of LOOP: sentences that name the player, the cards, the rule and what to do."""

from __future__ import annotations

from typing import NoReturn

from device.contract.numbers import LARGEST_PARSED
from device.contract.refusal import RefusalCode, refuse, refuse_player
from device.contract.setup import Seat
from device.games.loop.cards import EIGHT, HIGHEST, PLAYABLE_COUNT
from device.games.loop.combinations import Combination, Kind
from device.games.loop.declarations import Plays
from device.games.loop.legality import contradicting_rounds, overdrawn_number
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import CardsInPlay, State
from display.vocabulary import Face
from display.words import Several, Text, counted, text


def card_faces(numbers: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple(Face(number) for number in numbers)


def card_list(numbers: tuple[int, ...]) -> Several:
    return Several(card_faces(numbers))


def combination_words(kind: Kind, size: int) -> Text:
    """The name of a combination: a single card, 3 of one number, a run of 3."""
    if kind is Kind.SINGLE:
        return text("a single card")
    if kind is Kind.SAME:
        return text("{size} of one number", size=size)
    return text("a run of {size}", size=size)


def refuse_after_end(seat: Seat | None) -> NoReturn:
    refuse(RefusalCode.WRONG_PHASE, text("The game is over. Nothing more can be declared in it."), seat)


def refuse_detail(state: State, seat: Seat) -> NoReturn:
    """Refuse a line that belongs to the other level of detail."""
    sentence = text("{player} can't declare a play, pass or twist: only who goes out is declared here.")
    if state.declares_plays:
        sentence = text("{player} can't be declared out: every play is declared here, so declare the last cards.")
    refuse_player(state.table, RefusalCode.WRONG_PHASE, sentence, seat)


def refuse_first(state: State, seat: Seat) -> NoReturn:
    """Refuse to give the golden board to a player once the first round has begun."""
    sentence = text(
        "{player} can't be named as starter now: the golden board is given out before the first round, "
        "and whoever holds it starts."
    )
    refuse_player(state.table, RefusalCode.WRONG_PHASE, sentence, seat)


def refuse_turn(state: State, seat: Seat) -> NoReturn:
    """Refuse a declaration of a player who is out, or not in turn."""
    sentence = text("It is {other}'s turn, not {player}'s.", other=state.name(state.turn))
    if seat in state.order_out:
        sentence = text("{player} is already out of this round.")
    refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, seat)


def refuse_no_such_card(state: State, declaration: Plays) -> NoReturn:
    """Refuse cards of which one is not in the deck."""
    wrong_number = next(number for number in declaration.numbers if not 1 <= number <= HIGHEST)
    if wrong_number == LARGEST_PARSED:
        sentence = text("{player} can't play such a high card: the numbers are 1 to {highest}.", highest=HIGHEST)
        refuse_player(state.table, RefusalCode.NO_SUCH_CARD, sentence, declaration.seat)
    sentence = text("{player} can't play {card}: the numbers are 1 to {highest}.", highest=HIGHEST)
    refuse_player(state.table, RefusalCode.NO_SUCH_CARD, sentence, declaration.seat, Face(wrong_number))


def refuse_pass(state: State) -> NoReturn:
    """Refuse a pass of the player in turn: there is nothing to beat, or a play must follow a twist."""
    if state.in_play is None:
        sentence = text("{player} can't pass: there is nothing to beat, and whoever leads must play.")
        refuse_player(state.table, LoopRefusal.MUST_LEAD, sentence, state.turn)
    sentence = text(
        "{player} can't pass: after revealing an {card}, one must play. Undo the twist if there is no play."
    )
    refuse_player(state.table, LoopRefusal.TWIST_NEEDS_PLAY, sentence, state.turn, Face(EIGHT))


def refuse_twist(state: State, code: LoopRefusal) -> NoReturn:
    """Refuse a twist of the player in turn, for the reason `code`."""
    if code in (LoopRefusal.TOO_MANY_COPIES, LoopRefusal.HAND_MISMATCH):
        sentence = text("{player} can't reveal an {card}: {reason}.", reason=_deal_clause(state, code, (EIGHT,)))
    elif code is LoopRefusal.TWIST_NEEDS_PLAY:
        sentence = text("{player} can't reveal an {card}: once the token is flipped, no play could follow.")
    elif state.has_twisted:
        sentence = text("{player} has revealed an {card} this turn already, and must now play.")
    else:
        sentence = text("{player} can't reveal an {card}: both cards that were set aside are revealed already.")
    refuse_player(state.table, code, sentence, state.turn, Face(EIGHT))


def refuse_not_combination(state: State, declaration: Plays) -> NoReturn:
    """Refuse cards that can't be played together."""
    sentence = text(
        "{player} can't play {cards} together: play a single card, 2 to 4 of one number, or 2 to 4 in sequence."
    )
    refuse_player(
        state.table, LoopRefusal.NOT_A_COMBINATION, sentence, declaration.seat, *card_faces(declaration.numbers)
    )


def refuse_play(state: State, combination: Combination, code: LoopRefusal) -> NoReturn:
    """Refuse a combination of the player in turn, for the reason `code` that `legality` found."""
    if code in (LoopRefusal.TOO_MANY_COPIES, LoopRefusal.HAND_MISMATCH):
        clause = _deal_clause(state, code, combination.numbers)
        sentence = text("{player} can't play {cards}: {reason}.", reason=clause)
    elif code is LoopRefusal.TOO_MANY_CARDS:
        sentence = counted(
            "{player} can't play {cards}: there is only {n} card left in that hand.",
            "{player} can't play {cards}: there are only {n} cards left in that hand.",
            PLAYABLE_COUNT - state.hand_of(state.turn).played_count,
        )
    else:
        assert state.in_play is not None
        sentence = _unmatched_text(state, state.in_play, code)
    refuse_player(state.table, code, sentence, state.turn, *card_faces(combination.numbers))


def _unmatched_text(state: State, in_play: CardsInPlay, code: LoopRefusal) -> Text:
    """The refusal of cards that can't answer those in play."""
    if code is LoopRefusal.WRONG_TYPE:
        kind = combination_words(in_play.kind, in_play.size)
        if in_play.kind is Kind.SAME:
            return text("{player} can't play {cards}: {kind} are in play, and the same type must follow.", kind=kind)
        return text("{player} can't play {cards}: {kind} is in play, and the same type must follow.", kind=kind)
    if code is LoopRefusal.WRONG_SIZE:
        return counted(
            "{player} can't play {cards}: {n} card must follow, as many as are in play.",
            "{player} can't play {cards}: {n} cards must follow, as many as are in play.",
            in_play.size,
        )
    if state.lower_cards_win:
        return text(
            "{player} can't play {cards}: the token says lower, and none of these is below {card}.",
            card=Face(in_play.lowest),
        )
    return text(
        "{player} can't play {cards}: the token says higher, and none of these is above {card}.",
        card=Face(in_play.highest),
    )


def _deal_clause(state: State, code: LoopRefusal, numbers: tuple[int, ...]) -> Text:
    """Why no deal gives these cards to the player in turn, as a clause."""
    if code is LoopRefusal.TOO_MANY_COPIES:
        return text(
            "there would be more {number}s than the deck's {copies}",
            copies=state.player_count,
            number=overdrawn_number(state, numbers),
        )
    rounds, card_count = contradicting_rounds(state, numbers)
    if len(rounds) > 1:
        return text(
            "with what this hand showed in rounds {rounds}, it would have {total} cards instead of 13",
            rounds=Several(tuple(round_ + 1 for round_ in rounds)),
            total=card_count,
        )
    (earlier_round,) = rounds
    holder = (state.board_of(state.turn) + earlier_round) % state.player_count
    return text(
        "with what {holder} showed of this hand in round {round}, it would have {total} cards instead of 13",
        holder=state.name(holder),
        round=earlier_round + 1,
        total=card_count,
    )
