"""The questions of No Loose Ends, and the levels that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, CodeWords, Layout, Level, Offer
from device.contract.number_pad import pad
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import DEAL_SIZES, GETAWAY, Card, face
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
from device.games.no_loose_ends.options import Detail
from device.games.no_loose_ends.planning import may_double_cross
from device.games.no_loose_ends.state import Round, State
from device.games.no_loose_ends.suits import SUIT_FACES, SUITS
from device.games.no_loose_ends.tricks import certainly_coverable_bids, coverable_bids
from device.kits.any_order import player_level
from device.kits.card_keys import CardMeaningMaker
from device.kits.trick_declarations import card_question, winner_level, winner_then_level
from display.words import Label, counted, text
from values.named_tuple import NamedTuple

DOUBLE_CROSS_CELL = GETAWAY_CELL = Cell.DC
"""The game's extra answer on the pad: a double-cross while bidding, a getaway card while playing."""

WITH_CARD_CELL, WITH_CARD_AND_LEAD_CELL, WITH_LEAD_CELL = Cell.DA, Cell.DB, Cell.DC
"""Cells of the menu."""

COVERED_BIDS = text("covered bids")
"""The title of the figure that is not asked of a player who has bid nothing."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question; None once the game is over."""
    round_ = state.round
    if round_ is None:
        return None
    if state.settings.detail is Detail.TOTALS:
        return _totals_prompt(state, round_)
    if round_.is_planning:
        return _planning_prompt(state, round_)
    if round_.pending_trick is not None:
        winner = round_.pending_trick.winner
        return Prompt(
            text("Which bid does {player} cover with the trick?", player=state.name(winner)),
            (winner,),
            _cover_level(state, round_, winner),
        )
    if state.settings.detail is Detail.CARDS:
        return _play_prompt(state, round_)
    return _winner_prompt(state, round_)


def _planning_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    seat = round_.turn
    level = _planning_level(state.deal_sizes.highest_number, seat, may_double_cross(state, seat))
    return Prompt(text("{player} bids or passes", player=state.name(seat)), (seat,), level)


@cache
def _planning_level(highest_number: int, seat: Seat, can_double_cross: bool) -> Level[Declaration]:
    cards = _number_choices(highest_number, lambda card: Bid(seat, card))
    other_choices: list[Choice[Declaration]] = [Choice(NONE, text("pass"), Pass(seat))]
    if can_double_cross:
        other_choices.append(Choice(DOUBLE_CROSS_CELL, text("double-cross"), DoubleCross(seat)))
    return pad("number to bid", text("number"), cards, other_choices)


def _play_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    seat = round_.turn
    level = _play_level(state.deal_sizes.highest_number, seat, state.settings.has_getaway_cards)
    return Prompt(
        card_question(state.name(seat), leads=not round_.cards_on_table),
        (seat,),
        level,
        _cover_levels_ahead(state, round_),
    )


@cache
def _play_level(highest_number: int, seat: Seat, has_getaways: bool) -> Level[Declaration]:
    return _card_level("number", highest_number, has_getaways, lambda card: Plays(seat, card))


def _card_level(
    name: str, highest_number: int, has_getaways: bool, make_meaning: CardMeaningMaker, words: CodeWords | None = None
) -> Level[Declaration]:
    """The level of all cards that can be played: by number and suit, and the getaway card if there is any."""
    other_choices = (Choice(GETAWAY_CELL, face(GETAWAY), make_meaning(GETAWAY)),) if has_getaways else ()
    return pad(name, text("number"), _number_choices(highest_number, make_meaning), other_choices, words=words)


def _winner_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    names = state.table.players
    return Prompt(
        text("{leader} leads. Who wins trick {number}?", leader=names[round_.turn], number=round_.trick_number),
        (),
        winner_level(names),
        _cover_levels_ahead(state, round_),
        _winner_menu(names, state.settings.has_getaway_cards),
    )


@lru_cache(maxsize=4)
def _winner_menu(names: tuple[str, ...], has_getaways: bool) -> tuple[Choice[Declaration], ...]:
    """The rarer ways to declare a trick: with the winning card, with the lead suit, with both."""
    highest_number = DEAL_SIZES[len(names)].highest_number
    cards = winner_then_level(names, lambda seat: _winning_card_level(highest_number, seat, names[seat], has_getaways))
    both_level = winner_then_level(
        names, lambda seat: _card_and_lead_level(highest_number, seat, names[seat], has_getaways)
    )
    leads = winner_then_level(names, lambda seat: _lead_level(lambda lead: Wins(seat, None, lead)))
    return (
        Choice(WITH_CARD_CELL, text("this trick, with the winning card"), cards),
        Choice(WITH_CARD_AND_LEAD_CELL, text("this trick, with card and lead suit"), both_level),
        Choice(WITH_LEAD_CELL, text("this trick, with the lead suit"), leads),
    )


def _winning_card_level(highest_number: int, seat: Seat, name: str, has_getaways: bool) -> Level[Declaration]:
    return _card_level("winning card", highest_number, has_getaways, lambda card: Wins(seat, card), (name,))


def _card_and_lead_level(highest_number: int, seat: Seat, name: str, has_getaways: bool) -> Level[Declaration]:
    def lead_level(card: Card) -> Level[Declaration]:
        return _lead_level(lambda lead: Wins(seat, card, lead), words=(name, face(card)))

    return _card_level("winning card, then lead", highest_number, has_getaways, lead_level, (name,))


