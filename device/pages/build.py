"""Builds the page for a session."""

from __future__ import annotations

from datetime import date
from itertools import accumulate

from device import games
from device.contract.keycodes import CodeWords, Layout, Offer
from device.contract.prompt import Prompt
from device.contract.refusal import Refusal
from device.contract.scores import EARLIER, Scores, causes_with_detail
from device.contract.setup import Seat
from device.pages import correction_texts
from device.pages.keymap import TypedCode, drop_title, key_map, typed_code, without_legend_of_others
from device.pages.wrong_keys import hold_for_part
from device.session.line_choice import (
    AskAgainView,
    ConsequencesView,
    CorrectionView,
    LineChoiceView,
    LineView,
    action_note,
    asks_for_action,
)
from device.session.prompts import (
    LEAVE_LEVEL,
    NO_FACTS,
    ArchiveView,
    AssignView,
    DetailsView,
    KeysView,
    LanguageView,
    Meaning,
    MenuView,
    PlayView,
    RoundView,
    SameNameView,
    TableFacts,
    View,
    WaiverView,
    past_menu_level,
    position_in_details,
    question,
    ruling_pages,
)
from device.session.record import can_be_stopped, declaration_sentence
from device.session.session import Session, Stage
from device.session.setup_prompts import Roster
from device.session.step_sentences import round_instructions
from device.session.winners import outcome
from display.dates import date_text
from display.vocabulary import (
    Board,
    Body,
    Breakdown,
    Cause,
    Chart,
    Hold,
    IdleText,
    KeyMap,
    Note,
    Notice,
    Page,
    Paragraphs,
    PlayerBreakdown,
    PlayerRow,
    PlayerTotals,
    Sheet,
    SheetRow,
    Tone,
)
from display.words import Label, Several, Text, counted, figure, signed, text

UNDO = Hold("A", text("undo"))
ERASE = Hold("A", text("erase"))
DETAILS = Hold("B", text("details"))
RULINGS = Hold("B", text("rulings"))
ACCEPT = Hold("C", text("accept"), is_answer=True)
CLOSE_NOTICE = Hold("C", text("close"))
RETRY = Hold("C", text("try again"))
REDO = Hold("C", text("redo"), is_redo=True)
MENU = Hold("D", text("menu"))
GO_BACK = Hold("A", text("go back"))
LEAVE = Hold("A", text("to the game's page"))
CORRECT = Hold("C", text("correct it"), is_answer=True)
CORRECT_LINE = Hold("D", text("correct a line"))
CLOSE = Hold("C", text("close"))
NEXT_PAGE = Hold("B", text("more"))
CORRECT_FROM_MENU = Hold("B", text("correct"))
OTHER_ROUNDS = Hold("B", text("other rounds"))
ANOTHER_LINE = Hold("B", text("choose another line"))
SWITCH_OFF = text("A and D, held together, switch off.")
SHORT_PRESS_CLOSES = text("A short press only closes this page.")
ANY_KEY_CLOSES = text("Any key, pressed or held, only closes this page.")
KEY_HELP = Paragraphs(
    (
        text("A code stands beside each answer: for “BC”, press B, then C."),
        text("A key can also be held, for a second; each page says what that does there."),
        text("Mostly, A takes back, B shows details, C goes on, accepts or redoes, D opens the menu."),
        ANY_KEY_CLOSES,
    )
)
"""The explanation of the four keys. Even the smallest panels show all of it."""


def page(
    session: Session,
    view: View,
    roster: Roster,
    typed: str = "",
    notice: Notice | None = None,
    facts: TableFacts = NO_FACTS,
) -> Page:
    """The page of a moment, with the key map of the current question."""
    return page_for_prompt(session, view, question(session, view, roster, facts), typed, notice, facts)


