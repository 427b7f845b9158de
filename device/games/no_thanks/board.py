"""The board of No Thanks!, and the heading above it. It never shows a player's tokens before the round is scored."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.no_thanks.cards import TAKEN
from device.games.no_thanks.runs import cards_of, points, runs_of
from device.games.no_thanks.state import Play, State, Sums, Tally
from display.vocabulary import Board, Face, Mark, Note, PlayerRow, Style, bracketed
from display.words import Argument, Several, Text, counted, signed, text


def heading(state: State) -> Text:
    """The number of the round, and that of the card in the draw deck."""
    if state.round is None:
        return counted("The game is over after {n} round", "The game is over after {n} rounds", state.settings.rounds)
    number, rounds = len(state.done) + 1, state.settings.rounds
    if isinstance(state.round, Tally):
        return text("Round {number} of {rounds}: cards and tokens", number=number, rounds=rounds)
    if isinstance(state.round, Sums):
        return text("Round {number} of {rounds}: points", number=number, rounds=rounds)
    return text(
        "Round {number} of {rounds}: card {card} of {cards}",
        number=number,
        rounds=rounds,
        card=state.round.taken + 1,
        cards=TAKEN,
    )


def part(state: State) -> Text | None:
    """The card that is turned up, or is about to be, by its number in the round."""
    if not isinstance(state.round, Play):
        return None
    return text("Card {card}", card=state.round.taken + 1)


def parts(first: Argument, last: Argument) -> Text:
    """A range of cards in words, by the numbers of the first and the last."""
    return text("Cards {first} to {last}", first=first, last=last)


def board(state: State) -> Board:
    """The card that is turned up with its tokens, each player's cards, and the totals of the scored rounds."""
    rows = tuple(_row(state, seat) for seat in range(state.settings.players))
    centre = _centre(state)
    tokens = state.round.pot if isinstance(state.round, Play) else 0
    lies = isinstance(state.round, Play) and state.round.active is not None
    title = text("In the middle") if lies else text("Cards")
    return Board(rows, centre, title if centre else None, tokens=tokens)


def _row(state: State, seat: Seat) -> PlayerRow:
    cards, note = _cards(state, seat)
    return PlayerRow(
        name=state.table.players[seat],
        code=Layout.LIST.code(seat),
        acting=_acting(state) == seat,
        total=state.totals[seat],
        marks=tuple(Mark(Face(number=card), joined=card - 1 in cards) for card in cards),
        note=note,
    )


def _acting(state: State) -> Seat | None:
    match state.round:
        case Play(turn):
            return turn
        case Tally() | Sums() as said:
            return said.next
        case _:
            return None


def _cards(state: State, seat: Seat) -> tuple[tuple[int, ...], Note | None]:
    """The cards in front of a player, and their points without tokens."""
    match state.round:
        case Play(areas=areas, tigers=tigers):
            cards = areas[seat]
            if not cards:
                return cards, None
            cost = points(runs_of(cards))
            if seat in tigers:
                words = counted("cards: {n} point, tiger laid", "cards: {n} points, tiger laid", cost)
                return cards, Note(words, (text("{n}, tiger", n=cost), bracketed(cost)))
            return cards, _worth(cost)
        case Tally(held):
            said = held[seat]
            if said is None:
                return (), None
            if not said.runs:
                return (), Note(text("no cards"), (bracketed(0),))
            return tuple(cards_of(said.runs)), _worth(points(said.runs))
        case Sums(points_said):
            own = points_said[seat]
            return (), None if own is None else Note(text("{points} this round", points=signed(own)), (signed(own),))
        case _:
            return (), None


def _worth(cost: int) -> Note:
    """The points of cards without tokens."""
    return Note(
        counted("cards: {n} point", "cards: {n} points", cost),
        (counted("{n} point", "{n} points", cost), bracketed(cost)),
    )


def _centre(state: State) -> tuple[Mark, ...]:
    marks = []
    if isinstance(state.round, Play) and state.round.active is not None:
        marks.append(Mark(Face(number=state.round.active), Style.HOT))
        marks.append(Mark(counted("{n} token", "{n} tokens", state.round.pot)))
    if state.round is not None and state.settings.removed:
        removed = Several(tuple(str(card) for card in state.settings.removed))
        marks.append(Mark(text("Amigo: no {cards}", cards=removed)))
    return tuple(marks)
