"""The levels on which a player's cards and tokens are typed at the end of a round.

Cards are typed one after the other, in any order; “up to” after a card, then a second card, is a run. After the last
card comes “done”, then the number of tokens. Levels are made when they are reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, CodeWords, Level, Offer, keys_for
from device.contract.number_pad import confirm_zero, pad
from device.contract.setup import Seat
from device.games.no_thanks.declarations import ALL_OTHER_TOKENS, Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.refusals import card_elsewhere_text, named_twice_text, out_of_deck_text
from device.games.no_thanks.runs import Run, cards_of, merge_runs, span_text
from display.vocabulary import Face
from display.words import Text, text

UP_TO_CELL = Cell.DC
"""The game's extra answer on the pad: the card typed last begins a run."""


@dataclass(frozen=True, slots=True)
class TypedCards:
    """The cards that a player has typed so far, as runs. With `is_last_run_open`, “up to” may extend the last one.

    An open run is a single card. `player` is the player's name, `owner_by_card` are the cards of other players, each
    with its owner, and `is_last_to_declare` means that all others have declared. These three don't affect equality:
    what is typed stays the same while other players declare.
    """

    seat: Seat
    settings: Settings
    runs: tuple[Run, ...] = ()
    is_last_run_open: bool = False
    player: str = field(default="", compare=False)
    owner_by_card: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    is_last_to_declare: bool = field(default=False, compare=False)

    def reason_against(self, card: int, runs: tuple[Run, ...]) -> Text | None:
        """Return why this card can't come after these runs; None if it can."""
        owner = dict(self.owner_by_card).get(card)
        if owner is not None:
            return card_elsewhere_text(self.player, card, owner)
        return named_twice_text(self.player, card) if card in cards_of(runs) else None

    def reason_against_run_end(self, last_card: int) -> Text | None:
        """Return why the open run can't go up to this card; None if it can."""
        first_card = self.runs[-1][0]
        if last_card < first_card:
            return text("From the {card} a run goes up, to a higher card.", card=Face(number=first_card))
        cards_between = range(first_card + 1, last_card + 1)
        missing_card = next((card for card in cards_between if not self.settings.has_card(card)), None)
        if missing_card is not None:
            return out_of_deck_text(missing_card)
        return next((reason for card in cards_between if (reason := self.reason_against(card, self.runs[:-1]))), None)

    def can_extend_to(self, last_card: int) -> bool:
        """Whether the open run can go up to this card without a card that the deck lacks."""
        first_card = self.runs[-1][0]
        return last_card > first_card and all(map(self.settings.has_card, range(first_card + 1, last_card + 1)))

    def can_become(self, holds: object) -> bool:
        """Whether `holds` can still be reached by typing more, from the lowest card up, as `keys_for` does.

        Cards typed in another order are declared all the same, but are no part of the keys of a declaration.
        """
        target = self._runs_for(holds)
        if target is None:
            return False
        typed_part = target[: len(self.runs)]
        if not self.is_last_run_open or len(typed_part) < len(self.runs):
            return typed_part == self.runs
        return typed_part[:-1] == self.runs[:-1] and typed_part[-1][0] == self.runs[-1][0]

    def must_extend(self, holds: object) -> bool:
        """Whether the open run must be extended in order to type `holds`."""
        target = self._runs_for(holds)
        return target is not None and self.can_become(holds) and target[: len(self.runs)] != self.runs

    def is_complete(self, holds: object) -> bool:
        """Whether all cards of `holds` are typed, from the lowest up."""
        return self._runs_for(holds) == self.runs

    def after_card(self, card: int) -> TypedCards:
        """Return what is typed after one more card."""
        return replace(self, runs=(*self.runs, (card, card)), is_last_run_open=True)

    def after_run(self, last_card: int) -> TypedCards:
        """Return what is typed after the open run goes up to a card."""
        low, high = sorted((self.runs[-1][0], last_card))
        return replace(self, runs=(*self.runs[:-1], (low, high)), is_last_run_open=False)

    def _runs_for(self, holds: object) -> tuple[Run, ...] | None:
        """Return the runs to type in order to declare `holds`; None if it is no declaration of this player's cards."""
        return _runs_to_type(holds.runs) if isinstance(holds, Holds) and holds.seat == self.seat else None

    @property
    def words(self) -> CodeWords:
        """The cards typed so far, run by run."""
        return tuple(span_text(low, high) for low, high in self.runs)