def page_for_prompt(
    session: Session,
    view: View,
    prompt: Prompt[Meaning],
    typed: str = "",
    notice: Notice | None = None,
    facts: TableFacts = NO_FACTS,
) -> Page:
    """The page of a moment whose question is already computed."""
    if isinstance(view, ArchiveView):
        from device.pages.archive import archive_page  # imported late: needed only for pages of the past

        return archive_page(view, prompt, typed, notice)
    if isinstance(view, KeysView):
        return Page(game_heading(session), _status(session), prompt.question, KEY_HELP, notice, is_about_result=False)
    if isinstance(view, AskAgainView):
        session = view.session
    code = typed_code(prompt.level, typed)
    session, facts = _with_last_totals(session, facts, code)
    replacement = _question_replacement(session, view, prompt, code)
    keys = without_legend_of_others(key_map(code.level, prompt.later_levels), code.typed_keys)
    if not _needs_key_title(session, view, prompt, code):
        keys = drop_title(keys)
    return Page(
        heading=_heading(session, facts),
        status=_with_position(_page_status(session, view, facts), _details_position(session, view, facts)),
        question=replacement or prompt.question,
        body=_with_acting_players(_body(session, view, facts), code),
        notice=_notice(session, view, notice),
        keymap=_page_key_map(session, view, keys),
        typed_words=_typed_words(view, prompt, code),
        typed_keys=code.typed_keys,
        holds=_holds(session, view, notice, facts, code),
        last_declaration=_last_declaration(session, view, facts),
        remark=_remark(session, view, facts, code),
        is_about_result=isinstance(view, PlayView | DetailsView),
        round_note=_page_round_note(session, view, _details_position(session, view, facts)),
        brief_question=_brief_question(session, prompt, code) if replacement is None else None,
        needs_last_declaration=isinstance(view, PlayView) and session.stage is Stage.PLAY and facts.has_consequences,
    )


def _heading(session: Session, facts: TableFacts) -> Label:
    """The heading of a page, which says if its game is not the one in play."""
    heading = game_heading(session)
    if facts.is_continued:
        return text("{game}, taken up again", game=heading)
    return text("{game}, an earlier game", game=heading) if facts.is_earlier_game else heading


def _with_last_totals(session: Session, facts: TableFacts, code: TypedCode) -> tuple[Session, TableFacts]:
    """What a page shows while it offers to end the game: where an earlier round is to be accepted again, the summary of
    the last scored round, with the totals that would be final."""
    if code.level.name != LEAVE_LEVEL or not session.reopened_rounds:
        return session, facts
    at_last_summary = session._replace(reopened_rounds=(), accepted_round_count=len(session.scores.rounds) - 1)
    return at_last_summary, facts._replace(session_at_round_end=None)


def holds(session: Session, view: View, prompt: Prompt[Meaning], facts: TableFacts) -> tuple[Hold, ...]:
    """The holds at a moment at which nothing is typed and there is no notice."""
    if isinstance(view, ArchiveView):
        from device.pages.archive import archive_holds  # imported late: needed only for pages of the past

        return archive_holds(view)
    if isinstance(view, AskAgainView):
        session = view.session
    return _holds(session, view, notice=None, facts=facts, code=typed_code(prompt.level, ""))


def question_in_words(session: Session, view: View, prompt: Prompt[Meaning], typed: str) -> Label:
    """The question of a page with these typed keys, or the words that the page has in its place."""
    if isinstance(view, ArchiveView | KeysView):
        return prompt.question
    if isinstance(view, AskAgainView):
        session = view.session
    return _question_replacement(session, view, prompt, typed_code(prompt.level, typed)) or prompt.question


def _question_replacement(session: Session, view: View, prompt: Prompt[Meaning], code: TypedCode) -> Label | None:
    """The text in place of the question: what is being typed with its player, or the chosen line; else None."""
    if isinstance(view, LineChoiceView) and not asks_for_action(code.level):
        return text("{round}: correct which line?", round=code.words[0]) if code.words and not view.round else None
    if code.player is not None and isinstance(view, MenuView):
        what = code.level.title if code.level.shown_question is None else code.level.shown_question
        return text("{player}: {what}", player=code.player, what=what)
    if _is_for_player(prompt, code) or _replaces_question(view, code):
        return _typed_text(session, view, prompt, code)
    return _subject(session, view)


def _typed_text(session: Session, view: View, prompt: Prompt[Meaning], code: TypedCode) -> Label:
    shown_question, asked_seats = code.level.shown_question, prompt.asked
    if shown_question is None:
        if not _is_for_player(prompt, code):
            return code.words[-1]
        return text("{player}: {what}", player=code.words[0], what=code.level.title)
    if len(asked_seats) == 1 and isinstance(view, PlayView | AskAgainView) and code.level.layout is Layout.PAD:
        return text("{player}: {what}", player=session.record.setup.players[asked_seats[0]], what=shown_question)
    return shown_question


def _brief_question(session: Session, prompt: Prompt[Meaning], code: TypedCode) -> str | None:
    """The player who is asked, if there is one only: enough of a question beside a part of its answer."""
    return session.record.setup.players[prompt.asked[0]] if code.words and len(prompt.asked) == 1 else None


