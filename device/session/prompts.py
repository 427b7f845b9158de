"""The views of the panel, and for each of them the question and the meanings of the keys."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from device.contract.declarations import BegunAnswers, Declaration, GameEnd
from device.contract.keycodes import LAST_LIST_SLOT, Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import digits
from device.contract.prompt import Prompt
from device.contract.refusal import Refusal, Waiver
from device.contract.scores import counts_as_played
from device.contract.setup import Seat, TableSetup
from device.session import name_entry, setup_prompts
from device.session import record as records
from device.session.club_digits import CLUB_DIGIT_COUNT, JoinClub
from device.session.line_choice import (
    AskAgainView,
    ConsequencesView,
    CorrectionView,
    EditAt,
    LineChoiceView,
    LineView,
    misfit_choices,
    past_question,
)
from device.session.offers import OfferedOptions
from device.session.rows import JournalRow
from device.session.session import Session, Stage, Step, count_scored_rounds, step_row
from device.session.setup_prompts import Roster
from device.session.step_sentences import (
    RedoLine,
    has_last_step_consequences,
    last_step_sentence,
    redo_line,
    round_instructions,
)
from device.session.undo import Timeline
from device.session.winners import leaders_in_words
from display.languages import NAMES
from display.words import Label, Text, text
from values.named_tuple import NamedTuple, equal_within_class

if TYPE_CHECKING:
    from device.session.places import ArchivePage, ArchivePlace, CorrectGame  # loaded with the first visit to the past


class Action(Enum):
    """What a code can mean besides a row of the session."""

    AGAIN = "again"  # a rematch
    SAME_PEOPLE = "same people"  # another game of the same people in the same seats
    ANOTHER = "another"  # another game
    BACK = "back"  # out of the menu
    PLAY_ON = "play on"  # to the game, from wherever the menu was opened
    TAKE_BACK = "take back"  # a declaration that may be let stand
    LET_STAND = "let stand"
    REDO = "redo"  # what an undo took back
    LANGUAGE = "language"  # the next language
    HISTORY = "history"  # a look at the games that were played
    PEOPLE = "people"  # the list of people
    PHONE = "phone"  # the code by which a phone takes this game over
    CALL = "call"  # the director of the club, or take that back
    IN_PLAY = "in play"  # from an earlier game back to the one in play
    KEYS = "keys"  # what the four keys do
    INVITE = "invite"  # a phone may press keys


ARCHIVE_ENTRIES = frozenset({Action.HISTORY, Action.PEOPLE, Action.PHONE, Action.INVITE, Action.IN_PLAY})
"""The meanings that lead to a page that lies over the game, or back from a past game."""


@equal_within_class
class PlayView(NamedTuple):
    """The game itself, or its set-up, as the panel normally shows it."""


@equal_within_class
class MenuView(NamedTuple):
    """The menu: rarer declarations and other games. `previous_view` is a page of the past that it lies over."""

    previous_view: ArchiveView | None = None


class DetailsView(NamedTuple):
    """The standings, with their reasons: page 0 is the standings, then each scored round, the last one first.

    Before the game, the pages show how the rules are interpreted where the rulebook leaves them open. Before page 0
    there are `round_page_count` pages of the current round; None if nobody has seen them.
    """

    page: int
    round_page_count: int | None = None


class RoundView(NamedTuple):
    """The current round so far, before all other details: a line for each trick or turn, the newest line first.

    A long round has several pages: this is page `number`, from 1, and `later_pages` have the lines of those after it.
    Before the round `is_begun`, the lines say how to prepare it: small panels have no room for that elsewhere.
    """

    lines: tuple[Label, ...]
    is_begun: bool = True
    number: int = 1
    later_pages: tuple[tuple[Label, ...], ...] = ()


class WaiverView(NamedTuple):
    """The question whether a refused declaration is taken back or let stand."""

    declaration: Declaration
    refusal: Refusal
    waiver: Waiver[Any]


@equal_within_class
class AssignView(NamedTuple):
    """A pod is being assigned to a seat; with None, to everybody.

    The pod is the one on which the next key is pressed.
    """

    seat: Seat | None


class SameNameView(NamedTuple):
    """The question whether a spelled name that differs by an accent or a letter from a known one is that one."""

    spelled: str
    known: str


@equal_within_class
class LanguageView(NamedTuple):
    """The question for the table's language. It is asked before everything else if no language is configured."""


