"""Pods at seats: who answers what, and how many presses it takes. On the mock table a key script's `pod1` is a pod."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest

from device.contract.declarations import First
from device.contract.keycodes import Choice, Layout, Level
from device.contract.prompt import Prompt
from device.games import load
from device.pods.seats import FILE_NAME, MAX_PODS, PodSeats
from device.session.keyscript import key_script
from device.session.prompts import Action, Meaning, MenuView, PlayView, question
from device.session.session import Session, Stage, Step, declare, perform, step_row
from device.table.code_entry import CodeEntry, SeatNotAsked
from device.table.table_settings import TableSettings
from display.words import ENGLISH, Text
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.signal.signal import Cue
from hal.table.table import InputEnd
from tests.games.registered import GAMES, SOME_GAMES, choices, deal, header, written
from tests.system.failing_reads import unreadable
from tests.table.evenings import HEADER, ROUND, TOTALS, script
from tests.table.pod_players import PodPlayers, begun, keyed, set_up
from tests.table.tables import Mock, controlled, play


def seated(data: Path, *seats: int | None) -> None:
    """`pod1` sits at the first of these seats, `pod2` at the second, …"""
    kept = PodSeats(data / FILE_NAME)
    for number, seat in enumerate(seats, 1):
        kept.assign(PodIdentity(f"pod{number}"), seat)


def menu_code(mock: Mock, label: str) -> list[str]:
    """The presses that lead to a cell of the menu's level of pods."""
    level = question(mock.controller.session, MenuView(), ()).level
    pods = next(choice for choice in level.choices if choice.label == Text("a pod's seat"))
    inner = pods.level()
    assert inner is not None
    cell = next(choice for choice in inner.choices if label in (choice.label, getattr(choice.label, "message", "")))
    return ["hold D", *level.code(pods.slot), *inner.code(cell.slot)]


def test_a_seat_is_given_by_the_menu_and_remembered(tmp_path: Path) -> None:
    """“Press any key on your pod”; at the next start, the pod still sits there, and says whose figures it types."""
    code = menu_code(play(tmp_path, begun(*TOTALS)), "Bo")
    mock = play(tmp_path, [*code, "pod7 C"])
    assert "pod7 is Bo's now." in mock.told
    assert PodSeats(tmp_path / FILE_NAME).seat(PodIdentity("pod7")) == 1
    figures = keyed(*TOTALS, declaration=ROUND[1])[1:]
    assert play(tmp_path, [f"pod7 {key}" for key in figures]).record() == [*HEADER, *TOTALS, ROUND[1]]


def test_a_pod_can_be_everybodys_again(tmp_path: Path) -> None:
    seated(tmp_path, 1)
    code = menu_code(play(tmp_path, begun(*TOTALS)), "everybody's")
    assert "pod1 is everybody's now." in play(tmp_path, [*code, "pod1 C"]).told
    assert PodSeats(tmp_path / FILE_NAME).seat(PodIdentity("pod1")) is None


def test_a_key_of_the_box_is_no_pod(tmp_path: Path) -> None:
    before = play(tmp_path, begun(*TOTALS))
    code = menu_code(before, "Bo")
    notice = play(tmp_path, [*code, "A"]).controller.page().notice
    assert notice is not None
    assert "press one on the pod" in ENGLISH.say(notice.lines[0])
    assert not (tmp_path / FILE_NAME).exists()
    assert play(tmp_path, [*code, "hold A"]).controller.page() == before.controller.page()


def test_round_totals_are_typed_at_the_same_time(tmp_path: Path) -> None:
    """Two half-typed codes, key by key in turn; each is one press shorter than on the box."""
    seated(tmp_path, 0, 1)
    both = [keyed(*TOTALS, declaration=line) for line in ROUND]
    both = [[f"pod{number} {key}" for key in keys[1:]] for number, keys in enumerate(both, 1)]
    assert min(map(len, both)) > 1
    mixed = [key for pair in zip_longest(*both) for key in pair if key is not None]
    assert set(play(tmp_path, [*begun(*TOTALS), *mixed]).record()) == {*HEADER, *TOTALS, *ROUND}