def _typed_words(view: View, prompt: Prompt[Meaning], code: TypedCode) -> CodeWords:
    """What is typed of the answer, as far as the question does not say it."""
    if _replaces_question(view, code) or isinstance(view, LineChoiceView):
        return ()
    if code.player in code.words and (isinstance(view, MenuView) or _is_for_player(prompt, code)):
        return code.words[code.words.index(code.player) + 1 :]
    return code.words


def _is_for_player(prompt: Prompt[Meaning], code: TypedCode) -> bool:
    """Whether the question was whose answer it is, and the typed keys have said that."""
    return prompt.level.is_of_players and bool(code.words)


def _replaces_question(view: View, code: TypedCode) -> bool:
    """Whether the typed keys are shown in place of the question."""
    return code.level.shown_question is not None or (isinstance(view, LineChoiceView) and asks_for_action(code.level))


def _last_declaration(session: Session, view: View, facts: TableFacts) -> Label | None:
    """What was declared last, unless the page says it anyway, or is about an earlier line.

    In a final sheet's details, what the rounds' points mean.
    """
    if _hides_last_declaration(session, view, facts):
        return None
    if isinstance(view, DetailsView) and view.page and session.options_set:
        # What was declared last is not about a round before the last one.
        sentence = facts.last_sentence if view.page == 1 else None
        return additions_to_earlier(session, len(session.scores.rounds) - view.page) or sentence
    final = session.stage is Stage.FINAL and view == DetailsView(0)
    return (session.record.rules.round_points_note if final else None) or facts.last_sentence


def _remark(session: Session, view: View, facts: TableFacts, code: TypedCode) -> Label | None:
    """The remark about the game on its own page; in a correction, what its last choice does; in the menu, how to switch
    off; on details, that short presses close them, instead of the last line.

    It stands in no other sentence's place.
    """
    if isinstance(view, PlayView):
        return facts.remark
    if isinstance(view, CorrectionView):
        return action_note(code.level)
    if isinstance(view, MenuView):
        return SWITCH_OFF
    has_room = isinstance(view, RoundView | DetailsView) and _last_declaration(session, view, facts) in (
        None,
        facts.last_sentence,
    )
    return SHORT_PRESS_CLOSES if has_room else None


def _hides_last_declaration(session: Session, view: View, facts: TableFacts) -> bool:
    """Whether a page does not say what was declared last: it is a menu, or about a line, a round or a spelled name."""
    if session.stage is Stage.SPELL:
        return not facts.can_redo
    is_over = session.stage is Stage.SUMMARY
    return isinstance(view, MenuView | CorrectionView) or (
        isinstance(view, RoundView) and (is_over or view.number > 1 or not view.is_begun)
    )


def additions_to_earlier(session: Session, round_: int) -> Text | None:
    """What a scored round (from 0) has added to earlier ones: its own points say less than what it brought."""
    if session.scores.rounds[round_].points is not None:
        return None
    gains = session.record.rules.total_changes_by_cause(session.record.state, round_)
    causes = ((name, cause) for seat, name in _totalled_seats(session) for cause in gains[seat])
    earlier = ((name, cause.points) for name, cause in causes if cause.kind == EARLIER)
    additions = tuple(text("{name} {points}", name=name, points=signed(points)) for name, points in earlier)
    return text("Added to earlier rounds: {gains}.", gains=Several(additions)) if additions else None


def _needs_key_title(session: Session, view: View, prompt: Prompt[Meaning], code: TypedCode) -> bool:
    """Whether the keys need a title: they do not answer the question on the page, or no longer, or only a part."""
    if code.level.shown_question == code.level.title or _is_for_player(prompt, code):
        return False
    in_question = not prompt.names_several_things and not code.words and not code.level.is_number_block
    return not in_question or _subject(session, view) is not None or isinstance(view, ConsequencesView)


def _notice(session: Session, view: View, notice: Notice | None) -> Notice | None:
    """The notice above the body: about the view itself, or about the last press."""
    match view:
        case WaiverView():
            declared = declaration_sentence(session.record, view.declaration)
            return Notice(Tone.DECISION, view.waiver.title, (declared, view.refusal.sentence))
        case ConsequencesView():
            return notice or correction_texts.misfit_notice(view.consequences)
        case LineView():
            return notice or correction_texts.line_notice(view)
        case AskAgainView():
            return notice or correction_texts.question_notice(view)
    return notice


