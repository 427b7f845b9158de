"""The levels on which a turn is typed: their cells and codes.

Every turn begins with the number of the lowest card, or with a word. If there is a combination to beat, its kind is
known; a leader chooses the kind together with the colours. Colours are entered one after the other, as far as the table
declares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level
from device.contract.number_pad import pad
from device.contract.setup import Seat
from device.games.loop_2023.cards import CARDS_PER_NUMBER, MAX_NUMBER, Card, CardOrUnknown, Colour, sort_cards
from device.games.loop_2023.combinations import Kind
from device.games.loop_2023.declarations import Out, Plays, Sits, ThreeEights
from device.games.loop_2023.hands import NO_CARDS_SHOWN, PLAYABLE_COUNT, colour_bit
from device.games.loop_2023.scoring import RANK_NAMES
from device.games.loop_2023.seats import Place
from device.kits.loop_editions import twist_and_pass_choices
from display.vocabulary import Face
from display.words import Text, text

THREE_EIGHTS_CELL = Cell.DA
"""A cell of the menu."""

_COLOURS = (Colour.BLUE, Colour.RED, Colour.YELLOW)
"""The colours in the order of their keys, which is the same in all games."""

ALL_NUMBERS = tuple(range(1, MAX_NUMBER + 1))

GoneColours = tuple[int, ...]
"""The colours of each number that nobody can play any more (index 0 for number 1), as `Colour.bit`."""

ALL_COPIES = (CARDS_PER_NUMBER,) * MAX_NUMBER
"""The copies of each number in the deck."""

MAX_CACHED_LEVELS = 32
"""The size of each cache of levels: enough for a trick at a full table. An evening has hundreds of levels."""

_PAIR = 2
_ALIKE_CELLS = ((3, text("a pair"), _PAIR), (4, text("three alike"), CARDS_PER_NUMBER))
_SEQUENCE_CELL = 5


@lru_cache(maxsize=MAX_CACHED_LEVELS)
def lead_level(
    player: Seat,
    cards_left: int = PLAYABLE_COUNT,
    copies: tuple[int, ...] = ALL_COPIES,
    gone_colours: GoneColours = NO_CARDS_SHOWN.colours,
    *,
    may_twist: bool = True,
    offers_twist: bool = True,
) -> Level[Declaration]:
    """The level of everything a leader can play with `cards_left` cards. No pass: the leader must play.

    Only cards of `copies`, the copies of each number (index 0 for number 1), are shown, and none of the
    `gone_colours`; a twist only with `offers_twist`.
    """
    next_level = partial(_lead_from_level, cards_left=cards_left, copies=copies, gone_colours=gone_colours)
    listed_numbers = tuple(number for number in ALL_NUMBERS if copies[number - 1])
    title = text("A card, or the lowest of a sequence")
    words = twist_and_pass_choices(player, may_twist=may_twist, may_pass=False, offers_twist=offers_twist)
    return pad("lead", title, _numbers(player, next_level, listed_numbers), words)


@lru_cache(maxsize=MAX_CACHED_LEVELS)
def follow_level(
    player: Seat,
    kind: Kind,
    size: int,
    listed_numbers: tuple[int, ...] = ALL_NUMBERS,
    gone_colours: GoneColours = NO_CARDS_SHOWN.colours,
    *,
    may_twist: bool = True,
    offers_twist: bool = True,
) -> Level[Declaration]:
    """The level of everything that can be played on a combination of this kind and size.

    Numbers that are not in `listed_numbers` are not shown, nor are cards of the `gone_colours`, nor is a twist
    without `offers_twist`.
    """
    highest, title = MAX_NUMBER, text("The number")
    next_level: NextLevel = partial(_colour_level, size=size, gone_colours=gone_colours)
    if kind is Kind.SEQUENCE:
        highest = MAX_NUMBER + 1 - size
        next_level = partial(_following_sequence_level, size=size, gone_colours=gone_colours)
        title = text("Lowest card")
    elif kind is Kind.SINGLE:
        title = text("One card")
    words = twist_and_pass_choices(player, may_twist=may_twist, may_pass=True, offers_twist=offers_twist)
    return pad("follow", title, _numbers(player, next_level, listed_numbers, highest), words)


def seat_level(player: Seat, places: tuple[Place, ...], ranks: tuple[int, ...] | None) -> Level[Declaration]:
    """The level of the seats that a player may take, each with the rank on its Rank card if the ranks are known."""
    choices = tuple(Choice(place, _seat_label(place, ranks), Sits(player, place + 1)) for place in places)
    return Level("seat", text("Which seat?"), Layout.LIST, choices)


def _seat_label(place: Place, ranks: tuple[int, ...] | None) -> Text:
    if ranks is None:
        return text("seat {seat}", seat=place + 1)
    return text("seat {seat}, Rank card {rank}", seat=place + 1, rank=RANK_NAMES[ranks[place]])


def out_level(players: tuple[str, ...], players_out: tuple[Seat, ...] = ()) -> Level[Declaration]:
    """The level of the players who are not out yet."""
    names_by_seat = {seat: player for seat, player in enumerate(players) if seat not in players_out}
    return _player_level("out", text("Who went out?"), names_by_seat, Out)


def three_eights_choice(players: tuple[str, ...]) -> Choice[Declaration]:
    """The menu's choice of the player who was dealt three 8s."""
    level = _player_level("three 8s", text("Who holds three 8s?"), dict(enumerate(players)), ThreeEights)
    return Choice(THREE_EIGHTS_CELL, text("three 8s"), level)


