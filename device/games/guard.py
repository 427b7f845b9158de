"""Guards the table against third-party games: no exception and no result of a wrong type gets past it.

If the game fails at a declaration, or if its scores make no sense afterwards, that declaration is refused in a sentence
that names the game's package, and the state before it is unchanged. What the game can't show or ask is left out, or
replaced by the words of the record. Built-in games are not guarded, and lose no time to it.

The guard can't stop a game that exhausts the memory or ends the process: see docs/threat-model.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from device.contract.declarations import Declaration, RecordLine
from device.contract.figures import Figures
from device.contract.game import CausesBySeat, Game, Variant
from device.contract.keycodes import LAST_LIST_SLOT, Choice, Layout, Level, Offer
from device.contract.prompt import Prompt
from device.contract.refusal import Refusal, RefusalCode, Refused, Waiver, refuse
from device.contract.scores import AS_SAID, Scores
from device.contract.setup import Option, Seat, TableSetup
from device.games.finding import FoundGame
from device.games.headers import MAX_PLAYERS
from device.games.third_party import fault_text
from device.games.timeouts import TookTooLong, call_with_timeout
from device.games.type_checks import is_of_type, type_checker
from display.vocabulary import Board, Cause
from display.words import ENGLISH, Argument, Text, shorten_arguments, text

Function = Callable[..., Any]

MAX_OPTIONS = 6
"""Maximum number of options: each needs a cell beside “play”."""

MAX_VALUES = LAST_LIST_SLOT + 1
"""Maximum number of values of an option: each needs a cell of a list."""

MAX_FORCED = 1000
"""Maximum number of declarations that `forced` may return in a row without a question: more than any round has."""

_MAX_CACHED_SCORES = 4
"""Maximum number of states whose scores are cached. Those before and after a declaration are needed at once."""


class UnsoundGame(Exception):
    """Raised for an object that is no valid game. `reason` ends a sentence that names its package."""

    def __init__(self, reason: Text) -> None:
        super().__init__(ENGLISH.say(reason))
        self.reason = reason


def guard_game(game: object, found_game: FoundGame) -> Game[Any]:
    """Wrap a game's functions in the guard. Raises UnsoundGame if it is not valid, or not the one found."""
    if not isinstance(game, Game):
        raise UnsoundGame(text("its {attribute} is no Game", attribute=found_game.attribute))
    _check_game(game, found_game)
    guard = _Guard(game, found_game)
    default_variant = Variant(guard.title, game.lowest_wins, game.bgg)
    return game._replace(
        title=guard.title,
        start=guard.start,
        read=guard.read,
        write=guard.write,
        in_words=guard.replace_on_failure(game.in_words, Text, guard.in_record_words),
        apply=guard.guarded_apply(game.apply),
        starter=guard.replace_on_failure(game.starter, Seat | None, _return_none),
        forced=guard.forced,
        prompt=guard.prompt,
        heading=guard.replace_on_failure(game.heading, Text, lambda state: guard.title),
        board=guard.replace_on_failure(game.board, Board, lambda state: Board(())),
        scores=guard.scores,
        scored_round_count=guard.replace_on_failure(
            game.scored_round_count, int, lambda state: len(guard.scores(state).rounds)
        ),
        points_by_cause=guard.guarded_causes(game.points_by_cause),
        total_changes_by_cause=guard.guarded_causes(game.total_changes_by_cause),
        waiver=_guarded_waiver(guard, game.waiver),
        figures=_guarded_figures(guard, game.figures),
        asks_starter=guard.asks_starter,
        setup_instructions=guard.replace_on_failure(game.setup_instructions, tuple[Text, ...], lambda state: ()),
        consequence=guard.replace_on_failure(game.consequence, Text | None, _return_none),
        upgrade=guard.replace_on_failure(game.upgrade, Declaration, lambda state, declaration: declaration),
        needs_end_line=guard.replace_on_failure(game.needs_end_line, bool, lambda state: False),
        variants=guard.replace_on_failure(game.variants, Variant, lambda table: default_variant),
        round_part=guard.replace_on_failure(game.round_part, Text | None, _return_none),
        reusable_keys=guard.replace_on_failure(game.reusable_keys, Offer[str] | None, _return_none),
        round_part_range=guard.replace_on_failure(
            game.round_part_range, Text, lambda first, last: text("{first} to {last}", first=first, last=last)
        ),
    )


def _return_none(*_: object) -> None:
    """Return None, whatever the arguments are."""