def _page_key_map(session: Session, view: View, keys: KeyMap) -> KeyMap:
    """A key map with emblems if the question is which game to play. Empty beside details."""
    if isinstance(view, RoundView | DetailsView):
        return KeyMap()
    if session.stage is not Stage.GAME or not isinstance(view, PlayView) or keys.level is None:
        return keys
    emblems = {games.title(game_id): games.emblem(game_id) for game_id in games.ids()}
    cells = tuple(
        cell._replace(emblem=emblems[cell.label]) if cell.label in emblems else cell for cell in keys.level.cells
    )
    return keys._replace(level=keys.level._replace(cells=cells))


def refusal_notice(sentence: Label | None, refusal: Refusal, reusable_part: Label | None = None) -> Notice:
    """The notice of a declaration that the rules refuse. `sentence` is None if it is secret, or if there is none.

    `reusable_part` is the part of it that holding C types again, if any.
    """
    shorter_lines: tuple[tuple[Label, ...], ...] = ((refusal.sentence,),)
    if not refusal.may_be_earlier:
        unchanged = text("Nothing has changed: press what is right.")
        next_step = unchanged if reusable_part is None else hold_for_part(reusable_part)
    else:
        correct_earlier = text("To correct an earlier line: hold B, then hold D.")
        unchanged = text("Nothing has changed. To correct an earlier line: hold B, then hold D.")
        next_step = unchanged if reusable_part is None else correct_earlier
        shorter_lines = ((refusal.sentence, correct_earlier), *shorter_lines)
    lines = refusal.sentence, next_step
    if sentence is None:
        return Notice(Tone.REFUSAL, text("Not possible"), lines, shorter_lines)
    quoted_sentence = text("“{declaration}”", declaration=sentence)
    return Notice(Tone.REFUSAL, text("Not possible"), (quoted_sentence, *lines), (lines, *shorter_lines))


def not_possible_notice(sentence: Label) -> Notice:
    """The notice of an action, other than a declaration, that can't be done now."""
    return Notice(Tone.REFUSAL, text("Not possible"), (sentence, text("Nothing has changed.")))


def with_newer_reason(notice: Notice, sentence: Text) -> Notice:
    """The notice of a refusal, once another answer to the same question is refused. Its last line goes on to say what
    to do."""
    return Notice(Tone.REFUSAL, text("Not possible"), (sentence, *notice.lines[1:][-1:]))


def no_pod_notice() -> Notice:
    """The notice when a key of the box was pressed instead of a pod's."""
    lines = (text("That is a key of the box: press one on the pod."), text("To leave it as it is, hold A."))
    return Notice(Tone.REFUSAL, text("Not possible"), lines)


def namesake_notice(*questions: Text) -> Notice:
    """The questions about boards that have the name of a pod at a seat."""
    assignment_hint = text("Hold D, choose “a pod's seat” and whose it is, and press a key on that board.")
    return Notice(Tone.INFORMATION, text("A second pod of one name"), (*questions, assignment_hint))


def trouble_notice(sentence: Label) -> Notice:
    """The notice of a disk or panel that does not work."""
    return Notice(Tone.TROUBLE, text("Trouble"), (sentence,))


def unwritten_notice(sentence: Label) -> Notice:
    """The notice of a failing disk while the game goes on. The most important part is to leave the plug in."""
    warning = text("Play on, but leave the plug in: what was typed last is not saved until this message is gone.")
    return Notice(Tone.TROUBLE, text("Trouble with the disk"), (warning, sentence), ((warning,),), is_lasting=True)


def panel_trouble_notice(error: str) -> Notice:
    """The notice of a refresh that failed, for the next page that the panel shows."""
    lines = (text("It did not show a page: {error}.", error=error.rstrip(".")), text("Nothing of the game is lost."))
    return Notice(Tone.TROUBLE, text("Trouble with the panel"), lines, is_lasting=True)


def farewell_page(session: Session, played_on: date | None = None) -> Page:
    """The last page, which stays on the panel when the power is off: the standings, without keys."""
    saved_sentence = text(
        "Everything is saved. When the computer's green light is out, pull the plug. Plug it in again to go on."
    )
    return Page(
        heading=game_heading(session),
        status=_status(session) if played_on is None else date_text(played_on),
        question=text("Switched off"),
        body=ranked_sheet(session) if session.record.table is not None else None,
        last_declaration=saved_sentence,
    )


