"""What a table is offered before it says anything, and which names may be one."""

from __future__ import annotations

import pytest

from device import games
from device.contract.setup import Option, TableSetup
from device.session import session as sessions
from device.session.names import similar_name
from device.session.offers import offered_options, table_setup_of
from device.session.prompts import DetailsView, PlayView, next_details_view, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, perform, step_row
from display.words import ENGLISH, text
from tests.non_empty import non_empty
from tests.session_rows import replay


def row(line: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, line)


def table(game_id: str, players: str, *lines: str) -> Session:
    return replay([row(f"game {game_id}"), row(f"players {players}"), *map(row, lines)])[-1]


def lines_at_play(session: Session, last: TableSetup | None = None) -> list[str]:
    """What goes into the record when the options are as they should be."""
    game = session.record.game
    assert game is not None
    return sessions.record_lines(
        advance.row for advance in perform(session, step_row(Step.PLAY), offered_options(game, last))
    )


OFFERING = [
    game_id for game_id in games.built_in_ids() if any(option.offered_value for option in games.load(game_id).options)
]
"""Games that offer something else than a record takes for granted."""


@pytest.mark.parametrize("game_id", games.built_in_ids())
def test_each_game_says_what_a_table_is_likeliest_to_want(game_id: str) -> None:
    """What an option is offered as goes into the record, where that is not what a record takes for granted."""
    game = games.load(game_id)
    named = ("title Hearts",) if game.asks_for_title else ()
    offered = [f"set {option.name} {option.offered_value}" for option in game.options if option.offered_value]
    assert lines_at_play(table(game_id, "A B C D", *named)) == offered


def test_who_plays_for_points_is_asked_for_few_presses() -> None:
    assert lines_at_play(table("no-thanks", "A B C D")) == ["set detail totals"]
    assert lines_at_play(table("wizard", "A B C D")) == []


def test_what_was_said_is_not_said_again() -> None:
    assert lines_at_play(table("no-thanks", "A B C", "set detail turns")) == []
    assert lines_at_play(table("no-thanks", "A B C", "set detail totals", "set rounds 2")) == []


def test_a_table_that_chose_otherwise_last_time_is_offered_that() -> None:
    last = TableSetup(("X", "Y", "Z"), (("detail", "turns"), ("rounds", "7"), ("hidden-tiger", "on")))
    assert lines_at_play(table("no-thanks", "A B C"), last) == ["set rounds 7", "set hidden-tiger on"]
    assert lines_at_play(table("no-thanks", "A B C", "set rounds 4"), last) == ["set hidden-tiger on"]


def test_what_so_many_cannot_play_with_is_left_out() -> None:
    last = TableSetup(("X", "Y", "Z"), (("detail", "totals"), ("amigo", "10-20-30")))
    assert lines_at_play(table("no-thanks", "A B C D E F"), last) == ["set detail totals"]


def test_a_default_of_larger_tables_is_not_offered_to_smaller_ones() -> None:
    deck = Option(
        "deck",
        text("Deck"),
        "own",
        ("own", "plain"),
        (text("own"), text("plain")),
        default_from_player_count=(4, "plain"),
    )
    game = games.load("no-thanks")._replace(options=(deck,))
    assert offered_options(game, None) == ()
    assert offered_options(game, TableSetup(("A", "B", "C", "D"))) == ()
    assert offered_options(game, TableSetup(("A", "B", "C", "D"), (("deck", "own"),))) == (("deck", "own"),)


def test_options_as_at_first_are_the_likeliest_whatever_was_chosen_last() -> None:
    last = TableSetup(("X", "Y", "Z"), (("detail", "turns"), ("rounds", "7")))
    (usual,) = perform(table("no-thanks", "A B C"), step_row(Step.USUAL))
    assert lines_at_play(usual.session, last) == ["set detail totals"]
    (plain,) = perform(usual.session, step_row(Step.DEFAULTS))
    assert lines_at_play(plain.session, last) == []


