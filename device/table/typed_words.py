"""Translates typed words and numbers to the key codes that mean the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import chain

from device.contract.keycodes import NONE, Choice, InvalidCode, Level, PartialCode, parse_keys
from device.contract.number_pad import DIGIT_ENTRY, number_block_behind
from device.session.names import name_key
from display.words import Label, Language, SeatName, Several, Text, figure, text
from values.named_tuple import NamedTuple

MAX_DEPTH = 200
"""Maximum depth of the levels of one answer: the number of characters that a page takes. All cards of a round may be
typed at once."""

MAX_LISTED_NUMBERS = 12
"""The maximum number of numbers that a sentence lists one by one."""

MAX_RUN_LENGTH = 99
"""The maximum number of cards in a run that is typed as “9-12”."""

_NUMBER = re.compile(r"[+-]?\d+")
AND = text("{others} and {last}", others="", last="")
_RUN = text("{first} to {last}", first="", last="")
_DONE, _PLAY = text("done"), text("play")
END_LABELS = (_DONE, _PLAY)
"""The labels of the cells that Enter chooses: they end an entry, or begin to play."""

_YES, _OK = text("yes"), "ok"

_MINUS = text("minus")


def fold_words(words: str) -> str:
    """Fold words for comparison: without case, accents and commas, a suit and its number apart, as in “blue-7”."""
    normalized = unicodedata.normalize("NFKD", words.casefold())
    letters = (letter for letter in normalized if not unicodedata.combining(letter))
    plain = "".join(letters).replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(re.sub(r"[,;]|(?<=\w)-(?=\w)|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", " ", plain).split())


def is_agreement(words: str, language: Language) -> bool:
    """Whether words agree to “Play with these options?”, or to the question whether a round is right."""
    return fold_words(words).rstrip(".!") in (fold_words(language.say(_YES)), _OK)


def with_single_numbers(words: str, language: Language) -> str:
    """Write runs of ascending numbers, such as “9–12” and “9 to 12”, as their numbers, and “1 and 2” without “and”."""
    words = re.sub(rf"(?<=\d){language.say(AND)}(?=\d)", " ", words)
    between = rf"(?:[-\N{{EN DASH}}]|\s+{language.say(_RUN).strip()}\s+)"

    def cards_of_run(run: re.Match[str]) -> str:
        first, last = map(int, run.groups())
        return " ".join(map(str, range(first, last + 1))) if 0 < last - first < MAX_RUN_LENGTH else run.group()

    return re.sub(rf"(?<![\w-])(\d{{1,3}}){between}(\d{{1,3}})(?![\w-])", cards_of_run, words)


def keys_for_words(
    level: Level[object], words: str, language: Language, *, allow_prefix: bool = True, keeps_accents: bool = False
) -> str | None:
    """The keys that mean the typed words of a language, starting at a level; None if there are none.

    They are a whole code, or its beginning. With `allow_prefix`, a unique beginning of a word is enough. An answer that
    pages don't show has keys, too: the rules refuse it, and say why. At last, the words may be the keys themselves.
    With `keeps_accents`, words that have some are no answer that has others: Élise may be another person than Elise.
    """
    if keeps_accents and _has_accents(words):
        return _code_of_label(level, words, language)
    level = _without_namesakes(level, words, language)
    typed = _with_end_of_entry(level, fold_words(with_single_numbers(words, language)), language)
    keys = _code_of_label(level, words, language) or _keys_in_either_order(level, typed, _CellLabels(language))
    keys = keys or _keys_of_synonym(level, typed.rstrip(" .!"), language)
    return keys or (_keys_for_other_words(level, words, typed, language) if allow_prefix else None)


def is_as_shown(words: str, label: str) -> bool:
    """Whether words are a label with its accents and capitals. Whoever types an accent means it, but may leave capitals
    out."""
    return words == label if words.isascii() else name_key(words) == name_key(label)


def _without_namesakes(level: Level[object], words: str, language: Language) -> Level[object]:
    """The level without the cells whose labels differ by accents alone from one with which the words begin: of Chloe
    and Chloé, only one is meant."""
    labels = [language.say(choice.label) for choice in level.choices]
    shown = [re.match(r"\W|$", words[len(label) :]) and is_as_shown(words[: len(label)], label) for label in labels]
    typed_labels = {fold_words(label) for label, is_typed in zip(labels, shown, strict=True) if is_typed}
    cells = zip(level.choices, labels, shown, strict=True)
    return level._replace(
        choices=tuple(choice for choice, label, is_typed in cells if is_typed or fold_words(label) not in typed_labels)
    )


def _has_accents(words: str) -> bool:
    """Whether a letter is none of A to Z. An apostrophe that a phone has curled is no letter."""
    return any(letter.isalpha() and not letter.isascii() for letter in unicodedata.normalize("NFC", words))


def _with_end_of_entry(level: Level[object], typed: str, language: Language) -> str:
    """Write “3 tokens” that are typed after cards, or after another entry, behind the word that ends the entry.

    Alone they would end it at once: somebody may have forgotten the cards.
    """
    end = _end_of_entry(level, language)
    if end is None:
        return typed
    return re.sub(
        ("" if level.words else "(?<= )") + end,
        lambda number: f"{fold_words(language.say(_DONE))} {number['after'] or number['before']}",
        typed,
    )


def _end_of_entry(level: Level[object], language: Language) -> str | None:
    """The pattern of what is typed once an entry has ended, such as “3 tokens” after cards; None if nothing is."""
    for choice in level.choices:
        if choice.label == _DONE and not choice.completes_code and (next_level := choice.level()) is not None:
            title = re.escape(fold_words(language.say(next_level.title)).removesuffix("s")) + "s?"
            return rf"\b(?:{title} (?P<after>\d+)|(?P<before>\d+) {title})$"
    return None


def entry_before(level: Level[object], words: str, language: Language) -> Text | None:
    """The sentence that an entry comes before what the words say, as cards before “3 tokens”; None if none does."""
    end = _end_of_entry(level, language)
    if end is None or level.words or re.fullmatch(end, fold_words(words)) is None:
        return None
    return text(
        "Asked first: {entry}. If there is none, type “{done}” before the number.", entry=level.title, done=_DONE
    )


def _code_of_label(level: Level[object], words: str, language: Language) -> str | None:
    """The code of the only cell with exactly this label; None for numbers."""
    if _NUMBER.fullmatch(words):
        return None
    cells = [(level.code(choice.slot), language.say(choice.label)) for choice in level.choices if choice.shown]
    return _only(_codes_of(cells, lambda label: is_as_shown(words, label)))


def _keys_for_other_words(level: Level[object], words: str, typed: str, language: Language) -> str | None:
    """The keys of words that are no label in full: of the beginning of one, an answer that no page shows, a code, or an
    answer behind a cell. “LOOP” is no beginning of another game's title where LOOP can't be played."""
    if is_agreement(typed, language) and (code := _code_labelled(level, (_PLAY,))) is not None:
        return code  # and not an option behind a cell
    codes = _codes_labelled(level, words, typed, language) or codes_beginning(level, typed, language)
    behind = _keys_behind_a_cell(level, typed, language)
    if codes:
        # The value that an option has is its answer, and does not only open it.
        return behind if behind and behind.startswith(codes[0]) else _only(codes)
    hidden_keys = _keys_in_either_order(level, typed, _CellLabels(language, includes_hidden=True))
    return hidden_keys or _typed_code(level, typed) or behind


def _codes_labelled(level: Level[object], words: str, typed: str, language: Language) -> list[str]:
    """The codes of the cells, also of hidden ones, with these words as label."""
    as_typed = (typed, fold_words(words))  # a range may be a label: “Cards 18 to 24”
    return [code for code, label, _ in _CellLabels(language, includes_hidden=True).read(level) if label in as_typed]


def _only(codes: list[str]) -> str | None:
    """The code, if there is one alone."""
    return codes[0] if len(codes) == 1 else None


def _keys_of_synonym(level: Level[object], typed: str, language: Language) -> str | None:
    """The keys of the cell that these words mean besides its label, at any depth; None if none has them."""
    for choice in level.choices:
        keys = _keys_of_synonym(choice.means, typed, language) if isinstance(choice.means, Level) else None
        if keys is not None or (choice.synonym and fold_words(language.say(choice.synonym)) == typed):
            return level.code(choice.slot) + (keys or "")
    return None


def _keys_behind_a_cell(level: Level[object], typed: str, language: Language) -> str | None:
    """The keys of an answer of this label behind one of the cells, as pages show them in legends; None if none or
    several have it. A number is none: it answers the next question, not this one."""
    if _NUMBER.fullmatch(typed):
        return None
    codes = [
        level.code(choice.slot) + code
        for choice in level.choices
        if choice.shown and not choice.completes_code and (deeper := choice.level()) is not None
        for code, label, behind in _CellLabels(language).read(deeper)
        if typed in (label, *re.split(r" \(|\)", label))
        # A player's name that leads on is no answer: it may have been typed for whoever is asked.
        and (behind.completes_code or isinstance(behind.label, Text))
    ]
    return _only(codes)


def _typed_code(level: Level[object], words: str) -> str | None:
    """The keys of a code, or of its beginning, that is typed as pages show it, such as “BB”; None for other words.

    “Ada” may be a card's code and half of another one: that is a name, typed where cards are asked.
    """
    keys = words.upper()
    if not re.fullmatch("[A-D]+", keys):
        return None
    parsed = parse_keys(level, keys)
    is_half_typed = isinstance(parsed, PartialCode) and parsed.remaining_keys not in ("", keys)
    return None if is_half_typed or isinstance(parsed, InvalidCode) else keys


def codes_of_namesakes(level: Level[object], words: str, language: Language) -> list[str]:
    """The codes of the cells on a page whose labels are the typed words but for accents and capitals."""
    return [code for code, label, _ in _CellLabels(language).read(level) if label == fold_words(words)]


def codes_beginning(level: Level[object], words: str, language: Language) -> list[str]:
    """The codes of the cells on a page whose labels begin with the typed words, or else have a word that does; where
    there are any, also the shown code that the words are, as “b” may be Ben or the key B.

    A number begins none, but can be the first one in a label: “1” is “Round 1”, and not “seat 3, Rank card 1”, nor the
    points in “LOOP: Ann 1”.
    """
    typed = _without_colons(fold_words(words))
    labelled_cells = tuple(_CellLabels(language).read(level))
    cells = [(code, _without_colons(label)) for code, label, _ in labelled_cells]
    if _NUMBER.fullmatch(typed):
        is_numeric = bool(level.digit_count) or any(re.fullmatch(r"\d+\+?", label) for _, label in cells)
        titles = [(code, label.partition(":")[0]) for code, label, _ in labelled_cells]
        return [] if is_numeric else _codes_of(titles, lambda title: re.findall(r"\d+", title)[:1] == [typed])
    codes = _codes_of(cells, lambda label: label.startswith(typed))
    codes = codes or _codes_of(cells, lambda label: _has_word_or_is_card(label, typed))
    is_code = bool(codes) and typed.upper() in dict(cells)
    return list(dict.fromkeys((*codes, typed.upper()))) if is_code else codes


def _has_word_or_is_card(label: str, typed: str) -> bool:
    """Whether a later word of a label begins with the typed words, or they are its card with the beginning of its suit,
    as “r3” or “3 r” for “red 3”."""
    typed_card, card = _suit_and_number(typed), _suit_and_number(label)
    if typed_card is None or card is None:
        return f" {typed}" in label
    return typed_card[1] == card[1] and card[0].startswith(typed_card[0])


def _suit_and_number(words: str) -> tuple[str, str] | None:
    card = re.fullmatch(r"(\d*) ?([^\W\d]+) ?(\d*)", words)
    return None if card is None or bool(card[1]) == bool(card[3]) else (card[2], card[1] or card[3])


def _without_colons(words: str) -> str:
    return re.sub(" ?:", "", words)


def _codes_of(cells: list[tuple[str, str]], is_match: Callable[[str], bool]) -> list[str]:
    """The codes of those cells whose labels match."""
    return [code for code, label in cells if is_match(label)]


def possible_answers(level: Level[object], words: str) -> Text | None:
    """The sentence that says which players or numbers would be answers; None if others would, too, and no number was
    typed."""
    if level.is_of_players:
        return _possible_text(tuple(choice.label for choice in level.choices if choice.shown))
    has_only_numbers = all(_is_number_choice(choice) for choice in level.choices if choice.shown)
    # After several numbers, such as cards, one that is no answer may stand anywhere.
    is_asked = is_number(words) or (has_only_numbers and not re.search(r"\d", words))
    if not is_asked:
        return None
    return _number_limit(level, words) or _possible_numbers(_numbers_in(level))


def _number_limit(level: Level[object], words: str) -> Text | None:
    """The sentence that names the largest number, or the smallest if a negative one was typed; None if no number is
    typed digit by digit."""
    if (largest := _largest_number(level)) is None:
        return None
    if fold_words(words).startswith("-"):
        return text("The smallest number is {n}.", n=figure(_smallest_number(level)))
    return text("The largest number is {n}.", n=largest)


def _smallest_number(level: Level[object]) -> int:
    """The smallest number that can be typed, where large ones are typed digit by digit."""
    minus = next((choice.level() for choice in level.choices if choice.label == _MINUS), None)
    if minus is None:
        return min(_digit_of(choice) for choice in level.choices if _is_number_label(choice.label))
    return -(_largest_number(minus) or max(_numbers_in(minus)))


def _largest_number(level: Level[object]) -> int | None:
    """The largest number that can be typed digit by digit; None if none can, or one is half typed."""
    typed, next_level = "", None if level.digit_count else _longest_entry(level)
    while next_level is not None and next_level.digit_count:
        last = max((choice for choice in next_level.choices if _is_number_label(choice.label)), key=_digit_of)
        typed, next_level = f"{typed}{last.label}", last.level()
    return int(typed) if typed else None


def _longest_entry(level: Level[object]) -> Level[object] | None:
    """The level that asks for the most digits; None if a level and those behind it ask for none."""
    entry = next((choice for choice in level.choices if choice.slot == DIGIT_ENTRY), None)
    longer = None if entry is None or not str(entry.label).endswith("+") else entry.level()
    if longer is None:
        return level if level.digit_count else None
    return _longest_entry(longer)


def _digit_of(choice: Choice[object]) -> int:
    return int(str(choice.label))


def _possible_numbers(numbers: list[int]) -> Text | None:
    if numbers and len(numbers) <= MAX_LISTED_NUMBERS:
        return _possible_text(tuple(map(str, numbers)))
    is_run = bool(numbers) and numbers[-1] - numbers[0] < len(numbers)
    return text("Possible: {first} to {last}.", first=numbers[0], last=numbers[-1]) if is_run else None


def _possible_text(answers: tuple[Label, ...]) -> Text:
    return text("Possible: {choices}.", choices=Several(answers))


def is_number(words: str) -> bool:
    """Whether the words are one number."""
    return _NUMBER.fullmatch(fold_words(words)) is not None


def _numbers_in(level: Level[object]) -> list[int]:
    """The numbers that a level and the blocks behind it show, in ascending order; none if digits are typed there."""
    numbers: list[int] = []
    for choice in level.choices:
        label = str(choice.label)
        if label.endswith("+") and number_block_behind(choice) is None:
            return []
        if (block := number_block_behind(choice)) is not None:
            numbers += _numbers_in(block)
        elif choice.shown and _is_number_label(choice.label):
            numbers.append(int(label))
    return [] if level.digit_count else sorted(numbers)


def _is_number_choice(choice: Choice[object]) -> bool:
    return number_block_behind(choice) is not None or _is_number_label(choice.label)


def _is_number_label(label: Label) -> bool:
    """Whether a label is a number, and not that of the seat of a player without a name."""
    return str(label).isdecimal() and not isinstance(label, SeatName)


def has_minus(level: Level[object]) -> bool:
    """Whether a level has a cell that begins a number below 0."""
    return any(choice.label == _MINUS for choice in level.choices)


def done_keys(level: Level[object]) -> str | None:
    """The keys of the cell that ends an entry or begins to play; None if there is none."""
    return _code_labelled(level, END_LABELS)


def _code_labelled(level: Level[object], labels: tuple[Text, ...]) -> str | None:
    """The code of the level's last cell if it has one of these labels; None if not."""
    for choice in level.choices:
        if choice.slot == NONE and choice.shown and choice.label in labels:
            return level.code(choice.slot)
    return None


