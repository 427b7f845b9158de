"""The refusals of LOOP: sentences that name the player, the cards, the rule and what to do."""

from __future__ import annotations

from typing import NoReturn

from device.contract.declarations import First
from device.contract.numbers import BEYOND
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.loop.cards import CARDS_IN_PLAY, EIGHT, HIGHEST
from device.games.loop.codes import Code
from device.games.loop.combinations import Combination, Kind
from device.games.loop.declarations import Plays
from device.games.loop.legality import contradicting_rounds
from device.games.loop.state import InPlay, State
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


def refuse_over(seat: Seat | None) -> NoReturn:
    refuse(RefusalCode.WRONG_PHASE, text("The game is over. Nothing more can be declared in it."), seat)


def refuse_detail(state: State, seat: Seat) -> NoReturn:
    """Refuse a line that belongs to the other level of detail."""
    if state.declares_plays:
        sentence = text(
            "{player} can't be declared out: every play is declared here, so declare the last cards.",
            player=state.name(seat),
        )
    else:
        sentence = text(
            "{player} can't declare a play, pass or twist: only who goes out is declared here.",
            player=state.name(seat),
        )
    refuse(RefusalCode.WRONG_PHASE, sentence, seat)


def refuse_first(state: State, first: First) -> NoReturn:
    refuse(
        RefusalCode.WRONG_PHASE,
        text(
            "{player} can't be named as starter now: the golden board is given out before the first round, "
            "and whoever holds it starts.",
            player=state.name(first.seat),
        ),
        first.seat,
    )


def refuse_turn(state: State, seat: Seat) -> NoReturn:
    if seat in state.order_out:
        sentence = text("{player} is already out of this round.", player=state.name(seat))
    else:
        sentence = text("It is {other}'s turn, not {player}'s.", other=state.name(state.turn), player=state.name(seat))
    refuse(RefusalCode.OUT_OF_TURN, sentence, seat)


def refuse_no_such_card(state: State, declared: Plays) -> NoReturn:
    wrong = next(number for number in declared.numbers if not 1 <= number <= HIGHEST)
    player = state.name(declared.seat)
    if wrong == BEYOND:
        sentence = text(
            "{player} can't play such a high card: the numbers are 1 to {highest}.", player=player, highest=HIGHEST
        )
        refuse(RefusalCode.NO_SUCH_CARD, sentence, declared.seat)
    sentence = text(
        "{player} can't play {card}: the numbers are 1 to {highest}.",
        player=player,
        card=Face(wrong),
        highest=HIGHEST,
    )
    refuse(RefusalCode.NO_SUCH_CARD, sentence, declared.seat, Face(wrong))


def refuse_pass(state: State) -> NoReturn:
    """Refuse a pass of the player in turn: there is nothing to beat, or a play must follow a twist."""
    player = state.name(state.turn)
    if state.in_play is None:
        refuse(
            Code.MUST_LEAD,
            text("{player} can't pass: there is nothing to beat, and whoever leads must play.", player=player),
            state.turn,
        )
    refuse(
        Code.TWIST_NEEDS_PLAY,
        text(
            "{player} can't pass: after revealing an {eight}, one must play. Undo the twist if there is no play.",
            player=player,
            eight=Face(EIGHT),
        ),
        state.turn,
        Face(EIGHT),
    )


def refuse_twist(state: State, code: Code) -> NoReturn:
    """Refuse a twist of the player in turn, for the reason `code`."""
    player, eight = state.name(state.turn), Face(EIGHT)
    if code in (Code.TOO_MANY_COPIES, Code.HAND_MISMATCH):
        _refuse_deal(state, code, (EIGHT,))
    if code is Code.TWIST_NEEDS_PLAY:
        sentence = text(
            "{player} can't reveal an {eight}: once the token is flipped, no play could follow.",
            player=player,
            eight=eight,
        )
    elif state.has_twisted:
        sentence = text(
            "{player} has revealed an {eight} this turn already, and must now play.", player=player, eight=eight
        )
    else:
        sentence = text(
            "{player} can't reveal an {eight}: both cards that were set aside are revealed already.",
            player=player,
            eight=eight,
        )
    refuse(code, sentence, state.turn, eight)


