"""The rules of LOOP's first edition: the state after each declaration (rulebook, How to Play and Loop Round)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from device.contract.declarations import Declaration, First
from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.games.loop_2023 import refusals
from device.games.loop_2023.cards import COPIES, EIGHT, HIGHEST, AnyCard, Card, Colour
from device.games.loop_2023.combinations import Combination, Kind, combination
from device.games.loop_2023.declarations import Out, Pass, Plays, Sits, ThreeEights, Twist
from device.games.loop_2023.hands import HAND, NOTHING, Shown, bit
from device.games.loop_2023.options import settings
from device.games.loop_2023.points import AT_START, GOAL, SETS_TO_WIN, basic, change, leaders
from device.games.loop_2023.seats import Choosing, Place, choosing
from device.games.loop_2023.state import Finished, Laid, Playing, Round, State

SHOWN_EIGHT = Card(EIGHT)
"""The 8 that a twist reveals; its colour need not be declared."""


def start(table: TableSetup) -> State:
    """Return the state before the first declaration. Raises Refused (`player-count`)."""
    players = len(table.players)
    if players not in GOAL:
        refusals.wrong_player_count()
    return State(
        table=table,
        settings=settings(table),
        phase=_dealt(players, 0),
        seating=tuple(range(players)),
        totals=(AT_START,) * players,
        known=(NOTHING,) * players,
        won=(0,) * players,
    )


def apply(state: State, declaration: Declaration) -> State:
    """Return the state after a declaration. Raises Refused."""
    match declaration:
        case Pass():
            return _pass(state, declaration.seat)
        case Plays():
            return _plays(state, declaration.seat, declaration.cards)
        case Twist():
            return _twist(state, declaration.seat)
        case ThreeEights():
            return _three_eights(state, declaration.seat)
        case Out():
            return _out(state, declaration.seat)
        case First():
            return _first(state, declaration.seat)
        case Sits():
            return _sits(state, declaration.seat, declaration.number)
    raise TypeError(declaration)


def starter(state: State) -> Seat | None:
    """The player who starts the coming round, while another may still be named; else None."""
    return state.start if state.opening else None


def three_eights_allowed(state: State) -> bool:
    """Whether a player may show three 8s now."""
    return (
        state.settings.three_eights and isinstance(state.phase, Playing) and state.number == 1 and not state.phase.begun
    )


def next_in(state: State, out: tuple[Seat, ...], place: Place) -> Place:
    """Return the next place clockwise whose player is not out."""
    size = state.size
    following = (place + 1) % size
    while state.seating[following] in out:
        following = (following + 1) % size
    return following


def can_play(state: State, cards: tuple[Card, ...]) -> bool:
    """Whether the player in turn may still hold these cards."""
    playing = state.phase
    assert isinstance(playing, Playing)
    place = playing.turn
    if playing.laid[place].left < len(cards) or any(_clash(state, playing, place, card) is not None for card in cards):
        return False
    laid = _laying(state, playing, place, cards)
    return all(_copies_left(state, laid, card.number) for card in cards) and laid[place].held <= HAND


def can_twist(state: State) -> bool:
    """Whether the player in turn may still have an 8 set aside."""
    playing = state.phase
    assert isinstance(playing, Playing)
    laid = _twisting(state, playing, playing.turn)
    hidden = playing.laid[playing.turn].hidden
    return hidden > 0 and _copies_left(state, laid, EIGHT) and laid[playing.turn].held <= HAND


def forced(state: State) -> Pass | None:
    """A forced pass, if declared cards prove that nothing beats the last combination and no 8 is left; or None."""
    playing = state.phase
    if not isinstance(playing, Playing) or playing.best is None or can_twist(state):
        return None
    if any(can_play(state, cards) for cards in _stronger(playing.best, twisted=playing.twisted)):
        return None
    return Pass(state.seating[playing.turn])


def stronger_lows(best: Combination, *, twisted: bool) -> range:
    """Return the lowest numbers of combinations that beat `best`, even if the deck does not go so far."""
    return range(1, best.low) if twisted else range(best.low + 1, HIGHEST + 1)


def _stronger(best: Combination, *, twisted: bool) -> tuple[tuple[Card, ...], ...]:
    """Return every combination that beats `best`, with colours only if the rules need them."""
    lows = stronger_lows(best, twisted=twisted)
    if best.kind is not Kind.SEQUENCE:
        return tuple((Card(low),) * best.size for low in lows)
    return tuple(
        tuple(Card(low + step, colour) for step in range(best.size))
        for low in lows
        if low + best.size - 1 <= HIGHEST
        for colour in Colour
    )


@cache
def _dealt(players: int, turn: Place) -> Playing:
    return Playing((Laid(),) * players, turn)


def _begin(state: State, playing: Playing) -> State:
    """Return the state after a declaration of the round in play."""
    return state._replace(phase=playing, opening=False, last=None)


# Before the first play


def _first(state: State, player: Seat) -> State:
    if not state.opening or not isinstance(state.phase, Playing):
        refusals.first_too_late(state, player)
    # In the first round of a set everyone is in the seat of their own number.
    return _begin(state, state.phase._replace(turn=player))._replace(start=player)


def _three_eights(state: State, player: Seat) -> State:
    if isinstance(state.phase, Finished):
        refusals.wrong_phase(state, player)
    if not three_eights_allowed(state):
        refusals.no_three_eights(state, player)
    totals = tuple(total + (seat == player) for seat, total in enumerate(state.totals))
    # The same as `_begin`, but in one step: a record may hold a hundred thousand of these, and is read within a second.
    return state._replace(phase=_dealt(state.size, state.start), opening=False, last=None, totals=totals)


# The turn


def _on_turn(state: State, player: Seat) -> Playing:
    """Return the round in play. Refuses if plays are not declared, or the player is not in turn."""
    playing = state.phase
    if not isinstance(playing, Playing) or not state.settings.plays:
        refusals.wrong_phase(state, player)
    turn = state.seating[playing.turn]
    if turn != player:
        refusals.out_of_turn(state, player, turn)
    return playing


def _plays(state: State, player: Seat, cards: tuple[AnyCard, ...]) -> State:
    playing = _on_turn(state, player)
    held = _of_deck(cards, player)
    _check_unseen(state, playing, player, held)
    played = combination(held)
    if played is None:
        refusals.not_a_combination(held, player)
    _check_beats(state, playing, player, played)
    laid = _laying(state, playing, playing.turn, held)
    _check_hands(state, playing, laid, player, played)
    return _after_play(state, playing, laid, player, played)


def _of_deck(cards: tuple[AnyCard, ...], player: Seat) -> tuple[Card, ...]:
    held = []
    for card in cards:
        if not isinstance(card, Card):
            refusals.no_such_card(card, player)
        held.append(card)
    return tuple(held)


def _check_unseen(state: State, playing: Playing, player: Seat, cards: tuple[Card, ...]) -> None:
    for before, card in pairwise(cards):
        if before == card and card.colour is not None:
            refusals.named_twice(card, player)
    for card in cards:
        place = _clash(state, playing, playing.turn, card)
        if place == playing.turn:
            refusals.played_already(state, card, player)
        if place is not None:
            refusals.elsewhere(state, card, player, place)


def _clash(state: State, playing: Playing, place: Place, card: Card) -> Place | None:
    """Return the place where this very card has been shown, so that `place` can't play it now; else None."""
    if card.colour is None:
        return None
    index, its = card.number - 1, bit(card)
    for other, (laid, known) in enumerate(zip(playing.laid, state.known, strict=True)):
        if laid.shown.colours[index] & its or (other != place and known.colours[index] & its):
            return other
    return None


