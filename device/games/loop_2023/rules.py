"""The rules of LOOP's first edition: the state after each declaration (rulebook, How to Play and Loop Round).

If the sentence of a refusal has {player} or {card} without a value, `refuse_player` fills it in.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import pairwise
from operator import or_

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, refuse, refuse_player
from device.contract.scores import leaders
from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.games.loop_2023 import refusals
from device.games.loop_2023.cards import CARDS_PER_NUMBER, EIGHT, MAX_NUMBER, Card, CardOrUnknown, Colour
from device.games.loop_2023.combinations import Combination, Kind, find_combination
from device.games.loop_2023.declarations import Out, Pass, Plays, Sits, ThreeEights, Twist
from device.games.loop_2023.hands import HAND_SIZE, NO_CARDS_SHOWN, ShownCards, colour_bit
from device.games.loop_2023.options import settings
from device.games.loop_2023.refusal_codes import Loop2023Refusal
from device.games.loop_2023.scoring import SETS_TO_WIN, START_POINTS, TOTAL_TO_END, basic_points, rank_change_points
from device.games.loop_2023.seats import Place, SeatChoice, start_choosing
from device.games.loop_2023.state import GameOver, Round, RoundInPlay, SeatCards, State
from display.vocabulary import Face
from display.words import counted, text

ALL_COLOURS = reduce(or_, (colour.bit for colour in Colour))
"""The bits of all colours."""

REVEALED_EIGHT = Card(EIGHT)
"""The 8 that a twist reveals; its colour need not be declared."""


def start(table: TableSetup) -> State:
    """Return the state before the first declaration. Raises Refused (`player-count`)."""
    player_count = len(table.players)
    if player_count not in TOTAL_TO_END:
        refuse(RefusalCode.PLAYER_COUNT, text("LOOP's first edition is for two to four players."))
    return State(
        table=table,
        settings=settings(table),
        phase=_new_round(player_count, 0),
        seating=tuple(range(player_count)),
        totals=(START_POINTS,) * player_count,
        known_cards=(NO_CARDS_SHOWN,) * player_count,
        sets_won=(0,) * player_count,
    )


def apply(state: State, declaration: Declaration) -> State:
    """Return the state after a declaration. Raises Refused."""
    match declaration:
        case Pass():
            return _apply_pass(state, declaration.seat)
        case Plays():
            return _apply_play(state, declaration.seat, declaration.cards)
        case Twist():
            return _apply_twist(state, declaration.seat)
        case ThreeEights():
            return _apply_three_eights(state, declaration.seat)
        case Out():
            return _apply_out(state, declaration.seat)
        case First():
            return _apply_first(state, declaration.seat)
        case Sits():
            return _apply_seat(state, declaration.seat, declaration.number)
    raise TypeError(declaration)


def starter(state: State) -> Seat | None:
    """The player who starts the coming round, while another may still be named; else None."""
    return state.start_place if state.may_name_starter else None


def may_show_three_eights(state: State) -> bool:
    """Whether a player may show three 8s now."""
    begins_set = isinstance(state.phase, RoundInPlay) and state.round_number == 1 and not state.phase.has_begun
    return state.settings.allows_three_eights and begins_set


def next_place_in(state: State, players_out: tuple[Seat, ...], place: Place) -> Place:
    """Return the next place clockwise whose player is not out."""
    player_count = state.player_count
    next_place = (place + 1) % player_count
    while state.seating[next_place] in players_out:
        next_place = (next_place + 1) % player_count
    return next_place


def can_hold(state: State, cards: tuple[Card, ...]) -> bool:
    """Whether the player in turn may still hold these cards."""
    playing = state.phase
    assert isinstance(playing, RoundInPlay)
    has_enough_cards = playing.seat_cards[playing.turn].cards_left >= len(cards)
    if not has_enough_cards or any(_place_showing(state, playing, card) is not None for card in cards):
        return False
    return _can_be_held(state, playing, _seat_cards_after_play(state, playing, cards), cards)


def can_twist(state: State) -> bool:
    """Whether the player in turn may still have an 8 set aside."""
    playing = state.phase
    assert isinstance(playing, RoundInPlay)
    hidden_count = playing.seat_cards[playing.turn].hidden_count
    return hidden_count > 0 and _can_be_held(state, playing, _seat_cards_after_twist(state, playing), (REVEALED_EIGHT,))


def forced(state: State) -> Pass | None:
    """A forced pass, if declared cards prove that nothing beats the last combination and no 8 is left; or None."""
    playing = state.phase
    if not isinstance(playing, RoundInPlay) or playing.to_beat is None or can_twist(state):
        return None
    if any(can_hold(state, cards) for cards in _combinations_that_beat(playing.to_beat, twisted=playing.is_twisted)):
        return None
    return Pass(state.seating[playing.turn])


def lowest_numbers_that_beat(to_beat: Combination, *, twisted: bool) -> range:
    """Return the numbers with which combinations that beat `to_beat` begin."""
    first, last = to_beat.lowest_number, to_beat.cards[-1].number
    return range(1, first) if twisted else range(first + 1, first + 1 + MAX_NUMBER - last)


def copies_left(state: State, playing: RoundInPlay) -> tuple[int, ...]:
    """Return how many cards of each number (index 0 for number 1) nobody has shown in this round.

    What earlier rounds have shown is left for the players to remember, but for 8s: that nobody is offered a twist tells
    it.
    """
    shown_counts = zip(*(cards.shown_cards.counts for cards in playing.seat_cards), strict=True)
    copies = [CARDS_PER_NUMBER - sum(counts) for counts in shown_counts]
    if not can_hold(state, (REVEALED_EIGHT,)):
        copies[EIGHT - 1] = 0
    return tuple(copies)


def gone_colours(playing: RoundInPlay, copies: tuple[int, ...]) -> tuple[int, ...]:
    """Return the colours of each number (index 0 for number 1) that were played in this round, and all of them if no
    copy is left."""
    shown = reduce(ShownCards.merged_with, (cards.shown_cards for cards in playing.seat_cards))
    return tuple(colours if left else ALL_COLOURS for colours, left in zip(shown.colours, copies, strict=True))


def numbers_that_beat(
    playing: RoundInPlay, to_beat: Combination, copies: tuple[int, ...], gone: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the lowest numbers of what beats `to_beat`, given the copies left and the colours that are gone; none if
    whose turn it is has too few cards."""
    numbers, size = lowest_numbers_that_beat(to_beat, twisted=playing.is_twisted), to_beat.size
    if playing.seat_cards[playing.turn].cards_left < size:
        return ()
    if to_beat.kind is Kind.SEQUENCE:
        return tuple(number for number in numbers if reduce(or_, gone[number - 1 : number - 1 + size]) != ALL_COLOURS)
    return tuple(number for number in numbers if copies[number - 1] >= size)


