"""What the contract does not require, no test requires: a game without options, rulings, codes or figures is held."""

from __future__ import annotations

from types import ModuleType

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, Refused, refuse
from tablekeeper.testing import GameTests
from tests.games.fifth.high_number.game import GAME
from tests.games.fifth.high_number.rules import apply
from tests.games.fifth.high_number.state import State


def plainly(state: State, declaration: Declaration) -> State:
    """The rules with no refusal codes of their own."""
    try:
        return apply(state, declaration)
    except Refused as refused:
        fault = refused.refusal
        if fault.code in tuple(RefusalCode):
            raise
        refuse(RefusalCode.CARD_ALREADY_SEEN, fault.sentence, fault.seat, *fault.cards)


BARE = ModuleType("bare")
vars(BARE)["GAME"] = GAME._replace(options=(), notes=(), codes=(), waiver=None, apply=plainly)


class TestBare(GameTests):
    module = BARE
    languages = ("en",)
    seeds = range(2)

    def test_a_box_takes_the_module_and_plays_it_as_it_is(self) -> None:
        """It is a package of the house, with a directive, and has no header."""
        assert self.game.figures is None
        assert self.game.round_part is None
