"""The record: a text file with one declaration per line. This module parses and writes it.

A `Record` is the result of the lines so far: the game, the table and the game's state. `take_line` adds one line, or
refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from device import games
from device.contract.declarations import Declaration, First, GameEnd, RecordLine
from device.contract.refusal import Refusal, RefusalCode, Refused, refuse
from device.contract.scores import Scores
from device.contract.setup import Option, Seat, TableSetup
from device.session import wordsplit
from device.session.names import (
    END_LINE,
    HEADER_WORDS,
    MAX_NAME_LENGTH,
    STARTER_WORD,
    check_distinct_names,
    check_name,
    check_title,
    name_key,
    reserved_words,
    seat_name,
)
from display.words import Text, counted, shorten_arguments, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.contract.game import Game

MAX_SIZE = 8_000_000
"""Maximum size of a record in bytes: the longest game that a journal holds, with forty bytes to a line. A long game
takes 20,000."""

MAX_CACHED_LINES = 4096
"""The maximum number of parsed lines cached while a file is read. No game has as many different short lines."""

MAX_CACHED_WORDS = 6
"""The maximum number of words of a cached line. Longer ones seldom repeat."""

STOPPED_SENTENCE = text("The game stops here.")
"""The line `end`, where it stops the game early."""

_SHORT_LENGTH = 40
"""The maximum number of characters of a cached line."""

_PLAIN = re.compile(r"""[^\s'"\\#]+""")
_PLAIN_WORDS = re.compile(r"""[^\s'"\\#]++(?: [^\s'"\\#]++)*+""")
_WORD = re.compile(r"[^ \t\n\r]+")
_SKIPPED_LINES = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\n)++")
_SKIPPED_LINE_BEGINS = " \t\n#"
_QUOTING_CHARACTER = re.compile(r"""['"\\#]""")
_SIGNED_OR_PADDED_NUMBER = re.compile(r"[+-][0-9]+|0[0-9]+", re.ASCII)
_BOM = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """A game after some lines of its record. `state` is the state of the game's rules, once the players are named;
    `begun` says whether anything was declared.

    In a `masked` one, lines may stand without what is secret until their round is scored; see `device.session.public`.
    `scored_state` is the state in which the last round was scored; None before the first. If the table stopped the
    game, `state` is that one, and `stopped_in` the state with the declarations of the last round, which does not count.
    """

    game: Game[Any] | None = None
    table: TableSetup | None = None
    state: Any = None
    begun: bool = False
    masked: bool = False
    scored_state: Any = None
    stopped_in: Any = None

    @property
    def rules(self) -> Game[Any]:
        """The game. Only valid once the record names it."""
        assert self.game is not None
        return self.game

    @property
    def setup(self) -> TableSetup:
        """The table. Only valid once the players are named."""
        assert self.table is not None
        return self.table

    @property
    def scores(self) -> Scores:
        """The current scores. Only valid once the players are named."""
        assert self.game is not None
        scores: Scores = self.game.scores(self.state)
        return scores if self.stopped_in is None else _stopped_scores(self.game, self.table, scores)


EMPTY = Record()


class RecordRefused(Exception):
    """A line of a record file is not legal. `line_number` counts from 1."""

    def __init__(self, line_number: int, refusal: Refusal) -> None:
        super().__init__(line_number, refusal.code.value)
        self.line_number = line_number
        self.refusal = refusal


def record_refused(line_number: int, sentence: Text) -> RecordRefused:
    """The exception for a line, from 1, that can't be read."""
    return RecordRefused(line_number, Refusal(RefusalCode.SYNTAX, sentence))


def read(data: bytes) -> Record:
    """Parse a whole file. Raises RecordRefused at the first line that is not legal."""
    record = EMPTY
    cached: dict[tuple[str, ...], Declaration] = {}
    for number, words in numbered_lines(data):
        try:
            if words[0] in HEADER_WORDS:
                record = take_line(record, words)
            else:
                record = declare(record, _declaration(record, words, cached))
        except Refused as refused:
            raise RecordRefused(number, refused.refusal) from None
    if record.game is None or record.table is None:
        missing = text("game ID") if record.game is None else text("players NAME…")
        last = data.count(b"\n") + (not data.endswith(b"\n"))
        raise record_refused(last, text("The record ends without its line “{line}”.", line=missing))
    return record