def test_a_pod_that_answers_before_it_is_asked_does_not_ask_for_somebody_elses_points(tmp_path: Path) -> None:
    """Ann is asked. Bo's pod repeated that, and what was typed there for her was Bo's."""
    seated(tmp_path, 0, 1)
    pad = ["game score-pad", "players Ann Bo"]
    mock = play(tmp_path, [*key_script("\n".join([*pad, "Ann points 5"]).encode()), "hold A", "pod2 A"])
    said, apart = mock.table.pods.shown_statuses[-1]
    assert (said.question, apart["pod2"].question) == ("Ann: how many points?", "Bo: points")


def test_out_of_turn_is_refused_on_that_pod_only(tmp_path: Path) -> None:
    """Ann is asked for a bid: Bo's pod has nothing to say."""
    seated(tmp_path, 0, 1)
    mock = play(tmp_path, [*begun(), "pod2 A", "pod1 A"])
    page = mock.controller.page()
    assert page.notice is None
    assert page.typed_keys == "A"
    refused = [source for _, cue, source in mock.table.pods.played_cues if cue is Cue.REFUSED]
    assert refused == ["pod2"]
    answer = "Bo is not asked now."
    said = [one for one in mock.table.pods.shown_statuses if any(status.answer == answer for status in one[1].values())]
    assert [{source for source, status in apart.items() if status.answer} for _, apart in said] == [{"pod2"}]
    assert said[0][0].answer == ""
    assert mock.table.pods.shown_statuses[-1][1]["pod1"].typed_keys == "A"


def test_codes_of_others_go_on_when_somebody_declares(tmp_path: Path) -> None:
    seated(tmp_path, 0, 1)
    ann, bo = (keyed(*TOTALS, declaration=line)[1:] for line in ROUND)
    mock = play(tmp_path, [*begun(*TOTALS), f"pod2 {bo[0]}", *(f"pod1 {key}" for key in ann)])
    assert mock.record()[-1] == ROUND[0]
    assert mock.table.pods.shown_statuses[-1][1]["pod2"].typed_keys == bo[0]


def test_a_code_of_the_box_is_dropped_when_its_question_is_answered(tmp_path: Path) -> None:
    """What was typed for Ann must not be taken for Bo's."""
    seated(tmp_path, 0)
    mock = play(tmp_path, [*begun(), "A", "pod1 D", "pod1 D"])
    assert mock.record()[-1] == "Ann pass"
    assert mock.controller.page().typed_keys == ""


def test_pods_without_a_seat_type_together_with_the_box(tmp_path: Path) -> None:
    """A code that a pod in the middle has begun can be ended on the box, and on another such pod."""
    number, column, suit = keyed(declaration="Ann bid red-3")
    mock = play(tmp_path, [*begun(), f"pod1 {number}", column, f"pod2 {suit}"])
    assert mock.record()[-1] == "Ann bid red-3"


def test_whoever_is_asked_next_is_called(tmp_path: Path) -> None:
    seated(tmp_path, 0, 1)
    mock = play(tmp_path, [*begun(), "pod2 A", "pod1 D", "pod1 D"])
    assert [source for _, cue, source in mock.table.pods.played_cues if cue is Cue.YOUR_TURN] == ["pod2"]


def test_where_any_key_answers_all_keys_of_a_pod_say_its_player(tmp_path: Path) -> None:
    """Who starts: Bo's pod says Bo with each of its keys, the box has a key for each player."""
    seated(tmp_path, 1)
    *asked_who, _ = begun()
    said, apart = play(tmp_path, [*asked_who, "pod1 hold D", "hold A"]).table.pods.shown_statuses[-1]
    assert said.key_meanings == ("Ann", "Bo", "", "")
    assert apart["pod1"].question == said.question == "Who starts?"
    assert apart["pod1"].key_meanings == ("Bo", "Bo", "Bo", "Bo")


