"""The sentences the table shows for declarations in LOOP, and for preparing a round."""

from __future__ import annotations

from typing import assert_never

from device.contract.declarations import Declaration
from device.games.loop.cards import EIGHT, HAND_SIZE, PLAYABLE_COUNT, SET_ASIDE_COUNT
from device.games.loop.declarations import LoopDeclaration, Out, Pass, Plays, Twist
from device.games.loop.refusals import card_list
from device.games.loop.rules import forced
from device.games.loop.state import State
from device.kits.loop_editions import last_out_sentence, one_word_declaration_in_words, play_sentence
from display.words import Text, join_sentences, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A player's declaration as a sentence."""
    assert isinstance(declaration, LoopDeclaration)
    match declaration:
        case Plays(_, numbers):
            return play_sentence(player, card_list(numbers))
        case Pass() | Twist() | Out():
            return one_word_declaration_in_words(declaration, player)
    assert_never(declaration)


def consequence(before: State, after: State, declaration: Declaration) -> Text | None:
    """The sentence that says who is out with this play, and why the areas are clear and who leads; or None.

    After the last player who is said to be out, all of them in their order: the points do not show that.
    """
    match declaration:
        case Out(seat) if len(after.finished_rounds) > len(before.finished_rounds):
            return last_out_sentence(after.name(seat), map(after.name, after.finished_rounds[-1].order_out))
        case Pass(seat) if before.in_play is not None and forced(before) == declaration:
            return _forced_pass_text(before, before.in_play.size, after)
        case Pass(seat) if after.in_play is None:
            return text("{player} passes: {leader} leads.", player=after.name(seat), leader=after.name(after.turn))
        case Plays():
            return _play_consequence(before, after, declaration)
    return None


def _play_consequence(before: State, after: State, play: Plays) -> Text | None:
    is_out = before.hand_of(play.seat).played_count + len(play.numbers) == PLAYABLE_COUNT
    played = play_sentence(after.name(play.seat), card_list(play.numbers), is_out=is_out)
    if EIGHT in play.numbers and len(after.finished_rounds) == len(before.finished_rounds):
        return join_sentences(played, text("The 8 clears the table: {leader} leads.", leader=after.name(after.turn)))
    return played if is_out else None


def _forced_pass_text(before: State, size: int, after: State) -> Text:
    """The sentence for a forced pass: everybody sees that too few cards are left."""
    player = before.name(before.turn)
    if after.in_play is None:
        return text("{player} has fewer than {n} cards and passes: {leader} leads.", player=player, n=size,
            leader=after.name(after.turn))  # fmt: skip
    return text("{player} has fewer than {n} cards and passes.", player=player, n=size)


MAX_PLAYERS = 6
"""With this number of players, all cards of the box are used."""


def setup_instructions(state: State) -> tuple[Text, ...]:
    """Instructions for what players do before a round (rulebook, Setup, Round setup and End of the round)."""
    set_aside = text("Each sets {n} cards aside, face down.", n=SET_ASIDE_COUNT)
    if state.finished_rounds:
        return (
            text("Take up your whole hand; pass hand and board to the left."),
            set_aside,
            text("{player} gets the golden board, and starts.", player=state.name(state.turn)),
        )
    copy_count = state.player_count
    used_cards = () if copy_count == MAX_PLAYERS else (text("Use {n} cards of each number.", n=copy_count),)
    dealing = text("Shuffle, and deal {n} cards to each player.", n=HAND_SIZE)
    return (*used_cards, dealing, text("Each takes a board. Whoever has the golden one starts."), set_aside)
