"""Game after game by keys, under changing faults, each compared with what its dealer worked out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

from device.journal.export import export
from device.journal.writer import JournalWriter
from device.session import past
from device.session import record as records
from device.session.keyscript import KeyGroup, key_groups
from device.session.past import Past
from device.session.prompts import MenuCell
from device.session.rows import JournalRow
from device.session.session import Step, step
from device.table.controller import Controller
from device.table.stillness import QUIET_S
from device.table.table_settings import TableSettings
from display.vocabulary import Breakdown, KeyMap, Sheet
from display.words import Label
from hal.keys.keys import Edge, Key
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from tests.dealers.result import Result
from tests.games.registered import GAMES, choices, dealt, written
from tools.soak.failing_disk import FailingDisk, RoomySpill
from tools.soak.fault_injection import FaultSchedule, InjectedFault
from tools.soak.jumping_calendar import JumpingCalendar
from tools.soak.mistakes import mended, mistake
from tools.soak.players import BrokenOff, Interruption, PlayedTable, PlayerMove

PANEL = "impression-5.7"
ROSTER = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Ida", "Jo", "Kim")
PODS = ("pod2", "pod5")
LATER_S = 7
"""Longer than the companion waits until it tries a disk again."""
DECADE_S = 3.2e8
MENDED = 0.1
"""How likely a disk is mended before a declaration."""
MOST_GAMES = 1_000_000
ANOTHER_GAME = MenuCell.ANOTHER.name

INTERRUPTIONS = ((InjectedFault.POWER, Interruption.POWER), (InjectedFault.KILL, Interruption.KILL))

ACCEPTED = KeyGroup(("hold C",), (step(Step.ACCEPT),))


class Lost(Exception):
    """The table is not where the last acknowledged declaration left it: there is no way to play on."""


@dataclass(frozen=True)
class PlannedGame:
    """A game that is to be played: its record, its groups of presses, and what it must come to."""

    lines: list[str]
    groups: list[KeyGroup]
    result: Result

    def rows(self) -> list[JournalRow]:
        """All rows, as the journal must have them in the end."""
        return [row for group in self.groups for row in group.rows]

    def lengths(self) -> list[int]:
        """How many rows there are before each group, and after the last."""
        return list(accumulate((len(group.rows) for group in self.groups), initial=0))


def planned_game(seed: int) -> PlannedGame:
    """A random game with random people and options."""
    chance = Random(seed)
    game_id = chance.choice(GAMES)
    players, chosen = choices(game_id, seed)
    names = tuple(chance.sample(ROSTER, players))
    game = dealt(game_id, seed, players, chosen)
    lines = written(game_id, names, chosen, game.declarations)
    groups = list(key_groups("\n".join(lines).encode(), ROSTER, fresh=False))
    if groups.count(ACCEPTED) < len(game.result.standings):
        # A game that the table ends has had its last summary before.
        groups.append(ACCEPTED)
    return PlannedGame(lines, groups, game.result)


class SoakEvening:
    """Plays games of one seed in a directory. `differences` are sentences; none is what is hoped for."""

    def __init__(self, directory: Path, seed: int, over: Callable[[int], None] = lambda number: None) -> None:
        """`over` is called after each game with its number, from 1, while the table stands as it does then."""
        self.presses = 0
        self.pod_presses = 0
        self.differences: list[str] = []
        random = Random(seed)
        self.faults = FaultSchedule(random)
        self._random = random
        self._seed = seed
        self.data = directory / "data"
        """Where the journal is."""
        self._over = over
        self._calendar = JumpingCalendar()
        self._disk = FailingDisk(self.data, self._calendar)
        memory = directory / "memory"
        memory.mkdir()
        self._spill = RoomySpill(self._disk, self.data, memory)
        self._silent: list[Edge] = []
        self._possible: set[int] = set()
        """How many rows a power cut may leave: those on the disk, and where it failed, any number since."""
        self._acknowledged = 0
        """How many rows a kill leaves: those on the disk and in the spill."""
        self._corrected_at = 0
        """Before which group the game was corrected last: what an undo finds there is the correction."""
        self._broken = Interruption.POWER
        self._number = 0

    def play(self, games: int) -> None:
        """Play so many games; the first state that cannot be played on from ends the evening."""
        moves = self._moves(games)
        try:
            while not self._played(moves):
                pass
        except Lost as lost:
            self._differ(str(lost))
        finally:
            self._disk.mend()
            self._journal_writer.close()

    def _played(self, moves: Iterator[PlayerMove]) -> bool:
        """Play from the start until nobody wants to go on. False if the process broke off."""
        # However slow this machine is, the disk is not.
        self._journal_writer = JournalWriter(self._disk.open, None, self._spill, self._calendar, clock=lambda: 0.0)
        self._mock = MockTable(panel.kind(PANEL), ())
        self._companion = Controller(PlayedTable(self._mock, moves), self._journal_writer, TableSettings(roster=ROSTER))
        try:
            self._companion.run()
        except BrokenOff as broken:
            self._break_off(broken.how)
            return False
        return True

    def _break_off(self, how: Interruption) -> None:
        """Nothing of this start is left, and nothing was tidied up. Without power, memory is empty, too.

        The disk works for the next start: on one that can only be read, years of games would be read into memory.
        """
        self._broken = how
        self._disk.break_off()
        self._disk.mend()
        if how is Interruption.POWER:
            self._spill.clear()
        self._silent.clear()
        del self._journal_writer, self._mock, self._companion

    def _moves(self, games: int) -> Iterator[PlayerMove]:
        for self._number in range(1, games + 1):
            self.faults.change()
            game = planned_game(self._seed * MOST_GAMES + self._number)
            yield from self._play_game(game)
            yield from self._clear_up()
            self._compare_final(game)
            self._over(self._number)
            self.presses += len(ANOTHER_GAME)
            yield from ANOTHER_GAME

    def _play_game(self, game: PlannedGame) -> Iterator[PlayerMove]:
        lengths = game.lengths()
        at, self._possible, self._acknowledged, self._corrected_at = 0, {0}, 0, 0
        while at < len(game.groups):
            group = game.groups[at]
            if group == ACCEPTED:
                self._compare_summary(game, game.groups[:at].count(ACCEPTED))
            yield from self._strike()
            if at and (yield from self._correct(game, lengths[at])):
                self._corrected_at = at
            if at > self._corrected_at and self.faults.strikes(InjectedFault.UNDO):
                if self._random.random() < 0.5:
                    yield "hold A"
                    at -= 1
                    self._note(lengths[at])
                    continue
                yield from self._dither(group)
            if (yield from self._press(group)):
                at += 1
                self._note(lengths[at])
            else:
                at = self._resumed(game, lengths)

    def _correct(self, game: PlannedGame, length: int) -> Generator[PlayerMove, None, bool]:
        """Correct for the worse, and undo that or correct it back. True if an undo would find a correction."""
        if self._disk.failing or not self.faults.strikes(InjectedFault.MISTAKE):
            return False
        before = self._past()
        made = mistake(before, self._random)
        if made is None:
            return False
        yield from [*made.presses, "hold C"]
        if self._past().rows == before.rows:
            self._differ("a correction was not made")
        undone = self._random.random() < 0.5
        yield from ["hold A"] if undone else [*mended(self._past(), made), "hold C"]
        if self._past().rows != game.rows()[:length]:
            self._differ("a correction was not taken back")
        self._note(length)
        return not undone

    def _past(self) -> Past:
        """The game in play, with all corrections made."""
        current = self._journal_writer.current()
        return past.of([] if current is None else self._journal_writer.rows(current))

    def _press(self, group: KeyGroup) -> Generator[PlayerMove, None, bool]:
        """Press a group's keys, on the device or on a pod. False if the process broke off."""
        self._mock.forget()
        source = self._source()
        for press in group.presses:
            interruption = next((how for fault, how in INTERRUPTIONS if self.faults.strikes(fault)), None)
            if interruption is not None:
                yield interruption
                return False
            if source and self.faults.strikes(InjectedFault.POD):
                yield self._silenced(source, press)
                source = ""
            self.presses += 1
            self.pod_presses += bool(source)
            yield f"{source} {press}"
        if Cue.ACCEPTED not in [cue for _, cue in self._mock.signal.given]:
            raise Lost(f"“{group.rows[0].text}” was not accepted")
        return True

    def _source(self) -> str:
        """Where a code is typed: at the device, which has no name, or on a pod that is not silent."""
        silent = {edge.source for edge in self._silent}
        return self._random.choice(["", "", *[pod for pod in PODS if pod not in silent]])

    def _silenced(self, pod: str, press: str) -> Edge:
        """A pod dies with a key down. The code goes on at the device."""
        self._silent.append(Edge(Key(press[-1]), True, self._mock.clock.now(), pod))
        return self._silent[-1]

    def _strike(self) -> Iterator[PlayerMove]:
        """Let panel, disk and clock do what the schedule of faults wants."""
        random = self._random
        if self.faults.strikes(InjectedFault.PANEL):
            self._mock.panel.faults.extend(["The panel does not answer."] * random.randint(1, 4))
        if self._disk.failing:
            if random.random() < MENDED:
                self._disk.mend()
        elif self.faults.strikes(InjectedFault.DISK):
            if random.random() < 0.5:
                self._disk.take_away()
            self._disk.fill(random.randint(0, 3000))
        if self.faults.strikes(InjectedFault.CLOCK):
            self._calendar.jump(random.uniform(-DECADE_S, DECADE_S))
            # A disk that fails is tried every few seconds: nobody waits long for that. After `QUIET_S` the panel
            # sleeps, and a press would only wake it.
            yield f"wait {random.randint(0, 60 if self._disk.failing else int(QUIET_S) - 60)}"

    def _dither(self, group: KeyGroup) -> Iterator[PlayerMove]:
        """Begin a code and take it back; or look at the details, or at the menu, and come back."""
        if len(group.presses) > 1 and not group.presses[0].startswith("hold"):
            before = self._asked()
            yield from group.presses[: self._random.randint(1, len(group.presses) - 1)]
            while self._asked() != before:
                yield "hold A"
        else:
            yield from self._random.choice([("hold B", "hold C"), ("hold D", "hold D")])

    def _asked(self) -> tuple[KeyMap, tuple[Label, ...], str]:
        """What the keys mean now, and what is half typed."""
        page = self._companion.page()
        return page.keymap, page.typed, page.begun

    def _clear_up(self) -> Iterator[PlayerMove]:
        """The disk is mended, pods come back, and everything has time to be seen to."""
        self._disk.mend()
        yield f"wait {LATER_S}"
        for down in self._silent:
            yield down._replace(down=False, at=self._mock.clock.now())
        self._silent.clear()
        yield f"wait {LATER_S}"

    def _note(self, length: int) -> None:
        """So many rows are acknowledged; the disk has them, or has trouble."""
        if self._journal_writer.trouble is None:
            self._possible.clear()
        self._possible.add(length)
        self._acknowledged = length

    def _resumed(self, game: PlannedGame, lengths: list[int]) -> int:
        """Where a new start finds the game: at which group. Raises Lost."""
        killed = self._broken is Interruption.KILL
        what, possible = ("kill", {self._acknowledged}) if killed else ("power cut", self._possible)
        kept = self._past().rows
        if len(kept) not in possible:
            raise Lost(f"{len(kept)} rows are left after a {what} instead of {sorted(possible)}")
        if kept != game.rows()[: len(kept)]:
            raise Lost(f"the rows left after a {what} are not those that were declared")
        self._note(len(kept))
        return lengths.index(len(kept))

    def _compare_summary(self, game: PlannedGame, round_: int) -> None:
        body = self._companion.page().body
        shown = tuple(account.total for account in body.players) if isinstance(body, Breakdown) else None
        if shown != game.result.standings[round_]:
            self._differ(f"round {round_ + 1} shows {shown} instead of {game.result.standings[round_]}")

    def _compare_final(self, game: PlannedGame) -> None:
        """What the panel shows, what the journal holds and what its record scores, beside the dealer's account."""
        expected = (game.result.standings[-1], game.result.winners)
        body = self._companion.page().body
        seats = records.split(game.lines[1])[1:]
        # A final sheet begins with the winner.
        rows = sorted(body.rows if isinstance(body, Sheet) else (), key=lambda row: seats.index(row.name))
        winners = tuple(seat for seat, row in enumerate(rows) if row.winner)
        shown = (tuple(row.total for row in rows), winners)
        if shown != expected:
            self._differ(f"the final sheet shows {shown} instead of {expected}")
        lines = list(export(self.data, None))
        if lines != game.lines:
            self._differ("the record in the journal is not that of the game")
        record = records.read("\n".join(lines).encode())
        assert record.game is not None
        scores = record.game.scores(record.state)
        if (scores.totals, scores.winners) != expected:
            self._differ(f"the record scores {scores.totals} and {scores.winners} instead of {expected}")

    def _differ(self, sentence: str) -> None:
        self.differences.append(f"seed {self._seed}, game {self._number}: {sentence}")