def test_a_pod_without_a_player_at_its_seat_is_everybodys(tmp_path: Path) -> None:
    seated(tmp_path, 4)
    assert play(tmp_path, [*begun(), "pod1 D", "pod1 D"]).record()[-1] == "Ann pass"


def labels(level: Level[Meaning], depth: int = 0) -> Iterator[Level[Meaning]]:
    yield level
    for choice in level.choices if depth < 2 else ():
        if isinstance(choice.means, Level):
            yield from labels(choice.means, depth + 1)


@pytest.mark.parametrize("game_id", GAMES)
def test_levels_that_ask_who_say_so(game_id: str) -> None:
    """A level of players' names is marked, and has everybody in the slot of their seat; no other level is."""
    found = 0
    for seed in range(4):
        players, chosen = choices(game_id, seed)
        names = tuple(f"Player {n}" for n in range(players))
        session = Session(header(game_id, names, chosen), players, names, options_set=True, starter_known=True)
        for declaration in deal(game_id, seed, players, chosen)[:60]:
            if session.stage is Stage.SUMMARY:
                session = perform(session, step_row(Step.ACCEPT))[-1].session
            if session.stage is not Stage.PLAY:
                break
            prompt = question(session, PlayView(), ())
            levels = [*labels(prompt.level), *(() if prompt.player_level is None else labels(prompt.player_level))]
            levels += [
                inner
                for choice in prompt.menu_choices
                if isinstance(choice.means, Level)
                for inner in labels(choice.means)
            ]
            for level in levels:
                named = [choice for choice in level.choices if choice.label in names]
                assert level.is_of_players == (bool(named) and len(named) == len(level.choices)), level
                assert all(choice.label == names[choice.slot] for choice in named)
                found += level.is_of_players
            try:
                session = declare(session, declaration)[-1].session
            except Exception:
                break  # a forced line of the dealer's
    assert found


@pytest.mark.parametrize("game_id", SOME_GAMES)
def test_whole_games_from_pods_alone(game_id: str, tmp_path: Path) -> None:
    """Every declaration by the pod of its player; the record is that of the dealer, and no press more is needed."""
    players, chosen = choices(game_id, 5)
    names = tuple("ABCDEFGHIJ"[:players])
    lines = written(game_id, names, chosen, deal(game_id, 5, players, chosen))
    seated(tmp_path, *range(players))
    pod_players = PodPlayers(game_id, names, chosen, deal(game_id, 5, players, chosen))
    presses = list(pod_players.presses())
    mock = play(tmp_path, [*set_up(lines), *presses])
    assert mock.record() == [line for line in lines if line]
    assert mock.controller.report.as_json()["refused"] == 0


def test_news_are_told_and_trouble_is_shown(tmp_path: Path) -> None:
    mock = Mock(tmp_path / "two", script())
    mock.eventful.last = (
        PodEvent(PodEventKind.ARRIVED, PodIdentity("pod-1", "1-1"), "pod1", "/dev/ttyACM0"),
        PodEvent(PodEventKind.INCOMPATIBLE_VERSION, PodIdentity("pod-2", "1-2"), "", "/dev/ttyACM1", "7 to 9"),
    )
    mock.run()
    assert mock.told[-2] == "pod-1 is there, for everybody. The menu gives it a seat."
    assert "tablekeeper pods update /dev/ttyACM1" in mock.told[-1]
    notice = mock.controller.page().notice
    assert notice is not None
    assert "version 7 to 9" in ENGLISH.say(notice.lines[0])
    assert mock.table.signal.played_cues[-1][1] is Cue.TROUBLE
    every = Mock(tmp_path / "all", ())
    every.eventful.last = tuple(
        PodEvent(what, PodIdentity("pod-3"), "pod3", "/dev/ttyACM2", "5") for what in PodEventKind
    )
    assert len(every.run().told) == len(PodEventKind)


