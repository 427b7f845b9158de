"""Input without the four keys: by pointing, by typed words and numbers, and by the editing keys of a keyboard.

Each input is translated to presses of the four keys, so it can do nothing that they could not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import cast

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, CompleteCode, Level, PartialCode, keys_for, parse_keys
from device.contract.refusal import Refusal, Refused
from device.pages.build import ACCEPT, ANY_KEY_CLOSES, DETAILS, ERASE, UNDO
from device.pages.keymap import typed_code
from device.pages.wrong_keys import with_part_typed_again
from device.session.line_choice import AskAgainView
from device.session.name_entry import SPELLING_STEPS, asks_letters
from device.session.offers import titled_options
from device.session.prompts import ArchiveView, HidingView, Meaning, PlayView
from device.session.record import declaration_sentence
from device.session.session import Session, Stage, Step, declare, step_row
from device.table.code_presser import BOX, CodePresser
from device.table.editing_keys import EditingKeys
from device.table.responder import Responder
from device.table.table_state import TableState
from device.table.typed_cards import declared_cards
from device.table.typed_readings import (
    AskedQuestion,
    answers_by_name,
    example_of_words,
    unknown_word,
    ways_to_read,
    words_after_name,
    words_by_named_seat,
)
from device.table.typed_sentences import keys_of_sentence
from device.table.typed_words import (
    AND,
    codes_beginning,
    codes_of_namesakes,
    entry_before,
    fold_words,
    has_minus,
    is_agreement,
    is_number,
    keys_for_words,
    possible_answers,
)
from display.vocabulary import Hold, Page
from display.words import Label, Language, Several, Text, join_sentences, text
from hal.keys.keys import Gesture, Key, Press
from hal.table.table import DirectAnswer, PicturePointed, WordsTyped
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

QUESTION_CHANGED = text("The panel has changed meanwhile: look again.")

NO_SUCH_ANSWER = text("That was not understood: type an answer as the panel shows it.")
"""The typed text may be secret. So a sentence quotes no more of it than a single word that is surely no secret."""

NOT_POSSIBLE = text("That is not possible here.")
"""Said of a number that is not among the possible ones."""

NOT_WHOLE = text("The next one is not whole: type the rest of it.")
"""Said of an answer among several that are typed together."""

ALL_SEATED = text("All seats are taken.")
"""Said of the first name too many among several that are typed together."""

ONE_AT_A_TIME = text("Type one answer at a time, or each with the name of its player: “Ann 3, Bo 2”.")

NO_MEANING = text("This key does nothing here.")

_NO = text("no")
"""The answer that a round is not right. It leads to the details, where the round can be corrected."""

AMBIGUOUS = text("Several answers have that: type the one that is meant as the panel shows it.")


class LineTyper:
    """Types lines that may hold several answers, or several names. `type_single` types a single one at a time."""

    def __init__(self, state: TableState, responder: Responder, type_single: Callable[[str, float], None]) -> None:
        self._state = state
        self._responder = responder
        self._type_single = type_single

    def type_line(self, line: str, time_s: float) -> None:
        """Type a line. Where people sit down, it may have several names, as in “Ann, Bo and Cleo”."""
        # Without a comma, “Ann and Bo” may be the name of a team.
        separators = f"[,;]|{self._state.language.say(AND)}" if re.search("[,;]", line) else ","
        parts = re.split(separators, line) if _asks_who_sits(self._state) else []
        names = tuple(filter(None, map(str.strip, parts)))
        answers = () if names else answers_by_name(line, self._state.games.players, self._state.language)
        if len(names) > 1:
            self._type_names(names, time_s)
        elif answers:
            self._type_answers(answers, time_s)
        else:
            self._type_single("".join(names) or line.strip(), time_s)

    def _type_names(self, names: tuple[str, ...], time_s: float) -> None:
        """Type names one after the other, until one is not seated; then it is said how many were."""
        for taken, name in enumerate(names):
            seated_names = self._state.session.names
            count_sentence = self._begin_answer(taken, len(names))
            if _asks_who_sits(self._state):
                self._type_single(name, time_s)
            else:
                self._responder.refuse_input(ALL_SEATED)
            if self._state.session.names == seated_names:
                if not self._was_refused:  # it is asked whose name that is
                    self._responder.show_status(words=self._state.language.say(count_sentence))
                break
        self._responder.before_refusal = None

    def _type_answers(self, answers: tuple[str, ...], time_s: float) -> None:
        """Type answers one after the other, until one is not taken; then it is said how many were."""
        for taken, answer in enumerate(answers):
            session = self._state.session
            self._begin_answer(taken, len(answers))
            self._type_single(answer, time_s)
            if self._state.session is session:
                if not self._was_refused:
                    self._responder.refuse_input(NOT_WHOLE)
                break
        self._responder.before_refusal = None

    def _begin_answer(self, taken: int, count: int) -> Text:
        """Have a refusal of the next answer begin with how many were taken. Return the sentence that says so."""
        sentence = text("Answers taken: {n} of {count}.", n=taken, count=count)
        self._responder.before_refusal = sentence
        return sentence

    @property
    def _was_refused(self) -> bool:
        """Whether the last answer was refused: the responder has then used up the sentence before the refusal."""
        return self._responder.before_refusal is None


class DirectInput:
    """Translates such input to key presses. `press` handles one press; `page` returns the newest page.

    Pages of the past have a name spelled letter by letter, and come too late for the letters of a whole name:
    `spell_past_name` takes it at once.
    """

    def __init__(
        self,
        state: TableState,
        responder: Responder,
        press: Callable[[Press], None],
        page: Callable[[], Page],
        spell_past_name: Callable[[str, Press], None],
    ) -> None:
        self._state = state
        self._responder = responder
        self._presser = CodePresser(state, responder, press, page)
        self._line_typer = LineTyper(state, responder, self._type)
        self._editing_keys = EditingKeys(state, responder, self._presser, page)
        self._page = page
        self._spell_past_name = spell_past_name

    def handle_answer(self, answer: DirectAnswer, time_s: float) -> None:
        """Handle an input made at `time_s`."""
        if isinstance(answer, PicturePointed):
            self._point(answer, time_s)
        elif isinstance(answer, WordsTyped):
            self._line_typer.type_line(answer.words, time_s)
        elif not self._editing_keys.handle(answer.key, time_s):
            self._responder.refuse_input(NO_MEANING)

    def _point(self, pointed: PicturePointed, time_s: float) -> None:
        if pointed.question_number != self._responder.question_number:
            self._responder.refuse_input(QUESTION_CHANGED)
        elif pointed.is_hold:
            self._presser.hold(Key(pointed.keys), time_s, answers_newest_question=True)
        else:
            self._presser.enter(pointed.keys, time_s)

    def _type(self, words: str, time_s: float) -> None:
        is_choosing_game = self._state.session.stage is Stage.GAME
        self._type_one(words, time_s)
        game = self._state.session.record.game
        if is_choosing_game and game is not None:
            say = self._state.language.say
            titles = [(fold_words(say(title)), options) for title, options in titled_options(game)]
            wished = next((options for title, options in titles if title == fold_words(words)), ())
            self._state.games.current.requested_options[game.id] = wished

    def _type_one(self, words: str, time_s: float) -> None:
        partial_code = self._state.entry.partial_code(BOX)
        asks_name = partial_code is not None and asks_letters(partial_code.level)
        if not words:
            self._responder.refuse_input(NO_MEANING)
        elif asks_name and self._held_key(words) is None:
            self._type_name(words, time_s)
        elif partial_code is None or asks_name or not self._type_first_reading(partial_code, words, time_s):
            self._type_hold(words, time_s)

    def _type_first_reading(self, partial_code: PartialCode[Meaning], words: str, time_s: float) -> bool:
        """Type the words as the first of their readings that is an answer. Returns whether one is."""
        if _begins_with_namesake(self._state, partial_code, words):
            return False
        question = _asked_question(self._state, partial_code)
        readings = ways_to_read(words, question, self._state.language)
        return any(self._type_answer(partial_code, reading, time_s) for reading in readings)

    def _type_name(self, name: str, time_s: float) -> None:
        self._state.entry.drop_code(BOX)
        if isinstance(self._state.view, ArchiveView):
            self._spell_past_name(name, Press(Key.A, Gesture.PRESS, time_s))
        else:
            self._spell(name, time_s)

    def _type_answer(self, partial_code: PartialCode[Meaning], words: str, time_s: float) -> bool:
        """Enter the keys of an answer, or of a name, in words. Returns whether the question has such an answer."""
        language, spelling = self._state.language, self._spelling_code()
        level, before = self._start_of_words(partial_code, words)
        keys = self._keys_of_words(level, words, is_new_name_possible=spelling is not None)
        if keys is not None:
            self._presser.enter(before + keys, time_s)
            self._type_reusable_answer()
        # A name that is spelled may begin like others: only those that differ by accents leave open who is meant.
        elif len((codes_beginning if spelling is None else codes_of_namesakes)(level, words, language)) > 1:
            self._responder.refuse_input(AMBIGUOUS)
        elif spelling is not None and (cell := _cell_of_code(level, words)) is not None:
            self._responder.refuse_input(text("{key} is the key of “{answer}”: type the name.", key=words, answer=cell))
        elif spelling is not None and self._held_key(words) is None and self._presser.enter(spelling, time_s):
            self._spell(words, time_s)
        else:
            return False
        return True

    def _keys_of_words(self, level: Level[object], words: str, *, is_new_name_possible: bool) -> str | None:
        """The keys of the answer that is typed in these words, or as the page says it once it is declared."""
        session, language = _session_in_play(self._state), self._state.language
        is_name = is_new_name_possible and _asks_who_sits(self._state)
        keys = keys_for_words(level, words, language, allow_prefix=not is_new_name_possible, keeps_accents=is_name)
        if keys is not None or session is None:
            return keys
        keys = keys_of_sentence(session.record, level, words, language)
        if keys is None and (played := _declared_cards(self._state, words)) is not None:
            return keys_for(level, played)
        return keys

    def _start_of_words(self, partial_code: PartialCode[Meaning], words: str) -> tuple[Level[object], str]:
        """The level from which typed words are read, and the keys that lead to it."""
        typed, first_level = self._state.entry.typed_keys(BOX), self._state.prompt.level
        start = partial_code.level, typed.removesuffix(partial_code.remaining_keys)
        if words[0] in "-\N{MINUS SIGN}":  # whatever was half typed, the sign begins a number
            return _last_level(first_level, typed, has_minus) or start
        if partial_code.level.continues_number and not _is_next_digit(partial_code.level, words):
            # A number that is typed is whole: what was half typed is no part of it.
            return _last_level(first_level, typed, lambda level: not level.continues_number) or start
        if " " in words and self._state.notice is not None:
            return _level_before_repeated(first_level, typed, words, self._state.language) or start
        return start

    def _type_reusable_answer(self) -> None:
        """Type again what need not be typed twice of a refused answer: its end was typed last, and is put right next.

        The notice stays: it says what is wrong.
        """
        part, notice = self._state.reusable_answer, self._state.notice
        if part is not None and notice is not None and not self._state.entry.typed_keys(BOX):
            self._state.entry.type_keys(part.means)
            self._state.entry.reusable_part = None
            self._state.notice = with_part_typed_again(notice, part.label)
            self._responder.ask_with_notice()

    def _type_hold(self, words: str, time_s: float) -> None:
        held = self._held_key(words)
        if held is None and _is_offer_behind_notice(self._state, words):
            self._presser.hold(Key.C, time_s)  # which closes the notice
            held = Key.C
        if held is not None:
            self._presser.hold_through_name(held, time_s)
            return
        partial_code = None if isinstance(self._state.view, HidingView) else self._state.entry.partial_code(BOX)
        unread_words = _UnreadWords(self._state, partial_code, words)
        self._responder.refuse_input(unread_words.refusal_sentence(self._page().holds))

    def _held_key(self, words: str) -> Key | None:
        return _key_of_hold(self._page().holds, words, self._state.language)

    def _spelling_code(self) -> str | None:
        """The code that leads to the letters of a name that is not offered; None if there is none."""
        step = SPELLING_STEPS.get(self._state.session.stage) if isinstance(self._state.view, PlayView) else None
        return None if step is None else keys_for(self._state.prompt.level, step)

    def _spell(self, name: str, time_s: float) -> None:
        """Spell a whole name, letter by letter, instead of the letters that are there: they may be of a name that was
        refused. Stop at the first letter that is not accepted."""
        for _ in self._presser.spelled_letters:
            self._presser.hold(Key.A, time_s)
        for letter in name:
            code = keys_for(self._state.prompt.level, step_row(Step.LETTER, letter))
            session = self._state.session
            if code is None or not self._presser.enter(code, time_s):
                self._responder.refuse_input(NO_SUCH_ANSWER)
                return
            if self._state.session is session:
                return  # it was refused, with a sentence
        self._presser.enter(self._state.prompt.level.code(NONE), time_s)


def _session_in_play(state: TableState) -> Session | None:
    """The session of the game's own question that is on the page, now or asked again; None if there is none."""
    session = state.view.session if isinstance(state.view, AskAgainView) else state.session
    return session if isinstance(state.view, AskAgainView | PlayView) and session.stage is Stage.PLAY else None