class _Guard:
    """Calls the functions of one game, and catches their errors."""

    def __init__(self, game: Game[Any], found_game: FoundGame) -> None:
        self.title = found_game.header.name
        self._game = game
        self._package = found_game.package
        self._source = found_game.source
        self._cached_scores: list[tuple[object, Scores]] = []
        self._forced_in_a_row = 0
        self._has_timed_out = False
        """Whether a function has timed out. From then on, no function of the game is called."""

    def failure_text(self, reason: Argument) -> Text:
        """The sentence that says that the game has failed, with the name of its package."""
        return shorten_arguments(
            text("The package {package} of this game has failed: {why}.", package=self._package, why=reason)
        )

    def refuse(self, reason: Argument) -> NoReturn:
        """Raise Refused because the game has failed. The state is unchanged."""
        refuse(RefusalCode.WRONG_PHASE, self.failure_text(reason))

    def refuse_on_failure(self, function: Function, type_: Any = Any) -> Function:
        """Wrap a function so that it raises Refused if it fails, or if its result is not of type `type_`."""
        has_type = type_checker(type_)

        def call(*arguments: object) -> Any:
            try:
                result = self._call(function, arguments)
            except Refused as refused:
                if is_of_type(refused.refusal, Refusal):
                    raise
                self.refuse(_WRONG_TYPE)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self.refuse(fault_text(error, self._source))
            if not has_type(result):
                self.refuse(_WRONG_TYPE)
            return result

        return call

    def replace_on_failure(self, function: Function | None, type_: Any, replacement: Function) -> Any:
        """Wrap a function so that `replacement` is called if it fails, or if its result is not of type `type_`.

        None, which stands for an optional function that the game does not have, stays None.
        """
        if function is None:
            return None
        has_type = type_checker(type_)

        def call(*arguments: object) -> Any:
            try:
                result = self._call(function, arguments)
                if has_type(result):
                    return result
            except KeyboardInterrupt:
                raise
            except BaseException:
                pass
            return replacement(*arguments)

        return call

    def _call(self, function: Function, arguments: tuple[object, ...]) -> Any:
        """Call a function with a time limit. Raises whatever it raises, and TookTooLong."""
        if self._has_timed_out:
            raise TookTooLong
        try:
            return call_with_timeout(function, *arguments)
        except TookTooLong:
            self._has_timed_out = True
            raise

    def start(self, table: TableSetup) -> Any:
        """See `Game.start`."""
        state = self.refuse_on_failure(self._game.start)(table)
        self._checked_scores(state, len(table.players))
        return state

    def read(self, line: RecordLine) -> Declaration:
        """See `Game.read`."""
        self._forced_in_a_row = 0
        declaration: Declaration = self.refuse_on_failure(self._game.read, Declaration)(line)
        if declaration.seat != line.seat:
            self.refuse(_WRONG_TYPE)
        return declaration

    def write(self, declaration: Declaration) -> RecordLine:
        """See `Game.write`. Raises Refused if the game could not read the line back: it must not get into a journal."""
        line: RecordLine = self.refuse_on_failure(self._game.write, RecordLine)(declaration)
        if self.read(line) != declaration:
            self.refuse(text("it reads another line than it writes"))
        return line

    def guarded_apply(self, function: Function) -> Function:
        """See `Game.apply`. Raises Refused if the scores of the new state make no sense."""
        apply = self.refuse_on_failure(function)

        def call(state: Any, declaration: Declaration) -> Any:
            after = apply(state, declaration)
            self._checked_scores(after, len(self.scores(state).totals))
            return after

        return call

    def asks_starter(self, state: Any) -> bool:
        """See `Game.asks_starter`. False if there is no valid starter, since nobody could be named."""
        asks_starter = self._game.asks_starter
        starter: Seat | None = self.replace_on_failure(self._game.starter, Seat | None, _return_none)(state)
        if starter is None or not self._is_seat_or_none(starter, state):
            return False
        return asks_starter is None or bool(self.replace_on_failure(asks_starter, bool, lambda state: False)(state))

    def forced(self, state: Any) -> Declaration | None:
        """See `Game.forced`. After `MAX_FORCED` calls in a row it returns None, so that the table is asked instead."""
        self._forced_in_a_row += 1
        if self._forced_in_a_row > MAX_FORCED:
            return None
        declaration: Declaration | None = self.replace_on_failure(self._game.forced, Declaration | None, _return_none)(
            state
        )
        return declaration if declaration is None or self._is_seat_or_none(declaration.seat, state) else None

    def scores(self, state: Any) -> Scores:
        """See `Game.scores`. Those of states that a declaration reached were checked then, and are cached."""
        cached_scores = next((scores for known_state, scores in self._cached_scores if known_state is state), None)
        if cached_scores is not None:
            return cached_scores
        try:
            return self._checked_scores(state, seat_count=None)
        except Refused:
            seat_count = len(self._cached_scores[-1][1].totals) if self._cached_scores else MAX_PLAYERS
            return Scores((), (0,) * seat_count)

    def prompt(self, state: Any) -> Prompt[Any] | None:
        """See `Game.prompt`. If the game fails, it returns a question without answers, which says what is wrong."""
        self._forced_in_a_row = 0
        try:
            prompt = self.refuse_on_failure(self._game.prompt, Prompt | None)(state)
            if prompt is not None:
                return _QuestionCheck(self, self._seat_count(state)).check(prompt)
            if not self.scores(state).finished:
                self.refuse(text("it asks nothing, and the game is not over"))
        except Refused as refused:
            question = text("{fault} Hold A to take back.", fault=refused.refusal.sentence)
            return Prompt(question, (), Level("broken", "", Layout.LIST, ()))
        return None

    def guarded_causes(self, function: Function) -> Function:
        """Wrap a function that returns points by cause. If it fails, each player's points are a single cause."""

        def single_causes(state: Any, round_index: int) -> CausesBySeat:
            gained = self.scores(state).rounds[round_index].gained
            return tuple((Cause(AS_SAID, points),) for points in gained or (0,) * self._seat_count(state))

        def call(state: Any, round_index: int) -> CausesBySeat:
            causes: CausesBySeat = self.replace_on_failure(function, CausesBySeat, single_causes)(state, round_index)
            return causes if len(causes) == self._seat_count(state) else single_causes(state, round_index)

        return call

    def in_record_words(self, declaration: Declaration, player: str) -> Text:
        """A declaration in the words of the record."""
        try:
            words = " ".join(self.refuse_on_failure(self._game.write, RecordLine)(declaration).words)
        except Refused as refused:
            return refused.refusal.sentence
        return text("{player}: {words}", player=player, words=words) if player else Text("{words}", (("words", words),))

    def _checked_scores(self, state: Any, seat_count: int | None) -> Scores:
        """Compute, check and cache the scores of a state. Raises Refused if they make no sense."""
        scores: Scores = self.refuse_on_failure(self._game.scores, Scores)(state)
        seat_count = len(scores.totals) if seat_count is None else seat_count
        if not _are_consistent(scores, seat_count) or _lacks_winners(scores):
            self.refuse(text("points and players do not fit together"))
        self._cached_scores = [*self._cached_scores[1 - _MAX_CACHED_SCORES :], (state, scores)]
        return scores

    def _seat_count(self, state: Any) -> int:
        return len(self.scores(state).totals)

    def _is_seat_or_none(self, seat: Any, state: Any) -> bool:
        return seat is None or (type(seat) is int and 0 <= seat < self._seat_count(state))


