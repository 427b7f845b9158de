"""Games by other hands: those that can be chosen, those that are left out and why, and those that were here once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.games.finding import Candidate, FoundGame, GameLeftOut, left_out
from display import languages
from display.words import Text, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

    from device.contract.game import Game

_FILES = "tablekeeper_game_"
"""What the modules of single files are called, before the file's name."""


_LONGEST_FAULT, _LONGEST_ADVICE = 100, 400
"""Characters that are quoted of what went wrong, and of what says what to do about it."""


class ListedGame(NamedTuple):
    """A game that is here, or was once: its id, its title, and the package that it is in; "" for one of the house."""

    id: str
    title: str
    package: str


class OtherGames:
    """Games by other hands. What breaks when it is loaded is left out from then on."""

    def __init__(self, found: Iterable[Candidate]) -> None:
        self.left_out: list[GameLeftOut] = []
        """What can't be played, as far as is known."""
        self.here_once: tuple[ListedGame, ...] = ()
        """Games that were here once, as a box remembers them."""
        self._found: dict[str, FoundGame] = {}
        self._loaded: dict[str, Game[Any]] = {}
        for one in found:
            if isinstance(one, GameLeftOut):
                self.left_out.append(one)
            else:
                self._found[one.id] = one
                for code, title in one.header.titles:
                    languages.beside(code).add({one.header.title: title})

    @property
    def ids(self) -> tuple[str, ...]:
        """The words of those that can be chosen, in alphabetical order."""
        return tuple(sorted(self._found))

    def found(self, game_id: str) -> FoundGame | None:
        """What is known of a game that can be chosen; None if it can't."""
        return self._found.get(game_id)

    def load(self, game_id: str) -> Game[Any] | None:
        """The game of that word; None if there is none, or it can't be loaded: then `left_out` says why."""
        if game_id not in self._loaded and game_id in self._found:
            self._load(self._found[game_id])
        return self._loaded.get(game_id)

    def why_not(self, game_id: str) -> Text | None:
        """What is lacking for a game that can't be chosen; None of one that was never here."""
        here = next((one.sentence for one in self.left_out if one.id == game_id), None)
        if here is not None:
            return here
        once = next((one for one in self.here_once if one.id == game_id), None)
        if once is None:
            return None
        return text("{game} needs the package {package}, which is not here.", game=once.title, package=once.package)

    def _load(self, found: FoundGame) -> None:
        from device.games.guard import Unsound, guarded  # no start needs them
        from device.games.patience import within_patience

        try:
            module = within_patience(_module, found)
            if not hasattr(module, found.attribute):
                raise Unsound(
                    text("{file} has no {attribute}: write {attribute} = figures_game(…) there",
                         file=found.source.name, attribute=found.attribute)
                )  # fmt: skip
            self._loaded[found.id] = guarded(getattr(module, found.attribute), found)
        except Unsound as unsound:
            self._leave_out(found, unsound.why)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # Whatever it raises, SystemExit among it: the table plays on without it.
            self._leave_out(found, fault(error, found.source))

    def _leave_out(self, found: FoundGame, why: Text | str) -> None:
        del self._found[found.id]
        self.left_out.append(left_out(found.package, why, found.id))


def fault(error: BaseException, source: Path) -> Text | str:
    """What went wrong in somebody else's module, and where in it, for its author."""
    from device.games.patience import LONGEST_S, TookTooLong
    from device.kits.arguments import DescriptionError

    if isinstance(error, TookTooLong):
        return text("it has not answered within {n} seconds", n=int(LONGEST_S))
    said = " ".join(str(error).split())
    if isinstance(error, DescriptionError):
        # It says itself what to do, and the line that it was raised at is none of the author's.
        return _cut(said.removesuffix("."), _LONGEST_ADVICE)
    named = f"{type(error).__name__}: {_cut(said, _LONGEST_FAULT)}" if said else type(error).__name__
    lines = list(_lines(error))
    if not lines or isinstance(error, SyntaxError):
        return named
    file, line = next((each for each in reversed(lines) if each[0] == source), lines[-1])
    return f"{named} ({file.name}, line {line})"


def _cut(said: str, most: int) -> str:
    return said if len(said) <= most else f"{said[:most]} (…)"


def _lines(error: BaseException) -> Iterator[tuple[Path, int]]:
    """The lines that led to an error, the one that raised it last."""
    at = error.__traceback__
    while at is not None:
        yield Path(at.tb_frame.f_code.co_filename), at.tb_lineno
        at = at.tb_next


def _module(found: FoundGame) -> ModuleType:
    """The module that has the game, imported. Raises whatever that raises."""
    if found.module:
        return import_module(found.module)
    from importlib.util import module_from_spec, spec_from_file_location  # hardly any game is a single file

    name = f"{_FILES}{found.id.replace('-', '_')}"
    spec = spec_from_file_location(name, found.source)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
