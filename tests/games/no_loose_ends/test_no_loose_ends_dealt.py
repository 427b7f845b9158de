"""No Loose Ends: really dealt games, played at random with every option, honest and not, and the golden record."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration, First
from device.contract.game import Game
from device.contract.refusal import Refusal, Refused
from device.contract.setup import TableSetup
from device.games import load
from device.games.no_loose_ends.declarations import Plays
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.state import State
from device.games.no_loose_ends.tricks import certainly_coverable_bids
from device.session import names, record
from device.session.score import as_json
from tests.dealers import no_loose_ends as dealer
from tests.games.no_loose_ends.lines import NAMES, said
from tests.games.presses import reachable
from tests.non_empty import non_empty

GOLDEN = Path(__file__).parents[2] / "golden"

Dealt = tuple[int, dealer.Chosen, Random]


@st.composite
def tables(draw: st.DrawFn, details: tuple[str, ...] = ("cards", "tricks", "totals")) -> Dealt:
    off_on = st.sampled_from(["off", "on"])
    chosen = (
        ("detail", draw(st.sampled_from(details))),
        ("double-cross", draw(off_on)),
        ("getaway-cards", draw(off_on)),
        ("scoring", draw(st.sampled_from(["standard", "simplified"]))),
    )
    return draw(st.integers(2, 5)), chosen, Random(draw(st.integers(0, 10**9)))


@settings(max_examples=60, deadline=None)
@given(tables())
def test_dealt_games(dealt: Dealt) -> None:
    """Every declaration is legal, written and read back, within the keys' reach, and forced only if it really came."""
    players, chosen, random = dealt
    game = dealer.deal_and_play(random, players, chosen)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for declaration in non_empty(game.declarations):
        forced = GAME.forced(state)
        assert forced in (None, declaration) or isinstance(declaration, First)
        if isinstance(declaration, First):
            assert GAME.starter(state) is not None
        else:
            assert GAME.read(GAME.write(declaration)) == declaration
            assert forced is not None or reachable(GAME, state, declaration)
        before, shown = state, GAME.board(state)
        state = GAME.apply(state, declaration)
        assert GAME.board(before) == shown
    expect_scores(state, game)


def expect_scores(state: State, game: dealer.Played) -> None:
    scores = GAME.scores(state)
    assert [round_.points for round_ in scores.rounds] == game.points
    assert scores.totals == game.totals
    assert scores.finished
    assert scores.winners == game.winners
    for number, points in enumerate(game.points):
        assert tuple(sum(cause.points for cause in own) for own in GAME.points_by_cause(state, number)) == points
        assert GAME.total_changes_by_cause(state, number) == GAME.points_by_cause(state, number)


def fault_of(state: State, declaration: Declaration) -> Refusal | None:
    try:
        GAME.apply(state, declaration)
    except Refused as refused:
        return refused.refusal
    return None


@settings(max_examples=40, deadline=None)
@given(tables(("cards", "tricks")), st.sampled_from([0.03, 0.3]))
def test_games_in_which_players_revoke(dealt: Dealt, cheating: float) -> None:
    """Nobody is accused before somebody did not follow suit, and let stand, the game goes on to the right scores."""
    players, chosen, random = dealt
    game = dealer.deal_and_play(random, players, chosen, cheating)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for place, declaration in non_empty(enumerate(game.declarations)):
        assert GAME.forced(state) in (None, declaration) or isinstance(declaration, First)
        fault = fault_of(state, declaration)
        if fault is not None:
            assert fault.code is NoLooseEndsRefusal.REVOKE
            assert "{" not in said(fault)
            number = len(GAME.scores(state).rounds)
            assert any(cheat.round == number and cheat.declaration <= place for cheat in game.cheats)
        assert GAME.waiver is not None
        state = (GAME.apply if fault is None else GAME.waiver.apply)(state, declaration)
    expect_scores(state, game)


@settings(max_examples=40, deadline=None)
@given(tables(("cards",)))
def test_revokes_are_found_as_soon_as_they_are_proven(dealt: Dealt) -> None:
    """A card of a suit that its player did not follow is refused at the latest; everything before it was possible."""
    players, chosen, random = dealt
    game = dealer.deal_and_play(random, players, chosen, 0.1)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for place, declaration in non_empty(enumerate(game.declarations)):
        number = len(GAME.scores(state).rounds)
        proven = isinstance(declaration, Plays) and any(
            (cheat.round, cheat.seat, cheat.suit) == (number, declaration.seat, declaration.card.suit)
            for cheat in game.cheats
            if cheat.declaration < place
        )
        if fault_of(state, declaration) is not None:
            return
        assert not proven
        state = GAME.apply(state, declaration)
    assert GAME.scores(state).finished


@pytest.mark.parametrize("detail", ["cards", "tricks", "totals"])
def test_records_of_dealt_games(detail: str) -> None:
    """Written as a record and read back, a game comes to the same scores."""
    chosen = (("detail", detail), ("double-cross", "on"), ("getaway-cards", "on"))
    game = dealer.deal_and_play(Random(detail), 4, chosen)
    table = ("Teresa", "Mary Ann", "#4", "Zoë")
    lines = [record.header_game(GAME.id), record.header_players(table)]
    lines += [record.header_option(name, value) for name, value in chosen]
    found = record.read("\n".join(lines).encode())
    for declaration in game.declarations:
        lines.append(record.write_declaration(found, declaration))
    found = record.read("\n".join(lines).encode())
    assert isinstance(found.state, State)
    expect_scores(found.state, game)


def test_golden_record() -> None:
    """A whole game with a double-cross and named starters gives the scores written down beside it."""
    text = (GOLDEN / "no-loose-ends.txt").read_bytes()
    expected = json.loads((GOLDEN / "no-loose-ends.json").read_text(encoding="utf-8"))
    found = record.read(text)
    assert json.loads(as_json(found)) == expected
    assert expected["finished"]


def test_golden_record_is_canonical() -> None:
    """Lines are written as the companion writes them, and what is forced by the rules has no line."""
    lines = (GOLDEN / "no-loose-ends.txt").read_text(encoding="utf-8").splitlines()
    found = record.EMPTY
    kinds = set()
    for line in non_empty(lines):
        words = record.split(line)
        assert words == tuple(shlex.split(line))
        assert record.join(words) == line
        kinds.add(words[0] if words[0] in names.reserved_words() else words[1])
        found = record.take_line(found, words)
    assert kinds == {"game", "players", "set", "first", "bid", "pass", "double-cross", "wins", "covers", "loose"}


def test_the_golden_record_covers_with_the_lead_open() -> None:
    """A bid is covered of which only the suit that was led can tell that it matches."""
    found, covered = record.EMPTY, []
    for line in (GOLDEN / "no-loose-ends.txt").read_text(encoding="utf-8").splitlines():
        words = record.split(line)
        if isinstance(found.state, State) and found.state.round is not None:
            trick = found.state.round.pending_trick
            if trick is not None and trick.lacks_only_lead:
                sure = {str(card) for card in certainly_coverable_bids(found.state.round, trick)}
                covered += [word for word in words[2:] if word not in sure]
        found = record.take_line(found, words)
    assert covered == ["red-2"]


def test_the_registered_game() -> None:
    """`no-loose-ends` is found under its word and fulfils the contract of a game (checked by the type checker)."""
    game: Game[State] = GAME
    assert load("no-loose-ends") is game
    assert game.id == "no-loose-ends"
    assert game.directives == ()
