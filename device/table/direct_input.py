"""Input without the four keys: by pointing, by typed words and numbers, and by the editing keys of a keyboard.

Each input is translated to presses of the four keys, so it can do nothing that they could not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, CompleteCode, Level, PartialCode, keys_for, parse_keys
from device.contract.refusal import Refused
from device.pages.build import ACCEPT, DETAILS, SHORT_PRESS_CLOSES, UNDO
from device.pages.keymap import typed_code
from device.pages.wrong_keys import with_part_typed_again
from device.session.name_entry import SPELLING_STEPS, asks_letters
from device.session.offers import titled_options
from device.session.prompts import ArchiveView, HidingView, Meaning, PlayView
from device.session.session import Stage, Step, declare, step_row
from device.table.code_presser import BOX, CodePresser
from device.table.editing_keys import EditingKeys
from device.table.responder import Responder
from device.table.table_state import TableState
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

QUESTION_CHANGED = text("The panel has changed meanwhile: look again.")

NO_SUCH_ANSWER = text("That was not understood: type an answer as the panel shows it.")
"""The typed text is not repeated: it may be secret."""

NOT_POSSIBLE = text("That is not possible here.")
"""Said of a number that is not among the possible ones."""

NOT_WHOLE = text("The next one is not whole: type the rest of it.")
"""Said of an answer among several that are typed together."""

ONE_AT_A_TIME = text("Type one answer at a time, or each with the name of its player: “Ann 3, Bo 2”.")

NO_MEANING = text("This key does nothing here.")

_NO = text("no")
"""The answer that a round is not right. It leads to the details, where the round can be corrected."""

AMBIGUOUS = text("Several answers have that: type the one that is meant as the panel shows it.")


class DirectInput:
    """Translates such input to key presses. `press` handles one press; `page` returns the newest page.

    `spell_past_name` takes a whole name where pages of the past have one spelled: they come too late for its letters.
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
        self._editing_keys = EditingKeys(state, responder, self._presser, page)
        self._page = page
        self._spell_past_name = spell_past_name

    def handle_answer(self, answer: DirectAnswer, time_s: float) -> None:
        """Handle an input made at `time_s`."""
        if isinstance(answer, PicturePointed):
            self._point(answer, time_s)
        elif isinstance(answer, WordsTyped):
            self._type_each(answer.words, time_s)
        elif not self._editing_keys.handle(answer.key, time_s):
            self._responder.refuse_input(NO_MEANING)

    def _point(self, pointed: PicturePointed, time_s: float) -> None:
        if pointed.question_number != self._responder.question_number:
            self._responder.refuse_input(QUESTION_CHANGED)
        elif pointed.is_hold:
            self._presser.hold(Key(pointed.keys), time_s, answers_newest_question=True)
        else:
            self._presser.enter(pointed.keys, time_s)

    def _type_each(self, words: str, time_s: float) -> None:
        """Type words; where people sit down, names as in “Ann, Bo and Cleo” one after the other, until one is asked
        about."""
        # Without a comma, “Ann and Bo” may be the name of a team.
        separators = f"[,;]|{self._state.language.say(AND)}" if re.search("[,;]", words) else ","
        names = [name.strip() for name in re.split(separators, words)] if self._asks_who_sits else []
        for name in filter(None, names):
            if self._asks_who_sits:
                self._type(name, time_s)
        if not any(names):
            answers = answers_by_name(words, self._state.games.players, self._state.language)
            self._type_answers(answers or (words.strip(),), time_s)

    def _type_answers(self, answers: tuple[str, ...], time_s: float) -> None:
        """Type answers one after the other, until one is not taken; then it is said how many were."""
        if len(answers) == 1:
            self._type(answers[0], time_s)
            return
        for taken, answer in enumerate(answers):
            session = self._state.session
            self._responder.before_refusal = text("Answers taken: {n} of {count}.", n=taken, count=len(answers))
            self._type(answer, time_s)
            if self._state.session is session:
                if self._responder.before_refusal is not None:
                    self._responder.refuse_input(NOT_WHOLE)
                break
        self._responder.before_refusal = None

    @property
    def _asks_who_sits(self) -> bool:
        session = self._state.session
        is_name_asked = session.stage in (Stage.SEAT, Stage.SPELL) and session.record.table is None
        return is_name_asked and isinstance(self._state.view, PlayView)

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
        next_input = self._state.entry.next_input(BOX)
        asks_name = next_input is not None and asks_letters(next_input.level)
        if not words:
            self._responder.refuse_input(NO_MEANING)
        elif asks_name and self._held_key(words) is None:
            self._type_name(words, time_s)
        elif (
            next_input is None
            or asks_name
            or _begins_with_namesake(self._state, next_input, words)
            or not any(
                self._type_answer(next_input, reading, time_s)
                for reading in ways_to_read(words, _asked_question(self._state, next_input), self._state.language)
            )
        ):
            self._type_hold(words, time_s)

    def _type_name(self, name: str, time_s: float) -> None:
        self._state.entry.drop_code(BOX)
        if isinstance(self._state.view, ArchiveView):
            self._spell_past_name(name, Press(Key.A, Gesture.PRESS, time_s))
        else:
            self._spell(name, time_s)

    def _type_answer(self, next_input: PartialCode[Meaning], words: str, time_s: float) -> bool:
        """Enter the keys of an answer, or of a name, in words. Returns whether the question has such an answer."""
        language, spelling = self._state.language, self._spelling_code()
        level, before = self._start_of_words(next_input, words)
        keys = self._keys_of_words(level, words, is_new_name_possible=spelling is not None)
        if keys is not None:
            self._presser.enter(before + keys, time_s)
            self._type_reusable_answer()
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
        session, language = self._state.session, self._state.language
        is_name = is_new_name_possible and self._asks_who_sits
        keys = keys_for_words(level, words, language, allow_prefix=not is_new_name_possible, keeps_accents=is_name)
        is_played = session.stage is Stage.PLAY and isinstance(self._state.view, PlayView)
        return keys_of_sentence(session.record, level, words, language) if keys is None and is_played else keys

    def _start_of_words(self, next_input: PartialCode[Meaning], words: str) -> tuple[Level[object], str]:
        """The level from which typed words are read, and the keys that lead to it."""
        typed, first_level = self._state.entry.typed_keys(BOX), self._state.prompt.level
        start = next_input.level, typed.removesuffix(next_input.remaining_keys)
        if words[0] in "-\N{MINUS SIGN}":  # whatever was half typed, the sign begins a number
            return _last_level(first_level, typed, has_minus) or start
        if next_input.level.continues_number and not _is_next_digit(next_input.level, words):
            # A number that is typed is whole: what was half typed is no part of it.
            return _last_level(first_level, typed, lambda level: not level.continues_number) or start
        if " " in words and self._state.notice is not None:
            return _before_repeated(first_level, typed, words, self._state.language) or start
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
        if held is None:
            next_input = None if isinstance(self._state.view, HidingView) else self._state.entry.next_input(BOX)
            self._responder.refuse_input(
                _asked_player(self._state, next_input, words)
                or _word_not_understood(self._state, next_input, words)
                or _entry_before(self._state, next_input, words)
                or _several_answers(next_input, words, self._state.language)
                or _not_understood(next_input, self._page().holds, words)
            )
        else:
            self._presser.hold_through_name(held, time_s)

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