def with_boards(data: Path, presses: list[str], boards: dict[str, PodIdentity]) -> Mock:
    """A table at which these sources are these boards, plugged in one after the other, before the first press."""
    mock = Mock(data, presses)
    mock.table.pods.identities |= boards

    def plugged() -> Iterator[PodEvent]:
        for source, who in boards.items():
            mock.table.pods.note_source(source)
            yield PodEvent(PodEventKind.ARRIVED, who, source)

    mock.eventful.first = plugged()
    return mock.run()


def test_a_pod_that_comes_signals_no_turn_to_those_that_were_there(tmp_path: Path) -> None:
    """Each pod of a seat that is asked was told of its turn again, with each pod that was plugged in."""
    first, second = PodIdentity("pod-1", "1-1"), PodIdentity("pod-2", "1-2")
    seats = PodSeats(tmp_path / FILE_NAME)
    seats.assign(first, 0)
    seats.assign(second, 1)
    play(tmp_path, begun())
    mock = with_boards(tmp_path, [], {"pod1": first, "pod2": second})
    turns = [source for _, cue, source in mock.table.pods.played_cues if cue is Cue.YOUR_TURN]
    assert sorted(turns) == sorted(set(turns))


def test_a_pod_that_comes_takes_no_words_from_those_that_were_there(tmp_path: Path) -> None:
    """Bo's pod says why its press was refused. Another pod is plugged in, and says nothing of it."""
    seated(tmp_path, 0, 1)
    mock = Mock(tmp_path, [*begun(), "pod2 A"])
    come = PodIdentity("pod-3", "1-3")
    mock.table.pods.identities["pod3"] = come
    mock.eventful.at_end = lambda: mock.table.pods.note_source("pod3")
    mock.eventful.last = (PodEvent(PodEventKind.ARRIVED, come, "pod3"), InputEnd())
    said, apart = mock.run().table.pods.shown_statuses[-1]
    assert apart["pod2"].answer == "Bo is not asked now."
    assert said.answer == ""
    assert "pod3" not in apart or apart["pod3"].answer == ""


OWN, STRANGE = PodIdentity("pod-1", "1-1"), PodIdentity("pod-1", "1-2")
ASKED = "Another board is called pod-1, as Bo's pod is. Whose is it? Until you say, its keys are everybody's."


def test_a_second_board_of_a_pods_name_is_asked_about_and_does_not_take_its_seat(tmp_path: Path) -> None:
    """Bo's pod stays Bo's; the other speaks for all, as a pod without a seat does, and none of its presses is lost."""
    PodSeats(tmp_path / FILE_NAME).assign(OWN, 1)
    play(tmp_path, begun())
    mock = with_boards(tmp_path, [], {"pod1": OWN, "pod2": STRANGE})
    assert mock.told.count(ASKED) == 1
    notice = mock.controller.page().notice
    assert notice is not None
    assert ASKED in ENGLISH.say(notice.lines[0])
    assert "press a key on that board" in ENGLISH.say(notice.lines[1])
    mock = with_boards(tmp_path, ["pod1 D", "pod2 D", "pod2 D"], {"pod1": OWN, "pod2": STRANGE})
    assert "refused: Bo is not asked now." in mock.told
    assert mock.record()[-1] == "Ann pass"
    assert PodSeats(tmp_path / FILE_NAME).seat(STRANGE, [OWN]) is None


def test_a_namesake_is_accepted_in_the_menu_and_asked_about_no_more(tmp_path: Path) -> None:
    PodSeats(tmp_path / FILE_NAME).assign(OWN, 1)
    boards = {"pod1": OWN, "pod2": STRANGE}
    code = menu_code(play(tmp_path, begun()), "Ann")
    accepted = with_boards(tmp_path, [*code, "pod2 C"], boards)
    assert "pod-1 is Ann's now." in accepted.told
    kept = PodSeats(tmp_path / FILE_NAME)
    assert (kept.seat(OWN, [STRANGE]), kept.seat(STRANGE, [OWN])) == (1, 0)
    assert ASKED not in with_boards(tmp_path, [], boards).told