_Cell = tuple[str, str, Choice[object]]
"""A cell of a level: its keys, its folded label, and the choice."""


class _CellLabels(NamedTuple):
    """Reads the labels of cells in a language: of those that a page shows, and of the hidden ones if they count."""

    language: Language
    includes_hidden: bool = False

    def read(self, level: Level[object]) -> Iterator[_Cell]:
        """Yield each cell of a level."""
        for choice in level.choices:
            if choice.shown or self.includes_hidden:
                yield level.code(choice.slot), fold_words(self.language.say(choice.label)), choice


def _keys_in_either_order(level: Level[object], typed: str, labels: _CellLabels) -> str | None:
    """The keys of words in their order or, as “7 blue”, in the reverse one. Several numbers have their order."""
    keys = _keys_in_level(level, typed, labels, MAX_DEPTH)
    if keys is None and " " in typed and len(re.findall(r"\d+", typed)) < 2:
        return _keys_in_level(level, " ".join(reversed(typed.split())), labels, MAX_DEPTH)
    return keys


def _keys_in_level(level: Level[object], typed: str, labels: _CellLabels, depth: int) -> str | None:
    typed = _without_title(level, typed, labels.language)
    if _NUMBER.fullmatch(typed):
        return _keys_for_number(level, typed.removeprefix("+"), labels, depth)
    cells = _with_initial(tuple(labels.read(level)), typed, r"[a-z] " if depth == MAX_DEPTH else r"[a-z]\b")
    exact = [code for code, label, _ in cells if label == typed]
    if exact or not depth:
        return _only(exact)
    for code, label, choice in cells:
        for next_level, rest in _levels_behind(choice, label, typed):
            keys = _keys_in_level(next_level, rest, labels, depth - 1)
            if keys is not None:
                return code + keys
    return _keys_after_skipped_zero(level, typed, labels, depth)