def _check_beats(state: State, playing: Playing, player: Seat, played: Combination) -> None:
    best = playing.best
    if best is None:
        return
    if played.kind is not best.kind:
        refusals.wrong_type(best, played, player)
    if played.size != best.size:
        refusals.wrong_size(best, played, player)
    if not played.beats(best, twisted=playing.twisted):
        refusals.does_not_beat(state, playing, played, player)


def _check_hands(state: State, playing: Playing, after: tuple[Laid, ...], player: Seat, played: Combination) -> None:
    """Refuse cards that the hands and the deck can't hold once they are played (`after`)."""
    place = playing.turn
    if playing.laid[place].left < played.size:
        refusals.too_many_cards(state, player, playing.laid[place], played)
    # Cards that the hand was already known to hold need no further room or copies.
    if after[place].held == playing.laid[place].held:
        return
    for card in played.cards if played.kind is Kind.SEQUENCE else played.cards[:1]:
        if not _copies_left(state, after, card.number):
            refusals.too_many_copies(state, player, card)
    if after[place].held > HAND:
        refusals.hand_mismatch(state, player, after[place], played.cards)


def _held(state: State, playing: Playing, place: Place) -> Shown:
    return state.known[place].joined(playing.laid[place].shown)


def _copies_left(state: State, after: tuple[Laid, ...], number: int) -> bool:
    """Whether the deck has as many copies of a number as the hands need."""
    needed = 0
    index = number - 1
    for known, laid in zip(state.known, after, strict=True):
        needed += known.copies_with(laid.shown, index)
    return needed <= COPIES