@equal_within_class
class KeysView(NamedTuple):
    """The explanation of the four keys: before the first question of a new box, and from the menu.

    A short press closes it, and leads to `previous_view`; None for the game.
    """

    previous_view: View | None = None


HidingView = DetailsView | RoundView | KeysView
"""The views that hide the question: on them, a key that would be a whole answer is none."""


class UseLanguage(NamedTuple):
    """A meaning of codes: the table speaks this language from now on, given by its ISO 639-1 code."""

    code: str


class ArchiveView(NamedTuple):
    """A page of past games lies over the game. While it is `is_awaited`, it is still empty."""

    page: ArchivePage
    is_awaited: bool = False


GameMeaning = Declaration | BegunAnswers | JournalRow | Action | AssignView | EditAt | UseLanguage | JoinClub
"""The meaning of a complete key code: a declaration, a row of the table's own, or a move that no row stores."""

Meaning: TypeAlias = "GameMeaning | ArchivePlace | CorrectGame"
"""A `GameMeaning`, or what a code on the pages of past games means: another of them, or the order to correct a game."""

View = (
    PlayView
    | MenuView
    | RoundView
    | DetailsView
    | WaiverView
    | AssignView
    | SameNameView
    | LanguageView
    | KeysView
    | CorrectionView
    | ArchiveView
)

RULINGS_PER_PAGE = 3


def previous_view(view: View) -> View:
    """The view to which going back leads."""
    match view:
        case AskAgainView(in_menu=True):
            return view._replace(in_menu=False)
        case LineChoiceView() | LineView() | AskAgainView() | ConsequencesView() | MenuView() | KeysView():
            return view.previous_view or PlayView()
    return PlayView()


class MenuCell:
    """The cells of the menu, the same at every moment. The last row belongs to the game."""

    BACK = Cell.AA
    ANOTHER = Cell.AB
    LANGUAGE = Cell.AC
    POD = Cell.AD
    SAME_PEOPLE = Cell.BA
    HISTORY = Cell.BB
    PEOPLE = Cell.BC
    PHONE = Cell.BD
    """The code by which a phone joins; where none can, on a final sheet the code for BG Stats."""
    STARTER = Cell.CA
    CALL = Cell.CB
    KEYS = Cell.CC
    REDO = Cell.CD
    USUAL = Cell.DA
    DEFAULTS = Cell.DB
    """While options are chosen. After that, the last row belongs to the game."""
    MORE_GAMES = setup_prompts.MORE_GAMES
    JOIN = Cell.DC
    """Both are there only while the table chooses a game, like `setup_prompts.PLAYED_LAST`."""
    IN_PLAY = Cell.AB
    """While an earlier game is open: no other game can follow it."""


class SheetKey:
    """The keys of the final sheet: one for each thing that can be done next."""

    ANOTHER, SAME_PEOPLE, AGAIN, PHONE = range(4)
    IN_PLAY, HISTORY, CORRECT = range(3)
    """For an earlier game: on its sheet, and on its page in the history. The code for a phone keeps its key."""


class LeavingKey:
    """The keys for leaving a game that is being played.

    A doubled press of a key that leads here does not harm the game.
    """

    PLAY_ON = 0
    STOP = 2
    LEAVE = 3


