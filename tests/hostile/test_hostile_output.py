"""What is not ours is made printable before it reaches a terminal, a pipe or a log, whichever command prints it."""

from __future__ import annotations

import ast
import io
import json
import unicodedata
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.cli import pods
from device.cli.commands import main
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from device.system.printing import put_rows
from device.table import transcript
from hal.panel.panel import panel_kind
from hal.signal.readout import Status
from hal.system.printable import escape_unprintable, is_printable, shorten_middle
from hal.terminal.blocks import ColourDepth
from hal.terminal.screen import TerminalSize, TerminalView, compose
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

ROOT = Path(__file__).parents[2]
TITLE = "\x1b]0;x\x07"
"""What gives a terminal another title."""
DANGEROUS = [
    TITLE,
    "\x1b[2J",
    "\r",
    "\n",
    "\t",
    "\x7f",
    "\x9b31m",
    "\u202e",
    "\u2066",
    "\u2028",
    "\udcff",
    "\u200b",
    "\ufeff",
]
WORDS = st.lists(
    st.one_of(st.sampled_from([*DANGEROUS, "A", "'", '"', "\\", "#", " "]), st.characters()), max_size=6
).map("".join)
OURS = "\n"

EXAMPLES = 30 if THOROUGH else 2
"""Words that every command is given, besides the worst ones."""


def unprintable(words: str) -> list[str]:
    """The characters that no terminal should get: control, surrogates, separators of lines, turned writing."""
    turned = {"RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}
    return [
        one
        for one in words
        if one != OURS
        and (unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(one) in turned)
    ]


def printed(arguments: list[str]) -> tuple[str, str]:
    """What a command prints on standard output and error."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), suppress(SystemExit):
        main(arguments)
    return out.getvalue(), err.getvalue()


def journal(place: Path, words: str) -> Path:
    """A directory with a journal that somebody else has written."""
    data = place / "journal"
    with closing(Journal.open(data)) as kept:
        kept.begin_game([JournalRow(RowKind.RECORD, f"game {words}"), JournalRow(RowKind.STANDS, words)])
    return data


def commands(place: Path, words: str) -> Iterator[list[str]]:
    """Every command, with what it is given, reads and calls by name."""
    name = words.replace("/", "").replace("\0", "")[:20] or "x"
    data = words.encode("utf-8", "surrogatepass")
    record, absent = place / f"record{name}", place / f"absent{name}"
    settings_ = place / f"settings{name}"
    with suppress(UnicodeEncodeError):
        record.write_bytes(b"game loop\nplayers A B C D\n" + data + b" plays 1\n" + data)
        settings_.write_bytes(b'panel = "' + data + b'"')
    kept = str(journal(place, words)) if not unprintable_in_sqlite(words) else str(place / "none")
    configured = ["--config", str(settings_)]
    for path in (str(record), str(absent)):
        yield from (["score", path], ["score", "--json", path], ["keys", path])
    for command in ("score", "keys", "export", "gallery", "config", "pods"):
        yield [command, *configured, *([str(record)] if command in ("score", "keys", "gallery") else [])]
    for action in (["identify", words], ["assign", words, "1"], ["assign", "pod", words], ["update", words]):
        yield ["pods", *action, "--data", str(absent)]
    yield from (
        ["export", "--data", kept],
        ["export", "--list", "--data", kept],
        ["export", "--data", str(absent)],
        ["export", words, "--data", kept],
        ["gallery", str(place / "gallery"), "--game", words],
        ["gallery", str(place / "gallery"), "--panel", words],
        ["gallery", str(record / "gallery"), "--game", "loop", "--panel", "what-black"],
        ["doctor", "--data", str(absent), *configured],
        ["doctor", "--json", "--data", str(absent), *configured],
        ["doctor", "--keys", *configured],
        ["config", "--write", "--config", str(record)],
        ["--hal", "mock", "--keys", str(record), "--data", str(absent)],
        ["--hal", "mock", "--keys", "/dev/null", "--panel", words],
        ["--hal", "terminal", "--panel", words],
        ["--hal", words],
        ["--port", f"{words}?"],  # some words are a port's number: then there would be a table in a browser
        [words],
        ["score", words, words],
    )


def unprintable_in_sqlite(words: str) -> bool:
    """Whether SQLite can't keep it."""
    return any(0xD800 <= ord(one) < 0xE000 for one in words)


@given(WORDS)
@settings(max_examples=EXAMPLES, deadline=None)
@example("".join(DANGEROUS))
@example(f"{TITLE}\nx")
def test_no_command_prints_what_can_not_be_printed(tmp_path_factory: pytest.TempPathFactory, words: str) -> None:
    place = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pods, "POLL_S", 0.001)
        patch.setenv("XDG_CONFIG_HOME", str(place))
        patch.setenv("XDG_STATE_HOME", str(place))
        for arguments in non_empty(commands(place, words)):
            out, err = printed(arguments)
            # The list's own tabs are between its cells; what comes from outside has none.
            ours = out.replace("\t", "") if "--list" in arguments else out
            assert not unprintable(ours), arguments
            assert not unprintable(err), arguments
            assert len(err) < 4000, arguments
            if "--json" in arguments and out:
                assert json.loads(out)