def _laying(state: State, playing: Playing, place: Place, cards: tuple[Card, ...]) -> tuple[Laid, ...]:
    """Return what lies at each place after these cards are played."""
    laid = playing.laid[place]
    shown = laid.shown.adding(cards)
    held = laid.held + _more_held(state.known[place], laid.shown, shown, cards)
    return with_entry(playing.laid, place, Laid(shown, laid.played + len(cards), laid.twists, held))


def _twisting(state: State, playing: Playing, place: Place) -> tuple[Laid, ...]:
    """Return what lies at each place after an 8 is revealed."""
    laid = playing.laid[place]
    shown = laid.shown.adding((SHOWN_EIGHT,))
    held = laid.held + _more_held(state.known[place], laid.shown, shown, (SHOWN_EIGHT,))
    return with_entry(playing.laid, place, Laid(shown, laid.played, laid.twists + 1, held))


def _more_held(known: Shown, before: Shown, after: Shown, cards: tuple[Card, ...]) -> int:
    """Return how many more cards a hand is known to hold after some are shown in this round."""
    numbers = {card.number for card in cards} if len(cards) > 1 else (cards[0].number,)
    more = 0
    for number in numbers:
        more += known.copies_with(after, number - 1) - known.copies_with(before, number - 1)
    return more


def _after_play(state: State, playing: Playing, laid: tuple[Laid, ...], player: Seat, played: Combination) -> State:
    place = playing.turn
    out = playing.out if laid[place].left else (*playing.out, player)
    if len(out) == state.size - 1:
        return _end_round(state, playing._replace(laid=laid, begun=True, out=out))
    if played.ends_trick:
        return _begin(state, _led_by(state, playing._replace(laid=laid, begun=True, out=out, by=place), place))
    turn = next_in(state, out, place)
    return _begin(state, Playing(laid, turn, out, played, place, 0, playing.tricks, playing.twisted, begun=True))


def _led_by(state: State, playing: Playing, place: Place) -> Playing:
    """Begin a new trick, led from a place or, if its player is out, from the next one still in."""
    out = state.seating[place] in playing.out
    turn = next_in(state, playing.out, place) if out else place
    return playing._replace(turn=turn, best=None, passes=0, tricks=playing.tricks + 1)


def _pass(state: State, player: Seat) -> State:
    playing = _on_turn(state, player)
    if playing.best is None:
        refusals.must_lead(state, player)
    passes = playing.passes + 1
    if passes == state.size - len(playing.out):
        return _begin(state, _led_by(state, playing, playing.by))
    return _begin(state, playing._replace(passes=passes, turn=next_in(state, playing.out, playing.turn)))