def _lead_level(make_meaning: Callable[[str], Wins], words: CodeWords | None = None) -> Level[Declaration]:
    choices = tuple(Choice(slot, SUIT_FACES[suit], make_meaning(suit)) for slot, suit in enumerate(SUITS))
    return Level("lead suit", text("lead suit"), Layout.KEYS, choices, words=words)


def _number_choices(highest_number: int, make_meaning: CardMeaningMaker) -> Iterator[Choice[Declaration]]:
    """Yield the cells of the numbers, each of which opens the suits."""
    for number in range(1, highest_number + 1):
        slots = enumerate(SUITS)
        suits = tuple(Choice(slot, SUIT_FACES[suit], make_meaning(Card(suit, number))) for slot, suit in slots)
        yield Choice(number, str(number), Level("suit", text("suit"), Layout.KEYS, suits))


def _cover_levels_ahead(state: State, round_: Round) -> tuple[Level[Declaration], ...]:
    """The levels for the cover that may be asked for once the trick has a winner, one for each player."""
    # Where every card is declared, there is no question about a single bid: the trick covers it, or nothing.
    min_bids = 1 if state.settings.detail is Detail.TRICKS else 2
    return tuple(
        _cover_level(state, round_, seat) for seat in state.seats if len(round_.uncovered_bids(seat)) >= min_bids
    )


def _cover_level(state: State, round_: Round, seat: Seat) -> Level[Declaration]:
    uncovered, pending_trick = round_.uncovered_bids(seat), round_.pending_trick
    coverable = uncovered if pending_trick is None else coverable_bids(round_, pending_trick)
    nothing_choice = Choice[Declaration](
        NONE,
        text("nothing"),
        CoversNothing(seat),
        listed=pending_trick is None or not certainly_coverable_bids(round_, pending_trick),
    )
    nothing = (nothing_choice,) if state.settings.detail is Detail.TRICKS else ()
    return _make_cover_level(seat, state.name(seat), round_.bids[seat], uncovered, coverable, nothing)


@lru_cache(maxsize=32)
def _make_cover_level(
    seat: Seat,
    name: str,
    bids: tuple[Card, ...],
    uncovered: tuple[Card, ...],
    coverable: tuple[Card, ...],
    nothing: tuple[Choice[Declaration], ...],
) -> Level[Declaration]:
    """A cell for each open bid, which keeps its cell all round; `nothing` comes last.

    Only the bids that the trick could cover are listed.
    """
    choices = [
        Choice[Declaration](slot, face(card), Covers(seat, card), listed=card in coverable)
        for slot, card in enumerate(bids)
        if card in uncovered
    ]
    title = text("{player} covers", player=name)
    return Level(f"covers {seat}", title, Layout.LIST, (*choices, *nothing))


def _totals_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    seats_left = tuple(seat for seat in state.seats if round_.player_results[seat] is None)
    if len(seats_left) == 1:
        seat = seats_left[0]
        question = text("{player}: bids, then covered, then extra tricks", player=state.name(seat))
        return Prompt(
            question,
            seats_left,
            _totals_level(len(state.seats), seat, _totals_of_others(state, round_)),
            names_several_things=True,
        )
    names = state.table.players
    choices: tuple[Choice[Declaration], ...]
    choices = tuple(Choice(seat, names[seat], _totals_level(len(state.seats), seat)) for seat in seats_left)
    question = text("Whose result?")
    return Prompt(question, seats_left, player_level(choices))


class _OtherTotals(NamedTuple):
    """The declared totals of all but the last player: the most cards bid by one of them, and the tricks won together.

    `last_name` is the last player's name.
    """

    last_name: str
    max_bid_count: int
    won_trick_count: int


def _totals_of_others(state: State, round_: Round) -> _OtherTotals:
    results = [result for result in round_.player_results if result is not None]
    last_name = state.name(round_.player_results.index(None))
    return _OtherTotals(
        last_name,
        max(result.bid_count for result in results),
        sum(result.covered_count + result.loose_trick_count for result in results),
    )


@lru_cache(maxsize=32)
def _totals_level(player_count: int, seat: Seat, other_totals: _OtherTotals | None = None) -> Level[Declaration]:
    """Three figures in a row: cards bid, bids covered, tricks that covered nothing.

    If `other_totals` are given, the player is the last one, and the third figure that follows from theirs is offered,
    and no other shown.
    """
    deal = DEAL_SIZES[player_count]

    def extra_level(planned: int, covered: int) -> Level[Declaration]:
        highest = deal.hand_size - planned - covered
        level = _count_level("extra", text("extra tricks"), highest, lambda n: RoundTotals(seat, planned, covered, n))
        if other_totals is None:
            return level
        tricks_left = deal.hand_size - max(planned, other_totals.max_bid_count) - other_totals.won_trick_count - covered
        if not 0 <= tricks_left <= highest:
            return level
        label = counted(
            "{player}: {n} extra trick", "{player}: {n} extra tricks", tricks_left, player=other_totals.last_name
        )
        declaration = RoundTotals(seat, planned, covered, tricks_left)
        return level.showing_only(declaration)._replace(offer=Offer(label, declaration))

    def covered_level(planned: int) -> Level[Declaration]:
        if planned == 0:
            return extra_level(0, 0)._replace(skipped_zero_title=COVERED_BIDS)
        return _count_level("covered", COVERED_BIDS, planned, lambda n: extra_level(planned, n))

    return _count_level("bids", text("bids"), deal.max_bids, covered_level)


def _count_level(
    name: str, title: Label, highest: int, make_meaning: Callable[[int], Declaration | Level[Declaration]]
) -> Level[Declaration]:
    """The level of the numbers 0 to `highest`."""
    return pad(name, title, (Choice(n, str(n), make_meaning(n)) for n in range(highest + 1)))
