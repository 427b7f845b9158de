"""The state of a table: the game in play, the view, the current question, and the notice to show."""

from __future__ import annotations

from device.contract.keycodes import LAST_LIST_SLOT, Offer
from device.contract.prompt import Prompt
from device.journal.deleted import Deletions
from device.journal.validate import GAME_NUMBER_LIMIT
from device.journal.writer import JournalWriter, deleted_games
from device.pages.round_pages import pages_of_lines
from device.pages.surface import surface_of
from device.people.people import People, known_names, with_current_names
from device.session import prompts
from device.session.line_choice import LineChoiceView, LineView
from device.session.names import add_names
from device.session.prompts import DetailsView, KeysView, Meaning, MenuView, PlayView, TableFacts, View
from device.session.round_so_far import is_anything_declared, is_round_begun, round_so_far
from device.session.rows import CORRECTING
from device.session.session import Session, Stage
from device.session.setup_prompts import Roster
from device.session.step_sentences import restored_game_sentence
from device.table.code_entry import CodeEntry, SeatOf
from device.table.events import GameOpened, OpeningReason
from device.table.open_game import OpenGame, is_continued
from device.table.table_games import TableGames, read_past_game
from device.table.table_settings import TableSettings
from display.vocabulary import Notice
from display.words import Label
from hal.table.table import Table
from values.named_tuple import NamedTuple

LATEST_GAME_COUNT = 50
"""Number of a box's last games that decide which games are played there lately."""

_NOBODY: tuple[str, ...] = ()
_NO_GAMES = list[str]()


class _PastFacts(NamedTuple):
    """The people and the deletions of games, as they were read last."""

    people: People
    deleted: Deletions


class _LastingNames(NamedTuple):
    """The names that an undo does not take back.

    `played` are those that games were played under: renamed, merged and hidden people are looked up by them. `offered`
    are those that are offered. `players` are those of the game in play, once its options are set: they are in both,
    though hidden people are not offered.
    """

    played: Roster
    offered: Roster
    players: Roster = ()