def _declared_cards(state: TableState, words: str) -> Declaration | None:
    """The declaration that the player who is asked plays the typed cards; None if the words say something else."""
    session, asked = _session_in_play(state), state.prompt.asked
    if session is None or len(asked) != 1:
        return None
    return declared_cards(session.record, asked[0], words, state.language)


def _asks_who_sits(state: TableState) -> bool:
    """Whether a name is asked of somebody who sits down."""
    session = state.session
    is_name_asked = session.stage in (Stage.SEAT, Stage.SPELL) and session.record.table is None
    return is_name_asked and isinstance(state.view, PlayView)


def _key_of_hold(holds: tuple[Hold, ...], words: str, language: Language) -> Key | None:
    """The key that does these words when it is held, such as “accept” or “yes”; None if there is none."""
    keys = {fold_words(language.say(hold.label)): Key(hold.key) for hold in holds}
    if ERASE in holds:
        keys[fold_words(language.say(UNDO.label))] = Key(ERASE.key)
    if ACCEPT in holds:  # “undo” may be typed in details of the round, too, where holding A is labelled “go back”
        if is_agreement(words, language):
            return Key(ACCEPT.key)
        keys |= {fold_words(language.say(label)): Key(hold.key) for label, hold in ((_NO, DETAILS), (UNDO.label, UNDO))}
    return keys.get(fold_words(words))