class _QuestionCheck:
    """Checks that the keys of a question lead to declarations of existing players. `seat_count` is their number."""

    def __init__(self, guard: _Guard, seat_count: int) -> None:
        self._guard = guard
        self._seats = range(seat_count)

    def check(self, prompt: Prompt[Any]) -> Prompt[Any]:
        """Check a question, and return it. Levels that its keys make later are checked then. Raises Refused."""
        if not set(self._seats).issuperset(prompt.asked):
            self._guard.refuse(_WRONG_TYPE)
        level, menu_choices = self._check_level(prompt.level), self._check_choices(prompt.menu_choices, Layout.PAD)
        player_level = None if prompt.player_level is None else self._check_level(prompt.player_level)
        return prompt._replace(level=level, player_level=player_level, menu_choices=menu_choices)

    def _check_level(self, level: Level[Any]) -> Level[Any]:
        if not is_of_type(level, Level) or len({choice.slot for choice in level.choices}) < len(level.choices):
            self._guard.refuse(text("two answers have one key"))
        if level.offer is not None and not self._is_declaration(level.offer.means):
            self._guard.refuse(_WRONG_TYPE)
        return level._replace(choices=self._check_choices(level.choices, level.layout))

    def _check_choices(self, choices: tuple[Choice[Any], ...], layout: Layout) -> tuple[Choice[Any], ...]:
        return tuple(self._check_choice(choice, layout) for choice in choices)

    def _check_choice(self, choice: Choice[Any], layout: Layout) -> Choice[Any]:
        meaning: Any = choice.means
        self._guard.refuse_on_failure(layout.code, str)(choice.slot)
        if isinstance(meaning, Level):
            meaning = self._check_level(meaning)
        elif callable(meaning):
            meaning = partial(self._open_level, meaning)
        elif not self._is_declaration(meaning):
            self._guard.refuse(_WRONG_TYPE)
        admits = self._guard.replace_on_failure(choice.admits, bool, lambda meaning: False)
        return choice._replace(means=meaning, admits=admits)

    def _open_level(self, make_level: Function) -> Level[Any]:
        """Call the function that makes a further level, and check the level."""
        try:
            return self._check_level(self._guard.refuse_on_failure(make_level, Level)())
        except Refused as refused:
            return Level("broken", refused.refusal.sentence, Layout.LIST, ())

    def _is_declaration(self, meaning: Any) -> bool:
        return is_of_type(meaning, Declaration) and (meaning.seat is None or meaning.seat in self._seats)