LEAVE_LEVEL = "leave"
"""The name of the level that asks whether a game in play is left unfinished or ended."""
_SAME_PEOPLE = text("same people, another game")
_PHONE_CHOICE: Choice[Meaning] = Choice(SheetKey.PHONE, text("code for the app BG Stats"), Action.PHONE)
_FINAL_CHOICES: tuple[Choice[Meaning], ...] = (
    Choice(SheetKey.ANOTHER, text("new game"), Action.ANOTHER, synonym=text("another game")),
    Choice(SheetKey.SAME_PEOPLE, _SAME_PEOPLE, Action.SAME_PEOPLE),
    Choice(SheetKey.AGAIN, text("play again"), Action.AGAIN),
)
_EARLIER_GAME_CHOICES: tuple[Choice[Meaning], ...] = (
    Choice(SheetKey.IN_PLAY, text("back to the table"), Action.IN_PLAY),
    Choice(SheetKey.HISTORY, text("history"), Action.HISTORY),
)
_WAIVER_CHOICES = (Choice(0, text("take it back"), Action.TAKE_BACK), Choice(1, text("let it stand"), Action.LET_STAND))
_NO_CHOICES: Level[Meaning] = Level("nothing", "", Layout.LIST, ())


class TableFacts(NamedTuple):
    """What a table knows besides the state of its game.

    Of a finished game, `played_on` is the day, if that is known, and `remark` what the table will repeat of it.
    `offered_options` are those that the table gets if it says nothing else, `last_table` is who played this kind of
    game last, and `titles` are the names of what was played so far; `game_ids` are those of all games in the order in
    which they came to this box, and `latest_game_ids` those that were played last. `is_earlier_game` says that the game
    is not the one in play, `is_continued` that it is played all the same, and `is_unchanged` that it is as it was when
    the table went over to it. `has_archive` says whether the past can be looked at, `has_pods` whether there are any,
    `has_phones` whether some can join; `is_calling` whether it calls the director of its club, None where there is
    none. `session_at_round_end` is the session with which the round ended that is to be accepted: a correction may have
    opened one of long ago. `reusable_answer` is what need not be typed again of an answer that was refused, and
    `redo_line` the line that a redo brings again. `begins_with_round` says whether details begin with the current
    round. `is_at_beginning` says that there is nothing to take back. `has_people_at_keys` says that people press the
    keys: they close a notice before they accept the points that it may hide. `has_consequences` says that
    `last_sentence` is about an undo, a correction or the consequences of a declaration. `present_names` are today's
    names of those seated, while others sit down.
    """

    last_sentence: Label | None = None
    can_redo: bool = False
    played_on: date | None = None
    remark: Text | None = None
    offered_options: OfferedOptions = ()
    last_table: TableSetup | None = None
    titles: tuple[str, ...] = ()
    game_ids: tuple[str, ...] = ()
    latest_game_ids: tuple[str, ...] = ()
    is_earlier_game: bool = False
    is_continued: bool = False
    is_unchanged: bool = False
    has_archive: bool = False
    has_pods: bool = False
    is_calling: bool | None = None
    has_phones: bool = False
    session_at_round_end: Session | None = None
    reusable_answer: Offer[str] | None = None
    redo_line: RedoLine | None = None
    begins_with_round: bool = False
    is_at_beginning: bool = False
    has_people_at_keys: bool = False
    present_names: tuple[str, ...] = ()
    has_consequences: bool = False


NO_FACTS = TableFacts()


def facts_of(timeline: Timeline, sessions: Sequence[Session]) -> TableFacts:
    """The facts that follow from the rows of the game in play.

    `sessions` are the one before the first row, and that after each.
    """
    return TableFacts(
        last_step_sentence(timeline, sessions),
        can_redo=bool(timeline.taken_back),
        session_at_round_end=_session_at_round_end(sessions),
        redo_line=redo_line(timeline, sessions[-1]),
        has_consequences=has_last_step_consequences(timeline, sessions),
    )