def _combinations_that_beat(to_beat: Combination, *, twisted: bool) -> tuple[tuple[Card, ...], ...]:
    """Return every combination that beats `to_beat`, with colours only if the rules need them."""
    lowest_numbers = lowest_numbers_that_beat(to_beat, twisted=twisted)
    if to_beat.kind is not Kind.SEQUENCE:
        return tuple((Card(number),) * to_beat.size for number in lowest_numbers)
    return tuple(
        tuple(Card(number + step, colour) for step in range(to_beat.size))
        for number in lowest_numbers
        for colour in Colour
    )


@cache
def _new_round(player_count: int, turn: Place) -> RoundInPlay:
    return RoundInPlay((SeatCards(),) * player_count, turn)


def _after_declaration(state: State, playing: RoundInPlay) -> State:
    """Return the state after a declaration of the round in play."""
    return state._replace(phase=playing, may_name_starter=False, previous_totals=None)


# Before the first play


def _apply_first(state: State, player: Seat) -> State:
    if not state.may_name_starter or not isinstance(state.phase, RoundInPlay):
        sentence = text(
            "{player} cannot be named as the one who starts: that is said once, before anything else in the first round"
            " of a set. Later the start stays with its seat."
        )
        refuse_player(state.table, RefusalCode.WRONG_PHASE, sentence, player)
    # In the first round of a set everyone is in the seat of their own number.
    return _after_declaration(state, state.phase._replace(turn=player))._replace(start_place=player)


def _apply_three_eights(state: State, player: Seat) -> State:
    if isinstance(state.phase, GameOver):
        refusals.refuse_phase(state, player)
    if not may_show_three_eights(state):
        refusals.refuse_three_eights(state, player)
    totals = tuple(total + (seat == player) for seat, total in enumerate(state.totals))
    # The same as `_after_declaration`, but in one step: a record may hold a hundred thousand of these, and is read
    # within a second.
    return state._replace(
        phase=_new_round(state.player_count, state.start_place),
        may_name_starter=False,
        previous_totals=None,
        totals=totals,
    )


# The turn


