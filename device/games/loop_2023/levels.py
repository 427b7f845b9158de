"""The cells and codes of a turn.

Every turn begins with the same cells: PASS, or the number of the lowest card.
Once a combination lies, its manner is known; a lead says it with the colours. An
8 asks first whether it is played or shown for a twist.

More than half of all turns are passes, so PASS is the first key alone. That costs
the numbers 1 to 4 their row of the pad: they share the cell after 15, and 5 to 15
have the keys that they have on a pad.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level
from device.contract.setup import Seat
from device.games.loop_2023.cards import COPIES, EIGHT, HIGHEST, SUITS, AnyCard, Card, Colour, arranged, parse
from device.games.loop_2023.combinations import Kind
from device.games.loop_2023.declarations import Out, Pass, Plays, Sits, ThreeEights, Twist
from device.games.loop_2023.hands import IN_PLAY
from display.vocabulary import Face
from display.words import Label, Text, text

_PAIR = 2
_FIRST = 5
"""The lowest number that has a cell of its own."""

_LOWEST_CARD = text("Lowest card")


def lead(player: Seat, left: int = IN_PLAY) -> Level[Declaration]:
    """Everything a leader can play with so many cards left: with one or two, nothing is asked that they answer."""
    return _lead(player, min(left, _PAIR + 1))


@cache
def _lead(player: Seat, left: int) -> Level[Declaration]:
    if left == 1:
        return _turn(player, partial(_colours, size=1))
    return _turn(player, partial(_led, left=left))


@cache
def follow(player: Seat, kind: Kind, size: int) -> Level[Declaration]:
    """Everything that can be played on a combination of this kind and size."""
    if kind is Kind.SEQUENCE:
        return _turn(player, partial(_sequence_of, size=size))
    return _turn(player, partial(_colours, size=size))


def sitting(player: Seat, seats: int) -> Level[Declaration]:
    """Which seat a player takes."""
    choices = tuple(
        Choice(place, text("seat {seat}", seat=place + 1), Sits(player, place + 1)) for place in range(seats)
    )
    return Level("seat", text("Which seat?"), seats, choices)


def going_out(players: tuple[str, ...]) -> Level[Declaration]:
    """Who went out."""
    return _who("out", text("Who went out?"), players, Out)


def three_eights(players: tuple[str, ...]) -> Choice[Declaration]:
    """Who was dealt three 8s, for the menu."""
    return Choice(0, text("three 8s"), _who("three 8s", text("Who holds three 8s?"), players, ThreeEights))


def _who(name: str, title: Text, players: tuple[str, ...], made: Callable[[Seat], Declaration]) -> Level[Declaration]:
    choices = tuple(Choice(seat, player, made(seat)) for seat, player in enumerate(players))
    return Level(name, title, len(players), choices, who=True)


Tail = Callable[[Seat, int], Level[Declaration]]
"""The level after a player's choice of a number."""


def _turn(player: Seat, tail: Tail) -> Level[Declaration]:
    low = Level(
        "low number",
        _LOWEST_CARD,
        _FIRST - 1,
        tuple(_number(player, number, number - 1, tail) for number in range(1, _FIRST)),
    )
    numbers = range(_FIRST, HIGHEST + 1)
    choices = (
        Choice(0, text("PASS"), Pass(player)),
        *(_number(player, number, slot, tail) for slot, number in enumerate(numbers, start=1)),
        Choice(len(numbers) + 1, f"1\N{EN DASH}{_FIRST - 1}", low),
    )
    return Level("number", _LOWEST_CARD, len(choices), choices)


def _number(player: Seat, number: int, slot: int, tail: Tail) -> Choice[Declaration]:
    played = partial(_is_played, number=number)
    made = cache(partial(tail, player, number))
    if number != EIGHT:
        return Choice(slot, str(number), made, played)
    choices: tuple[Choice[Declaration], ...]
    choices = (Choice(0, text("play it"), made, played), Choice(1, text("twist"), Twist(player)))
    return Choice(slot, str(number), Level("eight", text("The 8"), 2, choices))


def _is_played(meaning: object, number: int) -> bool:
    if not isinstance(meaning, Plays):
        return False
    low = meaning.cards[0]
    return isinstance(low, Card) and low.number == number


