"""The state of a table: the game in play, the view, the current question, and the notice to show."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.keycodes import Offer
from device.contract.prompt import Prompt
from device.journal.deleted import Deletions
from device.people.people import People, known_names, with_current_names
from device.session import setup_prompts
from device.session.line_choice import LineView, PointView
from device.session.offers import add_names
from device.session.prompts import DetailsView, KeysView, Meaning, Memory, MenuView, PlayView, View, memory_of, question
from device.session.round_so_far import is_anything_declared, round_so_far
from device.session.rows import CORRECTING
from device.session.session import Session, Stage
from device.session.setup_prompts import Roster
from device.table.code_entry import CodeEntry, SeatOf
from device.table.events import GameOpened, Opening
from device.table.game_log import GameLog
from display.vocabulary import Notice
from display.words import Label, Language
from values.named_tuple import NamedTuple


class Surroundings(NamedTuple):
    """The surroundings of the game. `archive` says whether past games can be looked at, `pods` whether there are
    any.

    `director_called` returns whether the table calls its director, or None if there is no club. `explains_keys` says
    whether a new box explains its keys. `deleted_games` returns the deleted games, and `played_names` the names that
    the others were played under. `games` are the ids of all games, in the order of their installation, and
    `latest_games` returns the kinds that were played last. `phones` says whether phones can join, and `people_press`
    returns whether people press the keys.
    """

    archive: bool = False
    pods: Callable[[], bool] = lambda: False
    director_called: Callable[[], bool | None] = lambda: None
    explains_keys: bool = False
    deleted_games: Callable[[], Deletions] = dict
    played_names: Callable[[], Roster] = tuple
    games: tuple[str, ...] = ()
    latest_games: Callable[[], tuple[str, ...]] = tuple
    phones: bool = False
    people_press: Callable[[], bool] = lambda: False


class _Facts(NamedTuple):
    """What is known about people and deleted games."""

    people: People
    deleted: Deletions


class TableState:
    """The state shared by the parts of one table. After other changes, `update_question` updates the question and the
    key map."""

    def __init__(
        self,
        log: GameLog,
        roster: Roster,
        language: Language,
        seat_of: SeatOf,
        around: Surroundings | None = None,
        people: Callable[[], People] = People,
    ) -> None:
        self.log = log
        self.language = language
        self._people = people
        self._around = around or Surroundings()
        self._facts = self._current_facts()
        self.view: View = PlayView()
        self.notice: Notice | None = None
        """The result of the last press, if the page has to say it."""
        self._played_names = roster
        """The names that games were played under. Renamed, merged or hidden people are looked up by these."""
        self._names = _offered_names(self._facts.people, roster)
        self._prompt = question(log.session, self.view, self._names, self.memory)
        self.entry = CodeEntry(self._prompt, seat_of)
        self._asked_session = self.session

    @property
    def session(self) -> Session:
        return self.log.session

    def opened(self, opening: Opening) -> GameOpened:
        """The event that tells listeners of the current game."""
        return GameOpened(self.log.number, tuple(self.log.rows), opening)

    @property
    def between_games(self) -> bool:
        """Whether no game is in play: one is over, or not begun."""
        return self.session.record.table is None or self.session.stage is Stage.FINAL

    @property
    def is_dealing(self) -> bool:
        """Whether a round is about to begin, and nothing is typed for it yet."""
        session, record = self.session, self.session.record
        if session.stage is not Stage.PLAY or record.game is None or self.entry.has_code:
            return False
        return record.game.starter(record.state) is not None

    @property
    def first_view(self) -> View:
        """The first view: the explanation of the keys on a new box, else the game."""
        return KeysView() if self._around.explains_keys and self.log.is_untouched else PlayView()

    @property
    def memory(self) -> Memory:
        """The table's knowledge in addition to its game."""
        log, game = self.log, self.log.current
        memory = memory_of(game.timeline, game.sessions)._replace(
            archive=self._around.archive, pods=self._around.pods()
        )
        memory = memory._replace(
            called=self._around.director_called(), phones=self._around.phones, again=self.kept_answer
        )
        memory = memory._replace(redo=game.redoable is not None, earlier=log.is_earlier, unchanged=game.is_unchanged)
        memory = memory._replace(at_beginning=log.at_beginning, by_hand=self._around.people_press())
        if isinstance(self.view, DetailsView | MenuView | PointView | LineView):
            memory = memory._replace(so_far=is_anything_declared(game.public.rows, game.public.sessions))
        if self.session.stage is Stage.GAME:
            games = self._around.games
            return memory._replace(
                games=games, latest=self._around.latest_games() if setup_prompts.exceed_list(games) else ()
            )
        if self.session.stage is Stage.TITLE:
            return memory._replace(titles=log.titles)
        if self.session.stage in (Stage.COUNT, Stage.OPTIONS):
            return memory._replace(offered=log.offers, last=with_current_names(self._facts.people, log.last_table))
        return memory

    @property
    def kept_answer(self) -> Offer[str] | None:
        """What holding C types again of the last refused answer, until the notice is closed."""
        return None if self.notice is None else self.entry.reusable_part

    @property
    def round_so_far(self) -> tuple[Label, ...]:
        """What was declared in the current round, the newest line first."""
        game = self.log.current.public
        return round_so_far(game.rows, game.sessions)

    @property
    def prompt(self) -> Prompt[Meaning]:
        """The current question, as computed last."""
        return self._prompt

    def offer(self, source: str) -> Offer[Meaning] | None:
        """What holding C declares: the only answer that fits. None after an undo, when C redoes."""
        undone = self.log.current.redoable is not None and not self.entry.typed_keys(source)
        return None if undone else self.entry.offer(source)

    def is_incomplete(self, source: str) -> bool:
        """Whether a code is half typed, and holding C would neither complete it nor close a notice."""
        return bool(self.entry.typed_keys(source)) and self.notice is None and self.offer(source) is None

    @property
    def names(self) -> Roster:
        """The offered names. Each keeps its place; names that are new tonight come last."""
        return self._names

    def present_name(self, name: str) -> str:
        """The name by which the person with this name is known today."""
        return self._facts.people.find_person(name).name

    @property
    def has_past_changed(self) -> bool:
        """Whether people or deleted games have changed since the question was computed."""
        return self._current_facts() != self._facts

    def _current_facts(self) -> _Facts:
        return _Facts(self._people(), self._around.deleted_games())

    def update_question(self) -> None:
        """Compute the question again. Codes that lead to the same place in it are continued.

        People are offered under their current names, except hidden people.
        """
        before, self._facts = self._facts, self._current_facts()
        people = self._facts.people
        if self._facts.deleted != before.deleted:
            self._played_names = self._around.played_names()
            self.log.forget_last_table()
        if self._facts != before:
            self._names = _offered_names(people, self._played_names)
        self._played_names = add_names(self._played_names, self.log.players)
        playing = (people.find_person(name) for name in self.log.players)
        self._names = add_names(self._names, (person.name for person in playing if not person.hidden))
        self._prompt = question(self.session, self.view, self._names, self.memory)
        changed = self.session is not self._asked_session
        if changed:
            self._asked_session = self.session
            # A correction made elsewhere answers nothing: a half-typed code is continued if the question stays the
            # same.
            last = self.log.current.timeline.last
            if last is None or last.kind not in CORRECTING:
                self.entry.drop_codes_aside()
        self.entry.set_prompt(self._prompt, over=not isinstance(self.view, PlayView), anew=changed)


def _offered_names(people: People, played: Roster) -> Roster:
    """Each person once, under the current name."""
    return add_names((), known_names(people, played))
