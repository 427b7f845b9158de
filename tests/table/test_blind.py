"""The blind rule: no press ever depends on ink that is not there yet.

Somebody plays by codes read off the key map as drawn on the page that the panel
last finished, while the panel takes far longer than the fingers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.contract.declarations import Declaration
from device.contract.keycodes import Layout, Level, keys_for
from device.games import load
from device.pages.keymap import key_map
from device.session.keyscript import key_script
from device.session.prompts import Meaning, MenuView, PlayView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from display.layout import lay_out
from display.scene import drawn_key_map
from display.vocabulary import Page
from display.words import ENGLISH, Label
from hal.keys.keys import Edge, Key
from hal.mock.script import HOLD_S, PAUSE_S, PRESS_S
from tests.games.registered import GAMES, beginning, choices, written
from tests.non_empty import non_empty
from tests.table.tables import Mock
from tests.thorough import THOROUGH

SLOW_S = 1000.0


def path(level: Level[Meaning], keys: str) -> Iterator[tuple[Level[Meaning], str, Label]]:
    """The cells that a code goes through: level, keys, label."""
    while keys:
        for choice in level.choices:
            cell = level.code(choice.slot)
            if keys.startswith(cell):
                break
        else:
            raise AssertionError(keys)
        yield level, cell, choice.label
        keys = keys.removeprefix(cell)
        deeper = choice.level()
        if deeper is not None:
            level = deeper


def drawn(page: Page, mock: Mock) -> set[tuple[str, str]]:
    """Code and label of each cell on the page as laid out."""
    surface = mock.controller.surface
    return {(keys, label) for _, keys, label in drawn_key_map(lay_out(page, surface, ENGLISH))}


class KeysOnDemand:
    """Presses as edges; unlike a key script's, they are thought of only when their time has come."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.time = 0.0

    def edges(self) -> Iterator[Edge]:
        for line in self.lines:
            held = line.startswith("hold ")
            if line.startswith("wait "):
                self.time += float(line.removeprefix("wait "))
                # A contact that opens without having closed says nothing, but it is an event.
                yield Edge(Key.A, False, self.time, "watch")
                continue
            key = Key(line.removeprefix("hold "))
            yield Edge(key, True, self.time)
            self.time += HOLD_S if held else PRESS_S
            yield Edge(key, False, self.time)
            self.time += PAUSE_S


DEFAULTS = "DB"
"""In the menu: options that the record says nothing of are as it has them then."""


class Player:
    """Knows what happens at the table, and reads how to say it off the panel; waits only where the panel must."""

    def __init__(self, session: Session, played: list[Declaration]) -> None:
        self.session = session
        self.played = played
        self.waits = 0
        self.mock: Mock | None = None

    def presses(self) -> Iterator[str]:
        left = list(self.played)
        while left:
            declaration = left.pop(0)
            if self.session.stage is Stage.SUMMARY:
                yield "hold C"
                self.session = take_row(self.session, step_row(Step.ACCEPT))
            yield from self.say(declaration)
            steps = declare(self.session, declaration)
            self.session = steps[-1].session
            del left[: len(steps) - 1]

    def say(self, declaration: Declaration) -> Iterator[str]:
        level = question(self.session, PlayView(), ()).level
        keys = keys_for(level, declaration)
        if keys is None:
            # Rarer declarations are in the menu, which is read when it is there.
            yield "hold D"
            level = question(self.session, MenuView(), ()).level
            own_codes = (level.code(choice.slot) for choice in level.choices if choice.means == declaration)
            keys = next(own_codes, None) or keys_for(level, declaration)
        assert keys is not None
        cells = {(cell, ENGLISH.say(label)) for at, cell, label in path(level, keys) if not at.by_heart}
        assert self.mock is not None
        page = self.mock.controller.shown_page
        if page is None or not cells <= drawn(page, self.mock):
            self.waits += 1
            yield f"wait {SLOW_S}"
            page = self.mock.controller.shown_page
            assert page is not None
            assert cells <= drawn(page, self.mock), (declaration, cells - drawn(page, self.mock))
        yield from keys


