"""The questions of LOOP's first edition."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.prompt import Prompt
from device.games.loop_2023 import levels
from device.games.loop_2023.combinations import Combination, Kind
from device.games.loop_2023.refusals import card_list
from device.games.loop_2023.rules import (
    can_twist,
    copies_left,
    gone_colours,
    may_show_three_eights,
    numbers_that_beat,
)
from device.games.loop_2023.seats import SeatChoice
from device.games.loop_2023.state import GameOver, RoundInPlay, State
from display.words import Text, text


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question; None once the game is finished."""
    phase = state.phase
    if isinstance(phase, GameOver):
        return None
    if isinstance(phase, SeatChoice):
        return _seat_prompt(state, phase)
    menu_choices = (levels.three_eights_choice(state.table.players),) if may_show_three_eights(state) else ()
    if not state.settings.declares_plays:
        question = text("Who goes out next?")
        if not phase.players_out:
            starter = state.name(state.seating[state.start_place])
            question = text("{player} starts. Who goes out first?", player=starter)
        return Prompt(question, (), levels.out_level(state.table.players, phase.players_out), menu_choices=menu_choices)
    player = state.seating[phase.turn]
    turn_cards = phase.seat_cards[phase.turn]
    may_twist, offers_twist, to_beat = turn_cards.hidden_count > 0, can_twist(state), phase.to_beat
    copies = copies_left(state, phase)
    gone = gone_colours(phase, copies)
    if to_beat is None:
        lead = levels.lead_level(
            player, turn_cards.cards_left, copies, gone, may_twist=may_twist, offers_twist=offers_twist
        )
        question = text("{player} leads: what?", player=state.name(player))
        return Prompt(question, (player,), lead, menu_choices=menu_choices)
    numbers = numbers_that_beat(phase, to_beat, copies, gone)
    follow = levels.follow_level(
        player, to_beat.kind, to_beat.size, numbers, gone, may_twist=may_twist, offers_twist=offers_twist
    )
    return Prompt(
        _beat_question(state, phase, to_beat),
        (player,),
        follow,
        later_levels=(levels.lead_level(player),),
        names_several_things=to_beat.kind is Kind.SEQUENCE and bool(numbers),
    )


def _beat_question(state: State, playing: RoundInPlay, to_beat: Combination) -> Text:
    name, cards = state.name(state.seating[playing.turn]), card_list(to_beat.cards)
    if playing.is_twisted:
        return text("{player}: lower than {cards}, or pass?", player=name, cards=cards)
    return text("{player}: higher than {cards}, or pass?", player=name, cards=cards)


def _seat_prompt(state: State, choosing: SeatChoice) -> Prompt[Declaration]:
    player = choosing.chooser
    later_levels = (
        (levels.lead_level(player),) if state.settings.declares_plays else (levels.out_level(state.table.players),)
    )
    return Prompt(
        text("{player}: which seat?", player=state.name(player)),
        (player,),
        levels.seat_level(player, choosing.allowed_places(), state.rank_cards),
        later_levels=later_levels,
    )