def unsaved_notice(sentence: Label) -> Notice:
    """The notice that the table can't be switched off yet."""
    loss_warning = text("The last declarations are in memory only: switched off now, they would be lost.")
    return Notice(Tone.TROUBLE, text("Don't pull the plug"), (loss_warning, sentence))


def idle_page(session: Session, position: int) -> Page:
    """The idle page: nearly white, without keys. `position` is that of its words; see `IdleText`."""
    is_waiting = session.record.table is not None and session.stage is not Stage.FINAL
    heading = game_heading(session)
    lines = (text("A game is waiting."),) if is_waiting else ()
    return Page(heading=heading, body=IdleText((heading, *lines, text("Any key wakes this page.")), position))


def game_heading(session: Session) -> Label:
    """The title of what is played, or "Tablekeeper" if nothing is."""
    game, table = session.record.game, session.record.table
    if game is None:
        return text("Tablekeeper")
    if table is None or (session.stage is Stage.OPTIONS and not table.title):
        return game.title  # of variants, the options choose one
    return game.variant(table).title


def _status(session: Session, played_on: date | None = None) -> Label | None:
    match session.stage:
        case Stage.PLAY | Stage.STARTER:
            return session.record.rules.heading(session.record.state)
        case Stage.SUMMARY:
            round_heading = session.scores.round_name(session.summary_round).heading
            if session.reopened_rounds:
                return text("{round} changed", round=round_heading)
            return text("{round} is over", round=round_heading)
        case Stage.FINAL:
            return text("Final sheet") if played_on is None else date_text(played_on)
    return text("Setting up")


def _page_status(session: Session, view: View, facts: TableFacts) -> Label | None:
    earlier_totals = _earlier_totals_note(session, view)
    return _status(session, facts.played_on) if earlier_totals is None else earlier_totals.words


def _earlier_totals_note(session: Session, view: View) -> Note | None:
    """The note that the totals on a summary are those after its round, if more rounds have been played since."""
    is_summary = session.stage is Stage.SUMMARY and isinstance(view, PlayView)
    if not is_summary or session.summary_round + 1 >= len(session.scores.rounds):
        return None
    name = session.scores.round_name(session.summary_round)
    return Note(text("Totals after {round}", round=name), (text("After {round}", round=name),))


def _details_position(session: Session, view: View, facts: TableFacts) -> tuple[int, int] | None:
    """The number of a page of details and how many there are; None if there is only one, or for other pages."""
    if not isinstance(view, RoundView | DetailsView):
        return None
    n, count = position_in_details(session, view, has_round_lines=facts.begins_with_round)
    return (n, count) if count > 1 else None


def _with_position(status: Label | None, position: tuple[int, int] | None) -> Label | None:
    """The status with the position of a page among several."""
    if position is None:
        return status
    n, count = position
    position_text = text("page {n} of {count}", n=n, count=count)
    return position_text if status is None else text("{status} – {page}", status=status, page=position_text)


def _page_round_note(session: Session, view: View, position: tuple[int, int] | None) -> Note | None:
    """The current round, and the position of a page among the details, as far as there is room."""
    round_ = _current_round_note(session, view)
    if position is None:
        return round_
    n, count = position
    position_text, brief = text("{n} of {count}", n=n, count=count), f"{n}/{count}"
    if round_ is None:
        return Note(position_text, (brief, ""))
    return Note(text("{status} – {page}", status=round_.words, page=position_text), (position_text, *round_.briefs))


def _current_round_note(session: Session, view: View) -> Note | None:
    """The current round, unless the page is about another one or names it already; of an earlier one, its totals."""
    if (earlier_totals := _earlier_totals_note(session, view)) is not None:
        return earlier_totals
    if isinstance(view, LineView | LineChoiceView | ConsequencesView) or (isinstance(view, DetailsView) and view.page):
        return None
    is_over = session.stage is Stage.SUMMARY
    if not (session.stage is Stage.PLAY or (is_over and isinstance(view, DetailsView | MenuView))):
        return None
    name = session.scores.round_name(session.current_round)
    return Note(name.heading, name.short_forms)


def _subject(session: Session, view: View) -> Text | None:
    """The subject of details, or the winners; None if the page shows the question itself."""
    if session.stage is Stage.FINAL and (isinstance(view, PlayView) or view == DetailsView(0)):
        return outcome(session.record.setup, session.scores)
    if isinstance(view, RoundView):
        return _round_subject(session, view)
    return _details_subject(session, view) if isinstance(view, DetailsView) else None