def _session_at_round_end(sessions: Sequence[Session]) -> Session | None:
    """The session with which the round ended that is to be accepted next; None if there is none."""
    last = sessions[-1]
    if last.stage is not Stage.SUMMARY:
        return None
    return sessions[bisect_left(sessions, last.summary_round + 1, key=count_scored_rounds)]


def question(session: Session, view: View, roster: Roster, facts: TableFacts = NO_FACTS) -> Prompt[Meaning]:
    """The question of a view, and the meanings of the keys."""
    if isinstance(view, MenuView):
        return Prompt(text("Menu"), (), menu(session, roster, facts))
    if isinstance(view, WaiverView | SameNameView | LanguageView):
        return _decision_prompt(view)
    if isinstance(view, KeysView):
        return Prompt(text("What the four keys do"), (), _NO_CHOICES)
    if isinstance(view, AssignView):
        return Prompt(_assign_question(session, view.seat), (), _NO_CHOICES)
    if isinstance(view, CorrectionView):
        return _correction_prompt(session, view)
    if isinstance(view, ArchiveView):
        letters = None if view.page.spelled is None else name_entry.letter_level(view.page.spelled)
        return Prompt(view.page.question, (), letters or view.page.level or _NO_CHOICES)
    return _stage_prompt(session, roster, facts)


def _decision_prompt(view: WaiverView | SameNameView | LanguageView) -> Prompt[Meaning]:
    match view:
        case WaiverView():
            return Prompt(view.waiver.question, (), Level("waiver", view.waiver.label, Layout.LIST, _WAIVER_CHOICES))
        case SameNameView():
            return _same_name_prompt(view)
        case LanguageView():
            # Each language by its own name, which is the same in every language.
            choices = tuple(Choice(slot, name, UseLanguage(code)) for slot, (code, name) in enumerate(NAMES.items()))
            languages = Level("language", text("language"), Layout.LIST, choices, by_heart=False)
            return Prompt(text("Which language?"), (), languages)


def _correction_prompt(session: Session, view: CorrectionView) -> Prompt[Meaning]:
    match view:
        case LineChoiceView(0, level):
            return Prompt(text("Correct which round?"), (), level)
        case LineChoiceView(number, level):
            name = session.scores.round_name(number - 1).heading
            return Prompt(text("{round}: correct which line?", round=name), (), level)
        case LineView():
            return Prompt(text("What is to be done with this line?"), (), view.level)
        case AskAgainView():
            return _prompt_again(view)
        case ConsequencesView(consequences) if consequences.misfit is None:
            return Prompt(text("Correct it like this?"), (), _NO_CHOICES)
        case ConsequencesView(consequences):
            level = Level("correct", text("the line above"), Layout.LIST, misfit_choices(consequences))
            later, new = text("A later line no longer fits: what to do?"), text("This line does not fit: what to do?")
            return Prompt(new if consequences.is_misfit_new else later, (), level)


def _prompt_again(view: AskAgainView) -> Prompt[Meaning]:
    starters = setup_prompts.starter_level(view.session) if view.names_starter else None
    if view.in_menu:
        return Prompt(text("Menu"), (), past_menu_level(view))
    return past_question(view) if starters is None else Prompt(text("Who starts?"), (), starters)


def past_menu_level(view: AskAgainView) -> Level[Meaning]:
    """The menu of a past moment: the rarer answers to its question, in the same cells as in the menu."""
    return Level("menu", text("menu"), Layout.PAD, (*_starter_choices(view.session), *past_question(view).menu_choices))


def _starter_choices(session: Session) -> tuple[Choice[Meaning], ...]:
    starters = setup_prompts.starter_level(session)
    return () if starters is None else (Choice(MenuCell.STARTER, text("say who starts"), starters),)


def _same_name_prompt(view: SameNameView) -> Prompt[Meaning]:
    choices: tuple[Choice[Meaning], ...] = (
        Choice(0, text("yes: {name}", name=view.known), step_row(Step.MEANT, view.known)),
        Choice(1, text("no: {name}", name=view.spelled), step_row(Step.SPELLED)),
    )
    question = text("Is {name} {known}?", name=view.spelled, known=view.known)
    return Prompt(question, (), Level("same name", text("name"), Layout.LIST, choices))