def _without_title(level: Level[object], typed: str, language: Language) -> str:
    """The typed words without the level's title before a number, as sentences have it: “bids 4, covered 2”.

    “Player 4” is a player.
    """
    return typed if level.is_of_players else re.sub(rf"^{_title_pattern(level.title, language)} (?=\d)", "", typed)


def _keys_after_skipped_zero(level: Level[object], typed: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of words behind the 0 that was not asked before this level: the line of another player has that figure,
    too. None if they do not begin with it."""
    if level.skipped_zero_title is None:
        return None
    rest = re.sub(rf"^(?:{_title_pattern(level.skipped_zero_title, labels.language)} )?0 (?=\S)", "", typed)
    return None if rest == typed else _keys_in_level(level, rest, labels, depth)


def _title_pattern(title: Label, language: Language) -> str:
    """A pattern of a title's words, in singular and plural."""
    return " ".join(f"{re.escape(re.sub('e?s?$', '', word))}e?s?" for word in fold_words(language.say(title)).split())


def _with_initial(cells: tuple[_Cell, ...], typed: str, pattern: str) -> tuple[_Cell, ...]:
    """The cells; if the typed words begin with a letter, as cards show it for their suit, the only cell that begins
    with the letter is labelled by it."""
    labels = [label for _, label, _ in cells if label.startswith(typed[:1])]
    if not re.match(pattern, typed) or len(labels) != 1 or labels[0].startswith(f"{typed[0]} "):
        return cells  # “a round adds up to” begins with a word of one letter
    return tuple((code, typed[0] if label.startswith(typed[0]) else label, choice) for code, label, choice in cells)


def _levels_behind(choice: Choice[object], label: str, typed: str) -> Iterator[tuple[Level[object], str]]:
    """Yield the levels for the rest of the typed words: after a cell's own words, or behind a cell that has none."""
    if (block := number_block_behind(choice)) is not None:
        yield block, typed
        return
    # An option may be typed without its present value.
    for title in dict.fromkeys((label, label.partition(":")[0].rstrip())):
        if (
            not choice.completes_code
            and re.match(rf"{re.escape(title)}[: ]", typed)
            and (next_level := choice.level()) is not None
        ):
            yield next_level, typed.removeprefix(title).lstrip(": ")


def _keys_for_number(level: Level[object], typed: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number: its own cell, else its digits or the block that contains it."""
    cells = tuple(labels.read(level))
    labelled_cells = [(code, choice) for code, label, choice in cells if label == typed]
    final_keys = [code for code, choice in labelled_cells if choice.completes_code]
    keys_behind = (_keys_behind_cell(level, cell, typed, labels, depth) for cell in cells if depth)
    # As a last resort, it is a number that more must follow, or the first digit of one.
    further_keys = (keys for keys in keys_behind if keys is not None)
    return next(chain(final_keys, further_keys, (code for code, _ in labelled_cells)), None)


def _keys_behind_cell(level: Level[object], cell: _Cell, typed: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number through a cell that opens further ones; None if there is no such way."""
    code, label, choice = cell
    remaining = None if choice.completes_code else _remaining_number(level, choice, label, typed)
    if remaining is None or (next_level := choice.level()) is None:
        return None
    if label.endswith("+"):
        remaining = remaining.zfill(next_level.digit_count)  # 1005 is typed as 001005
    if remaining:
        keys = _keys_for_number(next_level, remaining, labels, depth - 1)
    else:
        keys = done_keys(next_level) or _confirming_keys(next_level)
    return None if keys is None else code + keys


def _confirming_keys(level: Level[object]) -> str | None:
    """The keys of the only answer, if a figure such as 0 is shown once more to confirm it; else None."""
    return level.code(level.choices[0].slot) if level.shown_question is not None and len(level.choices) == 1 else None


def _remaining_number(level: Level[object], choice: Choice[object], label: str, typed: str) -> str | None:
    """The rest of a number still to be typed behind a cell; None if the cell does not lead to the number."""
    if label.endswith("+") or number_block_behind(choice) is not None:  # higher numbers, or the digits of one
        return typed
    if choice.label == _MINUS and typed.startswith("-"):
        return typed.removeprefix("-")
    if label == typed and choice.slot == NONE:
        return ""
    is_digit = level.digit_count and len(label) == 1 and typed.startswith(label)
    return typed.removeprefix(label) if is_digit else None