def _led(player: Seat, number: int, left: int) -> Level[Declaration]:
    """What a leader plays from this number on: a single card with its colour, or more of them."""
    sequences = partial(_sequence_of, size=left) if left == _PAIR else _sequences
    singles = _colours(player, number, 1).choices
    pair, three, sequence = range(len(singles), len(singles) + 3)
    pairs, threes = partial(_colours, player, number, _PAIR), partial(_colours, player, number, COPIES)
    choices = (
        *singles,
        Choice(pair, text("a pair"), cache(pairs), partial(_has_size, size=_PAIR)),
        Choice(three, text("three alike"), cache(threes), partial(_has_size, size=COPIES)),
        Choice(sequence, text("a sequence"), cache(partial(sequences, player, number)), _is_sequence),
    )
    return Level("lead", text("Colour, or more cards"), len(choices), choices)


def _has_size(meaning: object, size: int) -> bool:
    return isinstance(meaning, Plays) and len(meaning.cards) == size


def _is_sequence(meaning: object) -> bool:
    if not isinstance(meaning, Plays) or len(meaning.cards) == 1:
        return False
    one, two = meaning.cards[:2]
    return not (isinstance(one, Card) and isinstance(two, Card) and one.number == two.number)


_NAMES = {1: "one colour", 2: "two colours", 3: "three colours"}


def _colours(player: Seat, number: int, size: int) -> Level[Declaration]:
    """The colours of one, two or three cards of a number, as far as they are said."""
    choices = tuple(
        Choice(slot, _said(colours, size), Plays(player, _alike(number, colours, size)))
        for slot, colours in enumerate(_SAID[size])
    )
    return Level(_NAMES[size], text("Colour"), len(choices), choices)


def _sayings(size: int) -> tuple[tuple[Colour, ...], ...]:
    """Which colours can be said of so many cards: single cards by colour first, sets without colours first."""
    said = [colours for count in (0, *range(size, 0, -1)) for colours in combinations(Colour, count)]
    return tuple(said[1:] + said[:1]) if size == 1 else tuple(said)


_SAID = {size: _sayings(size) for size in _NAMES}


def _alike(number: int, colours: tuple[Colour, ...], size: int) -> tuple[AnyCard, ...]:
    unsaid = (Card(number),) * (size - len(colours))
    return arranged((*(Card(number, colour) for colour in colours), *unsaid))


def _said(colours: tuple[Colour, ...], size: int) -> Label:
    suits = [SUITS[colour.value] for colour in colours]
    if not suits:
        return text("not said")
    if len(suits) == size == COPIES:
        return text("all three")
    if len(suits) == size == 1:
        return Face(suit=suits[0])
    if len(suits) == 1:
        return text("{colour} + ?", colour=suits[0].letter)
    if len(suits) == size:
        return text("{colour} + {other}", colour=suits[0].letter, other=suits[1].letter)
    return text("{colour} + {other} + ?", colour=suits[0].letter, other=suits[1].letter)


def _sequences(player: Seat, number: int) -> Level[Declaration]:
    """The colour of a sequence that leads, then its length."""
    choices: tuple[Choice[Declaration], ...]
    choices = tuple(Choice(colour.value, Face(suit=colour.suit), _lengths(player, number, colour)) for colour in Colour)
    return Level("colour of any sequence", text("Colour of the sequence"), len(choices), choices)


def _lengths(player: Seat, number: int, colour: Colour) -> Level[Declaration]:
    choices = tuple(
        Choice(slot, str(length), Plays(player, _run(number, colour, length)))
        for slot, length in enumerate(range(2, IN_PLAY + 1))
    )
    return Level("length", text("How many cards?"), len(choices), choices)


def _sequence_of(player: Seat, number: int, size: int) -> Level[Declaration]:
    """The colour of a sequence that follows one."""
    choices = tuple(
        Choice(colour.value, Face(suit=colour.suit), Plays(player, _run(number, colour, size))) for colour in Colour
    )
    return Level("colour of the sequence", text("Colour of the sequence"), len(choices), choices)


def _run(number: int, colour: Colour, length: int) -> tuple[AnyCard, ...]:
    """A sequence upwards from a number; above 15 there is no such card, which the rules will say."""
    last = number + length - 1
    words = (f"{colour.word}-{each}" for each in range(number, last + 1))
    return arranged(tuple(card for card in map(parse, words) if card is not None))