def test_a_namesake_that_is_everybodys_stays_so(tmp_path: Path) -> None:
    """That is an answer, too: it is remembered, and not asked for at each start."""
    PodSeats(tmp_path / FILE_NAME).assign(OWN, 1)
    boards = {"pod1": OWN, "pod2": STRANGE}
    code = menu_code(play(tmp_path, begun()), "everybody's")
    assert "pod-1 is everybody's now." in with_boards(tmp_path, [*code, "pod2 C"], boards).told
    again = with_boards(tmp_path, [], boards)
    assert ASKED not in again.told
    assert PodSeats(tmp_path / FILE_NAME).seat(OWN, [STRANGE]) == 1
    assert PodSeats(tmp_path / FILE_NAME).seated_pods() == (OWN,)


def test_a_namesake_that_came_first_gives_the_seat_back(tmp_path: Path) -> None:
    """While the pod itself is away, its namesake is taken for it; when it is back, the namesake is asked about."""
    PodSeats(tmp_path / FILE_NAME).assign(OWN, 1)
    play(tmp_path, begun())
    mock = with_boards(tmp_path, [], {"pod2": STRANGE, "pod1": OWN})
    assert mock.told[0] == "pod-1 is there; it is Bo's."
    assert mock.told[-1] == ASKED


def test_namesakes_wait_until_there_are_players(tmp_path: Path) -> None:
    """The seats have nobody while the game is set up: the question comes with the players."""
    PodSeats(tmp_path / FILE_NAME).assign(OWN, 1)
    mock = with_boards(tmp_path, begun(), {"pod1": OWN, "pod2": STRANGE})
    assert mock.told.count(ASKED) == 1
    assert mock.told.index("players Ann Bo") < mock.told.index(ASKED)


def test_two_namesakes_are_asked_about_on_one_page(tmp_path: Path) -> None:
    boards = {"pod1": OWN, "pod2": STRANGE, "pod3": PodIdentity("pod-2", "1-3"), "pod4": PodIdentity("pod-2", "1-4")}
    seats = PodSeats(tmp_path / FILE_NAME)
    seats.assign(boards["pod3"], 0)
    seats.assign(OWN, 1)
    mock = with_boards(tmp_path, begun()[: -len("DDA")], boards)  # until the players are there
    notice = mock.controller.page().notice
    assert notice is not None
    assert [ENGLISH.say(line).split(" pod is.")[0] for line in notice.lines[:-1]] == [
        "Another board is called pod-1, as Bo's", "Another board is called pod-2, as Ann's",
    ]  # fmt: skip


def test_a_half_typed_code_goes_with_the_seat(tmp_path: Path) -> None:
    """What a pod typed at a seat that it has no longer means nothing, and is not kept."""
    sits: dict[str, int] = {"pod1": 0}
    level: Level[Meaning] = Level("x", "", Layout.PAD, (Choice(5, "back", Action.BACK),))
    codes = CodeEntry(Prompt(Text("?"), (), level), sits.get)
    codes.handle_key("pod1", "B")
    assert codes.has_code
    sits.clear()
    codes.set_prompt(Prompt(Text("?"), (), level))
    assert not codes.has_code


def test_a_pod_that_arrives_says_its_own(tmp_path: Path) -> None:
    """Not what is half typed on the box; and a code that it left half typed for Ann is none of Bo's."""
    for seat in (0, 1):
        data = tmp_path / str(seat)
        data.mkdir()
        seated(data, 0, 1)
        mock = Mock(data, [*begun(*TOTALS), "A", "pod1 B"])
        pod, seats = PodIdentity("pod1"), PodSeats(data / FILE_NAME)
        mock.controller = controlled(mock.table, mock.journal_writer, mock.tell, TableSettings(pod_seats=seats))
        mock.eventful.last = (PodEvent(PodEventKind.ARRIVED, pod, "pod1"),)
        mock.eventful.at_end = partial(seats.assign, pod, seat)
        mock.run()
        said, apart = mock.table.pods.shown_statuses[-1]
        assert (said.typed_keys, apart["pod1"].typed_keys) == ("A", "" if seat else "B")
        assert (said.question, apart["pod1"].question) == (
            "Ann: bids",
            "Whose result?",
        )