_WRONG_TYPE = text("what it gives is not of the kind that was asked for")


def _are_consistent(scores: Scores, seat_count: int) -> bool:
    """Whether scores have values for exactly `seat_count` players."""
    point_lists = [scores.totals, scores.totals if scores.sets is None else scores.sets]
    seat_lists = [scores.winners]
    for round_ in scores.rounds:
        point_lists += [points for points in (round_.points, round_.changes) if points is not None]
        seat_lists += [listed for _, listed in round_.listed]
    return {len(points) for points in point_lists} == {seat_count} and set(range(seat_count)).issuperset(*seat_lists)


def _lacks_winners(scores: Scores) -> bool:
    """Whether a game was played to its end, and nobody has won."""
    return scores.finished and not scores.stopped and not scores.winners


def _guarded_waiver(guard: _Guard, waiver: Waiver[Any] | None) -> Waiver[Any] | None:
    return None if waiver is None else waiver._replace(apply=guard.guarded_apply(waiver.apply))


def _guarded_figures(guard: _Guard, figures: Figures[Any] | None) -> Figures[Any] | None:
    if figures is None:
        return None
    kind_count = len(figures.kinds)
    gained = guard.replace_on_failure(figures.gained, tuple[tuple[int, ...], ...] | None, _return_none)

    def call(before: Any, after: Any) -> Any:
        tally = gained(before, after)
        seat_count = len(guard.scores(after).totals)
        return tally if tally is not None and list(map(len, tally)) == [kind_count] * seat_count else None

    feats = tuple(guard.replace_on_failure(feat, Text | None, _return_none) for feat in figures.feats)
    return figures._replace(gained=call, feats=feats)


def _check_game(game: Game[Any], found_game: FoundGame) -> None:
    """Raise UnsoundGame for a game that the rest of the program could not offer."""
    _check_id(game, found_game)
    if not is_of_type(game, Game):
        raise UnsoundGame(text("its Game has a field that is not of the kind that the contract says"))
    _check_players(game.players, found_game)
    if game.directives:
        raise UnsoundGame(text("it has lines that belong to no player, which are for games of the house"))
    if game.secrets is not None:
        raise UnsoundGame(text("it keeps a part of what is declared secret, which is for games of the house"))
    names = [option.name for option in game.options]
    if len(names) > MAX_OPTIONS or len(set(names)) < len(names):
        raise UnsoundGame(text("it has more than {most} options, or two of one name", most=MAX_OPTIONS))
    for option in game.options:
        if not _is_valid_option(option):
            raise UnsoundGame(text("its option {option} has a default or labels that do not fit", option=option.name))


def _check_id(game: Game[Any], found_game: FoundGame) -> None:
    if game.id != found_game.id:
        source_name = "pyproject.toml" if found_game.module else found_game.source.name
        raise UnsoundGame(
            text("its id is “{theirs}”, and {where} calls it “{ours}”: both must be the same",
                 theirs=str(game.id), ours=found_game.id, where=source_name)
        )  # fmt: skip


def _check_players(players: range, found_game: FoundGame) -> None:
    if not players or players.step != 1 or players[0] < 1 or players[-1] > MAX_PLAYERS:
        raise UnsoundGame(text("its players are not a range within 1 to {most}", most=MAX_PLAYERS))
    if found_game.header.players not in (None, players):
        raise UnsoundGame(text("its PLAYERS are others than its Game has"))


def _is_valid_option(option: Option) -> bool:
    """Whether all values of an option have labels and cells, and its default (and the value offered) is one of them."""
    has_labels = len(option.values) == len(option.labels) <= MAX_VALUES
    return has_labels and all(map(option.accepts, (option.default, option.offered_value or option.default)))
