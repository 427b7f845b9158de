"""The sentences the table shows for declarations in LOOP's first edition, and for preparing a round."""

from __future__ import annotations

from typing import assert_never

from device.contract.declarations import Declaration
from device.games.loop_2023.declarations import LoopDeclaration, Out, Pass, Plays, Sits, ThreeEights, Twist
from device.games.loop_2023.hands import HAND_SIZE, SET_ASIDE_COUNT
from device.games.loop_2023.refusals import card_list
from device.games.loop_2023.scoring import START_POINTS
from device.games.loop_2023.seats import SeatChoice
from device.games.loop_2023.state import RoundInPlay, State
from device.kits.loop_editions import last_out_sentence, one_word_declaration_in_words, play_sentence
from display.words import Several, Text, join_sentences, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A player's declaration as a sentence."""
    assert isinstance(declaration, LoopDeclaration)
    match declaration:
        case Plays(_, cards):
            return play_sentence(player, card_list(cards))
        case Pass() | Twist() | Out():
            return one_word_declaration_in_words(declaration, player)
        case Sits(_, number):
            return text("{player} takes seat {seat}.", player=player, seat=number)
        case ThreeEights():
            return text("{player} was dealt all three {eight}s.", player=player, eight=8)
    assert_never(declaration)


def setup_instructions(state: State) -> tuple[Text, ...]:
    """Instructions for what players do before a round or a set (rule sheet, 1 to 4, 15 and 16)."""
    set_aside = text("Each sets {n} cards aside, face down.", n=SET_ASIDE_COUNT)
    if state.round_number > 1:
        rank_cards = text(
            "A seat's Rank card says how its last player finished. Each rank better than that adds 1 point to those of"
            " the round, each worse takes 1 off."
        )
        return (text("When all have a seat, take up the hand that lies there."), set_aside, rank_cards)
    return (
        text("Everyone has {n} points to begin with.", n=START_POINTS),
        text("Shuffle, and deal {n} cards to each player; the rest is out of play.", n=HAND_SIZE),
        set_aside,
    )


def consequence(before: State, after: State, declaration: Declaration) -> Text | None:
    """The sentence about what follows from a declaration; None if nothing does.

    A choice of a seat may leave others only one. A play may be of the last cards, or have an 8, which nothing beats.
    After the last player who is declared out, the order of all is known.
    """
    match declaration:
        case Sits():
            return _seats_sentence(before, after, declaration)
        case Plays():
            return _play_consequence(before, after, declaration)
        case Out(seat) if len(after.rounds) > len(before.rounds):
            return last_out_sentence(after.name(seat), map(after.name, after.rounds[-1].order_out))
    return None


def _play_consequence(before: State, after: State, play: Plays) -> Text | None:
    assert isinstance(before.phase, RoundInPlay)
    is_out = before.phase.seat_cards[before.phase.turn].cards_left == len(play.cards)
    played = play_sentence(after.name(play.seat), card_list(play.cards), is_out=is_out)
    if isinstance(after.phase, RoundInPlay) and after.phase.trick_count > before.phase.trick_count:
        leader = after.name(after.seating[after.phase.turn])
        return join_sentences(played, text("Nothing beats an 8: {leader} leads.", leader=leader))
    return played if is_out else None


def _seats_sentence(before: State, after: State, chosen: Sits) -> Text | None:
    """A choice of a seat with the seats of others that follow from it, which nobody declares; None if none follows."""
    assert isinstance(before.phase, SeatChoice)
    sitters = after.phase.sitters if isinstance(after.phase, SeatChoice) else after.seating
    taken = zip(before.phase.sitters, sitters, strict=True)
    left_seats = tuple(
        text("seat {seat} for {player}", seat=number, player=after.name(sitter))
        for number, (sitter_before, sitter) in enumerate(taken, 1)
        if sitter is not None and sitter_before is None and sitter != chosen.seat
    )
    if not left_seats:
        return None
    choice = in_words(chosen, after.name(chosen.seat))
    return join_sentences(choice, text("That leaves {seats}.", seats=Several(left_seats)))