def test_two_pods_of_one_identity_are_told_apart_by_their_place(tmp_path: Path) -> None:
    seats = PodSeats(tmp_path / FILE_NAME)
    first, second = PodIdentity("pod-1", "1-1"), PodIdentity("pod-1", "1-2")
    seats.assign(first, 0)
    assert seats.seat(second) == 0  # the same pod in another socket
    assert seats.seat(second, [first]) is None  # another pod
    assert seats.seat_of_namesake(second, [first]) == 0
    seats.assign(second, 1, has_twin=True)
    assert [PodSeats(tmp_path / FILE_NAME).seat(who) for who in (first, second, PodIdentity("pod-1", "1-9"))] == [
        0,
        1,
        None,
    ]
    seats.assign(first, 2)
    assert seats.seat(second) == 2


def test_serial_numbers_tell_boards_apart_wherever_they_are(tmp_path: Path) -> None:
    """A copied board is a namesake even when the pod is away; the pod itself is known in any socket."""
    own, copied = PodIdentity("pod-1", "1-1", "E660A"), PodIdentity("pod-1", "1-1", "E660B")
    seats = PodSeats(tmp_path / FILE_NAME)
    seats.assign(own, 0)
    assert seats.seat(copied) is None
    assert seats.seat_of_namesake(copied) == 0
    moved = own._replace(usb_socket="1-3")
    assert PodSeats(tmp_path / FILE_NAME).seat(moved, [copied]) == 0
    seats.assign(copied, 1)
    assert [seats.seat(moved, [copied]), seats.seat(copied._replace(usb_socket="1-9"), [moved])] == [0, 1]
    unknown = PodIdentity("pod-1", "1-5")  # a system that can't tell
    assert seats.seat(unknown) is None


