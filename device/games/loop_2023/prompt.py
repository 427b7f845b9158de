"""The questions of LOOP's first edition."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.prompt import Prompt
from device.games.loop_2023 import levels
from device.games.loop_2023.combinations import Combination
from device.games.loop_2023.refusals import faces
from device.games.loop_2023.rules import stronger_lows, three_eights_allowed
from device.games.loop_2023.seats import Choosing
from device.games.loop_2023.state import Finished, Playing, State
from display.words import Text, text


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question; None once the game is finished."""
    phase = state.phase
    if isinstance(phase, Finished):
        return None
    if isinstance(phase, Choosing):
        return _seat(state, phase)
    more = (levels.three_eights(state.table.players),) if three_eights_allowed(state) else ()
    if not state.settings.plays:
        return Prompt(text("Who goes out next?"), (), levels.going_out(state.table.players, phase.out), more=more)
    player = state.seating[phase.turn]
    laid = phase.laid[phase.turn]
    twist = laid.hidden > 0
    if phase.best is None:
        lead = levels.lead(player, laid.left, twist=twist)
        return Prompt(text("{name} leads: what?", name=state.name(player)), (player,), lead, more=more)
    beating = stronger_lows(phase.best, twisted=phase.twisted)
    follow = levels.follow(player, phase.best.kind, phase.best.size, beating, twist=twist)
    return Prompt(_beat(state, phase, phase.best), (player,), follow, ahead=(levels.lead(player),))


def _beat(state: State, playing: Playing, best: Combination) -> Text:
    name, cards = state.name(state.seating[playing.turn]), faces(best.cards)
    if playing.twisted:
        return text("{name}: lower than {cards}, or pass?", name=name, cards=cards)
    return text("{name}: higher than {cards}, or pass?", name=name, cards=cards)


def _seat(state: State, choosing: Choosing) -> Prompt[Declaration]:
    player = choosing.chooser
    ahead = (levels.lead(player),) if state.settings.plays else (levels.going_out(state.table.players),)
    return Prompt(
        text("{name}: which seat?", name=state.name(player)),
        (player,),
        levels.sitting(player, choosing.allowed(), state.cards),
        ahead=ahead,
    )