def _declaration(record: Record, words: tuple[str, ...], cached: dict[tuple[str, ...], Declaration]) -> Declaration:
    """Parse a line after the header. Short lines are cached in `cached`: in long games most lines occur often.

    The cache stays valid because neither game nor players change after the first declaration. Raises Refused.
    """
    declaration = cached.get(words)
    if declaration is None:
        declaration = read_declaration(record, words)
        if len(cached) < MAX_CACHED_LINES and len(words) <= MAX_CACHED_WORDS:
            cached[words] = declaration
    return declaration


def numbered_lines(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the lines that are neither empty nor comments, as number (from 1) and words. Raises RecordRefused.

    Empty lines and comments cost next to nothing, however many there are.
    """
    if len(data) > MAX_SIZE:
        raise record_refused(1, text("This is no record: it is larger than any game could be."))
    content, is_complete = _decode_utf8_lines(data)
    number, start, begun = 1, 0, False
    while start < len(content):
        skipped = _SKIPPED_LINES.match(content, start) if content[start] in _SKIPPED_LINE_BEGINS else None
        if skipped is not None:
            number += content.count("\n", start, skipped.end())
            start = skipped.end()
            continue
        end = content.find("\n", start)
        end = len(content) if end < 0 else end
        try:
            words = _split_short(content[start:end]) if end - start <= _SHORT_LENGTH else split(content[start:end])
        except Refused as refused:
            refusal = _line_refusal(content[start:end].strip(), refused.refusal, begun=begun)
            raise RecordRefused(number, refusal) from None
        if words:
            begun = True
            yield number, words
        number, start = number + 1, end + 1
    if not is_complete:
        raise record_refused(number, text("This line is not UTF-8 text: save the record as UTF-8."))


def _line_refusal(line: str, refusal: Refusal, *, begun: bool) -> Refusal:
    """The error for a line that can't be split. If nothing has `begun`, it is that no record begins like this."""
    return refusal if begun or line.split(None, 1)[:1] == ["game"] else _refusal_without_header(line)


def _decode_utf8_lines(data: bytes) -> tuple[str, bool]:
    """The text of a file up to the first line that is not UTF-8, and whether that is all of it."""
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8").replace("\r", ""), True
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        return data[:start].decode("utf-8").replace("\r", ""), False


def first_respelled_suit(data: bytes) -> tuple[int, str, str] | None:
    """The first line (from 1) of a record in which a suit is spelled differently from the record's own spelling.

    It is returned with the word as it stands there, and as the record spells it. Raises RecordRefused.
    """
    spellings: tuple[tuple[str, str], ...] = ()
    for number, words in _lines_of_record(data):
        game = games.find(words[1]) if words[0] == "game" and words[1:2] else None
        if game is not None:
            spellings = tuple(spelling for spelling in game.suit_spellings if spelling[0].encode() in data)
            if not spellings:
                return None
        respelling = None if words[0] in HEADER_WORDS else _first_respelled(words, spellings)
        if respelling is not None:
            return number, *respelling
    return None


def _lines_of_record(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The lines of a file as `numbered_lines` yields them; none if the first shows that this is no record."""
    for index, (number, words) in enumerate(numbered_lines(data)):
        if index == 0 and words[0] != "game":
            return
        yield number, words


def _first_respelled(words: tuple[str, ...], spellings: tuple[tuple[str, str], ...]) -> tuple[str, str] | None:
    suits = {word.partition("-")[0] for word in words[2:]}
    return next((spelling for spelling in spellings if spelling[0] in suits), None)


def split(line: str) -> tuple[str, ...]:
    """Split a line into words, with quotes resolved and comments removed. Raises Refused (`syntax`)."""
    if len(line) <= wordsplit.MAX_PIECES and not _QUOTING_CHARACTER.search(line):
        return tuple(_WORD.findall(line))
    try:
        return tuple(wordsplit.split_words(line))
    except ValueError:
        refuse(RefusalCode.SYNTAX, text("A quotation mark or backslash has no partner on this line."))
    except wordsplit.TooManyPieces:
        refuse(RefusalCode.SYNTAX, text("This line has more words than any line of a record."))


_split_short = lru_cache(maxsize=MAX_CACHED_LINES)(split)


def quote(word: str) -> str:
    """A word as a record writes it: quoted only where it must be."""
    if _PLAIN.fullmatch(word):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def join(words: tuple[str, ...]) -> str:
    """Join words to a line, such that `split(join(words)) == words`."""
    line = " ".join(words)
    # Hardly any word is quoted, and a key press waits for this: so all words are matched at once.
    if _PLAIN_WORDS.fullmatch(line) and line.count(" ") == len(words) - 1:
        return line
    return " ".join(map(quote, words))


def take_line(record: Record, words: tuple[str, ...], *, stands: bool = False) -> Record:
    """The record with one more line. `stands` if the table has let it stand. Raises Refused."""
    match words[0]:
        case "game":
            return _take_game(record, words)
        case "players":
            return _take_players(record, words)
        case "title":
            return _take_title(record, words)
        case "set":
            return _take_option(record, words)
    return declare(record, read_declaration(record, words), stands=stands)


def declare(record: Record, declaration: Declaration, *, stands: bool = False) -> Record:
    """The record with one more declaration. Raises Refused."""
    game = record.game
    assert game is not None
    if record.stopped_in is not None:
        refuse(RefusalCode.WRONG_PHASE, text("The table stopped this game before: nothing comes after that."))
    if isinstance(declaration, GameEnd) and can_be_stopped(record):
        return _stopped_record(record, game)
    apply = game.apply if game.waiver is None or not stands else game.waiver.apply
    state = apply(record.state, declaration)
    scored = record.scored_state if game.scored_round_count(state) == game.scored_round_count(record.state) else state
    return record._replace(state=state, begun=True, scored_state=scored)


def can_be_stopped(record: Record) -> bool:
    """Whether the line `end` would stop the game early. Otherwise, it is the game's own end."""
    game = record.game
    return game is not None and (game.needs_end_line is None or not game.needs_end_line(record.state))


def _stopped_record(record: Record, game: Game[Any]) -> Record:
    if game.scores(record.state).finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."))
    scored_state = game.start(record.setup) if record.scored_state is None else record.scored_state
    return record._replace(begun=True, state=scored_state, stopped_in=record.state)


def _stopped_scores(game: Game[Any], table: TableSetup | None, scores: Scores) -> Scores:
    """The scores of a stopped game: the players ahead after the last scored round win, and nobody before the first."""
    assert table is not None
    if not scores.rounds:
        return scores._replace(finished=True, stopped=True)
    sign = -1 if game.variant(table).lowest_wins else 1
    sets = scores.sets or (0,) * len(scores.totals)
    leaders = _best(range(len(sets)), [(won, sign * total) for won, total in zip(sets, scores.totals, strict=True)])
    last = scores.rounds[-1].points
    if not game.last_round_decides or last is None:
        return scores._replace(finished=True, stopped=True, winners=leaders)
    winners = _best(leaders, [(0, sign * points) for points in last])
    return scores._replace(finished=True, stopped=True, winners=winners, by_last_round=winners != leaders)


def _best(seats: Sequence[Seat], worths: Sequence[tuple[int, int]]) -> tuple[Seat, ...]:
    """Those of `seats` that have the highest worth. `worths` has that of every seat: sets won, then points."""
    highest = max(worths[seat] for seat in seats)
    return tuple(seat for seat in seats if worths[seat] == highest)


def read_declaration(record: Record, words: tuple[str, ...]) -> Declaration:
    """Parse a declaration, which is a line after the header. Raises Refused."""
    game = record.game
    if game is None:
        _refuse_before_game(words)
    if words != (END_LINE,) and words[0] not in game.directives:
        return _read_players(record, game, words)
    declaration = GameEnd() if words == (END_LINE,) else game.read(RecordLine(None, words))
    if record.table is None:
        _refuse_before_players()
    return declaration


def _read_players(record: Record, game: Game[Any], words: tuple[str, ...]) -> Declaration:
    """Parse a line about a player."""
    table, name = record.table, _player_named(words)
    seat = None if table is None else _seat(table.players, name)
    read_line = game.secrets.read if record.masked and game.secrets is not None else game.read
    declaration = None if words[0] == STARTER_WORD else read_line(RecordLine(seat or 0, words[1:]))
    if table is None:
        _refuse_before_players()
    if seat is None:
        refuse(RefusalCode.UNKNOWN_PLAYER, text("{name} is not among this table's players.", name=name))
    return First(seat) if declaration is None else declaration


def _player_named(words: tuple[str, ...]) -> str:
    """The player whom a line is about: the one who starts, or the one who does something. Raises Refused."""
    if words[0] == STARTER_WORD:
        if len(words) != 2:
            _refuse_form(text("first NAME"))
        return words[1]
    if len(words) == 1 or words[0] in reserved_words():
        refuse(
            RefusalCode.SYNTAX,
            text("“{line}” can't be read: a line begins with a player's name and says what they do.", line=join(words)),
        )
    return words[0]


def _refuse_before_players() -> NoReturn:
    """Refuse a declaration that comes before the players are named."""
    sentence = text("The line “{line}” comes before any declaration.", line=text("players NAME…"))
    refuse(RefusalCode.WRONG_PHASE, sentence)


def write_declaration(record: Record, declaration: Declaration) -> str:
    """The line of a declaration."""
    if isinstance(declaration, First):
        return join((STARTER_WORD, record.setup.players[declaration.seat]))
    if isinstance(declaration, GameEnd):
        return END_LINE
    line = record.rules.write(declaration)
    if line.seat is None:
        return join(line.words)
    return join((record.setup.players[line.seat], *line.words))


def declaration_sentence(record: Record, declaration: Declaration) -> Text:
    """A declaration as a sentence."""
    player = "" if declaration.seat is None else record.setup.players[declaration.seat]
    if isinstance(declaration, First):
        return text("{player} starts.", player=player)
    if isinstance(declaration, GameEnd):
        return text("The game is over.") if record.stopped_in is None else STOPPED_SENTENCE
    return record.rules.in_words(declaration, player)


def public_sentence(record: Record, declaration: Declaration) -> Text:
    """A declaration with a secret part, as a sentence without that part."""
    assert record.rules.secrets is not None
    player = "" if declaration.seat is None else record.setup.players[declaration.seat]
    return record.rules.secrets.masked_sentence(declaration, player)


def confirmation_sentence(record: Record, declaration: Declaration) -> Text:
    """The sentence that a declaration with a secret part was received, and when that part is shown."""
    assert record.rules.secrets is not None
    return record.rules.secrets.confirmation("" if declaration.seat is None else record.setup.players[declaration.seat])


def header_game(game_id: str) -> str:
    """The record's line for a game."""
    return join(("game", game_id))


def header_players(names: tuple[str, ...]) -> str:
    """The record's line for the players, clockwise."""
    return join(("players", *names))


def header_title(title: str) -> str:
    """The record's line for what is played."""
    return join(("title", title))


def header_option(name: str, value: str) -> str:
    """The record's line for a choice of the table."""
    return join(("set", name, value))


def _take_game(record: Record, words: tuple[str, ...]) -> Record:
    if len(words) != 2:
        _refuse_form(text("game ID"))
    game = games.find(words[1])
    if game is None:
        refuse(RefusalCode.UNKNOWN_GAME, games.missing_reason(words[1]))
    if record.game is not None:
        refuse(RefusalCode.WRONG_PHASE, text("The game is named already: a record holds one game."))
    return Record(game)


def _take_players(record: Record, words: tuple[str, ...]) -> Record:
    names = words[1:]
    if not names:
        _refuse_form(text("players NAME…"))
    for name in names:
        check_name(name)
    if record.game is not None:
        _check_player_count(record.game, len(names))
    check_distinct_names(names)
    if record.game is None:
        refuse(RefusalCode.WRONG_PHASE, text("The line “{line}” comes first.", line=text("game ID")))
    if record.table is not None:
        refuse(RefusalCode.WRONG_PHASE, text("The players are named already."))
    table = TableSetup(tuple(seat_name(name, number) for number, name in enumerate(names, 1)))
    return record._replace(table=table, state=record.game.start(table))


def _check_player_count(game: Game[Any], count: int) -> None:
    if count not in game.players:
        sentence = text(
            "{game} is for {fewest} to {most} players, not {count}.",
            game=game.title,
            fewest=game.players[0],
            most=game.players[-1],
            count=count,
        )
        if len(game.players) == 1:
            sentence = counted("{game} is for {n} player, not {count}.", "{game} is for {n} players, not {count}.",
                               n=game.players[0], game=game.title, count=count)  # fmt: skip
        refuse(RefusalCode.PLAYER_COUNT, sentence)


def _take_option(record: Record, words: tuple[str, ...]) -> Record:
    game, table = record.game, record.table
    if game is None or table is None:
        _check_option_line(words)
        if game is not None:
            _check_option(game, *words[1:])
        refuse(RefusalCode.WRONG_PHASE, text("Options come after the lines “game” and “players”."))
    record_with_option = _record_with_option(game.id, table, words)
    if record.begun:
        refuse(RefusalCode.WRONG_PHASE, text("Options are set before the first declaration."))
    return record_with_option


def _check_option_line(words: tuple[str, ...]) -> None:
    if len(words) != 3 or _SIGNED_OR_PADDED_NUMBER.fullmatch(words[2]):
        _refuse_form(text("set OPTION VALUE"))


def _take_title(record: Record, words: tuple[str, ...]) -> Record:
    if len(words) != 2:
        _refuse_form(text("title NAME"))
    game, table = record.game, record.table
    if game is not None and not game.asks_for_title:
        sentence = text("{game} has no line “title”: its name is known, only a score pad needs one.", game=game.title)
        refuse(RefusalCode.SYNTAX, sentence)
    check_title(words[1])
    if game is None or table is None:
        refuse(RefusalCode.WRONG_PHASE, text("What is played is named after the lines “game” and “players”."))
    if record.begun:
        refuse(RefusalCode.WRONG_PHASE, text("What is played is named before the first declaration."))
    titled_table = table._replace(title=words[1])
    return Record(game, titled_table, game.start(titled_table))


@lru_cache(maxsize=16)
def _record_with_option(game_id: str, table: TableSetup, words: tuple[str, ...]) -> Record:
    """The record of a table with one more option. Cached: a file may set options over and over. Raises Refused."""
    _check_option_line(words)
    game, (_, name, value) = games.load(game_id), words
    _check_option(game, name, value)
    others = tuple(pair for pair in table.chosen if pair[0] != name)
    new_table = table._replace(chosen=(*others, (name, value)))
    return Record(game, new_table, game.start(new_table))


def _check_option(game: Game[Any], name: str, value: str) -> None:
    for option in game.options:
        if option.name == name:
            if option.accepts(value):
                return
            sentence = text(
                "The option {option} does not have the value “{value}”; it has {known}.",
                option=name,
                value=value,
                known=_values_in_words(option),
            )
            refuse(RefusalCode.UNKNOWN_OPTION, sentence)
    names = ", ".join(option.name for option in game.options)
    sentence = text("{game} has no option “{option}”; it has {known}.", game=game.title, option=name, known=names)
    if not game.options:
        sentence = text("{game} has no option “{option}”, nor any other.", game=game.title, option=name)
    refuse(RefusalCode.UNKNOWN_OPTION, sentence)


def _values_in_words(option: Option) -> str:
    numbers = () if option.numbers is None else (f"{option.numbers[0]}\N{EN DASH}{option.numbers[-1]}",)
    return ", ".join((*option.values, *numbers))


def _refuse_before_game(words: tuple[str, ...]) -> NoReturn:
    """Refuse a declaration before the game is named. If any game could read it, only its place is wrong."""
    if _any_game_reads(words):
        refuse(RefusalCode.WRONG_PHASE, text("The line “{line}” comes first.", line=text("game ID")))
    raise Refused(_refusal_without_header(join(words)))


def _refusal_without_header(line: str) -> Refusal:
    """The error for a first line with which no record can begin."""
    sentence = text("“{line}” can't be read: a record begins with the line “{form}”.", line=line, form=text("game ID"))
    return Refusal(RefusalCode.SYNTAX, shorten_arguments(sentence))


def _any_game_reads(words: tuple[str, ...]) -> bool:
    if words[0] == STARTER_WORD:
        return len(words) == 2
    # Games of other developers have no lines without a player. They are not loaded for a line that may not be theirs.
    for game_id in games.built_in_ids():
        game = games.load(game_id)
        directive = words[0] in game.directives
        if not directive and (len(words) == 1 or words[0] in reserved_words()):
            continue
        try:
            game.read(RecordLine(None, words) if directive else RecordLine(0, words[1:]))
        except Refused:
            continue
        return True
    return False


def _refuse_form(form: Text) -> NoReturn:
    refuse(RefusalCode.SYNTAX, text("This line can't be read; it has the form “{form}”.", form=form))


@lru_cache(maxsize=64)
def _seat(players: tuple[str, ...], name: str) -> Seat | None:
    """The seat of a player; None if nobody has that name. Cached: the same few names are on every line of a file."""
    if len(name) > MAX_NAME_LENGTH:
        return None
    key = name_key(name)
    return next((seat for seat, player in enumerate(players) if name_key(player) == key), None)
