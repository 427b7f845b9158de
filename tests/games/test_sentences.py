"""What no game says for itself."""

from __future__ import annotations

import pytest

from device.session.record import line_in_words
from tests.games.registered import header


@pytest.mark.parametrize("line", ["game loop", "players Ann Bo Cleo Dan", "set beat all"])
def test_lines_of_the_header_are_no_declarations(line: str) -> None:
    assert line_in_words(header("loop", ("Ann", "Bo", "Cleo", "Dan"), ()), line) is None