def _round_subject(session: Session, view: RoundView) -> Text:
    if not view.is_begun:
        return text("Before the round")
    # Only the parts go from newest to oldest. Within each part, such as a trick, earlier things come first.
    has_several_lines = len(view.lines) > 1 or view.number > 1 or bool(view.later_pages)
    if session.stage is not Stage.SUMMARY:
        return text("The round so far, its end on top") if has_several_lines else text("The round so far")
    name = session.scores.round_name(session.summary_round).heading
    if has_several_lines:
        return text("{round} as declared, its end on top", round=name)
    return text("{round} as declared", round=name)


def _details_subject(session: Session, view: DetailsView) -> Text:
    if session.stage is Stage.OPTIONS:
        game = session.record.game
        is_titled = game is not None and game.asks_for_title
        return text("How points are counted") if is_titled else text("How the rules are applied")
    if view.page == 0:
        title = session.record.setup.title
        return text("{title}: who stands where", title=title) if title else text("Who stands where")
    return round_points_title(session.scores, len(session.scores.rounds) - view.page)


def round_points_title(scores: Scores, round_: int) -> Text:
    """The title of the points of a scored round (from 0), which later rounds of a game that goes on may change."""
    name = scores.round_name(round_)
    if scores.rounds[round_].points is None and not scores.finished:
        return text("Points of {round}, as they are by now", round=name)
    return text("Points of {round}", round=name)


def _holds(session: Session, view: View, notice: Notice | None, facts: TableFacts, code: TypedCode) -> tuple[Hold, ...]:
    if isinstance(view, CorrectionView):
        return (GO_BACK, *_correction_holds(session, view, facts, code))
    if isinstance(view, MenuView | WaiverView | AssignView | SameNameView | LanguageView):
        return (GO_BACK, *_menu_holds(session, view, facts))
    if isinstance(view, RoundView | DetailsView):
        n, count = position_in_details(session, view, has_round_lines=facts.begins_with_round)
        pages = (*((GO_BACK,) if n > 1 else ()), *((NEXT_PAGE,) if n < count else ()))
        return (*pages, *_holds_of_c(view, notice, facts, code), *_holds_of_d(session, view, facts))
    if session.stage is Stage.SUMMARY and isinstance(view, PlayView):
        return (UNDO, DETAILS, _summary_hold(notice, facts), MENU)
    if session.stage is Stage.OPTIONS and isinstance(view, PlayView):
        return (UNDO, RULINGS, *_holds_of_c(view, notice, facts, code), MENU)
    return (
        *_holds_of_a(session, view, facts, code),
        *_holds_of_b(session),
        *_holds_of_c(view, notice, facts, code),
        MENU,
    )


def _summary_hold(notice: Notice | None, facts: TableFacts) -> Hold:
    """Accept the round; people first close a notice that may hide its points, unless it stays anyway."""
    hides_points = facts.has_people_at_keys and notice is not None and not notice.is_lasting
    return CLOSE_NOTICE if hides_points else ACCEPT


def _menu_holds(session: Session, view: View, facts: TableFacts) -> tuple[Hold, ...]:
    return (CORRECT_FROM_MENU,) if isinstance(view, MenuView) and _count_declared_rounds(session, facts) else ()


def _holds_of_d(session: Session, view: RoundView | DetailsView, facts: TableFacts) -> tuple[Hold, ...]:
    """What holding D does on details: correct a line, as soon as there is one."""
    if not session.options_set:
        return (MENU,)
    is_round_begun = isinstance(view, RoundView) and view.is_begun
    return (CORRECT_LINE,) if is_round_begun or _count_declared_rounds(session, facts) else ()


def _count_declared_rounds(session: Session, facts: TableFacts) -> int:
    """The number of rounds in which something was declared. The line that ended a game stands in a round of its own."""
    if not session.options_set:
        return 0
    is_over = session.stage is Stage.FINAL
    is_ended_by_line = is_over and (session.scores.stopped or not can_be_stopped(session.record))
    in_play = facts.begins_with_round and session.stage is Stage.PLAY
    return len(session.scores.rounds) + (in_play or is_ended_by_line)