def refuse_not_combination(state: State, declared: Plays) -> NoReturn:
    refuse(
        Code.NOT_A_COMBINATION,
        text(
            "{player} can't play {cards} together: play a single card, 2 to 4 of one number, or 2 to 4 in sequence.",
            player=state.name(declared.seat),
            cards=card_list(declared.numbers),
        ),
        declared.seat,
        *card_faces(declared.numbers),
    )


def refuse_play(state: State, played: Combination, code: Code) -> NoReturn:
    """Refuse a combination of the player in turn, for the reason `code` that `against_play` found."""
    if code in (Code.TOO_MANY_COPIES, Code.HAND_MISMATCH):
        _refuse_deal(state, code, played.numbers)
    if code is Code.TOO_MANY_CARDS:
        left = CARDS_IN_PLAY - state.hand_of(state.turn).cards_played
        sentence = counted(
            "{player} can't play {cards}: there is only {n} card left in that hand.",
            "{player} can't play {cards}: there are only {n} cards left in that hand.",
            left,
            player=state.name(state.turn),
            cards=card_list(played.numbers),
        )
    else:
        assert state.in_play is not None
        sentence = _unmatched_text(state, state.in_play, played, code)
    refuse(code, sentence, state.turn, *card_faces(played.numbers))


def _unmatched_text(state: State, in_play: InPlay, played: Combination, code: Code) -> Text:
    player, shown = state.name(state.turn), card_list(played.numbers)
    if code is Code.WRONG_TYPE:
        return _wrong_type_text(in_play, player, shown)
    if code is Code.WRONG_SIZE:
        return counted(
            "{player} can't play {cards}: {n} card must follow, as many as are in play.",
            "{player} can't play {cards}: {n} cards must follow, as many as are in play.",
            in_play.size,
            player=player,
            cards=shown,
        )
    if state.lower_wins:
        return text(
            "{player} can't play {cards}: the token says lower, and none of these is below {card}.",
            player=player,
            cards=shown,
            card=Face(in_play.low),
        )
    return text(
        "{player} can't play {cards}: the token says higher, and none of these is above {card}.",
        player=player,
        cards=shown,
        card=Face(in_play.high),
    )


def _wrong_type_text(in_play: InPlay, player: str, shown: Several) -> Text:
    kind = combination_words(in_play.kind, in_play.size)
    if in_play.kind is Kind.SAME:
        return text(
            "{player} can't play {cards}: {kind} are in play, and the same type must follow.",
            player=player,
            cards=shown,
            kind=kind,
        )
    return text(
        "{player} can't play {cards}: {kind} is in play, and the same type must follow.",
        player=player,
        cards=shown,
        kind=kind,
    )


def _refuse_deal(state: State, code: Code, numbers: tuple[int, ...]) -> NoReturn:
    player, shown = state.name(state.turn), card_list(numbers)
    if code is Code.TOO_MANY_COPIES:
        sentence = text(
            "{player} can't show {cards}: the deck has only {copies} of each number, and all hands together would have "
            "more.",
            player=player,
            cards=shown,
            copies=state.players,
        )
        refuse(code, sentence, state.turn, *card_faces(numbers))
    rounds, total = contradicting_rounds(state, numbers)
    refuse(code, _mismatch_text(state, numbers, rounds, total), state.turn, *card_faces(numbers))


def _mismatch_text(state: State, numbers: tuple[int, ...], rounds: tuple[int, ...], total: int) -> Text:
    player, shown = state.name(state.turn), card_list(numbers)
    if len(rounds) > 1:
        return text(
            "{player} can't show {cards}: with what this hand showed in rounds {rounds}, "
            "it would have {total} cards instead of 13.",
            player=player,
            cards=shown,
            rounds=Several(tuple(round_ + 1 for round_ in rounds)),
            total=total,
        )
    (earlier,) = rounds
    holder = (state.board_of(state.turn) + earlier) % state.players
    return text(
        "{player} can't show {cards}: with what {holder} showed of this hand in round {round}, "
        "it would have {total} cards instead of 13.",
        player=player,
        cards=shown,
        holder=state.name(holder),
        round=earlier + 1,
        total=total,
    )
