"""Compares a hub's data with the pressers' own notes, and with the boxes' journals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from club.store.database import ClubStore
from club.store.games import StoredGame
from club.store.notices import NoticeKind
from device.history.results import GameResult
from device.journal.errors import JournalError
from device.journal.store import Journal
from tests.club.pressing import Notes, PressedGame, Rows, record, tag_of
from tests.club.tables import COPY, TablePlan
from tests.history.dealt_games import result_of


@dataclass
class Differences:
    """The differences from what was pressed, in games; and the number of compared ones."""

    compared: int = 0
    rows: int = 0
    """Rows that were acknowledged."""
    unreadable: int = 0
    """Journals that can't be read."""
    missing: int = 0
    """Games of which a journal lacks something acknowledged, or has something else."""
    lost: int = 0
    """Games of which the hub lacks a line."""
    doubled: int = 0
    """Games that the hub has twice, or of which it has a pressed line more often than pressed."""
    invented: int = 0
    """Games of which the hub has a line that was not pressed there."""
    strayed: int = 0
    """Games that are at the hub with a wrong box."""
    other_results: int = 0
    """Games whose result does not follow from their lines, or differs on the pages."""
    contested: int = 0
    """Games with several records, because cards were restored or copied."""
    untold: int = 0
    """Those of them about which the director has no notice."""
    first: list[str] = field(default_factory=list)
    """The first differences, in words."""

    @property
    def is_empty(self) -> bool:
        """Whether everything is there, once and as it was pressed."""
        wrong = self.unreadable + self.missing + self.lost + self.doubled + self.invented + self.strayed + self.untold
        return bool(self.compared) and not (wrong or self.other_results)

    def add(self, what: str, which: str) -> None:
        """Count a difference."""
        setattr(self, what, getattr(self, what) + 1)
        if len(self.first) < 20:
            self.first.append(f"{what}: {which}")


@dataclass
class Pressed:
    """Everything that was pressed of a game, at one box or at several with copies of its card.

    `ends` are the records that it may have, `kept` those that cards still have, and `boxes` the boxes to which it may
    belong.
    """

    ends: list[Rows] = field(default_factory=list)
    kept: list[Rows] = field(default_factory=list)
    boxes: set[str] = field(default_factory=set)

    def add(self, game: PressedGame, boxes: set[str]) -> None:
        """Add the notes of one box's people. `boxes` are the names that this box had."""
        self.ends += game.branches
        self.boxes |= boxes
        if not game.gone:
            self.ends.append(tuple(game.rows))
            self.kept.append(tuple(game.rows))

    @property
    def records(self) -> list[Rows]:
        """The records that it may have."""
        return list(dict.fromkeys(record(rows) for rows in self.ends))

    def may_be(self, lines: Rows) -> bool:
        """Whether a record is one of these, or the beginning of one that no card has any more.

        The latter happens if the hub had only that when the card was restored.
        """
        gone = (record(rows) for rows in self.ends if rows not in self.kept)
        return any(_is_all_of(one, lines) for one in self.records) or any(_begins(lines, one) for one in gone)

    def was_revision(self, lines: Rows, number: int) -> bool:
        """Whether a card once had this record, at the revision of this number: the number of its rows then."""
        return any(_is_all_of(record(rows[:number]), lines) for rows in self.ends if len(rows) >= number)