def _correction_holds(session: Session, view: CorrectionView, facts: TableFacts, code: TypedCode) -> tuple[Hold, ...]:
    match view:
        case LineChoiceView(round=round_) | LineView(round=round_):
            return (OTHER_ROUNDS,) if round_ and _count_declared_rounds(session, facts) > 1 else ()
        case ConsequencesView(consequences):
            return (CORRECT,) if consequences.misfit is None else (ANOTHER_LINE,)
        case AskAgainView(in_menu=False):
            offer_holds = () if code.is_partial else _answer_holds(view.offer)
            return (*offer_holds, MENU) if past_menu_level(view).choices else offer_holds
    return ()


def _holds_of_a(session: Session, view: View, facts: TableFacts, code: TypedCode) -> tuple[Hold, ...]:
    if facts.is_at_beginning and not code.is_partial:
        return ()
    if session.stage is Stage.SPELL and session.spelled:
        return (ERASE,)
    return (LEAVE if facts.is_unchanged and isinstance(view, PlayView) else UNDO,)


def _holds_of_b(session: Session) -> tuple[Hold, ...]:
    return () if session.record.table is None else (DETAILS,)


def _holds_of_c(view: View, notice: Notice | None, facts: TableFacts, code: TypedCode) -> tuple[Hold, ...]:
    """What holding C does outside of corrections, if anything: close a notice or details, redo, or give an answer.

    It neither completes nor clears half a code.
    """
    offer = code.level.offer if isinstance(view, PlayView) and not code.typed_keys else None
    if notice is not None:
        reusable_answer = facts.reusable_answer if isinstance(view, PlayView) else None
        if reusable_answer is None:
            return (RETRY if notice.is_lasting else CLOSE_NOTICE,)
        return _answer_holds(reusable_answer)
    if code.is_partial:
        return _answer_holds(offer)
    if isinstance(view, RoundView | DetailsView):
        return (CLOSE,)
    return (_redo_hold(facts, offer),) if facts.can_redo else _answer_holds(offer)


def _redo_hold(facts: TableFacts, offer: Offer[object] | None) -> Hold:
    """Redo; said with its line where holding C would give an answer otherwise, unless that is the same."""
    redo_line = facts.redo_line
    if offer is None or redo_line is None:
        return REDO
    label = offer.label if redo_line.declaration == offer.means else text("again: {what}", what=redo_line.words)
    return Hold("C", label, is_answer=True, is_redo=True)


def _answer_holds(offer: Offer[object] | None) -> tuple[Hold, ...]:
    return () if offer is None else (Hold("C", offer.label, is_answer=offer.is_only_answer),)


def _with_acting_players(body: Body | None, code: TypedCode) -> Body | None:
    """A body in which a player whom the typed keys have chosen is marked as the one to act, in place of the one who is
    asked. Where everybody is asked, nobody is marked."""
    if not isinstance(body, Board) or (code.player is None and not code.level.asks_everybody):
        return body
    return body._replace(rows=tuple(row._replace(acting=row.name == code.player) for row in body.rows))


def _body(session: Session, view: View, facts: TableFacts) -> Body | None:
    if isinstance(view, RoundView | DetailsView):
        return _details_body(session, view)
    if isinstance(view, ConsequencesView):
        return correction_texts.consequences_body(view.consequences)
    if isinstance(view, LineChoiceView | LineView):
        return None
    match session.stage:
        case Stage.PLAY:
            return session.record.rules.board(session.record.state)
        case Stage.SUMMARY:
            return summary(facts.session_at_round_end or session, session.summary_round)
        case Stage.FINAL:
            return ranked_sheet(session)
        case Stage.OPTIONS | Stage.TITLE:
            return None
    return _setup_body(session)


def _setup_body(session: Session) -> Body | None:
    """The seats while names are asked for; the preparation of cards and tokens while the starter is asked for."""
    if session.stage is Stage.STARTER:
        return Paragraphs(round_instructions(session))
    seated = ((name, Note(text("seat {seat}", seat=seat), (str(seat),))) for seat, name in enumerate(session.names, 1))
    return Board(tuple(PlayerRow(name, note=note) for name, note in seated)) if session.names else None


def _details_body(session: Session, view: RoundView | DetailsView) -> Body:
    if isinstance(view, RoundView):
        return Paragraphs(view.lines)
    if session.stage is Stage.OPTIONS:
        return Paragraphs(ruling_pages(session)[view.page])
    if view.page:
        return point_by_point(session, len(session.scores.rounds) - view.page)
    sheet = standings(session)
    if session.stage is Stage.FINAL:
        return sheet
    # A game whose last round is not accepted yet has no winner.
    return sheet._replace(rows=tuple(row._replace(is_winner=False) for row in sheet.rows))


