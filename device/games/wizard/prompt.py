"""The questions of Wizard, and the levels that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, CodeWords, Layout, Level, Offer
from device.contract.number_pad import pad
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.wizard import totals
from device.games.wizard.bidding import forbidden_bid
from device.games.wizard.cards import JESTER, WIZARD, Deck, face
from device.games.wizard.declarations import Bid, Plays, TricksWon, Trump, Wins
from device.games.wizard.options import Detail
from device.games.wizard.state import Round, State
from device.kits.any_order import ask_in_any_order, is_declared_by
from device.kits.card_keys import CardMeaningMaker, card_level_name, card_pad
from device.kits.cards import SUIT_FACES, Card
from device.kits.trick_declarations import card_question, winner_level, winner_then_level
from display.words import counted, text

JESTER_CELL, WIZARD_CELL = Cell.DB, Cell.DC
"""The game's extra answers on the pad of cards."""

WITH_CARD_CELL, SOMEBODY_ELSE_CELL, WITH_LEAD_CELL, TRUMP_CELL = Cell.DA, Cell.DB, Cell.DC, Cell.DD
"""Answers in the menu."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question; None once the game is over."""
    round_ = state.round
    if round_ is None:
        return None
    if state.must_declare_trump(round_):
        return Prompt(
            text("Which suit is trump?"),
            (),
            _trump_level(state.settings.deck),
            later_levels=(_bid_level(round_.card_count, round_.turn),),
        )
    if round_.is_bidding:
        return _bid_prompt(state, round_)
    if state.settings.detail is Detail.TOTALS:
        return _tricks_won_prompt(state, round_)
    if state.settings.detail is Detail.CARDS:
        return _play_prompt(state, round_)
    return _winner_prompt(state, round_)


@cache
def _trump_level(deck: Deck, *, is_all_dealt: bool = False) -> Level[Declaration]:
    """The level of the suits and of no trump; if all cards are dealt, only of no trump."""
    suits = () if is_all_dealt else deck.suits
    choices = tuple(Choice(slot, SUIT_FACES[suit], Trump(suit)) for slot, suit in enumerate(suits))
    no_trump = Choice(NONE, text("no trump"), Trump(None))
    return Level(card_level_name(deck.suits, "trump"), text("trump"), Layout.LIST, (*choices, no_trump))


def _bid_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    """The question for the next bid. If trump may still be declared but need not be, the menu has it."""
    seat, deck = round_.turn, state.settings.deck
    menu_choices: tuple[Choice[Declaration], ...] = ()
    if not round_.has_begun:
        is_all_dealt = deck.is_all_dealt(state.player_count, round_.card_count)
        menu_choices = (Choice(TRUMP_CELL, text("trump"), _trump_level(deck, is_all_dealt=is_all_dealt)),)
    forbidden = forbidden_bid(state, round_)
    question = text("{player} bids how many tricks?", player=state.name(seat))
    if forbidden is not None:
        question = text("{player} bids how many tricks? Not {even}.", player=state.name(seat), even=forbidden)
    return Prompt(question, (seat,), _bid_level(round_.card_count, seat, forbidden), menu_choices=menu_choices)


@lru_cache(maxsize=64)
def _bid_level(card_count: int, seat: Seat, forbidden: int | None = None) -> Level[Declaration]:
    """The level of a player's bids. `forbidden`, which would make all bids the tricks of the round, is not shown."""
    bids = (Choice(n, str(n), Bid(seat, n), listed=n != forbidden) for n in range(card_count + 1))
    return pad("bid", text("bid"), bids)


