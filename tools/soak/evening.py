"""Plays game after game by keys, under changing faults, and compares each with the dealer's result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from random import Random

from device.contract.keycodes import Layout
from device.journal.export import exported_lines
from device.session.keyscript import KeyGroup
from device.session.prompts import SheetKey
from device.table.stillness import IDLE_WITHOUT_GAME_S
from display.vocabulary import KeyMap, Page
from display.words import Label
from hal.keys.keys import Edge, Key
from hal.signal.signal import Cue
from tools.soak import comparing
from tools.soak.box import SoakBox
from tools.soak.fault_injection import FaultSchedule, InjectedFault
from tools.soak.kept_rows import KeptRows, Lost
from tools.soak.mistakes import correcting_presses, mistake
from tools.soak.planned_games import ACCEPTED, PlannedGame, planned_game
from tools.soak.players import Interruption, PlayerMove

PODS = ("pod2", "pod5")
LATER_S = 7
"""Longer than the table waits before it retries a disk."""
DECADE_S = 3.2e8
MENDED = 0.1
"""The probability that a disk is mended before a declaration."""
MAX_GAMES = 1_000_000
ANOTHER_GAME = Layout.KEYS.code(SheetKey.ANOTHER)

INTERRUPTIONS = ((InjectedFault.POWER, Interruption.POWER), (InjectedFault.KILL, Interruption.KILL))


class SoakEvening:
    """Plays games of one seed in a directory. `differences` are sentences; there should be none."""

    def __init__(self, directory: Path, seed: int, on_game_end: Callable[[int], None] = lambda number: None) -> None:
        """`on_game_end` is called after each game with its number, from 1, in the table's state at that moment."""
        self.presses = 0
        self.pod_presses = 0
        self.differences: list[str] = []
        random = Random(seed)
        self.faults = FaultSchedule(random)
        self._random = random
        self._seed = seed
        self._on_game_end = on_game_end
        self.box = SoakBox(directory)
        self._silent: list[Edge] = []
        self._kept = KeptRows()
        self._corrected_at = 0
        """The group before which the game was last corrected: an undo there would undo the correction."""
        self._number = 0

    def play(self, games: int) -> None:
        """Play this many games. A state from which play can't go on ends the evening."""
        moves = self._moves(games)
        try:
            while not self.box.run(moves):
                self._silent.clear()
        except Lost as lost:
            self._note([str(lost)])
        finally:
            self.box.close()

    def _moves(self, games: int) -> Iterator[PlayerMove]:
        for self._number in range(1, games + 1):
            self.faults.change()
            game = planned_game(self._seed * MAX_GAMES + self._number)
            yield from self._play_game(game)
            yield from self._clear_up()
            self._note(comparing.final_differences(game, self.box.page.body, list(exported_lines(self.box.data, None))))
            self._on_game_end(self._number)
            self.presses += len(ANOTHER_GAME)
            yield from ANOTHER_GAME

    def _play_game(self, game: PlannedGame) -> Iterator[PlayerMove]:
        lengths = game.lengths()
        at, self._kept, self._corrected_at = 0, KeptRows(), 0
        while at < len(game.groups):
            group = game.groups[at]
            if group == ACCEPTED:
                round_ = game.groups[:at].count(ACCEPTED)
                self._note(comparing.summary_differences(game, round_, self.box.page.body))
            yield from self._inject_faults()
            if at and (yield from self._correct(game, lengths[at])):
                self._corrected_at = at
            if at > self._corrected_at and self.faults.strikes(InjectedFault.UNDO):
                if self._random.random() < 0.5:
                    yield "hold A"
                    at -= 1
                    self._acknowledge(lengths[at])
                    continue
                yield from self._dither(group)
            if (yield from self._press(group)):
                at += 1
                self._acknowledge(lengths[at])
            else:
                at = self._resumed_group(game, lengths)

    def _correct(self, game: PlannedGame, length: int) -> Generator[PlayerMove, None, bool]:
        """Make a wrong correction, and undo it or correct it back.

        Returns True if an undo would then find a correction.
        """
        if self.box.disk.failing or not self.faults.strikes(InjectedFault.MISTAKE):
            return False
        before = self.box.past()
        made = mistake(before, self._random)
        if made is None:
            return False
        yield from [*made.presses, "hold C"]
        if self.box.past().rows == before.rows:
            self._note(["a correction was not made"])
        undone = self._random.random() < 0.5
        yield from ["hold A"] if undone else [*correcting_presses(self.box.past(), made), "hold C"]
        if self.box.past().rows != game.rows()[:length]:
            self._note(["a correction was not taken back"])
        self._acknowledge(length)
        return not undone

    def _press(self, group: KeyGroup) -> Generator[PlayerMove, None, bool]:
        """Press a group's keys, on the box or on a pod. Returns False if the process was broken off."""
        self.box.mock.clear_history()
        source = self._choose_source()
        for press in group.presses:
            interruption = next((how for fault, how in INTERRUPTIONS if self.faults.strikes(fault)), None)
            if interruption is not None:
                yield interruption
                return False
            if source and self.faults.strikes(InjectedFault.POD):
                yield self._silence_pod(source, press)
                source = ""
            self.presses += 1
            self.pod_presses += bool(source)
            yield f"{source} {press}"
        if Cue.ACCEPTED not in [cue for _, cue in self.box.mock.signal.played_cues]:
            raise Lost(f"“{group.rows[0].text}” was not accepted")
        return True

    def _choose_source(self) -> str:
        """The source of a code: "" for the box, or a pod that is not silent."""
        silent = {edge.source for edge in self._silent}
        return self._random.choice(["", "", *[pod for pod in PODS if pod not in silent]])

    def _silence_pod(self, pod: str, press: str) -> Edge:
        """Let a pod die with a key down. The code is continued on the box."""
        self._silent.append(Edge(Key(press[-1]), True, self.box.mock.clock.now(), pod))
        return self._silent[-1]

    def _inject_faults(self) -> Iterator[PlayerMove]:
        """Let panel, disk and clock fail according to the schedule of faults."""
        random = self._random
        if self.faults.strikes(InjectedFault.PANEL):
            self.box.mock.panel.planned_errors.extend(["The panel does not answer."] * random.randint(1, 4))
        if self.box.disk.failing:
            if random.random() < MENDED:
                self.box.disk.mend()
        elif self.faults.strikes(InjectedFault.DISK):
            if random.random() < 0.5:
                self.box.disk.take_away()
            self.box.disk.fill(random.randint(0, 3000))
        if self.faults.strikes(InjectedFault.CLOCK):
            self.box.calendar.jump(random.uniform(-DECADE_S, DECADE_S))
            # A failing disk is retried every few seconds, so a short wait is enough. After `IDLE_WITHOUT_GAME_S` the
            # panel shows
            # the idle page, and a press would only wake it.
            # sleeps, and a press would only wake it.
            yield f"wait {random.randint(0, 60 if self.box.disk.failing else int(IDLE_WITHOUT_GAME_S) - 60)}"

    def _dither(self, group: KeyGroup) -> Iterator[PlayerMove]:
        """Begin a code and delete it; or open the details or the menu, and close them."""
        if len(group.presses) > 1 and not group.presses[0].startswith("hold"):
            before = _asked(self.box.page)
            yield from group.presses[: self._random.randint(1, len(group.presses) - 1)]
            while _asked(self.box.page) != before:
                yield "hold A"
        else:
            yield from self._random.choice([("hold B", "hold C"), ("hold D", "hold D")])

    def _clear_up(self) -> Iterator[PlayerMove]:
        """Mend the disk, bring pods back, and wait until everything is handled."""
        self.box.disk.mend()
        yield f"wait {LATER_S}"
        for down in self._silent:
            yield down._replace(is_closed=False, time_s=self.box.mock.clock.now())
        self._silent.clear()
        yield f"wait {LATER_S}"

    def _acknowledge(self, length: int) -> None:
        """Note that `length` rows are acknowledged."""
        self._kept.acknowledge(length, on_disk=self.box.on_disk)

    def _resumed_group(self, game: PlannedGame, lengths: list[int]) -> int:
        """The group at which a new start finds the game. Raises Lost."""
        kept = self.box.past().rows
        self._kept.check(list(kept), game, self.box.interruption)
        self._acknowledge(len(kept))
        return lengths.index(len(kept))

    def _note(self, sentences: Iterable[str]) -> None:
        self.differences += (f"seed {self._seed}, game {self._number}: {sentence}" for sentence in sentences)


def _asked(page: Page) -> tuple[KeyMap, tuple[Label, ...], str]:
    """The current meanings of the keys, and what is half typed."""
    return page.keymap, page.typed_words, page.typed_keys