def _round_on_turn(state: State, player: Seat) -> RoundInPlay:
    """Return the round in play. Refuses if plays are not declared, or the player is not in turn."""
    playing = state.phase
    if not isinstance(playing, RoundInPlay) or not state.settings.declares_plays:
        refusals.refuse_phase(state, player)
    turn = state.seating[playing.turn]
    if turn != player:
        refusals.refuse_turn(state, player, turn)
    return playing


def _apply_play(state: State, player: Seat, cards: tuple[CardOrUnknown, ...]) -> State:
    playing = _round_on_turn(state, player)
    deck_cards = _cards_of_deck(cards, player)
    _refuse_seen_cards(state, playing, player, deck_cards)
    played = find_combination(deck_cards)
    if played is None:
        refusals.refuse_not_combination(state, deck_cards, player)
    _check_beats(state, playing, player, played)
    seat_cards = playing.seat_cards[playing.turn]
    if seat_cards.cards_left < played.size:
        sentence = counted(
            "{player} has only {n} card left in this round: nine are in play, two lie under the Rank card.",
            "{player} has only {n} cards left in this round: nine are in play, two lie under the Rank card.",
            seat_cards.cards_left,
        )
        refuse_player(
            state.table, Loop2023Refusal.TOO_MANY_CARDS, sentence, player, *(card.face for card in played.cards)
        )
    after = _seat_cards_after_play(state, playing, deck_cards)
    _check_hands(state, playing, after, player, deck_cards)
    return _after_play(state, playing, after, player, played)


def _cards_of_deck(cards: tuple[CardOrUnknown, ...], player: Seat) -> tuple[Card, ...]:
    deck_cards = []
    for card in cards:
        if not isinstance(card, Card):
            sentence = text("There is no {card}: the cards are 1 to 15 in red, yellow and blue.", card=card.face)
            faces = (card.face,) if isinstance(card.face, Face) else ()
            refuse(RefusalCode.NO_SUCH_CARD, sentence, player, *faces)
        deck_cards.append(card)
    return tuple(deck_cards)


def _refuse_seen_cards(state: State, playing: RoundInPlay, player: Seat, cards: tuple[Card, ...]) -> None:
    for previous, card in pairwise(cards):
        if previous == card and card.colour is not None:
            sentence = text("The {card} is named twice, and there is only one.")
            refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, player, card.face)
    for card in cards:
        place = _place_showing(state, playing, card)
        if place == playing.turn:
            sentence = text("{player} has already played the {card} in this round.")
            refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, player, card.face)
        if place is not None:
            sentence = text(
                "The {card} belongs to the hand of seat {seat}, so {player} in seat {own} cannot have it.",
                seat=place + 1,
                own=playing.turn + 1,
            )
            refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, player, card.face)


def _place_showing(state: State, playing: RoundInPlay, card: Card) -> Place | None:
    """Return the place where this very card has been shown, so that it can't be played now; else None."""
    if card.colour is None:
        return None
    index, bit = card.number - 1, colour_bit(card)
    for place, (seat_cards, known_cards) in enumerate(zip(playing.seat_cards, state.known_cards, strict=True)):
        if seat_cards.shown_cards.colours[index] & bit or (place != playing.turn and known_cards.colours[index] & bit):
            return place
    return None


def _check_beats(state: State, playing: RoundInPlay, player: Seat, played: Combination) -> None:
    to_beat = playing.to_beat
    if to_beat is None:
        return
    if (played.kind, played.size) != (to_beat.kind, to_beat.size):
        refusals.refuse_unlike(state, to_beat, played, player)
    if not played.beats(to_beat, twisted=playing.is_twisted):
        refusals.refuse_not_beating(state, playing, played, player)


def _check_hands(
    state: State, playing: RoundInPlay, after: tuple[SeatCards, ...], player: Seat, cards: tuple[Card, ...]
) -> None:
    """Refuse cards if, with them shown, the hands or the deck can't hold all that was shown.

    `after` are the cards shown at each place once these are shown, too.
    """
    if _can_be_held(state, playing, after, cards):
        return
    for card in cards:
        if not _has_enough_copies(state, after, card.number):
            sentence = text(
                "There are only three {number}s: the hands at the table would have more.", number=card.number
            )
            refuse_player(state.table, Loop2023Refusal.TOO_MANY_COPIES, sentence, player, card.face)
    refusals.refuse_hand_mismatch(state, player, after[playing.turn], cards)