class Check:
    """Compares a club at the end. `had` are records that the hub had when a card was restored."""

    def __init__(self, store: ClubStore, plans: Sequence[TablePlan], had: Iterable[tuple[str, Rows]] = ()) -> None:
        self.found = Differences()
        self._store = store
        self._had = list(had)
        self._pressed: dict[str, Pressed] = defaultdict(Pressed)
        self._twice: set[str] = set()
        """Boxes of whose cards there are copies, or were."""
        for plan in plans:
            self._read(plan)

    def _read(self, plan: TablePlan) -> None:
        notes = Notes(plan.place)
        names = {plan.name}
        if plan.presser.endswith(COPY):
            names.add(plan.place.name.removesuffix(f"-{COPY}"))
            self._twice |= names
        for tag, game in notes.games.items():
            self._pressed[tag].add(game, names)
            self.found.rows += len(game.rows)
            if game.branches:
                self._twice.add(plan.name)
        for _ in range(notes.missing):
            self.found.add("missing", f"{plan.name} showed less than it had acknowledged")
        try:
            with closing(Journal.open_to_read(plan.card)) as journal:
                kept = {one.number: tuple(journal.stored_rows(one.number)) for one in journal.game_lengths()}
        except (JournalError, ValueError) as error:
            self.found.add("unreadable", f"{plan.card}: {error}")
            return
        self._compare_journal(plan, notes, kept)

    def _compare_journal(self, plan: TablePlan, notes: Notes, kept: dict[int, Rows]) -> None:
        for tag, game in notes.games.items():
            if not game.gone and kept.pop(game.number, None) != tuple(game.rows):
                self.found.add("missing", f"{tag} in the journal of {plan.name}")
        for number, rows in kept.items():
            if rows:
                self.found.add("invented", f"game {number} in the journal of {plan.name}")

    def hub(self, standings: Counter[tuple[str, ...]]) -> Differences:
        """Compare the hub's data, and its pages."""
        expected: Counter[tuple[str, ...]] = Counter()
        at: dict[str, list[tuple[StoredGame, Rows]]] = defaultdict(list)
        others: dict[str, list[Rows]] = defaultdict(list)
        with self._store.read_only_transaction() as transaction:
            for game in transaction.games.list_games():
                lines = tuple(transaction.lines.lines_of_game(game.number))
                tag = tag_of(lines)
                expected.update(standing_rows(game.result))
                if tag is not None:
                    at[tag].append((game, lines))
                    others[tag] += (one.lines for one in transaction.other_records.records_of_game(game.number))
            told = self._told([game for games in at.values() for game, _ in games])
        self._look_for_false_alarms()
        for tag in at.keys() - self._pressed.keys():
            self.found.add("invented", tag)
        for tag, pressed in self._pressed.items():
            self._compare(tag, pressed, at[tag], others[tag])
            if len(pressed.records) > 1 or len(pressed.boxes) > 1:
                self.found.contested += 1
                if at[tag] and _differ(at[tag][0][1], others[tag]) and at[tag][0][0].mark.game not in told:
                    self.found.add("untold", tag)
        pair = (standings, expected), (expected, standings)
        if standings != expected:
            pages, store = (sorted((one - other).elements())[:3] for one, other in pair)
            self.found.add("other_results", f"the pages' table has {pages}, the store {store}")
        return self.found

    def _look_for_false_alarms(self) -> None:
        with self._store.read_only_transaction() as transaction:
            twice = {one.box for one in transaction.notices.open_notices() if one.kind is NoticeKind.SENT_BY_TWO_BOXES}
        for box in twice - self._twice:
            self.found.add("invented", f"that two boxes are {box}")

    def _told(self, games: Iterable[StoredGame]) -> set[str]:
        """The games about which the director has a notice, seen or not."""
        with self._store.read_only_transaction() as transaction:
            return {
                game.mark.game
                for game in games
                if any(
                    transaction.notices.answer_to(kind, game.box, game.mark.game) is not None
                    for kind in (NoticeKind.DIFFERS, NoticeKind.BEHIND)
                )
            }

    def _compare(
        self, tag: str, pressed: Pressed, at: Sequence[tuple[StoredGame, Rows]], others: Sequence[Rows]
    ) -> None:
        self.found.compared += 1
        if not at:
            if any(record(rows) for rows in pressed.kept):
                self.found.add("lost", f"{tag} is not at the hub")
            return
        if len(at) > 1:
            self.found.add("doubled", f"{tag} is at the hub {len(at)} times: {[game.box for game, _ in at]}")
        game, lines = at[0]
        if game.box not in pressed.boxes:
            self.found.add("strayed", f"{tag} is with {game.box}")
        if not (pressed.may_be(lines) or self._is_left_by_copy(pressed, game, lines)):
            self._classify(tag, pressed.records, lines)
        self._look_for_lost(tag, pressed, [lines, *others])
        if game.result != result_of(lines):
            self.found.add("other_results", tag)

    def _is_left_by_copy(self, pressed: Pressed, game: StoredGame, lines: Rows) -> bool:
        """Whether the record that counts is an earlier revision of one of two boxes with copies of a card.

        The box that is renamed sends under its new name what it declared, undid or corrected since. The hub stores that
        as another record: the game belongs to the box that keeps the name.
        """
        return len(pressed.boxes) > 1 and pressed.was_revision(lines, game.mark.number)

    def _look_for_lost(self, tag: str, pressed: Pressed, there: Sequence[Rows]) -> None:
        """Check that no record is lost: those of cards, and those that the hub had when a card was restored.

        Each must count, or be stored as another record.
        """
        for one in [*(record(rows) for rows in pressed.kept), *(rows for of, rows in self._had if of == tag)]:
            if not any(_begins(one, rows) for rows in there):
                self.found.add("lost", f"{tag}: a record that differs is kept nowhere")

    def _classify(self, tag: str, records: Sequence[Rows], lines: Rows) -> None:
        """Classify what is wrong with a game's lines, against the most similar of its records."""
        nearest = max(records, key=lambda one: SequenceMatcher(None, one, lines, autojunk=False).ratio())
        extra, lacking = Counter(lines) - Counter(nearest), Counter(nearest) - Counter(lines)
        if any(line in nearest for line in extra):
            self.found.add("doubled", f"{tag}: {next(iter(extra)).text}")
        if any(line not in nearest for line in extra):
            self.found.add("invented", f"{tag}: {[line.text for line in extra if line not in nearest][:3]}")
        if lacking or not extra:
            self.found.add("lost", f"{tag}: {[line.text for line in lacking][:3]}")