def _player_level(
    name: str, title: Text, names_by_seat: dict[Seat, str], declaration_of: Callable[[Seat], Declaration]
) -> Level[Declaration]:
    choices = tuple(Choice(seat, player, declaration_of(seat)) for seat, player in names_by_seat.items())
    return Level(name, title, Layout.LIST, choices, is_of_players=True)


NextLevel = Callable[[Seat, int], Level[Declaration]]
"""Returns the level after a player's choice of a number."""


def _numbers(
    player: Seat, next_level: NextLevel, listed_numbers: tuple[int, ...], highest: int = MAX_NUMBER
) -> Iterator[Choice[Declaration]]:
    """Yield the cells of the numbers from which something is played."""
    for number in range(1, highest + 1):
        yield Choice(
            number,
            str(number),
            cache(partial(next_level, player, number)),
            admits=partial(_is_play_from, number=number),
            listed=number in listed_numbers,
        )


def _is_play_from(meaning: object, number: int) -> bool:
    if not isinstance(meaning, Plays):
        return False
    lowest_card = meaning.cards[0]
    return isinstance(lowest_card, Card) and lowest_card.number == number


def _lead_from_level(
    player: Seat, number: int, cards_left: int, copies: tuple[int, ...], gone_colours: GoneColours
) -> Level[Declaration]:
    """The level of what a leader plays from this number on: a single card with its colour, or more cards."""
    colour_level = partial(_colour_level, player, number, gone_colours=gone_colours)
    if cards_left < _PAIR:
        return colour_level(1)
    *colours, no_colour = colour_level(1).choices
    choices: list[Choice[Declaration]] = [*colours, no_colour._replace(label=text("colour not said"))]
    for slot, label, size in _ALIKE_CELLS[: cards_left - 1]:
        admits, listed = partial(_is_set, size=size), copies[number - 1] >= size
        choices.append(Choice(slot, label, cache(partial(colour_level, size)), admits, listed))
    longest = min(cards_left, MAX_NUMBER + 1 - number)
    if longest >= _PAIR:
        open_sequences = cache(partial(_sequence_colour_level, player, number, longest, gone_colours))
        listed = any(_are_left(_sequence_cards(number, colour, _PAIR), gone_colours) for colour in _COLOURS)
        choices.append(Choice(_SEQUENCE_CELL, text("a sequence up from it"), open_sequences, _is_sequence, listed))
    return Level("colour, or more cards", text("colour, or more cards"), Layout.LIST, tuple(choices))


def _are_left(cards: tuple[CardOrUnknown, ...], gone_colours: GoneColours) -> bool:
    """Whether none of some cards is of a colour that is gone."""
    return not any(isinstance(card, Card) and gone_colours[card.number - 1] & colour_bit(card) for card in cards)


