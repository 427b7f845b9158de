"""Rounds of cheating and mistaken players, judged by the game and by an umpire who tries every deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from device.contract.declarations import Declaration, First
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games.no_loose_ends.bits import GETAWAY_BITS, card_bit
from device.games.no_loose_ends.cards import DEAL_SIZES, GETAWAY, Card, deck
from device.games.no_loose_ends.declarations import Bid, Covers, CoversNothing, Plays, Wins
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from device.games.no_loose_ends.suits import SUITS
from device.games.no_loose_ends.tricks import coverable_bids
from tests.dealers import no_loose_ends as dealer
from tests.games.no_loose_ends.lines import NAMES
from tests.games.no_loose_ends.shown import Cards
from tests.games.no_loose_ends.solver import Rules
from tests.games.no_loose_ends.umpire import Umpire

BY_ALL_DEALS = ("revoke", "not-eligible", "must-cover", "does-not-add-up")
"""The codes of lines after which no deal fits."""


class Round(NamedTuple):
    """A round as it was declared, by which table."""

    table: TableSetup
    lines: tuple[Declaration, ...]

    def __str__(self) -> str:
        said = [_written(line) for line in self.lines]
        chosen = [f"set {name} {value}" for name, value in self.table.chosen]
        return " / ".join([" ".join(("players", *self.table.players)), *chosen, *said])


def _written(line: Declaration) -> str:
    name = NAMES[line.seat or 0]
    return f"first {name}" if isinstance(line, First) else f"{name} {' '.join(GAME.write(line).words)}"


class Judged(NamedTuple):
    """The codes by which game and umpire refuse the last line of a round, and the umpire a line that the game allowed
    before it."""

    round: Round
    game_code: str | None
    umpire_code: str | None
    missed_code: str | None

    @property
    def agreed(self) -> bool:
        return self.missed_code is None and self.game_code == self.umpire_code


def rules_of(state: State) -> Rules:
    deal = state.deal_sizes
    return Rules(deal.player_count, deal.highest_number, deal.hand_size, state.settings.has_getaway_cards)


def example_of(state: State) -> Cards | None:
    """The game's own example of cards that make everything true, if it has one."""
    round_ = state.round
    if round_ is None or round_.example is None:
        return None
    players = state.deal_sizes.player_count
    lying = [_cards(found) for found in round_.example.cards_at]
    hands, tricks = lying[:players], []
    for number, clue in enumerate(round_.clues):
        plays = [own[0] if own else GETAWAY for own in lying[players + 1 + number * players :][:players]]
        if clue.card is not None:
            plays[clue.winner] = clue.card
        tricks.append(plays)
        for seat, card in enumerate(plays):
            hands[seat].append(card)
    return Cards(hands, tricks)


def _cards(found: int) -> list[Card]:
    suited = [card for card in deck(15) if card_bit(card) & found]
    return suited + [GETAWAY] * (found & GETAWAY_BITS).bit_count()


def rounds(random: Random, players: int, chosen: dealer.Chosen, cheating: float, mistakes: float) -> Iterator[Round]:
    """The rounds of a dealt game, as a table declares them that makes mistakes."""
    table = TableSetup(NAMES[:players], chosen)
    game = dealer.deal_and_play(random, players, chosen, cheating)
    for lines in game.rounds:
        bids = [line for line in lines if isinstance(line, Bid)]
        said = [_mistaken(random, line, bids, players) if random.random() < mistakes else line for line in lines]
        declared = [line for line in said if not isinstance(line, First)]
        # Each round is judged by itself, as the first of a game: whoever started it has to be named.
        starter = declared[0].seat
        assert starter is not None
        yield Round(table, (First(starter), *declared))


def _mistaken(random: Random, line: Declaration, bids: list[Bid], players: int) -> Declaration:
    some = Card(random.choice(SUITS), random.randint(1, DEAL_SIZES[players].highest_number))
    own = [bid.card for bid in bids if bid.seat == line.seat]
    match line:
        case Plays(seat, card):
            return Plays(seat, random.choice([some, Card(card.suit, some.number) if card.suit else some]))
        case Wins(seat, card, lead):
            near = some if card in (None, GETAWAY) else card._replace(number=some.number)
            wrong = [Wins(random.randrange(players), card, lead), Wins(seat, some, lead), Wins(seat, near, lead)]
            return random.choice([*wrong, Wins(seat, card, some.suit), Wins(seat, None, some.suit)])
        case Covers(seat) | CoversNothing(seat) if own:
            cover: list[Declaration] = [CoversNothing(seat), Covers(seat, random.choice(own))]
            return random.choice(cover)
    return line


def judge(round_: Round) -> Judged:
    """What both say of a round, up to the line that the game refuses, or that is wrong in itself."""
    state = GAME.start(round_.table)
    umpire = Umpire(rules_of(state))
    told: list[Declaration] = []
    lines = deque(round_.lines)
    try:
        while lines and not state.results:
            declared = _next(state, lines)
            if declared is None:
                continue
            before = state
            try:
                state = GAME.apply(state, declared)
            except Refused as refused:
                last = umpire.verdict(example_of(before))
                code = refused.refusal.code.value
                told.append(declared)
                if code not in BY_ALL_DEALS or (isinstance(declared, Covers | CoversNothing) and not umpire.asked):
                    assert told[1:-1], "refused before anything was played"
                    return Judged(Round(round_.table, tuple(told)), None, None, last)
                umpire.hear(declared)
                return Judged(Round(round_.table, tuple(told)), code, umpire.verdict(), last)
            umpire.hear(declared)
            told.append(declared)
        return Judged(Round(round_.table, tuple(told)), None, umpire.verdict(example_of(state)), None)
    finally:
        umpire.close()


def _next(state: State, lines: deque[Declaration]) -> Declaration | None:
    """The next line. Covers that nobody asks for are passed over, and one is thought up where somebody does."""
    assert state.round is not None
    pending, cover = state.round.pending_trick, isinstance(lines[0], Covers | CoversNothing)
    if pending is None:
        line = lines.popleft()
        return None if cover else line
    if cover and lines[0].seat == pending.winner:
        return lines.popleft()
    return Covers(pending.winner, coverable_bids(state.round, pending)[0])
