"""The questions of LOOP, and the levels that answer them.

The player who leads types the number of a single card, or first how many cards and of which type. A player who follows
can only play the type and size in play, so the lowest number is enough. If nobody beats what is in play, holding C
declares the passes of all players at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from device.contract.declarations import Declaration, JointDeclaration
from device.contract.keycodes import Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import pad
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.loop.cards import HIGHEST, PLAYABLE_COUNT
from device.games.loop.combinations import MAX_COMBINATION_SIZE, Kind, combinations_of
from device.games.loop.declarations import Out, Pass, Plays
from device.games.loop.legality import copies_left, fault_against_table, fault_of_twist, may_twist
from device.games.loop.refusals import card_list
from device.games.loop.state import State
from device.kits.loop_editions import twist_and_pass_choices
from display.words import Text, counted, text

SEVERAL_CARDS_CELL = Cell.DC
"""The game's extra answer on the pad: lead several cards."""

LowestNumbers = frozenset[int]
"""The lowest numbers of some combinations."""

ALL_COPIES = bytes((MAX_COMBINATION_SIZE,)) * (HIGHEST + 1)
"""As many copies of each number as a combination can have."""

MAX_CACHED_LEVELS = 32
"""The size of each cache of levels: enough for a trick at a full table. An evening has hundreds of levels."""

