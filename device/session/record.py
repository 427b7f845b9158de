"""The record: a text file with one declaration per line. This module parses and writes it.

A `Record` is the result of the lines so far: the game, the table and the game's state. `take` adds one line, or refuses
it.
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
    END,
    FIRST,
    HEADER_WORDS,
    MAX_NAME_LENGTH,
    check_name,
    check_title,
    name_key,
    refuse_duplicate,
    reserved_words,
    seat_name,
)
from display.words import Text, counted, shortened, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.contract.game import Game

LARGEST = 8_000_000
"""Maximum size of a record in bytes: the longest game that a journal holds, with forty to a line. A long evening takes
20,000."""

MAX_KNOWN = 4096
"""The maximum number of parsed lines cached while a file is read. No game has as many different short lines."""

FEW_WORDS = 6
"""The maximum number of words of a cached line. Longer ones seldom repeat."""

_SHORT = 40
"""The maximum number of characters of a cached line."""

_PLAIN = re.compile(r"""[^\s'"\\#]+""")
_PLAIN_WORDS = re.compile(r"""[^\s'"\\#]++(?: [^\s'"\\#]++)*+""")
_WORD = re.compile(r"[^ \t\n\r]+")
_SILENT = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\n)++")
_SILENT_FIRST = " \t\n#"
_TROUBLESOME = re.compile(r"""['"\\#]""")
_FIGURE = re.compile(r"[+-][0-9]+|0[0-9]+", re.ASCII)
_BOM = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """A game after some lines of its record. `state` is the state of the game's rules, once the players are named.

    In a `masked` one, lines may stand without what is secret until their round is scored; see `device.session.public`.
    `scored` is the state in which the last round was scored; None before the first. If the table stopped the game,
    `state` is that one, and `stopped_in` the state with the declarations of the last round, which does not count.
    """

    game: Game[Any] | None = None
    table: TableSetup | None = None
    state: Any = None
    begun: bool = False
    masked: bool = False
    scored: Any = None
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
        found: Scores = self.game.scores(self.state)
        return found if self.stopped_in is None else _stopped(self.game, self.table, found)


EMPTY = Record()


class RecordRefused(Exception):
    """A line of a record file is not legal. `line` is its number, from 1."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(line, refusal.code.value)
        self.line = line
        self.refusal = refusal


def record_refused(line: int, sentence: Text) -> RecordRefused:
    """The exception for a line, from 1, that can't be read."""
    return RecordRefused(line, Refusal(RefusalCode.SYNTAX, sentence))


def read(data: bytes) -> Record:
    """Parse a whole file. Raises RecordRefused at the first line that is not legal."""
    record = EMPTY
    known: dict[tuple[str, ...], Declaration] = {}
    for number, words in lines(data):
        try:
            if words[0] in HEADER_WORDS:
                record = take(record, words)
            else:
                record = declare(record, _declaration(record, words, known))
        except Refused as refused:
            raise RecordRefused(number, refused.refusal) from None
    if record.game is None or record.table is None:
        missing = text("game ID") if record.game is None else text("players NAME…")
        last = data.count(b"\n") + (not data.endswith(b"\n"))
        raise record_refused(last, text("The record ends without its line “{line}”.", line=missing))
    return record


def _declaration(record: Record, words: tuple[str, ...], known: dict[tuple[str, ...], Declaration]) -> Declaration:
    """Parse a line after the header. Short lines are cached in `known`: in long games most lines occur often.

    The cache stays valid because neither game nor players change after the first declaration. Raises Refused.
    """
    found = known.get(words)
    if found is None:
        found = read_declaration(record, words)
        if len(known) < MAX_KNOWN and len(words) <= FEW_WORDS:
            known[words] = found
    return found