def _key_of_hold(holds: tuple[Hold, ...], words: str, language: Language) -> Key | None:
    """The key that does these words when it is held, such as “accept” or “yes”; None if there is none."""
    keys = {fold_words(language.say(hold.label)): Key(hold.key) for hold in holds}
    if ACCEPT in holds:  # there, to go back is to undo
        if is_agreement(words, language):
            return Key(ACCEPT.key)
        keys |= {fold_words(language.say(label)): Key(hold.key) for label, hold in ((_NO, DETAILS), (UNDO.label, UNDO))}
    return keys.get(fold_words(words))


def _cell_of_code(level: Level[object], code: str) -> Label | None:
    """The label of the cell that has this code on the page; None if none has it."""
    return next((choice.label for choice in level.choices if choice.shown and level.code(choice.slot) == code), None)


def _is_next_digit(level: Level[object], words: str) -> bool:
    """Whether the words are one digit, and the level asks for one."""
    return level.digit_count > 0 and len(words) == 1 and words.isdecimal()


def _not_understood(next_input: PartialCode[Meaning] | None, holds: tuple[Hold, ...], words: str) -> Text:
    """The sentence that the words are no answer; it says which would be, or what can be held instead.

    `next_input` is None where the page shows no answers. Without holds, it explains the keys.
    """
    sentence = NO_SUCH_ANSWER
    possible: Text | None = None
    if next_input is not None and any(choice.shown for choice in next_input.level.choices):
        possible = possible_answers(next_input.level, words)
        sentence = NOT_POSSIBLE if possible is not None and is_number(words) else NO_SUCH_ANSWER
    elif holds:
        possible = text("Possible: {choices}.", choices=Several(tuple(hold.label for hold in holds)))
    else:
        sentence = SHORT_PRESS_CLOSES
    return sentence if possible is None else join_sentences(sentence, possible)


def _word_not_understood(state: TableState, next_input: PartialCode[Meaning] | None, words: str) -> Text | None:
    """The sentence that names the only word that was not understood; None if that is not so."""
    if next_input is None:
        return None
    unknown = unknown_word(words, _asked_question(state, next_input), state.language)
    if unknown is None:
        return None
    return text("“{word}” was not understood: type the answer without it.", word=unknown)