def _assign_question(session: Session, seat: Seat | None) -> Text:
    table = session.record.table
    if seat is None or table is None:
        return text("Press any key on the pod that is to be everybody's")
    return text("{player}: press any key on your pod", player=table.players[seat])


def _stage_prompt(session: Session, roster: Roster, facts: TableFacts) -> Prompt[Meaning]:
    match session.stage:
        case Stage.PLAY:
            game = session.record.rules
            prompt = game.prompt(session.record.state)
            assert prompt is not None
            return _with_joint_choices(prompt) if prompt.joint_choices else prompt
        case Stage.SUMMARY:
            return Prompt(session.scores.round_name(session.summary_round).question, (), _NO_CHOICES)
        case Stage.FINAL:
            choices = _EARLIER_GAME_CHOICES if facts.is_earlier_game else _FINAL_CHOICES
            name = "next, of an earlier game" if facts.is_earlier_game else "next"
            has_code = facts.has_archive and _has_bg_stats_code(session)
            level = Level(name, text("next"), Layout.KEYS, (*choices, _PHONE_CHOICE) if has_code else choices)
            return Prompt(text("What next?"), (), level)
    return setup_prompts.setup_prompt(session, roster, facts)


def _has_bg_stats_code(session: Session) -> bool:
    """Whether the final sheet of a game offers its code."""
    return counts_as_played(len(session.scores.rounds), is_stopped=session.scores.stopped)


def _with_joint_choices(prompt: Prompt[Declaration]) -> Prompt[Meaning]:
    """Add the cells that begin the answers of several players."""
    level: Level[Meaning] = prompt.level._replace(choices=())
    level = level._replace(choices=(*prompt.level.choices, *prompt.joint_choices))
    prompt_with_meanings: Prompt[Meaning] = prompt
    return prompt_with_meanings._replace(level=level)


def menu(session: Session, roster: Roster, facts: TableFacts = NO_FACTS) -> Level[Meaning]:
    """The menu: the rarer answers to the question, and what can always be done."""
    choices: list[Choice[Meaning]] = [
        Choice(MenuCell.BACK, text("back"), Action.BACK),
        # Translators: what the menu switches to from your language, by its own name: the next one in
        # display/languages.py.
        Choice(MenuCell.LANGUAGE, text("Français"), Action.LANGUAGE),
        Choice(MenuCell.KEYS, text("the keys"), Action.KEYS),
    ]
    choices += _other_game_choices(session, facts)
    if session.record.table is not None:
        pods = _pod_level(session.record.table.players)
        choices.append(Choice(MenuCell.POD, text("a pod's seat"), pods, listed=facts.has_pods))
        if not facts.is_earlier_game:
            choices.append(_leave_choice(session, facts, MenuCell.SAME_PEOPLE, _SAME_PEOPLE, Action.SAME_PEOPLE))
    if facts.has_archive:
        choices += _archive_choices(session, facts)
    if session.stage is Stage.OPTIONS:
        choices.append(Choice(MenuCell.USUAL, text("all options as at first"), step_row(Step.USUAL)))
        choices.append(Choice(MenuCell.DEFAULTS, text("all as in a record without options"), step_row(Step.DEFAULTS)))
    if session.stage in (Stage.STARTER, Stage.PLAY):
        choices += _starter_choices(session)
    if facts.can_redo:
        choices.append(Choice(MenuCell.REDO, text("redo"), Action.REDO))
    choices += [
        Choice(choice.slot, choice.label, choice.means, choice.admits)
        for choice in _stage_prompt(session, roster, facts).menu_choices
    ]
    return Level("menu", text("menu"), Layout.PAD, tuple(choices))


