"""The first lines of a game's module, which a box reads before it imports anything of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from device.contract.game import Game
from tablekeeper.games import API


def wrong(module: ModuleType, game: Game[Any]) -> Iterator[str]:
    """What is wrong with them, and what to do."""
    found = literals(Path(str(module.__file__)).read_text(encoding="utf-8"))
    if found.get("API") != API:
        yield f"write “API = {API}” above the first import: it says which contract the game was made for."
    title = found.get("TITLE")
    if not isinstance(title, str) or not title:
        yield 'write “TITLE = "…"” above the first import: the menu has it without importing the game.'
    elif title != game.title.message:
        yield f"TITLE is “{title}”, but the game is called “{game.title.message}”: hand TITLE to the game."
    titles = found.get("TITLES", {})
    if not isinstance(titles, Mapping) or not all(isinstance(one, str) for pair in titles.items() for one in pair):
        yield 'TITLES has the title in other languages: {"fr": "…"}.'


def literals(source: str) -> dict[str, object]:
    """The values that a module gives names to before it imports anything, or defines."""
    found: dict[str, object] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                return found
        elif not isinstance(node, ast.Expr) and not _is_future(node):
            return found
    return found


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