def _is_offer_behind_notice(state: TableState, words: str) -> bool:
    """Whether the words are what holding C offered before a notice gave it another meaning, which is to close it."""
    offer = state.prompt.level.offer
    can_offer = state.notice is not None and state.reusable_answer is None and isinstance(state.view, PlayView)
    return can_offer and offer is not None and fold_words(state.language.say(offer.label)) == fold_words(words)


def _cell_of_code(level: Level[object], code: str) -> Label | None:
    """The label of the cell that has this code on the page; None if none has it."""
    return next((choice.label for choice in level.choices if choice.shown and level.code(choice.slot) == code), None)


def _is_next_digit(level: Level[object], words: str) -> bool:
    """Whether the words are one digit, and the level asks for one."""
    return level.digit_count > 0 and len(words) == 1 and words.isdecimal()


def _asked_question(state: TableState, partial_code: PartialCode[Meaning]) -> AskedQuestion:
    """The question for the next input: of the player who is asked, or was chosen by the keys before."""
    prompt, chosen = state.prompt, partial_code.words
    names = tuple(state.games.players[seat] for seat in prompt.asked)
    if prompt.level.is_of_players and chosen and chosen[0] in names:
        names = tuple(name for name in names if name == chosen[0])
        asked = text("{player}: {what}", player=names[0], what=partial_code.level.title)
        return AskedQuestion(asked, names, partial_code.level)
    return AskedQuestion(prompt.question, names, partial_code.level)


