"""Whatever a game by other hands does, the table goes on: its faults are refused or said, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device import games
from device.contract.declarations import RecordLine
from device.contract.figures import Figure, Figures
from device.contract.game import Game
from device.contract.keycodes import Choice, Layout, Level, Offer
from device.contract.prompt import Prompt
from device.contract.refusal import RefusalCode, Refused, Waiver
from device.contract.scores import Scores
from device.contract.setup import TableSetup
from device.games import timeouts
from device.games.guard import MAX_FORCED
from device.journal.export import exported_lines
from device.reports.documents import find_document
from display.vocabulary import Board, PlayerRow, Tone
from display.words import ENGLISH, text
from tests.games.by_others import RECORD, RULES, TALLY, install, on_the_path
from tests.table.tables import play

TABLE = TableSetup(("Ann", "Bo"))


def boom(*_: object) -> Any:
    raise ZeroDivisionError("division by zero")


def leave(*_: object) -> Any:
    raise SystemExit(3)


def refuse_nonsense(*_: object) -> Any:
    raise Refused(5)  # type: ignore[arg-type]


def missing_argument(*_: object) -> Any:
    return text("{nobody} says {this}", this="this")


NOTHING: tuple[Callable[..., Any], ...] = (
    boom,
    leave,
    refuse_nonsense,
    lambda *_: 5,
    lambda *_: ("a", None),
    lambda *_: {},
)
NONSENSE = (*NOTHING, missing_argument, lambda *_: None, lambda *_: (1, 2, 3))


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "packages"
    folder.mkdir()
    with on_the_path(folder, monkeypatch):
        yield folder


def broken(folder: Path, monkeypatch: pytest.MonkeyPatch, **functions: Any) -> Game[Any]:
    """The game, some of whose functions are others, behind the guard."""
    install(folder, f"{TALLY}\nimport tests.games.by_others as hands\nGAME = GAME._replace(**hands.FUNCTIONS)\n")
    from tests.games import by_others

    monkeypatch.setattr(by_others, "FUNCTIONS", functions, raising=False)
    return games.load("tally")


SET_UP = [*"DDA", *"AB", *"DD", *"DD", *"DD"]
"""The seventh game, two players, who give no names, no options."""


def test_the_game_itself_plays_through_the_guard(beside: Path, tmp_path: Path) -> None:
    install(beside)
    mock = play(tmp_path / "data", [*SET_UP, *"AC", *"BA", "hold C", *"AD", *"AA", "hold C"])
    assert mock.record() == [line.replace("Ann", "1").replace("Bo", "2") for line in RECORD]


def test_a_fault_in_the_middle_of_a_game_is_refused_and_the_game_goes_on(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever says 7 makes it fail. What was said before stands, is in the journal, and is gone on with."""
    install(
        beside, TALLY.replace("    said = (*state.said", "    1 // (declaration.points - 7)\n    said = (*state.said")
    )
    mock = play(tmp_path / "data", [*SET_UP, *"AC", *"BC"])
    notice = mock.page().notice
    assert notice is not None
    assert notice.tone is Tone.REFUSAL
    said = " ".join(map(ENGLISH.say, notice.lines))
    assert "The package tk-tally 1.0 of this game has failed: ZeroDivisionError: " in said
    assert "tally.py, line " in said
    assert mock.record() == ["game tally", "players 1 2", "1 says 3"]
    after = play(tmp_path / "data", [*"BA", "hold C"])
    assert after.record() == ["game tally", "players 1 2", "1 says 3", "2 says 5"]


@pytest.mark.parametrize("fault", NONSENSE)
@pytest.mark.parametrize(
    "name", ["read", "apply", "start", "scores", "write", "prompt", "board", "heading", "in_words", "points_by_cause",
             "total_changes_by_cause", "starter", "forced", "scored_round_count", "consequence", "setup_instructions",
             "upgrade", "needs_end_line", "asks_starter", "variants", "round_part", "round_part_range",
             "reusable_keys"],
)  # fmt: skip
def test_no_function_of_a_game_ends_the_table(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any]
) -> None:
    """From its choice on, whatever is pressed; another game is played afterwards."""
    broken(beside, monkeypatch, **{name: fault})
    script = [*SET_UP, *"AC", "hold B", "hold B", *"BA", "hold C", "hold D", *"AA", *"AD", "hold A", *"AA", "hold C"]
    mock = play(tmp_path / "data", [*script, "hold C", "hold D", *"AB", *"DA", "hold C", "A"])
    mock.page()
    lines = [line for number in (1, 2, 3) for line in listed(tmp_path / "data", number)]
    assert "game loop" in lines or "game tally" in lines