def test_so_many_seats_are_remembered(tmp_path: Path) -> None:
    seats = PodSeats(tmp_path / FILE_NAME)
    for number in range(MAX_PODS + 5):
        seats.assign(PodIdentity(f"pod-{number}"), 1)
    assert len(PodSeats(tmp_path / FILE_NAME).seated_pods()) == MAX_PODS
    assert seats.seat(PodIdentity("pod-4")) is None
    assert seats.seat(PodIdentity("pod-5")) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[]", b"{}", b'{"pods": 3}', b'{"pods": [{"identity": 1, "place": "", "seat": 0}]}',
     b'{"pods": [{"identity": "x", "place": "", "seat": 99}]}', b"[" * 100000,
     b'{"pods": [{"identity": "../x", "place": "", "seat": 1}]}',
     b'{"pods": [{"identity": "", "place": "", "seat": 1}]}',
     b'{"pods": [{"identity": "x", "place": "\\u001b[2J", "seat": 1}]}',
     b'{"pods": [{"identity": "x", "place": "", "serial": "a/b", "seat": 1}]}'],
)  # fmt: skip
def test_a_damaged_file_of_seats_is_set_aside(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(data)
    seats = PodSeats(tmp_path / FILE_NAME)
    assert seats.seat(PodIdentity("x")) is None
    assert seats.trouble is not None
    assert "damaged" in ENGLISH.say(seats.trouble)
    assert (tmp_path / f"{FILE_NAME}.damaged").read_bytes() == data
    seats.assign(PodIdentity("x"), 1)
    assert json.loads((tmp_path / FILE_NAME).read_bytes())["pods"][0]["seat"] == 1


def test_a_disk_that_refuses_is_told_of_and_seats_hold_all_the_same(tmp_path: Path) -> None:
    seats = PodSeats(tmp_path / FILE_NAME)
    (tmp_path / FILE_NAME).mkdir()
    seats.assign(PodIdentity("x"), 1)
    assert seats.trouble is not None
    assert "can't be written" in ENGLISH.say(seats.trouble)
    assert seats.seat(PodIdentity("x")) == 1


def test_seats_that_cannot_be_read_just_now_are_not_written_over(tmp_path: Path) -> None:
    """The seats of all pods were lost with the first that was given anew."""
    path = tmp_path / FILE_NAME
    kept = PodSeats(path)
    kept.assign(PodIdentity("x"), 1)
    kept.assign(PodIdentity("y"), 2)
    written = path.read_bytes()
    with unreadable(FILE_NAME):
        seats = PodSeats(path)
        assert said(seats) == f"{path} can't be read: the disk fails. Pods have no seats."
        seats.assign(PodIdentity("x"), 0)
        assert said(seats) == f"{path} can't be read: the disk fails. Seats of pods hold until the box is switched off."
        assert [seats.seat(PodIdentity(name)) for name in "xy"] == [0, None]
        seats.assign(PodIdentity("y"), None)
    assert path.read_bytes() == written
    seats.assign(PodIdentity("z"), 3)
    assert seats.trouble is None
    for now in (seats, PodSeats(path)):
        assert [now.seat(PodIdentity(name)) for name in "xyz"] == [0, None, 3]


def test_who_gives_a_seat_is_told_on_the_panel_how_long_it_holds(tmp_path: Path) -> None:
    seated(tmp_path, 1)
    code = menu_code(play(tmp_path, begun(*TOTALS)), "Bo")
    with unreadable(FILE_NAME):
        mock = play(tmp_path, [*code, "pod7 C"])
    cannot = f"{tmp_path / FILE_NAME} can't be read: the disk fails."
    assert f"{cannot} Pods have no seats." in mock.told
    assert "pod7 is Bo's now." in mock.told
    notice = mock.controller.page().notice
    assert notice is not None
    said = f"{cannot} Seats of pods hold until the box is switched off."
    assert " ".join(ENGLISH.say(line) for line in notice.lines) == said


def test_a_file_of_seats_that_turns_out_to_be_damaged_later_is_set_aside_then(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"{")
    with unreadable(FILE_NAME):
        seats = PodSeats(path)
        seats.assign(PodIdentity("x"), 0)
    seats.assign(PodIdentity("y"), 1)
    assert path.with_name(f"{FILE_NAME}.damaged").read_bytes() == b"{"
    assert [PodSeats(path).seat(PodIdentity(name)) for name in "xy"] == [0, 1]


def said(seats: PodSeats) -> str:
    assert seats.trouble is not None
    return ENGLISH.say(seats.trouble)


def test_a_pod_never_answers_for_another_seat() -> None:
    """Codes by themselves: a level of who without this seat, and one below another level."""
    inner = Level("who", "", Layout.LIST, (Choice(0, "Ann", First(0)), Choice(1, "Bo", First(1))), is_of_players=True)
    outer: Level[Meaning] = Level("menu", "", Layout.LIST, (Choice(0, "out", inner), Choice(1, "back", Action.BACK)))
    codes = CodeEntry(Prompt(Text("?"), (), outer), {"pod1": 1, "pod2": 2}.get)
    codes.handle_key("pod1", "A")
    assert getattr(codes.handle_key("pod1", "A"), "means", None) == First(1)
    codes.handle_key("pod2", "A")
    assert codes.handle_key("pod2", "A") == SeatNotAsked(2)
    assert getattr(codes.handle_key("pod2", "B"), "means", None) is Action.BACK
    assert load("loop").players


def test_the_menu_has_a_pods_seat_only_where_there_is_a_pod(tmp_path: Path) -> None:
    keys = [*begun(*TOTALS), "hold D"]
    heard = [*keys, "hold A", "pod1 B", "pod1 hold A", "hold D"]
    for name, pressed, there in (("without", keys, False), ("with", heard, True)):
        page = play(tmp_path / name, pressed).controller.page()
        assert page.keymap.level is not None
        assert (Text("a pod's seat") in [cell.label for cell in page.keymap.level.cells]) == there
