"""A table that stops before the rules do (record: Stopping early): `end` in every game, at every moment."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from device import games
from device.contract.refusal import Refused
from device.contract.scores import RoundName
from device.session import record as records
from device.session.record import EMPTY, Record, RecordRefused
from device.session.score import as_json, as_text
from display import languages
from display.words import ENGLISH
from tests.games.registered import GAMES
from tests.non_empty import non_empty

SAMPLES = [(game_id, sample) for game_id in GAMES for sample in games.samples(game_id)]


def lines_of(sample: bytes) -> list[tuple[str, ...]]:
    return [words for _, words in records.numbered_lines(sample)]


def moments(sample: bytes) -> Iterator[tuple[Record, Record]]:
    """Each moment of a game before its end, and the record after the line with which its last round was scored."""
    record = EMPTY
    for words in lines_of(sample):
        record = records.take_line(record, words)
        if record.table is None:
            continue
        if not record.begun:
            scored = record
        rounds = len(record.scores.rounds)
        if rounds > len(scored.scores.rounds):
            scored = record
        if not record.scores.finished:
            yield record, scored


@pytest.mark.parametrize(("game_id", "sample"), SAMPLES, ids=[game_id for game_id, _ in SAMPLES])
def test_what_stands_is_what_stood_after_the_last_round(game_id: str, sample: bytes) -> None:
    seen = [(record, scored) for record, scored in moments(sample) if records.can_be_stopped(record)]
    assert seen or game_id == "score-pad"
    for record, scored in non_empty(seen or [next(moments(games.samples("wizard")[0]))]):
        stopped, before = records.take_line(record, ("end",)).scores, scored.scores
        assert (stopped.finished, stopped.stopped) == (True, True)
        assert (stopped.rounds, stopped.totals, stopped.sets) == (before.rounds, before.totals, before.sets)
        assert bool(stopped.winners) == bool(before.rounds)


@pytest.mark.parametrize(("game_id", "sample"), SAMPLES, ids=[game_id for game_id, _ in SAMPLES])
def test_nothing_follows_an_end(game_id: str, sample: bytes) -> None:
    header = [words for words in lines_of(sample) if words[0] in ("game", "players", "set", "title")]
    rest = lines_of(sample)[len(header) :]
    record = EMPTY
    for words in [*header, ("end",)] if game_id != "score-pad" else [*header[:2], ("set", "rounds", "2"), ("end",)]:
        record = records.take_line(record, words)
    for words in non_empty([rest[0], ("end",)]):
        with pytest.raises(Refused) as refused:
            records.take_line(record, words)
        assert refused.value.refusal.code == "wrong-phase"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_that_is_over_cannot_be_stopped(game_id: str) -> None:
    golden = next(sample for sample in games.samples(game_id))
    with pytest.raises(RecordRefused) as refused:
        records.read(golden.rstrip() + b"\nend\n")
    assert refused.value.refusal.code == "wrong-phase"
    assert refused.value.line_number == len(golden.rstrip().splitlines()) + 1


def scored(*lines: str) -> Record:
    return records.read("\n".join(lines).encode())


WIZARD = ("game wizard", "players Ann Bo Cy", "Ann bid 1", "Bo bid 0", "Cy bid 1", "Ann won 1", "Bo won 0", "Cy won 0")


def test_the_round_in_play_does_not_count() -> None:
    """Wizard: 1 as bid is 20 + 10, 0 as bid 20, one off -10; the second round is left out."""
    record = scored(*WIZARD, "Bo bid 2", "Cy bid 0", "Ann bid 0", "Bo won 2", "end")
    assert json.loads(as_json(record)) == {
        "game": "wizard",
        "players": ["Ann", "Bo", "Cy"],
        "finished": True,
        "stopped": True,
        "rounds": [{"points": {"Ann": 30, "Bo": 20, "Cy": -10}}],
        "totals": {"Ann": 30, "Bo": 20, "Cy": -10},
        "winners": ["Ann"],
    }
    assert as_text(record, ENGLISH).splitlines()[-1] == "Stopped: after round 1, Ann is ahead."
    in_french = as_text(record, languages.language("fr")).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert in_french.splitlines()[-1] == "Arrêtée : après la manche 1, Ann est en tête."


def test_in_french_a_round_of_a_set_stands_in_a_sentence_as_one_without_a_set() -> None:
    french = languages.language("fr")
    assert french.say(RoundName(2).words) == "manche 2"
    assert french.say(RoundName(2, 1).words) == "manche 2 du set 1"


def test_before_a_round_is_over_nobody_has_won() -> None:
    record = scored(*WIZARD[:4], "end")
    assert json.loads(as_json(record))["winners"] == []
    assert as_text(record, ENGLISH).splitlines()[-1] == "Stopped before a round was over."


def test_where_the_fewest_points_win_they_are_ahead() -> None:
    """No Thanks!: 3 to 10 count 3, less 19 tokens; 11 to 18 and 19 to 26 likewise."""
    lines = ("Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 11", "Cleo holds 19-26 tokens 3")
    record = scored("game no-thanks", "players Ann Ben Cleo", "set detail totals", *lines, "end")
    assert json.loads(as_json(record))["winners"] == ["Ann"]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (("Ann points 1", "end"), "Stopped: after round 1, Ann has 1 point."),
        (("Ann points 3", "Ann points 4"), "Ann has 7 points."),
    ],
)
def test_whoever_plays_alone_is_ahead_of_nobody(rounds: tuple[str, ...], told: str) -> None:
    record = scored("game score-pad", "players Ann", "set rounds 2", *rounds)
    assert as_text(record, ENGLISH).splitlines()[-1] == told


def test_no_loose_ends_is_decided_as_at_its_end() -> None:
    """Game End: of those with the most points, who has the most of the last round. A covered bid is 2 points, a trick
    that covers nothing −1, no loose end 5 more: the two get 17 and −4, then −4 and 17."""
    header = ("game no-loose-ends", "players Ann Bo", "set detail totals")
    good, bad = "planned 6 covered 6 extra 0", "planned 1 covered 0 extra 3"
    rounds = (f"Ann {good}", f"Bo {bad}", f"Ann {bad}", f"Bo {good}")
    record = scored(*header, *rounds, "end")
    found = record.scores
    assert found.totals[0] == found.totals[1]
    assert (found.winners, found.by_last_round) == ((1,), True)
    # Beside equal points, a crown alone says nothing of the reason.
    assert (
        as_text(record, ENGLISH).splitlines()[-1] == "Stopped: after round 2, Bo is ahead with the better last round."
    )
    assert (scored(*header, *rounds[:2], "end").scores.winners) == (0,)


def test_on_a_score_pad_without_rounds_or_target_it_is_the_end_itself() -> None:
    lines = ("game score-pad", "players Ann Bo", "Ann points 5", "Bo points 3")
    found = json.loads(as_json(scored(*lines, "end")))
    assert (found["finished"], found["winners"], found.get("stopped", False)) == (True, ["Ann"], False)
    with pytest.raises(RecordRefused):
        scored(*lines, "Ann points 1", "end")


def test_on_a_score_pad_with_rounds_it_is_a_stop() -> None:
    lines = ("game score-pad", "players Ann Bo", "set rounds 3", "Ann points 5", "Bo points 5", "Bo points 9")
    found = json.loads(as_json(scored(*lines, "end")))
    assert (found["stopped"], found["totals"], found["winners"]) == (True, {"Ann": 5, "Bo": 5}, ["Ann", "Bo"])


def test_three_eights_of_a_round_that_is_left_out_count_for_nobody() -> None:
    """LOOP, first edition: the point counts at once, and so goes with its round."""
    lines = ("game loop-2023", "players Ann Bo Cy", "set detail finish", "set three-eights on", "Bo three-eights")
    before, after = scored(*lines), scored(*lines, "end")
    assert (before.scores.totals, after.scores.totals) == ((2, 3, 2), (2, 2, 2))