def listed(data: Path, number: int) -> list[str]:
    try:
        return list(exported_lines(data, number))
    except Exception:
        return []


@pytest.mark.parametrize(
    "name", ["prompt", "board", "heading", "in_words", "points_by_cause", "total_changes_by_cause"]
)
def test_what_can_not_be_shown_loses_no_line(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A whole game is declared as a record, and scored."""
    from device.session import record as records

    broken(beside, monkeypatch, **{name: boom})
    found = records.read("\n".join(RECORD).encode())
    assert found.scores.totals == (7, 6)
    session_words = records.declaration_sentence(found, records.read_declaration(found, ("Ann", "says", "3")))
    assert ENGLISH.say(session_words) in ("Ann says 3.", "Ann: says 3")


def test_a_question_that_fails_says_so_and_can_be_left(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(beside, monkeypatch, prompt=boom)
    mock = play(tmp_path / "data", SET_UP)
    question = mock.page().question
    assert question is not None
    assert ENGLISH.say(question).startswith("The package tk-tally 1.0 of this game has failed: ZeroDivisionError")
    assert ENGLISH.say(question).endswith("Hold A to take back.")
    mock = play(tmp_path / "data", ["hold D", *"AB", "A"])
    assert mock.record() == ["game loop"]


@pytest.mark.parametrize(
    "level",
    [
        Level("x", "x", Layout.KEYS, (Choice(9, "x", RecordLine(0, ())),)),
        Level("x", "x", Layout.LIST, (Choice(0, "x", RecordLine(7, ())),)),
        Level("x", "x", Layout.LIST, (Choice(0, "x", RecordLine(0, ())), Choice(0, "y", RecordLine(0, ())))),
        Level("x", "x", Layout.LIST, (Choice(0, missing_argument(), RecordLine(0, ())),)),
        Level("x", "x", Layout.LIST, (Choice(0, "x", 5),)),
        Level("x", "x", Layout.LIST, (5,)),  # type: ignore[arg-type]
        Level("x", None, Layout.LIST, ()),  # type: ignore[arg-type]
    ],
)
def test_answers_that_no_key_or_player_could_give_are_none(
    beside: Path, monkeypatch: pytest.MonkeyPatch, level: Level[Any]
) -> None:
    game = broken(beside, monkeypatch, prompt=lambda state: Prompt(text("Well?"), (0,), level))
    asked = game.prompt(game.start(TABLE))
    assert asked is not None
    assert asked.level.choices == ()
    assert "has failed" in ENGLISH.say(asked.question)


def test_a_level_that_is_opened_and_fails_has_no_answers(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level: Level[Any] = Level("x", "x", Layout.LIST, (Choice(0, "x", boom, admits=boom),))
    game = broken(beside, monkeypatch, prompt=lambda state: Prompt(text("Well?"), (0,), level))
    asked = game.prompt(game.start(TABLE))
    assert asked is not None
    (choice,) = asked.level.choices
    opened = choice.level()
    assert opened is not None
    assert opened.choices == ()
    assert choice.admits is not None
    assert choice.admits(5) is False


@pytest.mark.parametrize(
    "fault",
    [
        *NONSENSE,
        lambda *_: Offer(text("the same"), 5),
        lambda *_: Offer("the same", "A"),  # type: ignore[arg-type]
    ],
)
def test_a_refused_line_is_typed_again_from_the_start_if_the_game_can_not_say_what_stays_of_it(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    game = broken(beside, monkeypatch, apply=boom, reusable_keys=fault)
    assert game.reusable_keys is not None
    assert game.reusable_keys(game.start(TABLE), RecordLine(0, ("says", "3"))) is None
    mock = play(tmp_path / "data", [*SET_UP, *"AC", "hold C"])
    assert mock.page().notice is None
    assert mock.record() == ["game tally", "players 1 2"]


def test_what_stays_of_a_refused_line_is_typed_by_one_hold(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(
        beside,
        monkeypatch,
        apply=boom,
        reusable_keys=lambda *_: Offer(text("the first key"), "A", is_only_answer=False),
    )
    mock = play(tmp_path / "data", [*SET_UP, *"AC"])
    assert [ENGLISH.say(hold.label) for hold in mock.page().holds if hold.key == "C"] == ["the first key"]


def test_no_function_of_a_game_is_called_without_the_guard(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    functions = {name for name, hint in Game.__annotations__.items() if hint.startswith("Callable[")}
    game = broken(beside, monkeypatch, **dict.fromkeys(functions, boom))
    assert [name for name in functions if getattr(game, name) is boom] == []


def test_what_is_forced_for_ever_is_asked_for_at_last(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(beside, monkeypatch, forced=lambda state: RecordLine(0, ("says", "3")))
    state = game.start(TABLE)
    asked = [game.forced(state) is not None for _ in range(MAX_FORCED + 1)]
    assert (asked[0], asked[-1]) == (True, False)


@pytest.mark.parametrize(
    "scores",
    [
        Scores((), (0,)),
        Scores((), (0, 0), True),
        Scores((), (0, 0), True, (5,)),
        Scores((), (0, 0), True, (-1,)),
        Scores((), (0, 0), sets=(1,)),
        Scores((), (0, 0.5)),  # type: ignore[arg-type]
        Scores((), (0, True)),
    ],
)
def test_points_that_are_not_those_of_the_players_are_refused(
    beside: Path, monkeypatch: pytest.MonkeyPatch, scores: Scores
) -> None:
    game = broken(beside, monkeypatch, scores=lambda state: scores)
    with pytest.raises(Refused) as refused:
        game.start(TABLE)
    assert "tk-tally 1.0" in ENGLISH.say(refused.value.refusal.sentence)


def test_a_board_of_the_wrong_kind_is_an_empty_one(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(beside, monkeypatch, board=lambda state: Board((PlayerRow(None),)))  # type: ignore[arg-type]
    assert game.board(game.start(TABLE)) == Board(())


@pytest.mark.parametrize("name", ["start", "apply", "prompt", "board", "scores"])
def test_what_never_ends_is_ended_and_asked_nothing_more(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def for_ever(*_: object) -> Any:
        while True:
            try:
                pass
            except Exception:
                continue

    monkeypatch.setattr(timeouts, "MAX_SECONDS", 0.02)
    broken(beside, monkeypatch, **{name: for_ever})
    mock = play(tmp_path / "data", [*SET_UP, *"AC", "hold B", "hold C"])
    mock.page()
    (first, *_) = play(tmp_path / "data", ["hold D", *"AB", *"DA", "hold C", "A"]).record()
    assert first in ("game loop", "game no-thanks")


def test_a_module_that_never_ends_is_left_out(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "MAX_SECONDS", 0.02)
    install(beside, TALLY.replace("class Says", "while True: pass\n\n\nclass Says"))
    assert games.find("tally") is None
    assert "it has not answered within" in ENGLISH.say(games.missing_reason("tally"))


def test_ctrl_c_is_nobodys_fault(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Any:
        raise KeyboardInterrupt

    game = broken(beside, monkeypatch, board=interrupt, start=interrupt)
    with pytest.raises(KeyboardInterrupt):
        game.start(TABLE)


def test_the_houses_own_games_are_not_guarded() -> None:
    assert all("guard" not in getattr(games.load(game_id).apply, "__module__", "") for game_id in games.built_in_ids())


@pytest.mark.parametrize("fault", NONSENSE)
@pytest.mark.parametrize("name", ["gained", "feats", "waived"])
def test_what_is_counted_or_waived_ends_no_table_either(
    beside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any]
) -> None:
    """A whole game, with a line that is refused; its record is given out, its page made, another game begun."""
    broken(beside, monkeypatch, **odd(name, fault))
    play(tmp_path / "data", [*SET_UP, *"AC", *"BA", "hold C", "A", *"AD", *"AA", "hold C", "hold B", "hold D", *"AB"])
    list(exported_lines(tmp_path / "data", 1, with_secrets=False))
    find_document(tmp_path / "data", "game/1", (), "fr")
    (first, *_) = play(tmp_path / "data", ["hold C", "hold C", "hold D", *"AB", *"DA", "hold C", "A"]).record()
    assert first in ("game loop", "game no-thanks")


def odd(name: str, fault: Callable[..., Any]) -> dict[str, Any]:
    """A part of the contract, one of whose functions fails."""
    if name in ("gained", "feats"):
        kinds = (Figure("said", text("said")),)
        tallied: Callable[..., Any] = fault if name == "gained" else lambda before, after: ((1,), (1,))
        return {"figures": Figures(kinds, tallied, (fault if name == "feats" else lambda who, counts, won: None,))}
    return {"waiver": Waiver(RefusalCode.OUT_OF_TURN, text("A"), text("B"), text("C"), "d", fault)}


def test_a_game_is_called_as_its_header_says(beside: Path) -> None:
    install(beside, TALLY.replace('title=text("Tally")', 'title=text("Something else")'))
    assert ENGLISH.say(games.load("tally").title) == "Tally"
    assert RULES in TALLY