_SEVERAL_CARDS_KINDS = (
    (text("2 in sequence"), Kind.RUN, 2),
    (text("3 in sequence"), Kind.RUN, 3),
    (text("4 in sequence"), Kind.RUN, 4),
    (text("a pair"), Kind.SAME, 2),
    (text("three alike"), Kind.SAME, 3),
    (text("four alike"), Kind.SAME, 4),
)


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question; None once the game is finished."""
    if state.is_finished:
        return None
    if not state.declares_plays:
        question = text("Who goes out next?")
        if not state.order_out:
            question = text("{player} starts. Who goes out first?", player=state.name(state.turn))
        return Prompt(question, (), _out_level(state))
    seat, copies = state.turn, copies_left(state)
    has_twist, offers_twist = may_twist(state), fault_of_twist(state) is None
    if state.in_play is None:
        next_player_level = follow_level(state.next_player_with_cards(seat), Kind.SINGLE, 1)
        level = lead_level(seat, _cards_left(state), copies, has_twist=has_twist, offers_twist=offers_twist)
        return Prompt(_turn_question(state), (seat,), level, later_levels=(next_player_level,))
    kind, size = state.in_play.kind, state.in_play.size
    lowest_numbers = frozenset(
        combination.lowest
        for combination in combinations_of(kind, size)
        if combination.is_among(copies) and fault_against_table(state, combination) is None
    )
    level = follow_level(
        seat,
        kind,
        size,
        lowest_numbers,
        has_twist=has_twist,
        offers_twist=offers_twist,
        has_pass=not state.has_twisted,
    )
    if not state.has_twisted:
        passes = JointDeclaration(tuple(map(Pass, state.players_to_pass())))
        level = level._replace(offer=Offer(text("nobody beats it"), passes, is_only_answer=False))
    asks_lowest_card = kind is Kind.RUN and bool(lowest_numbers)
    question = _turn_question(state)
    return Prompt(question, (seat,), level, later_levels=(lead_level(seat),), names_several_things=asks_lowest_card)


def _cards_left(state: State) -> int:
    """The number of cards that the player in turn has, as far as it limits what can be led."""
    return min(PLAYABLE_COUNT - state.hand_of(state.turn).played_count, MAX_COMBINATION_SIZE)


def _turn_question(state: State) -> Text:
    player = state.name(state.turn)
    if state.in_play is None:
        return text("{player} leads. Which cards?", player=player)
    to_beat = card_list(state.in_play.last_laid.combination.numbers)
    if state.has_twisted:
        return counted(
            "{player} twisted and must beat {cards}. Which card?",
            "{player} twisted and must beat {cards}. Which cards?",
            state.in_play.size,
            player=player,
            cards=to_beat,
        )
    return text("Does {player} beat {cards}, or pass?", player=player, cards=to_beat)


def _out_level(state: State) -> Level[Declaration]:
    choices = tuple(Choice(seat, state.name(seat), Out(seat)) for seat in state.players_with_cards())
    return Level("out", text("Who is out"), Layout.LIST, choices, is_of_players=True)


@lru_cache(maxsize=MAX_CACHED_LEVELS)
def lead_level(
    seat: Seat,
    cards_left: int = MAX_COMBINATION_SIZE,
    copies: bytes = ALL_COPIES,
    *,
    has_twist: bool = True,
    offers_twist: bool = True,
) -> Level[Declaration]:
    """The level of all combinations of up to `cards_left` cards. There is no pass, since the leader must play.

    Only combinations of `copies`, the copies of each number, are listed, and a twist only if `offers_twist`.
    """
    other_choices = list(twist_and_pass_choices(seat, may_twist=has_twist, may_pass=False, offers_twist=offers_twist))
    if cards_left > 1:
        is_listed = bool(_lowest_among(copies, Kind.SAME, 2) or _lowest_among(copies, Kind.RUN, 2))
        several = _several_level(seat, cards_left, copies if is_listed else ALL_COPIES)
        other_choices.insert(0, Choice(SEVERAL_CARDS_CELL, text("several"), several, listed=is_listed))
    return pad("lead", text("One card"), _number_choices(seat, Kind.SINGLE, 1, _lowest_among(copies)), other_choices)


def _lowest_among(copies: bytes, kind: Kind = Kind.SINGLE, size: int = 1) -> LowestNumbers:
    return frozenset(each.lowest for each in combinations_of(kind, size) if each.is_among(copies))


def _several_level(seat: Seat, cards_left: int, copies: bytes) -> Level[Declaration]:
    choices: list[Choice[Declaration]] = []
    for slot, (label, kind, size) in enumerate(_SEVERAL_CARDS_KINDS):
        if size <= cards_left:
            numbers = _lowest_among(copies, kind, size)
            choices.append(Choice(slot, label, _lowest_card_level(seat, kind, size, numbers), listed=bool(numbers)))
    return Level("several cards", text("several"), Layout.LIST, tuple(choices), words=())


def _lowest_card_level(seat: Seat, kind: Kind, size: int, lowest_numbers: LowestNumbers) -> Level[Declaration]:
    """If no number is left, all are listed: whoever types the keys that lead here sees what the rules then refuse."""
    return pad("lowest card", _number_title(kind), _number_choices(seat, kind, size, lowest_numbers or None))


def _number_title(kind: Kind) -> Text:
    """What the number of a combination is."""
    if kind is Kind.RUN:
        return text("Lowest card")
    return text("One card") if kind is Kind.SINGLE else text("The number")


def _number_choices(
    seat: Seat, kind: Kind, size: int, lowest_numbers: LowestNumbers | None = None
) -> Iterator[Choice[Declaration]]:
    """Yield the cells of all combinations of a type and size, by their lowest numbers."""
    for combination in combinations_of(kind, size):
        lowest = combination.lowest
        is_listed = lowest_numbers is None or lowest in lowest_numbers
        yield Choice(lowest, str(lowest), Plays(seat, combination.numbers), listed=is_listed)


@lru_cache(maxsize=MAX_CACHED_LEVELS)
def follow_level(
    seat: Seat,
    kind: Kind,
    size: int,
    lowest_numbers: LowestNumbers | None = None,
    *,
    has_twist: bool = True,
    offers_twist: bool = True,
    has_pass: bool = True,
) -> Level[Declaration]:
    """The level of combinations of the type and size in play, by their lowest numbers; a twist and a pass if allowed.

    Only the numbers in `lowest_numbers` are listed; all of them if it is None. So is a twist only if `offers_twist`.
    """
    other_choices = twist_and_pass_choices(seat, may_twist=has_twist, may_pass=has_pass, offers_twist=offers_twist)
    return pad("follow", _number_title(kind), _number_choices(seat, kind, size, lowest_numbers), other_choices)