def _can_be_held(state: State, playing: RoundInPlay, after: tuple[SeatCards, ...], cards: tuple[Card, ...]) -> bool:
    """Whether the hands and the deck can hold cards that the player in turn shows.

    `after` are the cards shown at each place once these are shown, too.
    """
    known_count = after[playing.turn].known_card_count
    # Cards that the hand was already known to hold need no further room or copies.
    if known_count == playing.seat_cards[playing.turn].known_card_count:
        return True
    return known_count <= HAND_SIZE and all(_has_enough_copies(state, after, card.number) for card in cards)


def _has_enough_copies(state: State, after: tuple[SeatCards, ...], number: int) -> bool:
    """Whether the deck has as many copies of a number as the hands need."""
    copy_count = 0
    for known_cards, seat_cards in zip(state.known_cards, after, strict=True):
        copy_count += known_cards.min_count_with(seat_cards.shown_cards, number - 1)
    return copy_count <= CARDS_PER_NUMBER


def _seat_cards_after_play(
    state: State, playing: RoundInPlay, cards: tuple[Card, ...], *, twist_count: int = 0
) -> tuple[SeatCards, ...]:
    """Return the cards shown at each place after the player in turn shows more.

    `twist_count` of them were face down under the Rank card; the others are played from the hand.
    """
    place = playing.turn
    seat_cards = playing.seat_cards[place]
    shown = seat_cards.shown_cards.with_cards(cards)
    known_count = seat_cards.known_card_count
    known_count += _count_newly_known_cards(state.known_cards[place], seat_cards.shown_cards, shown, cards)
    after = SeatCards(
        shown, seat_cards.played_count + len(cards) - twist_count, seat_cards.twist_count + twist_count, known_count
    )
    return with_entry(playing.seat_cards, place, after)


def _seat_cards_after_twist(state: State, playing: RoundInPlay) -> tuple[SeatCards, ...]:
    """Return the cards shown at each place after the player in turn reveals an 8."""
    return _seat_cards_after_play(state, playing, (REVEALED_EIGHT,), twist_count=1)


def _count_newly_known_cards(
    known_cards: ShownCards, before: ShownCards, after: ShownCards, cards: tuple[Card, ...]
) -> int:
    """Return how many more cards a hand is known to hold after some are shown in this round."""
    numbers = {card.number for card in cards} if len(cards) > 1 else (cards[0].number,)
    new_card_count = 0
    for number in numbers:
        new_card_count += known_cards.min_count_with(after, number - 1) - known_cards.min_count_with(before, number - 1)
    return new_card_count


def _after_play(
    state: State, playing: RoundInPlay, seat_cards: tuple[SeatCards, ...], player: Seat, played: Combination
) -> State:
    place = playing.turn
    players_out = playing.players_out if seat_cards[place].cards_left else (*playing.players_out, player)
    turn = next_place_in(state, players_out, place)
    after = RoundInPlay(
        seat_cards=seat_cards,
        turn=turn,
        players_out=players_out,
        to_beat=played,
        place_to_beat=place,
        pass_count=0,
        trick_count=playing.trick_count,
        is_twisted=playing.is_twisted,
        has_begun=True,
    )
    if len(players_out) == state.player_count - 1:
        return _end_round(state, after)
    if played.contains_eight:
        return _after_declaration(state, _next_trick(state, after, place))
    return _after_declaration(state, after)


def _next_trick(state: State, playing: RoundInPlay, place: Place) -> RoundInPlay:
    """Begin a new trick, led from a place or, if its player is out, from the next one still in."""
    is_out = state.seating[place] in playing.players_out
    turn = next_place_in(state, playing.players_out, place) if is_out else place
    return playing._replace(turn=turn, to_beat=None, pass_count=0, trick_count=playing.trick_count + 1)


def _apply_pass(state: State, player: Seat) -> State:
    playing = _round_on_turn(state, player)
    if playing.to_beat is None:
        sentence = text("{player} leads: there is nothing to beat, so a card must be played.")
        refuse_player(state.table, Loop2023Refusal.MUST_LEAD, sentence, player)
    pass_count = playing.pass_count + 1
    # The trick ends once all who are still in have passed, the player of the combination to beat among them.
    if pass_count == state.player_count - len(playing.players_out):
        return _after_declaration(state, _next_trick(state, playing, playing.place_to_beat))
    return _after_declaration(
        state, playing._replace(pass_count=pass_count, turn=next_place_in(state, playing.players_out, playing.turn))
    )