@pytest.mark.parametrize("game_id", OFFERING)
def test_what_options_as_at_first_show_is_what_the_record_gets(game_id: str) -> None:
    session = perform(table(game_id, "A B C D"), step_row(Step.USUAL))[-1].session
    game = session.record.game
    assert game is not None
    options = question(session, PlayView(), ()).level
    before = [ENGLISH.say(choice.label) for choice in options.choices]
    at_play = perform(session, step_row(Step.PLAY))[-1].session.record.table
    assert at_play is not None
    for option, label in non_empty(zip(game.options, before, strict=False)):
        value = at_play.value_of(option)
        said = value if option.numbers is not None else ENGLISH.say(option.labels[option.values.index(value)])
        assert label == f"{ENGLISH.say(option.title)}: {said}"


def test_defaults_leave_the_record_as_it_is() -> None:
    session = table("no-thanks", "A B C")
    (plain,) = perform(session, step_row(Step.DEFAULTS))
    assert plain.session.stage is Stage.OPTIONS
    assert lines_at_play(plain.session) == []


def test_an_undo_of_the_options_takes_the_offered_ones_back_too() -> None:
    steps = perform(table("no-thanks", "A B C"), step_row(Step.PLAY), (("detail", "totals"), ("rounds", "2")))
    assert [advance.row.kind for advance in steps] == [RowKind.TABLE, RowKind.FORCED, RowKind.FORCED]


def test_before_a_game_without_rulings_there_are_no_details() -> None:
    """Holding B ended the program."""
    session = table("no-thanks", "A B C")
    assert session.record.game is not None
    bare = session._replace(record=session.record._replace(game=session.record.game._replace(notes=())))
    assert next_details_view(session, PlayView()) == DetailsView(0, 0)
    assert next_details_view(bare, PlayView()) == PlayView()


def test_the_same_people_sit_in_the_same_seats_whatever_is_played() -> None:
    session = perform(Session(), step_row(Step.PEOPLE, "Ann Lee", "Bo", "Cy"))[-1].session
    assert session.stage is Stage.GAME
    steps = perform(session, row("game no-thanks"))
    assert [advance.row.text for advance in steps] == ["game no-thanks", 'players "Ann Lee" Bo Cy']
    assert steps[-1].session.stage is Stage.OPTIONS


def test_the_people_of_last_time_can_be_named_once_it_is_known_what_is_played() -> None:
    session = perform(Session(), row("game no-thanks"))[-1].session
    steps = perform(session, step_row(Step.PEOPLE, "Ann", "Bo", "Cy"))
    assert [advance.row.text for advance in steps] == ["people Ann Bo Cy", "players Ann Bo Cy"]


def test_who_played_and_how_is_read_from_the_rows_of_a_game() -> None:
    rows = [
        row("game no-thanks"),
        step_row(Step.SEATS, "3"),
        row("players A B C"),
        row("set rounds 7"),
        step_row(Step.PLAY),
    ]
    assert table_setup_of([*rows, row("first B"), row("flip 7")]) == TableSetup(("A", "B", "C"), (("rounds", "7"),))
    assert table_setup_of(rows[:2]) is None
    assert table_setup_of([*rows, row("nonsense")]) == TableSetup(("A", "B", "C"), (("rounds", "7"),))


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Jose", "José"),
        ("JOSÉ", "Jose"),
        ("Teressa", "Teresa"),
        ("Tersa", "Teresa"),
        ("Teresa", "Theresa"),
        ("Kaylem", "Kaylen"),
        ("Kaylne", "Kaylen"),
        ("Zoe", "Zoë"),
        ("Franç", "François"),
    ],
)
def test_names_that_differ_by_an_accent_or_a_letter_are_alike(name: str, known: str) -> None:
    assert similar_name(name, ("Somebody", known)) == known


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("José", "José"),
        ("josé", "José"),
        ("Ann", "Ian"),
        ("1", "2"),
        ("Bo", "Jo"),
        ("Marie", "Mario B"),
        ("Anna", "Ann"),
        ("Ann", "Annabel"),
    ],
)
def test_the_same_name_and_short_or_other_names_are_not(name: str, known: str) -> None:
    assert similar_name(name, (known,)) is None


def test_an_accent_is_likelier_than_a_letter() -> None:
    assert similar_name("Helene", ("Helena", "Hélène")) == "Hélène"