def lines(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the lines that are neither empty nor comments, as number (from 1) and words. Raises RecordRefused.

    Empty lines and comments cost next to nothing, however many there are.
    """
    if len(data) > LARGEST:
        raise record_refused(1, text("This is no record: it is larger than any game could be."))
    content, whole = _decoded(data)
    number, at, begun = 1, 0, False
    while at < len(content):
        silent = _SILENT.match(content, at) if content[at] in _SILENT_FIRST else None
        if silent is not None:
            number += content.count("\n", at, silent.end())
            at = silent.end()
            continue
        end = content.find("\n", at)
        end = len(content) if end < 0 else end
        try:
            words = _split_short(content[at:end]) if end - at <= _SHORT else split(content[at:end])
        except Refused as refused:
            raise RecordRefused(number, _wrong(content[at:end].strip(), refused.refusal, begun=begun)) from None
        if words:
            begun = True
            yield number, words
        number, at = number + 1, end + 1
    if not whole:
        raise record_refused(number, text("This line is not UTF-8 text: save the record as UTF-8."))


def _wrong(line: str, refusal: Refusal, *, begun: bool) -> Refusal:
    """The error for a line that can't be split. For the first line, it is that no record begins like this."""
    return refusal if begun or line.split(None, 1)[0] == "game" else _unbegun(line)


def _decoded(data: bytes) -> tuple[str, bool]:
    """The text of a file up to the first line that is not UTF-8, and whether that is all of it."""
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8").replace("\r", ""), True
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        return data[:start].decode("utf-8").replace("\r", ""), False


def respelled(data: bytes) -> tuple[int, str, str] | None:
    """The first line (from 1) of a record in which a suit is spelled differently from the record's own spelling.

    It is returned with the word as it stands there, and as the record spells it. Raises RecordRefused.
    """
    spellings: tuple[tuple[str, str], ...] = ()
    for number, words in _lines_of_record(data):
        game = games.find(words[1]) if words[0] == "game" and words[1:2] else None
        if game is not None:
            spellings = tuple(one for one in game.respelled if one[0].encode() in data)
            if not spellings:
                return None
        found = None if words[0] in HEADER_WORDS else _first_respelled(words, spellings)
        if found is not None:
            return number, *found
    return None


def _lines_of_record(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The same lines; none if the first shows that this is no record."""
    found = lines(data)
    first = next(found, None)
    if first is not None and first[1][0] == "game":
        yield first
        yield from found


def _first_respelled(words: tuple[str, ...], spellings: tuple[tuple[str, str], ...]) -> tuple[str, str] | None:
    suits = {word.partition("-")[0] for word in words[2:]}
    return next((one for one in spellings if one[0] in suits), None)


def split(line: str) -> tuple[str, ...]:
    """Split a line into words, with quotes resolved and comments removed. Raises Refused (`syntax`)."""
    if len(line) <= wordsplit.MAX_PIECES and not _TROUBLESOME.search(line):
        return tuple(_WORD.findall(line))
    try:
        return tuple(wordsplit.words(line))
    except ValueError:
        refuse(RefusalCode.SYNTAX, text("A quotation mark or backslash has no partner on this line."))
    except wordsplit.Overlong:
        refuse(RefusalCode.SYNTAX, text("This line has more words than any line of a record."))


_split_short = lru_cache(maxsize=MAX_KNOWN)(split)


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


def take(record: Record, words: tuple[str, ...], *, stands: bool = False) -> Record:
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
        return _stop(record, game)
    apply = game.apply if game.waiver is None or not stands else game.waiver.apply
    state = apply(record.state, declaration)
    scored = record.scored if game.rounds_over(state) == game.rounds_over(record.state) else state
    return Record(game, record.table, state, True, record.masked, scored)


def can_be_stopped(record: Record) -> bool:
    """Whether the line `end` would stop the game early. Otherwise, it is the game's own end."""
    game = record.game
    return game is not None and (game.says_end is None or not game.says_end(record.state))


def _stop(record: Record, game: Game[Any]) -> Record:
    if game.scores(record.state).finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."))
    scored = game.start(record.setup) if record.scored is None else record.scored
    return record._replace(begun=True, state=scored, stopped_in=record.state)


def _stopped(game: Game[Any], table: TableSetup | None, found: Scores) -> Scores:
    """The scores of a stopped game: the players ahead after the last scored round win, and nobody before the first."""
    assert table is not None
    if not found.rounds:
        return found._replace(finished=True, stopped=True)
    sense = -1 if game.variant(table).lowest_wins else 1
    sets = found.sets or (0,) * len(found.totals)
    ahead = _best(range(len(sets)), [(won, sense * total) for won, total in zip(sets, found.totals, strict=True)])
    last = found.rounds[-1].points
    if not game.last_round_decides or last is None:
        return found._replace(finished=True, stopped=True, winners=ahead)
    decided = _best(ahead, [(0, sense * points) for points in last])
    return found._replace(finished=True, stopped=True, winners=decided, by_last_round=decided != ahead)


def _best(seats: Sequence[Seat], worth: Sequence[tuple[int, int]]) -> tuple[Seat, ...]:
    """Those of the seats that have the highest worth."""
    most = max(worth[seat] for seat in seats)
    return tuple(seat for seat in seats if worth[seat] == most)


def read_declaration(record: Record, words: tuple[str, ...]) -> Declaration:
    """Parse a declaration, which is a line after the header. Raises Refused."""
    game = record.game
    if game is None:
        _refuse_before_game(words)
    if words != (END,) and words[0] not in game.directives:
        return _read_players(record, game, words)
    found = GameEnd() if words == (END,) else game.read(RecordLine(None, words))
    if record.table is None:
        _refuse_before_players()
    return found


def _read_players(record: Record, game: Game[Any], words: tuple[str, ...]) -> Declaration:
    """Parse a line about a player."""
    table, name = record.table, _player_named(words)
    seat = None if table is None else _seat(table.players, name)
    read_line = game.secrets.read if record.masked and game.secrets is not None else game.read
    declaration = None if words[0] == FIRST else read_line(RecordLine(seat or 0, words[1:]))
    if table is None:
        _refuse_before_players()
    if seat is None:
        refuse(RefusalCode.UNKNOWN_PLAYER, text("{name} is not among this table's players.", name=name))
    return First(seat) if declaration is None else declaration


def _player_named(words: tuple[str, ...]) -> str:
    """The player whom a line is about: the one who starts, or the one who does something. Raises Refused."""
    if words[0] == FIRST:
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
        return join((FIRST, record.setup.players[declaration.seat]))
    if isinstance(declaration, GameEnd):
        return END
    line = record.rules.write(declaration)
    if line.seat is None:
        return join(line.words)
    return join((record.setup.players[line.seat], *line.words))


def in_words(record: Record, declaration: Declaration) -> Text:
    """A declaration as a sentence."""
    player = "" if declaration.seat is None else record.setup.players[declaration.seat]
    if isinstance(declaration, First):
        return text("{player} starts.", player=player)
    if isinstance(declaration, GameEnd):
        return text("The game is over.") if record.stopped_in is None else text("The game stops here.")
    return record.rules.in_words(declaration, player)


def shown_in_words(record: Record, declaration: Declaration) -> Text:
    """A declaration with a secret part, as a sentence without that part."""
    assert record.rules.secrets is not None
    player = "" if declaration.seat is None else record.setup.players[declaration.seat]
    return record.rules.secrets.in_words(declaration, player)


def heard_in_words(record: Record, declaration: Declaration) -> Text:
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
        _refuse_count(record.game, len(names))
    refuse_duplicate(names)
    if record.game is None:
        refuse(RefusalCode.WRONG_PHASE, text("The line “{line}” comes first.", line=text("game ID")))
    if record.table is not None:
        refuse(RefusalCode.WRONG_PHASE, text("The players are named already."))
    table = TableSetup(tuple(seat_name(name, number) for number, name in enumerate(names, 1)))
    return record._replace(table=table, state=record.game.start(table))


def _refuse_count(game: Game[Any], count: int) -> None:
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
            _refuse_option(game, *words[1:])
        refuse(RefusalCode.WRONG_PHASE, text("Options come after the lines “game” and “players”."))
    chosen = _chosen(game.id, table, words)
    if record.begun:
        refuse(RefusalCode.WRONG_PHASE, text("Options are set before the first declaration."))
    return chosen


def _check_option_line(words: tuple[str, ...]) -> None:
    if len(words) != 3 or _FIGURE.fullmatch(words[2]):
        _refuse_form(text("set OPTION VALUE"))


def _take_title(record: Record, words: tuple[str, ...]) -> Record:
    if len(words) != 2:
        _refuse_form(text("title NAME"))
    game, table = record.game, record.table
    if game is not None and not game.titled:
        known = text("{game} has no line “title”: its name is known, only a score pad needs one.", game=game.title)
        refuse(RefusalCode.SYNTAX, known)
    check_title(words[1])
    if game is None or table is None:
        refuse(RefusalCode.WRONG_PHASE, text("What is played is named after the lines “game” and “players”."))
    if record.begun:
        refuse(RefusalCode.WRONG_PHASE, text("What is played is named before the first declaration."))
    titled = table._replace(title=words[1])
    return Record(game, titled, game.start(titled))


@lru_cache(maxsize=16)
def _chosen(game_id: str, table: TableSetup, words: tuple[str, ...]) -> Record:
    """The record of a table with one more option. Cached: a file may set options over and over. Raises Refused."""
    _check_option_line(words)
    game, (_, name, value) = games.load(game_id), words
    _refuse_option(game, name, value)
    others = tuple(pair for pair in table.chosen if pair[0] != name)
    chosen = table._replace(chosen=(*others, (name, value)))
    return Record(game, chosen, game.start(chosen))


def _refuse_option(game: Game[Any], name: str, value: str) -> None:
    for option in game.options:
        if option.name == name:
            if option.accepts(value):
                return
            sentence = text(
                "The option {option} does not have the value “{value}”; it has {known}.",
                option=name,
                value=value,
                known=_values(option),
            )
            refuse(RefusalCode.UNKNOWN_OPTION, sentence)
    known = ", ".join(option.name for option in game.options)
    sentence = text("{game} has no option “{option}”; it has {known}.", game=game.title, option=name, known=known)
    if not game.options:
        sentence = text("{game} has no option “{option}”, nor any other.", game=game.title, option=name)
    refuse(RefusalCode.UNKNOWN_OPTION, sentence)


def _values(option: Option) -> str:
    numbers = () if option.numeric is None else (f"{option.numeric[0]}\N{EN DASH}{option.numeric[-1]}",)
    return ", ".join((*option.values, *numbers))


def _refuse_before_game(words: tuple[str, ...]) -> NoReturn:
    """Refuse a declaration before the game is named. If any game could read it, only its place is wrong."""
    if _readable(words):
        refuse(RefusalCode.WRONG_PHASE, text("The line “{line}” comes first.", line=text("game ID")))
    raise Refused(_unbegun(join(words)))


def _unbegun(line: str) -> Refusal:
    """The error for a first line with which no record can begin."""
    sentence = text("“{line}” can't be read: a record begins with the line “{form}”.", line=line, form=text("game ID"))
    return Refusal(RefusalCode.SYNTAX, shortened(sentence))


def _readable(words: tuple[str, ...]) -> bool:
    if words[0] == FIRST:
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
    wanted = name_key(name)
    return next((seat for seat, player in enumerate(players) if name_key(player) == wanted), None)