def test_a_title_of_a_terminal_is_written_out(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(f"game {TITLE}\n")
    _, err = printed(["score", str(path)])
    assert "“\\u001b]0;x\\u0007”" in err


def test_a_name_of_a_file_forges_no_line_of_its_own() -> None:
    _, err = printed(["score", "nowhere\ntablekeeper: all is well"])
    assert err.count("\n") == 1


def test_words_in_json_stay_the_same(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text("game \\\\\u202ex\U000e0001\u009b\n", encoding="utf-8")
    out, _ = printed(["score", "--json", str(path)])
    assert "“\\\u202ex\U000e0001\u009b”" in json.loads(out)["error"]["message"]


@given(WORDS)
@settings(max_examples=50, deadline=None)
def test_the_transcript_has_a_line_for_each_thing_told(words: str) -> None:
    log = io.StringIO()
    transcript.transcript_writer(log, has_levels=True)(words)
    assert log.getvalue().count("\n") == 1
    assert not unprintable(log.getvalue())


@given(WORDS)
@settings(max_examples=50, deadline=None)
@example("".join(DANGEROUS))
def test_the_terminal_s_screen_shows_words_and_does_no_more(words: str) -> None:
    status = Status(words, words, words)
    view = TerminalView(panel_kind("what-black"), None, ((words, (words,)),), status, words, words, prefers_words=True)
    bold = ("\x1b[1m", "\x1b[0m")
    for line in non_empty(compose(view, TerminalSize(80, 24), ColourDepth.MONOCHROME)):
        assert not unprintable(line.replace(bold[0], "").replace(bold[1], ""))


@pytest.mark.parametrize(
    "words",
    [
        "Zoë Björn",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f",
        "می\u200cخواهم",
        "שלום",
        "李雷",
        "a\\b",
    ],
)
def test_names_of_people_are_printed_as_they_are(words: str) -> None:
    assert escape_unprintable(words) == words


def test_a_line_for_people_is_never_longer_than_a_few_lines() -> None:
    assert shorten_middle("a" * 1000) == "a" * 1000
    assert shorten_middle("a" * 500 + "b" * 501, 100) == "a" * 66 + "…" + "b" * 33


def test_nothing_else_prints() -> None:
    """`start.py` prints what it can where the printing part may be missing; the page's `counted_log.py` only ASCII."""
    allowed = {"printing.py", "start.py", "counted_log.py"}
    for path in non_empty(
        path for room in ("club", "device", "display", "guard", "hal", "values") for path in (ROOT / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and path.name not in allowed:
                call = ast.unparse(node.func)
                assert call != "print", f"{path}: {ast.unparse(node)}"
                assert call not in ("sys.stdout.write", "sys.stderr.write"), f"{path}: {ast.unparse(node)}"


def test_rows_of_a_long_table_are_printed_as_each_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether they hold what is not printable, are of other letters, or have a tab more than they should."""
    plain = ["1\t2026-11-22 20:00\tZoë · Bo", "2\t2026-11-22 20:00\tŁukasz"]
    for strange in ("3\t\u200b\tx", "3\t\x1b]0;x\x07\tx", "3\tx\ty\tz", "3\tx\t\u2800"):
        rows = [*plain * 150, strange]
        put_rows(rows, 2)
        expected = "".join("\t".join(map(escape_unprintable, row.split("\t", 2))) + "\n" for row in rows)
        assert capsys.readouterr().out == expected


def test_what_passes_for_printable_at_a_glance_is_printable() -> None:
    for code in range(0x400):
        assert not is_printable(chr(code)) or escape_unprintable(chr(code)) == chr(code), hex(code)
    assert is_printable("Zoë · Bo")