def blind(tmp_path: Path, game_id: str, seed: int, kind: str) -> tuple[Mock, Player, list[str]]:
    players, chosen = choices(game_id, seed)
    names = tuple(f"P{n}" for n in range(players))
    played = beginning(game_id, seed, players, chosen)
    lines = written(game_id, names, chosen, played)
    head = lines[: len(lines) - len(played)]
    set_up = [*key_script("\n".join(head).encode()), "hold D", *DEFAULTS, *"DD"]
    player = Player(_after_set_up(head), played)
    if player.played and player.session.stage is Stage.STARTER:
        player.session = take_row(player.session, step_row(Step.START))
        set_up.append(_usual(game_id, player.session))

    def script() -> Iterator[str]:
        yield from set_up
        yield f"wait {SLOW_S}"
        yield from player.presses()
        if player.session.stage is Stage.SUMMARY:
            yield "hold C"

    mock = Mock(tmp_path, (), kind=kind)
    mock.eventful.play_edges(KeysOnDemand(script()).edges())
    player.mock = mock
    mock.run()
    return mock, player, lines


def _after_set_up(head: list[str]) -> Session:
    session = Session()
    for line in head:
        session = take_row(session, JournalRow(RowKind.RECORD, line))
    return take_row(session, step_row(Step.PLAY))


def _usual(game_id: str, session: Session) -> str:
    seat = load(game_id).starter(session.record.state)
    assert seat is not None
    return Layout.LIST.code(seat)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("seed", "kind"), [(1, "what-black"), (2, "impression-7.3-spectra"), (3, "what-black")])
def test_a_game_played_off_the_key_map_as_drawn(game_id: str, seed: int, kind: str, tmp_path: Path) -> None:
    mock, player, lines = blind(tmp_path, game_id, seed, kind)
    assert mock.controller.report.as_json()["refused"] == 0
    assert mock.record() == lines
    assert player.waits < len(player.played)


def test_a_whole_trick_needs_no_refresh(tmp_path: Path) -> None:
    """Waits come with a new phase, or with a cover that several bids allow; never inside a trick."""
    for seed in range(4 if THOROUGH else 2):
        _, player, lines = blind(tmp_path / str(seed), "no-loose-ends", seed, "what-black")
        rounds = 3
        phases = 2 * rounds
        covers = sum(" covers " in line for line in lines)
        menus = sum(" wins " in line and not line.endswith("wins") for line in lines)
        firsts = sum(line.startswith("first ") for line in lines)
        assert player.waits <= phases + covers + menus + firsts + 1


@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_of_each_moment_has_its_whole_key_map(game_id: str) -> None:
    """Every level that a code of the next declaration goes through is asked, in the legend, or known by heart."""
    players, chosen = choices(game_id, 5)
    names = tuple(f"P{n}" for n in range(players))
    lines = written(game_id, names, chosen, [])
    session = _after_set_up(lines)
    if session.stage is Stage.STARTER:
        session = take_row(session, step_row(Step.START))
    for declaration in non_empty(beginning(game_id, 5, players, chosen)):
        if session.stage is Stage.SUMMARY:
            session = take_row(session, step_row(Step.ACCEPT))
        levels = [question(session, view, ()).level for view in (PlayView(), MenuView())]
        level, keys = next((level, keys) for level in levels if (keys := keys_for(level, declaration)) is not None)
        keymap = key_map(level)
        assert keymap.level is not None
        cells = {(place.code, place.label) for grid in (keymap.level, *keymap.next_levels) for place in grid.cells}
        steps = [(at is level or not at.by_heart, (cell, label)) for at, cell, label in path(level, keys)]
        assert {cell for needed, cell in steps if needed} <= cells
        session = declare(session, declaration)[0].session