def _runs_to_type(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Return runs as they are typed with the fewest keys: two consecutive cards are typed singly."""
    runs_typed: list[Run] = []
    for low, high in runs:
        runs_typed += [(low, low), (high, high)] if high == low + 1 else [(low, high)]
    return tuple(runs_typed)


def next_card_level(typed: TypedCards) -> Level[Declaration]:
    """The level for a player's next card. It has only cards of the deck."""
    return _cached_card_level(typed, typed.player, typed.owner_by_card, typed.is_last_to_declare)


def keys_for_cards(seat: Seat, settings: Settings, runs: tuple[Run, ...]) -> str:
    """Return the keys of a player's cards and of “done”, without those of the tokens."""
    keys = keys_for(next_card_level(TypedCards(seat, settings)), Holds(seat, runs, 1))
    assert keys is not None
    return keys.removesuffix(Cell(1).name)  # the key of 1 token


@lru_cache(maxsize=64)
def _cached_card_level(
    typed: TypedCards, _player: str, _owner_by_card: tuple[tuple[int, str], ...], _is_last_to_declare: bool
) -> Level[Declaration]:
    runs = ", ".join(span_text(low, high) for low, high in merge_runs(typed.runs))
    title = text("{cards}, and then", cards=runs) if typed.runs else text("cards")
    card_choices: list[Choice[Declaration]] = [
        _card_choice(card, typed.after_card(card), barred=typed.reason_against(card, typed.runs))
        for card in typed.settings.deck
    ]
    other_choices: list[Choice[Declaration]]
    other_choices = [Choice(NONE, text("done"), partial(_token_level, typed), typed.is_complete)]
    if typed.is_last_run_open:
        third_card = typed.runs[-1][0] + 2  # a run of two is typed card by card, with as many keys
        is_up_to_listed = typed.can_extend_to(third_card) and typed.reason_against_run_end(third_card) is None
        other_choices.append(
            Choice(UP_TO_CELL, text("up to …"), partial(_run_end_level, typed), typed.must_extend, is_up_to_listed)
        )
    level_name = "card held, or up to" if typed.is_last_run_open else "card held"
    return pad(level_name, title, card_choices, other_choices, words=typed.words)


def _card_choice(
    card: int, typed_after: TypedCards, *, listed: bool = True, barred: Text | None = None
) -> Choice[Declaration]:
    """The cell of a card, with what is typed after it."""
    return Choice(card, str(card), partial(next_card_level, typed_after), typed_after.can_become, listed, barred)


def _run_end_level(typed: TypedCards) -> Level[Declaration]:
    """The level for the last card of a run."""
    first_card = typed.runs[-1][0]
    card_choices: list[Choice[Declaration]] = [
        _card_choice(
            card, typed.after_run(card), listed=typed.can_extend_to(card), barred=typed.reason_against_run_end(card)
        )
        for card in typed.settings.deck
        if card != first_card
    ]
    words = (*typed.words[:-1], text("{card} up to", card=first_card))
    return pad("last card of a run", text("From {card} up to …", card=first_card), card_choices, words=words)


def _token_level(typed: TypedCards) -> Level[Declaration]:
    runs = merge_runs(typed.runs)
    card_words: CodeWords = typed.words or (text("no cards"),)
    token_choices = (
        Choice(count, str(count), Holds(typed.seat, runs, count)) for count in range(1, typed.settings.dealt_tokens + 1)
    )
    # “Done” came before: if it is pressed once too often, it must not declare 0 tokens.
    zero_choice = confirm_zero("no tokens", text("0 tokens"), Holds(typed.seat, runs, 0))
    level = pad("tokens", text("tokens"), token_choices, (zero_choice,), words=(*card_words, text("tokens")))
    if not typed.is_last_to_declare:
        return level
    # The offer does not show the number: it stays secret before the round is scored.
    other_tokens_offer = Offer(
        text("{player} has the other tokens", player=typed.player), Holds(typed.seat, runs, ALL_OTHER_TOKENS)
    )
    return level._replace(offer=other_tokens_offer)