def _apply_twist(state: State, player: Seat) -> State:
    playing = _round_on_turn(state, player)
    if playing.seat_cards[playing.turn].hidden_count == 0:
        sentence = text("{player} has already shown both cards that were set aside.")
        refuse_player(state.table, Loop2023Refusal.TWIST_UNAVAILABLE, sentence, player, REVEALED_EIGHT.face)
    after = _seat_cards_after_twist(state, playing)
    _check_hands(state, playing, after, player, (REVEALED_EIGHT,))
    return _after_declaration(
        state, playing._replace(seat_cards=after, has_begun=True, is_twisted=not playing.is_twisted)
    )


def _apply_out(state: State, player: Seat) -> State:
    playing = state.phase
    if not isinstance(playing, RoundInPlay) or state.settings.declares_plays:
        refusals.refuse_phase(state, player)
    if player in playing.players_out:
        sentence = text("{player} is already out of this round.")
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, player)
    after = playing._replace(players_out=(*playing.players_out, player), has_begun=True)
    return (
        _end_round(state, after)
        if len(after.players_out) == state.player_count - 1
        else _after_declaration(state, after)
    )


# Between rounds


def _end_round(state: State, playing: RoundInPlay) -> State:
    players = range(state.player_count)
    last_player = next(player for player in players if player not in playing.players_out)
    order_out = (*playing.players_out, last_player)
    points = tuple(_round_points(state, player, order_out.index(player)) for player in players)
    round_ = Round(
        state.set_number,
        state.round_number,
        points,
        tuple(max(0, -total - gained) for total, gained in zip(state.totals, points, strict=True)),
        order_out,
        state.seating,
        state.rank_cards,
        tuple(seat_cards.shown_cards for seat_cards in playing.seat_cards),
    )
    totals = tuple(map(sum, zip(state.totals, points, round_.points_spared, strict=True)))
    state = state._replace(totals=totals, rounds=(*state.rounds, round_), may_name_starter=False, previous_totals=None)
    if max(totals) >= TOTAL_TO_END[state.player_count]:
        return _end_set(state)
    shown_in_set = zip(state.known_cards, round_.shown_cards, strict=True)
    return state._replace(
        phase=start_choosing(state.seating, order_out),
        known_cards=tuple(known.merged_with(shown) for known, shown in shown_in_set),
        rank_cards=round_.ranks,
        round_number=state.round_number + 1,
    )


def _round_points(state: State, player: Seat, rank: int) -> int:
    rank_before = None if state.rank_cards is None else state.rank_cards[state.place_of(player)]
    return basic_points(state.player_count, rank) + rank_change_points(rank_before, rank)


def _end_set(state: State) -> State:
    sets_won = tuple(sets + (player in leaders(state.totals)) for player, sets in enumerate(state.sets_won))
    sets_to_win = SETS_TO_WIN if state.settings.has_two_sets else 1
    winners = tuple(player for player, sets in enumerate(sets_won) if sets >= sets_to_win)
    after = state._replace(sets_won=sets_won)
    return after._replace(phase=GameOver(winners)) if winners else _next_set(after)


def _next_set(state: State) -> State:
    """Begin the next set: everyone is back in their first seat, and the start passes one seat clockwise."""
    first = start(state.table)
    place = (state.start_place + 1) % state.player_count
    return first._replace(
        phase=_new_round(state.player_count, place),
        start_place=place,
        sets_won=state.sets_won,
        set_number=state.set_number + 1,
        previous_totals=state.totals,
        rounds=state.rounds,
    )


def _apply_seat(state: State, player: Seat, number: int) -> State:
    phase = state.phase
    if isinstance(phase, RoundInPlay) and state.round_number > 1 and not phase.has_begun:
        sentence = text("The seats are taken: {player} sits in seat {seat}.", seat=state.place_of(player) + 1)
        refuse_player(state.table, RefusalCode.WRONG_PHASE, sentence, player)
    if not isinstance(phase, SeatChoice):
        refusals.refuse_phase(state, player)
    if player != phase.chooser:
        refusals.refuse_turn(state, player, phase.chooser)
    if number - 1 not in phase.allowed_places():
        refusals.refuse_seat(state, phase, player, number)
    return _after_seat_choice(state, phase.after_choice(number - 1))


def _after_seat_choice(state: State, phase: SeatChoice) -> State:
    """Return the state after a choice of a seat, and after the choices that it forces."""
    while phase.players_to_seat and len(phase.allowed_places()) == 1:
        phase = phase.after_choice(phase.allowed_places()[0])
    if phase.players_to_seat:
        return state._replace(phase=phase)
    seating = tuple(player for player in phase.sitters if player is not None)
    hands = tuple(SeatCards(known_card_count=known_cards.min_size) for known_cards in state.known_cards)
    return state._replace(seating=seating, phase=RoundInPlay(hands, state.start_place))