def _is_set(meaning: object, size: int) -> bool:
    return isinstance(meaning, Plays) and len(meaning.cards) == size and not _is_sequence(meaning)


def _is_sequence(meaning: object) -> bool:
    if not isinstance(meaning, Plays) or len(meaning.cards) == 1:
        return False
    first, second = meaning.cards[:2]
    return not (isinstance(first, Card) and isinstance(second, Card) and first.number == second.number)


def _colour_level(
    player: Seat, number: int, size: int, colours: tuple[Colour, ...] = (), *, gone_colours: GoneColours
) -> Level[Declaration]:
    """The level of the next colour of one, two or three cards of a number, or none: the rest are not declared."""
    choices: list[Choice[Declaration]] = []
    for slot, colour in enumerate(_COLOURS):
        if colour not in colours:
            label, listed = Face(suit=colour.suit), not gone_colours[number - 1] & colour.bit
            means = _after_colour(player, number, size, (*colours, colour), gone_colours)
            choices.append(Choice(slot, label, means, listed=listed))
    choices.append(Choice(NONE, text("not said"), Plays(player, _cards_alike(number, colours, size))))
    title = text("colour") if size == 1 else text("colour of card {n}", n=len(colours) + 1)
    return Level("colour", title, Layout.LIST, tuple(choices))


def _after_colour(
    player: Seat, number: int, size: int, colours: tuple[Colour, ...], gone_colours: GoneColours
) -> Declaration | Level[Declaration]:
    """The play once all of its colours are chosen, and before that the level of the next one."""
    if len(colours) == size:
        return Plays(player, _cards_alike(number, colours, size))
    return _colour_level(player, number, size, colours, gone_colours=gone_colours)


def _cards_alike(number: int, colours: tuple[Colour, ...], size: int) -> tuple[CardOrUnknown, ...]:
    colourless = (Card(number),) * (size - len(colours))
    return sort_cards((*(Card(number, colour) for colour in colours), *colourless))


def _sequence_colour_level(player: Seat, number: int, longest: int, gone_colours: GoneColours) -> Level[Declaration]:
    """The level of the colour of a sequence that is led, then its length."""
    after_colour = partial(_length_level, player, number, longest, gone_colours)
    return _sequence_level("colour of a sequence", number, _PAIR, gone_colours, after_colour)


def _sequence_level(
    name: str,
    number: int,
    size: int,
    gone_colours: GoneColours,
    meaning: Callable[[Colour], Declaration | Level[Declaration]],
) -> Level[Declaration]:
    """The level of the colour of a sequence that has `size` cards or more.

    If none is left, all are shown: whoever types the keys that lead here sees what the rules then refuse.
    """
    left = [_are_left(_sequence_cards(number, colour, size), gone_colours) for colour in _COLOURS]
    choices = tuple(
        Choice(slot, Face(suit=colour.suit), meaning(colour), listed=left[slot] or not any(left))
        for slot, colour in enumerate(_COLOURS)
    )
    return Level(name, text("colour of the sequence"), Layout.KEYS, choices, words=(str(number),))


def _length_level(
    player: Seat, number: int, longest: int, gone_colours: GoneColours, colour: Colour
) -> Level[Declaration]:
    sequences = [_sequence_cards(number, colour, length) for length in range(_PAIR, longest + 1)]
    shows_all = not _are_left(sequences[0], gone_colours)
    lengths = (
        Choice(len(cards), str(len(cards)), Plays(player, cards), listed=shows_all or _are_left(cards, gone_colours))
        for cards in sequences
    )
    return pad("length", text("How many cards?"), lengths, words=(Face(number, colour.suit),))


def _following_sequence_level(player: Seat, number: int, size: int, *, gone_colours: GoneColours) -> Level[Declaration]:
    """The level of the colour of a sequence that follows another."""

    def meaning(colour: Colour) -> Declaration:
        return Plays(player, _sequence_cards(number, colour, size))

    return _sequence_level("colour of the sequence", number, size, gone_colours, meaning)


def _sequence_cards(number: int, colour: Colour, length: int) -> tuple[CardOrUnknown, ...]:
    """Return a sequence that begins with a number."""
    return tuple(Card(number + step, colour) for step in range(length))