def _asked_question(state: TableState, next_input: PartialCode[Meaning]) -> AskedQuestion:
    """The question for the next input: of the player who is asked, or was chosen by the keys before."""
    prompt, chosen = state.prompt, next_input.words
    names = tuple(state.games.players[seat] for seat in prompt.asked)
    if prompt.level.is_of_players and chosen and chosen[0] in names:
        names = tuple(name for name in names if name == chosen[0])
        asked = text("{player}: {what}", player=names[0], what=next_input.level.title)
        return AskedQuestion(asked, names, next_input.level)
    return AskedQuestion(prompt.question, names, next_input.level)


def _begins_with_namesake(state: TableState, next_input: PartialCode[Meaning], words: str) -> bool:
    """Whether the words begin with the name of a player that differs by accents alone from that of whoever is asked."""
    asked, players = state.prompt.asked, state.games.players
    if len(asked) != 1 or state.prompt.level.is_of_players or next_input.level.is_of_players:
        return False
    named = words_by_named_seat(words, players, state.language)
    is_alike = words_after_name(words, players[asked[0]], state.language) is not None
    return is_alike and asked[0] not in named


def _entry_before(state: TableState, next_input: PartialCode[Meaning] | None, words: str) -> Text | None:
    """The sentence that something is asked before what the words say; None if that is not so."""
    if next_input is None:
        return None
    readings = ways_to_read(words, _asked_question(state, next_input), state.language)
    sentences = (entry_before(next_input.level, reading, state.language) for reading in readings)
    return next(filter(None, sentences), None)


def _several_answers(next_input: PartialCode[Meaning] | None, words: str, language: Language) -> Text | None:
    """The sentence that answers are typed one at a time, if the first of several in a line is one; else None."""
    first = re.split("[,;]", words)[0]
    if next_input is None or first == words:
        return None
    keys = keys_for_words(next_input.level, first.strip(), language, allow_prefix=False)
    is_whole = keys is not None and isinstance(parse_keys(next_input.level, keys), CompleteCode)
    if not is_whole:
        return None
    return text("Type one answer at a time.") if next_input.level.is_of_players else ONE_AT_A_TIME


def _asked_player(state: TableState, next_input: PartialCode[Meaning] | None, words: str) -> Text | None:
    """The sentence that says who is asked if words begin with another player's name or are a name alone; else None.

    If it is the name of whoever is asked, what they are asked and an example follow.
    """
    players, asked = state.games.players, state.prompt.asked
    if next_input is not None:
        asked = tuple(map(players.index, _asked_question(state, next_input).names))
    named = words_by_named_seat(words, players, state.language)
    if len(asked) != 1 or not named or named.get(asked[0]):
        return None
    sentence = text("{player} is asked.", player=players[asked[0]])
    example = None
    if next_input is not None and asked[0] in named:  # after what is half typed
        example = example_of_words(next_input.level, state.language)
    if next_input is None or example is None or _is_refused(state, next_input.level, example):
        return sentence
    return join_sentences(sentence, text("Type an answer, such as “{answer}”.", answer=example))


def _is_refused(state: TableState, level: Level[Meaning], words: str) -> bool:
    """Whether the rules refuse the declaration that these words make at a level."""
    keys = keys_for_words(level, words, state.language, allow_prefix=False)
    parsed = None if keys is None else parse_keys(level, keys)
    if not isinstance(parsed, CompleteCode) or state.session.stage is not Stage.PLAY:
        return False
    try:
        declare(state.session, cast("Declaration", parsed.means))
    except Refused:
        return True
    return False


def _before_repeated(
    level: Level[object], typed: str, words: str, language: Language
) -> tuple[Level[object], str] | None:
    """The level, and the keys before it, from which the words repeat answers that these keys have begun with.

    Somebody has corrected the last of several answers after a refusal: the words replace the keys. None if the words
    begin otherwise.
    """
    for end in range(len(typed)):
        typing = typed_code(level, typed[:end])
        keys = None if typing.typed_keys else keys_for_words(typing.level, words, language, allow_prefix=False)
        if keys is not None:
            common_keys = typed[end : end + common_prefix_length(keys, typed[end:])]
            common_code = typed_code(typing.level, common_keys)
            # Two cards above 12 have their first key in common, but are not the same card.
            is_repeated = len(common_code.words) > int(common_code.level.continues_number)
            return (typing.level, typed[:end]) if is_repeated else None
    return None


def _last_level(
    level: Level[object], typed: str, is_wanted: Callable[[Level[object]], bool]
) -> tuple[Level[object], str] | None:
    """The last wanted level that these keys, typed from a level on, have reached, and the keys that lead to it; None if
    there is none."""
    for end in range(len(typed), -1, -1):
        typing = typed_code(level, typed[:end])
        if not typing.typed_keys and is_wanted(typing.level):
            return typing.level, typed[:end]
    return None