def _twist(state: State, player: Seat) -> State:
    playing = _on_turn(state, player)
    place = playing.turn
    laid = _twisting(state, playing, place)
    if not _copies_left(state, laid, EIGHT):
        refusals.too_many_copies(state, player, SHOWN_EIGHT)
    if laid[place].held > HAND:
        refusals.hand_mismatch(state, player, laid[place], (SHOWN_EIGHT,))
    if playing.laid[place].hidden == 0:
        refusals.no_twist(state, player, SHOWN_EIGHT)
    return _begin(state, playing._replace(laid=laid, begun=True, twisted=not playing.twisted))


def _out(state: State, player: Seat) -> State:
    playing = state.phase
    if not isinstance(playing, Playing) or state.settings.plays:
        refusals.wrong_phase(state, player)
    if player in playing.out:
        refusals.out_already(state, player)
    playing = playing._replace(out=(*playing.out, player), begun=True)
    return _end_round(state, playing) if len(playing.out) == state.size - 1 else _begin(state, playing)


# Between rounds


def _end_round(state: State, playing: Playing) -> State:
    players = range(state.size)
    last = next(player for player in players if player not in playing.out)
    order = (*playing.out, last)
    points = tuple(_points(state, player, order.index(player)) for player in players)
    done = Round(
        state.set_number,
        state.number,
        points,
        tuple(max(0, -total - gained) for total, gained in zip(state.totals, points, strict=True)),
        order,
        state.seating,
        state.cards,
        tuple(laid.shown for laid in playing.laid),
    )
    totals = tuple(map(sum, zip(state.totals, points, done.spared, strict=True)))
    state = state._replace(totals=totals, rounds=(*state.rounds, done), opening=False, last=None)
    if max(totals) >= GOAL[state.size]:
        return _end_set(state)
    known = tuple(_held(state, playing, place) for place in players)
    state = state._replace(phase=choosing(state.seating, order), known=known, cards=done.ranks, number=state.number + 1)
    return state


def _points(state: State, player: Seat, rank: int) -> int:
    before = None if state.cards is None else state.cards[state.place(player)]
    return basic(state.size, rank) + change(before, rank)


def _end_set(state: State) -> State:
    best = leaders(state.totals)
    won = tuple(sets + (player in best) for player, sets in enumerate(state.won))
    if not state.settings.long:
        return state._replace(won=won, phase=Finished(best))
    winners = tuple(player for player, sets in enumerate(won) if sets >= SETS_TO_WIN)
    if winners:
        return state._replace(won=won, phase=Finished(winners))
    return _next_set(state._replace(won=won))


def _next_set(state: State) -> State:
    """Begin the next set: everyone is back in their first seat, and the start passes one seat clockwise."""
    first = start(state.table)
    place = (state.start + 1) % state.size
    return first._replace(
        phase=_dealt(state.size, place),
        start=place,
        won=state.won,
        set_number=state.set_number + 1,
        last=state.totals,
        rounds=state.rounds,
    )


def _sits(state: State, player: Seat, number: int) -> State:
    phase = state.phase
    if isinstance(phase, Playing) and state.number > 1 and not phase.begun:
        refusals.seat_was_forced(state, player)
    if not isinstance(phase, Choosing):
        refusals.wrong_phase(state, player)
    if player != phase.chooser:
        refusals.out_of_turn(state, player, phase.chooser)
    if number - 1 not in phase.allowed():
        refusals.seat_unavailable(state, phase, player, number)
    return _seated(state, phase.sitting(number - 1))


def _seated(state: State, phase: Choosing) -> State:
    """Return the state after a choice of a seat, and after the choices that it forces."""
    while phase.waiting and len(phase.allowed()) == 1:
        phase = phase.sitting(phase.allowed()[0])
    if phase.waiting:
        return state._replace(phase=phase)
    seating = tuple(player for player in phase.taken if player is not None)
    hands = tuple(Laid(held=known.size) for known in state.known)
    return state._replace(seating=seating, phase=Playing(hands, state.start))
