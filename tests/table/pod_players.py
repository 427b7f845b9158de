"""Players with pods, and what they press."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level, keys_for
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.session.names import HEADER_WORDS
from device.session.prompts import Meaning, MenuView, PlayView, question
from device.session.rows import JournalRow
from device.session.session import Session, Stage, Step, declare, perform, step_row
from tests.games.registered import header
from tests.table.evenings import script

PLAY = "DD"
"""The keys that accept the options as they are."""


def begun(*lines: str) -> list[str]:
    """The presses from power-on to the game's first question: options as they are, Ann starts."""
    return [*script(*lines), *PLAY, "A"]


def keyed(*lines: str, declaration: str) -> list[str]:
    """The presses of one declaration."""
    return script(*lines, declaration)[len(begun(*lines)) :]


def set_up(lines: list[str]) -> list[str]:
    from device.session.keyscript import key_script

    head = [line for line in lines if line.split()[0] in HEADER_WORDS]
    return list(key_script("\n".join(head).encode()))


class PodPlayers:
    """People with a pod each, who press what their own key map shows."""

    def __init__(
        self, game_id: str, names: tuple[str, ...], chosen: tuple[tuple[str, str], ...], played: list[Declaration]
    ) -> None:
        self._session = Session(header(game_id, names, chosen), len(names), names)
        self._played = played

    def presses(self) -> Iterator[str]:
        forced: list[str] = []
        defaults = keys_for(question(self._session, MenuView(), ()).level, step_row(Step.DEFAULTS))
        assert defaults is not None
        self._advance(step_row(Step.DEFAULTS))
        self._advance(step_row(Step.PLAY))
        yield from ("hold D", *defaults, *PLAY)
        for declaration in self._played:
            if self._session.stage is Stage.SUMMARY:
                yield "pod1 hold C"
                self._advance(step_row(Step.ACCEPT))
            words = self._words(declaration)
            if forced and forced[0] == words:
                del forced[0]
                continue
            if self._session.stage is Stage.STARTER and self._code(declaration, PlayView()) is None:
                starter = keys_for(question(self._session, PlayView(), ()).level, step_row(Step.START))
                assert starter is not None
                yield from starter
                self._advance(step_row(Step.START))
            keys = self._code(declaration, PlayView())
            if keys is None:
                yield "hold D"
                keys = self._code(declaration, MenuView())
            assert keys is not None, declaration
            yield from keys
            steps = declare(self._session, declaration)
            self._session = steps[-1].session
            forced = [advance.row.text for advance in steps[1:]]

    def _words(self, declaration: Declaration) -> str:
        from device.session.record import write_declaration

        return write_declaration(self._session.record, declaration)

    def _code(self, declaration: Declaration, view: PlayView | MenuView) -> list[str] | None:
        prompt = question(self._session, view, ())
        seat = declaration.seat
        source = "" if seat is None or not _may(prompt, seat) else f"pod{seat + 1} "
        level = prompt.level
        if source and prompt.player_level is not None:
            level = prompt.player_level
        keys: str | None = ""
        while source and level.is_of_players:
            own = _choice(level, seat)
            deeper = own.level()
            if deeper is None:
                return [f"{source}D"] if own.means == declaration else None
            level = deeper
        keys = keys_for(level, declaration)
        if keys is None or (source and isinstance(view, MenuView)):
            keys = keys_for(prompt.level, declaration)
            source = ""
        return None if keys is None else [f"{source}{key}" for key in keys]

    def _advance(self, row: JournalRow) -> None:
        self._session = perform(self._session, row)[-1].session


def _choice(level: Level[Meaning], seat: Seat | None) -> Choice[Meaning]:
    """The cell of the player in a seat."""
    return next(choice for choice in level.choices if choice.slot == seat)


def _may(prompt: Prompt[Meaning], seat: int) -> bool:
    return prompt.player_level is not None or not prompt.asked or seat in prompt.asked
