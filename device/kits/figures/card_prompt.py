"""The question for the next card in a game by figures."""

from __future__ import annotations

from functools import lru_cache

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.kits.any_order import player_level
from device.kits.card_keys import card_pad
from device.kits.cards import face
from device.kits.figures.cards_played import current_play, opening_card, round_cards
from device.kits.figures.columns import FiguresRound
from device.kits.figures.declarations import Plays
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from device.kits.trick_declarations import card_question
from display.words import text


def card_prompt(sheet: ScoreSheet, now: FiguresRound, state: FiguresState) -> Prompt[Declaration]:
    """The question for the next card. If the round opens with a certain card, it asks who has that."""
    opens, play = opening_card(sheet, now, state), current_play(now, state)
    if opens is not None:
        names = enumerate(state.table.players)
        cells = tuple(Choice[Declaration](seat, name, Plays(seat, opens)) for seat, name in names)
        return Prompt(text("Who leads {card}?", card=face(opens)), (), player_level(cells))
    seat, deck = play.turn, round_cards(sheet, now).deck
    question = card_question(state.name(seat), leads=not play.cards)
    return Prompt(question, (seat,), _card_level(deck.suits, deck.numbers, seat))


@lru_cache(maxsize=32)
def _card_level(suits: tuple[str, ...], numbers: range, seat: Seat) -> Level[Declaration]:
    return card_pad("card", suits, numbers, lambda card: Plays(seat, card))