def _other_game_choices(session: Session, facts: TableFacts) -> Iterator[Choice[Meaning]]:
    """Yield the cells that lead to another game, unless that is asked anyway, and those of a club."""
    if facts.is_earlier_game:
        yield _in_play_choice(session, facts)
        return
    if session.stage is not Stage.GAME:
        yield _leave_choice(session, facts, MenuCell.ANOTHER, _another_game_label(session), Action.ANOTHER)
    yield from _club_choices(session, facts)


def _another_game_label(session: Session) -> Text:
    """The label of the way to another game, which says whether the game in play can be ended now."""
    if not session.is_unfinished:
        return text("play another game")
    can_end = records.can_be_stopped(session.record) or _own_end(session) is not None
    return text("end or leave the game") if can_end else text("leave the game")


def _leave_choice(session: Session, facts: TableFacts, slot: Cell, label: Text, action: Action) -> Choice[Meaning]:
    """A cell that leads to another game. If the game is still being played, a second question comes first."""
    if not session.is_unfinished:
        return Choice(slot, label, action)
    # What was declared in a round that is not over does not count.
    drops_round = facts.begins_with_round and session.stage is Stage.PLAY
    level = partial(_leave_level, session, label, action, drops_round=drops_round)
    return Choice(slot, label, level, (action, GameEnd()).__contains__)


def _in_play_choice(session: Session, facts: TableFacts) -> Choice[Meaning]:
    """The cell that leads from an earlier game to the one in play. If the earlier one is not over, a second question
    comes first, as in the game in play."""
    if session.is_unfinished:
        return _leave_choice(session, facts, MenuCell.IN_PLAY, _another_game_label(session), Action.IN_PLAY)
    return Choice(MenuCell.IN_PLAY, text("back to the table"), Action.IN_PLAY)


def _leave_level(session: Session, label: Text, action: Action, *, drops_round: bool) -> Level[Meaning]:
    """The question whether a game in play is left unfinished or ended, and who is ahead then."""
    choices: list[Choice[Meaning]] = [Choice(LeavingKey.PLAY_ON, text("play on"), Action.PLAY_ON)]
    record, own_end = session.record, _own_end(session)
    title, sentence = text("This game"), text("The game can be ended between two rounds")
    if session.stage is Stage.SUMMARY:
        sentence = text("To end the game, accept the round first")
    if own_end is not None or records.can_be_stopped(record):
        scores = records.declare(record, GameEnd()).scores
        title, sentence, stop = label, text("No round is over yet"), text("end it without points")
        if any(scores.totals):
            stop = text("end it with the points at the start")
        if scores.rounds:
            sentence = leaders_in_words(record.setup, scores)
            stop = text("end it without this round") if drops_round else text("end it with these points")
        choices.append(Choice(LeavingKey.STOP, own_end or stop, GameEnd()))
    choices.append(Choice(LeavingKey.LEAVE, text("leave it: continue it from the history"), action))
    return Level(
        LEAVE_LEVEL, title, Layout.LIST, tuple(choices), by_heart=False, words=(sentence,), shown_question=sentence
    )


def _own_end(session: Session) -> Label | None:
    """The label of the end that the game itself offers now; None if it offers none."""
    prompt = session.record.rules.prompt(session.record.state) if session.stage is Stage.PLAY else None
    choices = () if prompt is None else prompt.menu_choices
    return next((choice.label for choice in choices if choice.means == GameEnd()), None)


def _club_choices(session: Session, facts: TableFacts) -> Iterator[Choice[Meaning]]:
    """Yield the cells of a table that is, or could be, in a club."""
    if facts.is_calling is None:
        return
    label = text("take the call back") if facts.is_calling else text("call the director")
    yield Choice(MenuCell.CALL, label, Action.CALL)
    if session.stage is Stage.GAME:
        yield Choice(MenuCell.JOIN, text("join a club"), digits("join", CLUB_DIGIT_COUNT, JoinClub, _join_digits))