def _begins_with_namesake(state: TableState, partial_code: PartialCode[Meaning], words: str) -> bool:
    """Whether the words begin with another player's name that differs only by accents from that of who is asked."""
    asked, players = state.prompt.asked, state.games.players
    if len(asked) != 1 or state.prompt.level.is_of_players or partial_code.level.is_of_players:
        return False
    named = words_by_named_seat(words, players, state.language)
    is_alike = words_after_name(words, players[asked[0]], state.language) is not None
    return is_alike and asked[0] not in named


class _UnreadWords(NamedTuple):
    """Typed words for which no answer was found. `partial_code` is None where the page shows no answers."""

    state: TableState
    partial_code: PartialCode[Meaning] | None
    words: str

    def refusal_sentence(self, holds: tuple[Hold, ...]) -> Text:
        """The sentence that says why these words are no answer; `holds` are those that the page offers."""
        return (
            self._who_is_asked_sentence()
            or self._refused_cards_sentence()
            or self._unknown_word_sentence()
            or self._earlier_entry_sentence()
            or self._one_at_a_time_sentence()
            or self._possible_answers_sentence(holds)
        )

    def _who_is_asked_sentence(self) -> Text | None:
        """The sentence that says who is asked if words begin with another player's name or are a name alone; else None.

        If it is the name of whoever is asked, what they are asked and an example follow.
        """
        state, partial_code = self.state, self.partial_code
        players, asked = state.games.players, state.prompt.asked
        if partial_code is not None:
            asked = tuple(map(players.index, _asked_question(state, partial_code).names))
        named = words_by_named_seat(self.words, players, state.language)
        if len(asked) != 1 or not named or named.get(asked[0]):
            return None
        sentence = text("{player} is asked.", player=players[asked[0]])
        example = self._example() if asked[0] in named else None
        if example is None:
            return sentence
        return join_sentences(sentence, text("Type an answer, such as “{answer}”.", answer=example))

    def _example(self) -> str | None:
        """An answer to what is asked after the keys that are half typed; None if the rules refuse the likeliest one."""
        level = None if self.partial_code is None or self.partial_code.level.is_secret else self.partial_code.level
        example = None if level is None else example_of_words(level, self.state.language)
        return None if level is None or example is None or _is_refused(self.state, level, example) else example

    def _refused_cards_sentence(self) -> Text | None:
        """The sentence with which the rules refuse the typed cards; None if the words are no cards, or may be played.

        Of cards that the question has no keys for, only the rules can say what is wrong.
        """
        state, session = self.state, _session_in_play(self.state)
        if self.partial_code is None or session is None:
            return None
        readings = ways_to_read(self.words, _asked_question(state, self.partial_code), state.language)
        for played in filter(None, (_declared_cards(state, reading) for reading in readings)):
            if (refusal := _refusal(session, played)) is not None:
                said = declaration_sentence(session.record, played)
                return join_sentences(text("“{declaration}”", declaration=said), refusal.sentence)
        return None

    def _unknown_word_sentence(self) -> Text | None:
        """The sentence that names the only word that was not understood; None if it is not a single one."""
        if self.partial_code is None:
            return None
        question, language = _asked_question(self.state, self.partial_code), self.state.language

        def is_answer(words: str) -> bool:
            keys = keys_for_words(question.level, words, language, allow_prefix=False)
            return keys is not None or _declared_cards(self.state, words) is not None

        unknown = unknown_word(self.words, question, language, is_answer)
        if unknown is None:
            return None
        return text("“{word}” was not understood: type the answer without it.", word=unknown)

    def _earlier_entry_sentence(self) -> Text | None:
        """The sentence that something is asked before what the words say; None if that is not so."""
        if self.partial_code is None:
            return None
        question, language = _asked_question(self.state, self.partial_code), self.state.language
        readings = ways_to_read(self.words, question, language)
        return next(filter(None, (entry_before(question.level, reading, language) for reading in readings)), None)

    def _one_at_a_time_sentence(self) -> Text | None:
        """The sentence that answers are typed one at a time, if the first of several in a line is one; else None."""
        first = re.split("[,;]", self.words)[0]
        if self.partial_code is None or first == self.words:
            return None
        level = self.partial_code.level
        keys = keys_for_words(level, first.strip(), self.state.language, allow_prefix=False)
        if keys is None or not isinstance(parse_keys(level, keys), CompleteCode):
            return None
        return text("Type one answer at a time.") if level.is_of_players else ONE_AT_A_TIME

    def _possible_answers_sentence(self, holds: tuple[Hold, ...]) -> Text:
        """The sentence that the words are no answer; it says which would be, or what can be held instead.

        Without holds, it explains the keys.
        """
        level = None if self.partial_code is None else self.partial_code.level
        if level is not None and any(choice.shown for choice in level.choices):
            possible = possible_answers(level, self.words)
            if possible is None:
                return self._not_understood_sentence()
            return join_sentences(NOT_POSSIBLE if is_number(self.words) else NO_SUCH_ANSWER, possible)
        if not holds:
            return ANY_KEY_CLOSES
        possible = text("Possible: {choices}.", choices=Several(tuple(hold.label for hold in holds)))
        return join_sentences(NO_SUCH_ANSWER, possible)

    def _not_understood_sentence(self) -> Text:
        """The sentence that the words are no answer, with an example of one to a question of the game."""
        example = None if _session_in_play(self.state) is None else self._example()
        if example is None:
            return NO_SUCH_ANSWER
        return text(
            "That was not understood: type an answer as the panel shows it, such as “{answer}”.", answer=example
        )