class TableState:
    """The state shared by the parts of one table. Whoever changes the game, the view or the settings calls
    `update_question`: the question and the key map follow from them."""

    def __init__(
        self, table: Table, journal: JournalWriter, settings: TableSettings, games: TableGames, seat_of: SeatOf
    ) -> None:
        self.games = games
        self.language = settings.language
        self._table = table
        self._journal = journal
        self.settings = settings
        self._past_facts = self._current_facts()
        self.view: View = PlayView()
        self.notice: Notice | None = None
        """The result of the last press, if the page has to say it."""
        self._lasting_names = _make_lasting_names(self._past_facts.people, self._names_of_all_games())
        self.offered_names = self._lasting_names.offered
        """The offered names. Each keeps its place; names that are new tonight come last. One that was typed and undone
        before the game's options were set is offered no more: it may be misspelled."""
        self.entry = CodeEntry(prompts.question(games.session, self.view, self.offered_names, self.facts), seat_of)
        self._asked_session = self.session

    @property
    def session(self) -> Session:
        return self.games.session

    def opened_event(self, reason: OpeningReason) -> GameOpened:
        """The event that tells listeners of the current game."""
        return GameOpened(self.games.number, tuple(self.games.current.rows), reason)

    @property
    def is_between_games(self) -> bool:
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
        return KeysView() if self.settings.explains_keys and self.games.is_untouched else PlayView()

    @property
    def facts(self) -> TableFacts:
        """The table's knowledge in addition to its game.

        What only some stages or views ask for is read in those alone: this is computed for each press. Of the current
        game, `timeline` has the rows as they were declared, and `public` what everybody may see, with corrections made.
        """
        games, game, settings = self.games, self.games.current, self.settings
        facts = prompts.facts_of(game.timeline, game.sessions)._replace(
            has_archive=settings.open_archive is not None,
            has_pods=self._table.pods is not None and bool(self._table.pods.sources()),
            is_calling=None if settings.club is None else settings.club.is_calling,
            has_phones=settings.phones is not None,
            reusable_answer=self.reusable_answer,
            can_redo=game.redoable_rows is not None,
            is_earlier_game=games.is_earlier_game,
            is_continued=is_continued(game),
            is_unchanged=game.is_unchanged,
            is_at_beginning=games.is_at_beginning,
            has_people_at_keys=settings.has_people_at_keys(),
        )
        if game.is_as_opened:
            facts = facts._replace(last_sentence=None)  # that was said when the game was played
        if game.timeline.stored_row_count == game.restored_row_count:
            # a redo has just begun a dropped game again, and nothing has been done in it since
            facts = facts._replace(last_sentence=restored_game_sentence(game.timeline.rows))
        if isinstance(self.view, DetailsView | MenuView | LineChoiceView | LineView):
            facts = facts._replace(begins_with_round=is_anything_declared(game.public.rows, game.public.sessions))
        if self.session.stage is Stage.GAME:
            return facts._replace(game_ids=settings.game_ids, latest_game_ids=self._latest_game_ids())
        if self.session.stage is Stage.SEAT:
            return facts._replace(present_names=self.present_names)
        if self.session.stage is Stage.TITLE:
            return facts._replace(titles=games.titles)
        if self.session.stage in (Stage.COUNT, Stage.OPTIONS):
            last_table = with_current_names(self._past_facts.people, games.last_table)
            return facts._replace(offered_options=games.offered_options, last_table=last_table)
        return facts

    def _latest_game_ids(self) -> tuple[str, ...]:
        """The games that were played last, the latest first; none if the list has room for all games."""
        if len(self.settings.game_ids) <= LAST_LIST_SLOT + 1:
            return ()
        game_ids = self._journal.call_or(lambda journal: journal.results.latest_kinds(LATEST_GAME_COUNT), _NO_GAMES)
        return tuple(dict.fromkeys(game_ids))

    @property
    def reusable_answer(self) -> Offer[str] | None:
        """What holding C types again, until the notice is closed: a part of the last answer, which was refused."""
        return None if self.notice is None else self.entry.reusable_part

    @property
    def round_so_far(self) -> tuple[tuple[Label, ...], ...]:
        """What was declared in the current round, the newest line first, in pages that fit the panel."""
        game, surface = self.games.current.public, surface_of(self._table.panel_kind)
        lines = round_so_far(game.rows, game.sessions)
        return tuple(pages_of_lines(lines, self.session, self.prompt, self.facts, surface, self.language))

    @property
    def is_round_begun(self) -> bool:
        """Whether anything but who starts was declared in the current round, or in the one to be accepted."""
        game = self.games.current.public
        return is_round_begun(game.rows, game.sessions)

    @property
    def prompt(self) -> Prompt[Meaning]:
        """The current question, as computed last."""
        return self.entry.prompt

    def offer(self, source: str) -> Offer[Meaning] | None:
        """What holding C declares: the only answer that fits, or the usual one. None after an undo, when C redoes."""
        was_undone = self.games.current.redoable_rows is not None and not self.entry.typed_keys(source)
        return None if was_undone else self.entry.offer(source)

    def is_incomplete(self, source: str) -> bool:
        """Whether a code is half typed, and holding C would neither complete it nor close a notice."""
        return bool(self.entry.typed_keys(source)) and self.notice is None and self.offer(source) is None

    def present_name(self, name: str) -> str:
        """The name by which the person with this name is known today."""
        return self._past_facts.people.find_person(name).name

    def is_hidden(self, name: str) -> bool:
        """Whether the person with this name is hidden."""
        return self._past_facts.people.find_person(name).hidden

    @property
    def present_names(self) -> tuple[str, ...]:
        """Today's names of those who are seated: they may have been renamed since."""
        return tuple(map(self.present_name, self.session.names))

    @property
    def has_past_changed(self) -> bool:
        """Whether people or deleted games have changed since the question was computed."""
        return self._current_facts() != self._past_facts

    def is_game_deleted(self, number: int) -> bool:
        """Whether a past game was deleted."""
        return self._journal.is_game_deleted(number)

    def read_past_game(self, number: int) -> OpenGame | None:
        """A past game that is not at the table, to change it; None if it can't be read."""
        if not self.games.is_earlier_game:
            self._journal.unload_earlier()  # what an earlier call has loaded
        return read_past_game(self._journal, number)

    def _current_facts(self) -> _PastFacts:
        return _PastFacts(self.settings.current_people(), deleted_games(self._journal))

    def _names_of_all_games(self) -> Roster:
        """The configured names and those that games were played under, the latest first."""
        # Without a number, the game in play is not in the file: all games in the file are earlier ones.
        game = self.games.game_in_play.number if self.games.game_in_play.number > 0 else GAME_NUMBER_LIMIT
        names = self._journal.call_or(lambda journal: journal.recent_names(game), _NOBODY)
        return add_names((), (*self.settings.roster, *self.games.players, *names))

    def update_question(self) -> None:
        """Compute the question again. Codes that lead to the same place in it are continued.

        People are offered under their current names, except hidden people.
        """
        facts_before, self._past_facts = self._past_facts, self._current_facts()
        if self._past_facts != facts_before:
            played_names = self._lasting_names.played
            if self._past_facts.deleted != facts_before.deleted:
                played_names = self._names_of_all_games()
                self.games.forget_earlier_games()
            self._lasting_names = _make_lasting_names(self._past_facts.people, played_names)
        self.offered_names = self._lasting_names.offered
        if self.games.players != self._lasting_names.players:
            self._offer_players(self.games.players)
        prompt = prompts.question(self.session, self.view, self.offered_names, self.facts)
        is_new_session = self.session is not self._asked_session
        if is_new_session:
            self._asked_session = self.session
            # A correction made elsewhere answers nothing: a half-typed code is continued if the question stays the
            # same.
            last_row = self.games.current.timeline.last_row
            if last_row is None or last_row.kind not in CORRECTING:
                self.entry.drop_codes_aside()
        self.entry.set_prompt(prompt, covers_game=not isinstance(self.view, PlayView), is_new=is_new_session)

    def _offer_players(self, players: Roster) -> None:
        """Offer the game's players, too: from now on, once they have set its options."""
        persons = map(self._past_facts.people.find_person, players)
        shown_names = (person.name for person in persons if not person.hidden)
        self.offered_names = add_names(self._lasting_names.offered, shown_names)
        if self.session.options_set:
            played_names = add_names(self._lasting_names.played, players)
            self._lasting_names = _LastingNames(played_names, self.offered_names, players)


def _make_lasting_names(people: People, played_names: Roster) -> _LastingNames:
    """These names; each person is offered once, under the current name."""
    return _LastingNames(played_names, add_names((), known_names(people, played_names)))