def _totalled_seats(session: Session) -> tuple[tuple[Seat, str], ...]:
    """The rows of a sheet, as seat and name: one for each player, or one for each side of partners."""
    names, sides = session.record.setup.players, session.scores.sides
    if sides is None:
        return tuple(enumerate(names))
    names_by_side = {side: [name for name, own in zip(names, sides, strict=True) if own == side] for side in sides}
    return tuple((sides.index(side), " + ".join(partners)) for side, partners in names_by_side.items())


def standings(session: Session) -> Sheet:
    """The points of everybody by round, and the totals.

    Other parts of a total, such as points at the start, have a column of their own. Rounds whose points are not known
    yet have no column, nor have rounds of earlier sets: totals are of one set, and a column has the sets won.
    """
    scores = session.scores
    known_rounds = scores.gained_by_round
    start_points = scores.points_outside_rounds
    rows = tuple(
        SheetRow(
            name,
            (
                # A bare figure would look like a part of the total.
                *((counted("{n} set", "{n} sets", scores.sets[seat]),) if scores.sets is not None else ()),
                *((figure(start_points[seat]),) if any(start_points) else ()),
                *(signed(points[seat]) for points in known_rounds.values()),
            ),
            scores.totals[seat],
            seat in scores.winners and not scores.stopped,
        )
        for seat, name in _totalled_seats(session)
    )
    sets = (text("sets"),) if scores.sets is not None else ()
    start = (scores.outside_rounds_label,) if any(start_points) else ()
    return Sheet((*sets, *start, *map(str, known_rounds)), rows, _chart(session, known_rounds, start_points))


def ranked_sheet(session: Session) -> Sheet:
    """The totals with ranks, the winner first. Before the end of the game, rows are in the order of seats."""
    scores, sheet = session.scores, standings(session)
    if not scores.winners:
        return sheet
    best = scores.totals[scores.winners[0]]
    sets_won = scores.sets or (0,) * len(scores.totals)
    seats = [seat for seat, _ in _totalled_seats(session)]
    rank_keys = [(seat not in scores.winners, -sets_won[seat], abs(scores.totals[seat] - best)) for seat in seats]
    order = sorted(range(len(rank_keys)), key=lambda row: (rank_keys[row], row))
    rows = (sheet.rows[row]._replace(rank=1 + sum(key < rank_keys[row] for key in rank_keys)) for row in order)
    return sheet._replace(rows=tuple(rows))


def _chart(session: Session, known_rounds: dict[int, tuple[int, ...]], other_points: tuple[int, ...]) -> Chart | None:
    """The course of the totals; None before the first round whose points are known."""
    if not known_rounds:
        return None
    courses = []
    for seat, name in _totalled_seats(session):
        gains = (points[seat] for points in known_rounds.values())
        courses.append(PlayerTotals(name, tuple(accumulate(gains, initial=other_points[seat]))))
    return Chart(tuple(courses), min(known_rounds))


def summary(session: Session, round_: int) -> Breakdown:
    """The summary of a scored round (from 0): everybody's points with causes, and the totals in this session."""
    gains, totals = session.record.rules.total_changes_by_cause(session.record.state, round_), session.scores.totals
    parts = ((name, gains[seat], totals[seat]) for seat, name in _totalled_seats(session))
    rows = (
        PlayerBreakdown(name, join_causes(causes_with_detail(gained)), total, sum(cause.points for cause in gained))
        for name, gained, total in parts
    )
    return Breakdown(tuple(rows))


def join_causes(causes: tuple[Cause, ...]) -> tuple[Cause, ...]:
    """Join causes of the same kind, with all their cards."""
    causes_by_reason: dict[Text, Cause] = {}
    for cause in causes:
        previous = causes_by_reason.get(cause.why)
        if previous is None:
            causes_by_reason[cause.why] = cause
        else:
            points, cards = previous.points + cause.points, previous.cards + cause.cards
            causes_by_reason[cause.why] = previous._replace(points=points, cards=cards)
    return tuple(causes_by_reason.values())


def point_by_point(session: Session, round_: int) -> Breakdown:
    """The points of a round, each with its cause and cards."""
    causes = session.record.rules.points_by_cause(session.record.state, round_)
    rows = (
        PlayerBreakdown(name, causes_with_detail(causes[seat]), sum(cause.points for cause in causes[seat]))
        for seat, name in _totalled_seats(session)
    )
    return Breakdown(tuple(rows))