def _tricks_won_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    """The question for the tricks of the first player left. The menu and pods let others answer first."""
    undeclared_seats, tricks_left = state.undeclared_seats(round_), totals.undeclared_trick_count(round_)
    next_seat, won_level = undeclared_seats[0], partial(_tricks_won_level, round_.card_count, tricks_left=tricks_left)
    choices: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, state.name(seat), partial(won_level, seat), partial(is_declared_by, TricksWon, seat))
        for seat in sorted(undeclared_seats)
    )
    question = text("{player}: how many tricks won?", player=state.name(next_seat))
    level = won_level(next_seat)
    if len(undeclared_seats) == 1 or tricks_left == 0:
        # Nobody else has won the tricks that are left.
        label = counted("{player}: {n} trick", "{player}: {n} tricks", tricks_left, player=state.name(next_seat))
        declaration = TricksWon(next_seat, tricks_left)
        level = level.showing_only(declaration)._replace(offer=Offer(label, declaration))
    return ask_in_any_order(question, next_seat, level, choices, (SOMEBODY_ELSE_CELL, text("enter another's tricks")))


@lru_cache(maxsize=64)
def _tricks_won_level(card_count: int, seat: Seat, tricks_left: int) -> Level[Declaration]:
    """The level of a player's tricks, of which `tricks_left` have no winner yet: pages show no more than those."""
    choices = (Choice(n, str(n), TricksWon(seat, n), listed=n <= tricks_left) for n in range(card_count + 1))
    return pad("tricks", text("tricks won"), choices)


def _play_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    seat = round_.turn
    return Prompt(
        card_question(state.name(seat), leads=not round_.cards_on_table),
        (seat,),
        _play_level(state.settings.deck, seat),
    )


@cache
def _play_level(deck: Deck, seat: Seat) -> Level[Declaration]:
    def make_meaning(card: Card) -> Declaration:
        return Plays(seat, card)

    return card_pad("card", deck.suits, deck.numbers, make_meaning, _special_choices(deck, make_meaning))


def _winner_prompt(state: State, round_: Round) -> Prompt[Declaration]:
    names, deck = state.table.players, state.settings.deck
    question = text("{leader} leads. Who wins trick {number}?", leader=names[round_.turn], number=round_.trick_number)
    return Prompt(question, (), winner_level(names), menu_choices=_winner_menu(names, deck))


@lru_cache(maxsize=4)
def _winner_menu(names: tuple[str, ...], deck: Deck) -> tuple[Choice[Declaration], ...]:
    """The rarer ways to declare a trick: with the winning card and perhaps the lead suit, or with the lead suit."""
    cards = winner_then_level(names, lambda seat: _winning_card_level(deck, seat, names[seat]))
    leads = winner_then_level(names, lambda seat: _lead_level(deck, lambda lead: Wins(seat, None, lead)))
    return Choice(WITH_CARD_CELL, text("this trick, with the winning card"), cards), Choice(
        WITH_LEAD_CELL, text("this trick, with the lead suit"), leads
    )


def _winning_card_level(deck: Deck, seat: Seat, name: str) -> Level[Declaration]:
    def make_meaning(card: Card) -> Level[Declaration]:
        not_said = Choice(NONE, text("not said"), Wins(seat, card))
        return _lead_level(deck, lambda lead: Wins(seat, card, lead), (not_said,), words=(name, face(card)))

    specials = _special_choices(deck, make_meaning)
    return card_pad("card that won", deck.suits, deck.numbers, make_meaning, specials, words=(name,))


def _lead_level(
    deck: Deck,
    make_meaning: Callable[[str], Wins],
    further_choices: tuple[Choice[Declaration], ...] = (),
    words: CodeWords | None = None,
) -> Level[Declaration]:
    suits: Iterator[Choice[Declaration]]
    suits = (Choice(slot, SUIT_FACES[suit], make_meaning(suit)) for slot, suit in enumerate(deck.suits))
    return Level(
        card_level_name(deck.suits, "lead suit"),
        text("lead suit"),
        Layout.LIST,
        (*suits, *further_choices),
        words=words,
    )


def _special_choices(deck: Deck, make_meaning: CardMeaningMaker) -> Iterator[Choice[Declaration]]:
    """Yield the choices of jester and wizard, if the deck has them."""
    if deck.special_count:
        for cell, card in ((JESTER_CELL, JESTER), (WIZARD_CELL, WIZARD)):
            yield Choice(cell, face(card), make_meaning(card))
