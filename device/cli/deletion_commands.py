"""`tablekeeper history --delete`, `--undelete` and `--deleted`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.history.past_game import PastGame
from device.journal.deleted import RESTORABLE_DAYS
from device.reports import deletion, text_lines
from device.reports.past_data import PastError, has_journal
from device.system.not_done import NotDone
from device.system.printing import complain, put
from display.words import Language, Text, text


def run(language: Language, data: Path, option: str, number: int = 0) -> None:
    """Do what an option says: delete or restore a game, or list the deleted ones. Raises PastError."""
    match option:
        case "delete":
            line = _change_game(language, data, number, deletion.delete_game)
            sentence = text(
                "Deleted: {game}. “tablekeeper history --undelete {number}” takes it back within {days} days.",
                game=line,
                number=str(number),
                days=RESTORABLE_DAYS,
            )
            put(language.say(sentence))
        case "undelete":
            line = _change_game(language, data, number, deletion.restore_game)
            put(language.say(text("Restored: {game}", game=line)))
        case "deleted":
            _print_deleted(language, data)


def _print_deleted(language: Language, data: Path) -> None:
    """Print the deleted games that can be restored, the latest first. Raises PastError."""
    deleted_games = deletion.deleted_games(data, deletion.current_time()) if has_journal(data) else []
    if not deleted_games:
        complain("there is no deleted game that can be taken back.")
    for deleted_game in deleted_games:
        when = text_lines.day_text(deleted_game.deleted_at)
        line = text("{game}; deleted: {day}", game=text_lines.game_line(deleted_game.game), day=when)
        put(f"{deleted_game.game.number:>6}  {language.say(line)}")


def _change_game(
    language: Language, data: Path, number: int, change: Callable[[Path, int, float | None], PastGame]
) -> Text:
    """Change a game. Returns the line that stands for it in a list of games. Raises PastError."""
    if not has_journal(data):
        raise PastError(f"there is no journal in {data}.")
    try:
        return text_lines.game_line(change(data, number, deletion.current_time()))
    except NotDone as refused:
        raise PastError(language.say(refused.sentence)) from None
