"""When somebody is called: once the panel shows that the turn is another player's, and never more often."""

from __future__ import annotations

from pathlib import Path

from device.session.keyscript import key_script
from hal.signal.signal import Cue
from tests.table.tables import Mock

ROSTER = ("Teresa", "Kaylen", "Taylor")
RECORD = b"""game no-loose-ends
players Teresa Kaylen Taylor
first Teresa
Teresa bid gray-2
Kaylen bid red-3
"""


def calls(path: Path, pause_s: float) -> tuple[int, Mock]:
    """How often somebody is called while these presses are made, with a pause after each."""
    lines = [line for press in key_script(RECORD, ROSTER) for line in (press, f"wait {pause_s}")]
    mock = Mock(path, lines, roster=ROSTER).run()
    return sum(cue is Cue.YOUR_TURN for _, cue in mock.table.signal.played_cues), mock


def test_each_new_turn_is_called_once_the_ink_is_there(tmp_path: Path) -> None:
    count, mock = calls(tmp_path, 20.0)
    # Teresa bids first, then Kaylen, then Taylor.
    assert count == 3
    given = mock.table.signal.played_cues
    done = [at for at, cue in given if cue is Cue.ACCEPTED]
    assert all(at not in done for at, cue in given if cue is Cue.YOUR_TURN)


def test_a_table_that_is_faster_than_the_ink_is_not_called_at_each_turn(tmp_path: Path) -> None:
    count, _ = calls(tmp_path, 0.0)
    assert count == 1