def _differ(lines: Rows, others: Sequence[Rows]) -> bool:
    """Whether one of the others is neither a beginning of this record nor a continuation of it."""
    return any(not _begins(one, lines) and not _begins(lines, one) for one in others)


def _is_all_of(whole: Rows, lines: Rows) -> bool:
    """Whether these lines are a record, or what is visible of it."""
    return whole == lines or _is_shown(whole, lines)


def _is_shown(whole: Rows, lines: Rows) -> bool:
    """Whether these are the visible lines of a record: the next line has tokens, which are secret."""
    return len(lines) < len(whole) and whole[: len(lines)] == lines and " tokens " in f"{whole[len(lines)].text} "


def _begins(one: Rows, whole: Rows) -> int:
    """Return 1 if a record is, or begins, another; 2 if it is all that is visible of the other; else 0."""
    if whole[: len(one)] == one:
        return 1
    return 2 if _is_shown(one, whole) else 0


STANDING = ("game", "ended", "player", "points", "place", "won")
"""The columns of a page's table with a game's result."""


def standing_rows(result: GameResult | None) -> Iterable[tuple[str, ...]]:
    """Yield a game's result as a page shows it, in these columns."""
    if result is None:
        return
    for number, seat in enumerate(result.seats):
        place, is_won = result.final_place(number), int(result.is_won_by(number))
        cells = (result.game_id, int(result.finished), seat.name, seat.points, "" if place is None else place, is_won)
        yield tuple(map(str, cells))


def arrived(store: ClubStore, plans: Sequence[TablePlan]) -> int:
    """The number of games on these boxes' cards that are at the hub like that, or stored there as other records."""
    there: dict[str, list[Rows]] = defaultdict(list)
    with store.read_only_transaction() as transaction:
        for game in transaction.games.list_games():
            lines = tuple(transaction.lines.lines_of_game(game.number))
            tag = tag_of(lines)
            if tag is not None:
                there[tag] += (lines, *(one.lines for one in transaction.other_records.records_of_game(game.number)))
    found = 0
    for plan in plans:
        for tag, pressed in Notes(plan.place).games.items():
            whole = record(pressed.rows)
            found += pressed.gone or any(_begins(whole, lines) for lines in there[tag])
    return found


def pressed_games(plans: Sequence[TablePlan]) -> int:
    """The number of games that these boxes' people have begun."""
    return sum(len(Notes(plan.place).games) for plan in plans)
