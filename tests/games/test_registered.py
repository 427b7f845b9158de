"""Every registered game has its golden record, its dealer, its notes, and can be keyed in."""

from __future__ import annotations

import json

import pytest

from device.contract.keycodes import CompleteCode, keys_for, parse_keys
from device.games import load, samples
from device.session import record as records
from device.session import score
from device.session.prompts import MenuView, PlayView, question
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from display.words import ENGLISH
from tests.games.registered import GAMES, GOLDEN, choices, deal, dealt, header, written


@pytest.mark.parametrize("game_id", GAMES)
def test_golden_record_scores_as_kept(game_id: str) -> None:
    record = records.read((GOLDEN / f"{game_id}.txt").read_bytes())
    kept = json.loads((GOLDEN / f"{game_id}.json").read_text(encoding="utf-8"))
    assert json.loads(score.as_json(record)) == kept
    assert kept["finished"]


@pytest.mark.parametrize("game_id", GAMES)
def test_samples_show_whole_games_and_as_many_players_as_can_be(game_id: str) -> None:
    """Galleries and tests of pages are made from them."""
    found = [records.read(sample) for sample in samples(game_id)]
    assert all(record.game is not None and record.game.id == game_id for record in found)
    assert all(load(game_id).scores(record.state).finished for record in found)
    players = [len(record.table.players) for record in found if record.table is not None]
    assert max(players) == load(game_id).players[-1]


@pytest.mark.parametrize("game_id", GAMES)
def test_rulings_are_sentences(game_id: str) -> None:
    """A game may have none: where its rulebook leaves nothing open."""
    assert all(ENGLISH.say(note).endswith(".") for note in load(game_id).notes)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_dealt_game_is_legal_and_its_record_scores_as_dealt(game_id: str) -> None:
    for seed in range(6):
        players, chosen = choices(game_id, seed)
        names = tuple(f"Player {n}" for n in range(players))
        game = dealt(game_id, seed, players, chosen)
        lines = written(game_id, names, chosen, game.declarations)
        record = records.read("\n".join(lines).encode())
        assert record.game is not None
        scores = record.game.scores(record.state)
        assert scores.finished
        assert (scores.totals, scores.winners) == (game.result.standings[-1], game.result.winners)


@pytest.mark.parametrize("game_id", GAMES)
def test_options_start_with_what_the_record_takes_for_granted(game_id: str) -> None:
    options = load(game_id).options
    assert all(option.accepts(option.default) for option in options)
    assert all(option.numbers is not None or option.labels for option in options)
    assert all(len(option.labels) == len(option.values) for option in options)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_declaration_has_a_code_that_means_it(game_id: str) -> None:
    players, chosen = choices(game_id, 77)
    names = tuple(f"Player {n}" for n in range(players))
    session = Session(header(game_id, names, chosen), players, names, options_set=True, starter_known=True)
    left = list(deal(game_id, 77, players, chosen))
    while left:
        declaration = left.pop(0)
        if session.stage is Stage.SUMMARY:
            session = take_row(session, step_row(Step.ACCEPT))
        levels = [question(session, view, ()).level for view in (PlayView(), MenuView())]
        codes = [(level, keys_for(level, declaration)) for level in levels]
        level, keys = next((level, keys) for level, keys in codes if keys is not None)
        assert parse_keys(level, keys) == CompleteCode(declaration)
        steps = declare(session, declaration)
        session = steps[-1].session
        for forced in steps[1:]:
            assert forced.row.text == records.write_declaration(session.record, left.pop(0))
    assert session.scores.finished


def test_forced_rows_come_with_their_cause() -> None:
    """At the limit a player must pass (No Loose Ends rulebook, Increase Your Bid): it is not asked."""
    session = Session(header("no-loose-ends", ("A", "B", "C", "D", "E"), ()), 5, tuple("ABCDE"), None, True, True)
    lines = [
        f"{name} bid {suit}-{number}"
        for number in (1, 2, 3)
        for name, suit in zip("ABCD", ("blue", "red", "yellow", "gray"), strict=True)
    ]
    order = [line for at in range(0, 12, 4) for line in (*lines[at : at + 4], "E pass" if at == 0 else "")]
    rows: list[str] = []
    for line in filter(None, order):
        steps = declare(session, records.read_declaration(session.record, tuple(line.split())))
        rows += [advance.row.text for advance in steps]
        session = steps[-1].session
    assert rows[-4:] == ["A pass", "B pass", "C pass", "D pass"]