def _is_refused(state: TableState, level: Level[Meaning], words: str) -> bool:
    """Whether the rules refuse the declaration that these words make at a level."""
    keys = keys_for_words(level, words, state.language, allow_prefix=False)
    parsed = None if keys is None else parse_keys(level, keys)
    session = _session_in_play(state)
    if not isinstance(parsed, CompleteCode) or session is None or getattr(parsed.means, "seat", None) is None:
        return False
    return _refusal(session, cast("Declaration", parsed.means)) is not None


def _refusal(session: Session, declaration: Declaration) -> Refusal | None:
    """The rules' refusal of a declaration; None if they allow it."""
    try:
        declare(session, declaration)
    except Refused as refused:
        return refused.refusal
    return None


def _level_before_repeated(
    first_level: Level[object], typed: str, words: str, language: Language
) -> tuple[Level[object], str] | None:
    """The level from which the words are read if they repeat answers that are half typed, and the keys that lead to it.

    After a refusal, somebody types several answers again, the last one corrected: then the words replace the keys. None
    if the words begin otherwise than the keys.
    """
    for level, before in _reached_levels(first_level, typed[:-1]):
        keys = keys_for_words(level, words, language, allow_prefix=False)
        if keys is not None:
            half_typed = typed[len(before) :]
            common_code = typed_code(level, half_typed[: common_prefix_length(keys, half_typed)])
            # Two cards above 12 have their first key in common, but are not the same card.
            is_repeated = len(common_code.words) > int(common_code.level.continues_number)
            return (level, before) if is_repeated else None
    return None


def _last_level(
    first_level: Level[object], typed: str, is_wanted: Callable[[Level[object]], bool]
) -> tuple[Level[object], str] | None:
    """The last wanted level that the typed keys have reached, and the keys that lead to it; None if there is none."""
    reached_levels = reversed([*_reached_levels(first_level, typed)])
    return next(((level, before) for level, before in reached_levels if is_wanted(level)), None)


def _reached_levels(first_level: Level[object], typed: str) -> Iterator[tuple[Level[object], str]]:
    """Yield the levels that the typed keys have reached by whole cells, with the keys that lead to each."""
    for end in range(len(typed) + 1):
        reached = typed_code(first_level, typed[:end])
        if not reached.typed_keys:
            yield reached.level, typed[:end]