def _join_digits(meaning: object) -> str | None:
    return meaning.digits if isinstance(meaning, JoinClub) else None


def _archive_choices(session: Session, facts: TableFacts) -> list[Choice[Meaning]]:
    """The cells that lead to past games, people and codes for phones."""
    choices: list[Choice[Meaning]] = [
        Choice(MenuCell.HISTORY, text("history"), Action.HISTORY),
        Choice(MenuCell.PEOPLE, text("people"), Action.PEOPLE),
    ]
    if facts.has_phones:
        choices.append(Choice(MenuCell.PHONE, text("open on a phone"), Action.INVITE))
    elif session.stage is Stage.FINAL and _has_bg_stats_code(session):
        choices.append(_PHONE_CHOICE._replace(slot=MenuCell.PHONE))
    return choices


def _pod_level(players: tuple[str, ...]) -> Level[Meaning]:
    """The question whose pod it is. It is about a person, so pressing it on a seat's own pod is no answer."""
    choices = [Choice(seat, player, AssignView(seat)) for seat, player in enumerate(players)]
    if len(players) <= LAST_LIST_SLOT:  # at a table of ten all cells are taken
        choices.append(Choice(LAST_LIST_SLOT, text("everybody's"), AssignView(None)))
    return Level("pod", text("Whose pod?"), Layout.LIST, tuple(choices))


def ruling_pages(session: Session) -> tuple[tuple[Text, ...], ...]:
    """The chosen game's rulings, in pages of as many as fit beside the options."""
    game = session.record.rules
    return tuple(game.notes[start : start + RULINGS_PER_PAGE] for start in range(0, len(game.notes), RULINGS_PER_PAGE))


def next_details_view(
    session: Session, view: View, so_far: tuple[tuple[Label, ...], ...] = (), *, is_round_begun: bool = False
) -> View:
    """The next view of the details: what comes before the round, or the round so far, the standings, each round.

    `so_far` are the lines of the current round, page by page; it has not begun if they only say who starts. After the
    last page, it is the game again.
    """
    if session.record.table is None:
        return PlayView()
    match view:
        case RoundView(later_pages=(lines, *later_pages)):
            return RoundView(lines, number=view.number + 1, later_pages=tuple(later_pages))
        case RoundView():
            return DetailsView(0, view.number)
        case DetailsView(page):
            return view._replace(page=page + 1) if page < _last_details_page(session) else PlayView()
    return _first_details_view(session, so_far, is_round_begun=is_round_begun)


def _first_details_view(session: Session, so_far: tuple[tuple[Label, ...], ...], *, is_round_begun: bool) -> View:
    is_before_round = session.stage is Stage.PLAY and not is_round_begun
    if is_before_round and (lines := round_instructions(session)):
        return RoundView(lines, is_begun=False, later_pages=so_far)
    if so_far:
        return RoundView(so_far[0], later_pages=so_far[1:])
    return DetailsView(0, 0) if _last_details_page(session) >= 0 else PlayView()


def _last_details_page(session: Session) -> int:
    """The number of the last page of details, from 0."""
    return len(ruling_pages(session)) - 1 if session.stage is Stage.OPTIONS else len(session.scores.rounds)


def position_in_details(session: Session, view: RoundView | DetailsView, *, has_round_lines: bool) -> tuple[int, int]:
    """The number of a page among the details, from 1, and how many there are.

    `has_round_lines` says whether anything was declared in the current round, which comes first then.
    """
    other_page_count = _last_details_page(session) + 1
    if isinstance(view, RoundView):
        return view.number, view.number + len(view.later_pages) + other_page_count
    round_page_count = view.round_page_count
    if round_page_count is None:
        has_round_page = has_round_lines or (session.stage is Stage.PLAY and bool(round_instructions(session)))
        round_page_count = int(has_round_page)
    return round_page_count + view.page + 1, round_page_count + other_page_count
