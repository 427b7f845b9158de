"""Reads small JSON files, and sets invalid ones aside; reads and writes those in which somebody's choice is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from device.system import atomicfile, files
from device.system.error_reasons import unread_sentence, unwritten_sentence
from device.system.not_done import NotDone
from device.system.printing import complain
from display.words import Text

T = TypeVar("T")


class DamagedFile(ValueError):
    """A file was invalid and has been set aside: `new_name` is its new name."""

    def __init__(self, new_name: str) -> None:
        super().__init__(new_name)
        self.new_name = new_name


def load_or_set_aside(path: Path, max_bytes: int, parse: Callable[[bytes], T]) -> T | None:
    """The result of `parse` for the content of a file of at most `max_bytes` bytes; None if there is no file. Raises
    OSError. If `parse` raises ValueError, the file is set aside and DamagedFile is raised."""
    try:
        data = files.read_file(path, max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        if len(data) > max_bytes:
            raise ValueError("too large")
        return parse(data)
    except ValueError:
        raise DamagedFile(atomicfile.set_aside(path)) from None


def load_or_complain(path: Path, max_bytes: int, convert: Callable[[Any], T], consequence: str) -> T | None:
    """What `convert` makes of the JSON in a file, as in `load_or_set_aside`; None also for an invalid file.

    `consequence` ends the complaint about an invalid file. Raises OSError.
    """
    try:
        return load_or_set_aside(path, max_bytes, lambda data: parse_json(data, convert))
    except DamagedFile as damaged:
        complain(f"{path} was damaged and is now {damaged.new_name}; {consequence}.")
        return None


@contextmanager
def not_done_if_unreadable(path: Path) -> Iterator[None]:
    """Raises NotDone if the file can't be read in this context: what is in it must not be written over."""
    try:
        yield
    except OSError as error:
        raise NotDone(unread_sentence(path, error)) from None


@contextmanager
def not_done_if_unwritable(path: Path) -> Iterator[None]:
    """Raises NotDone if the file can't be locked or written in this context."""
    try:
        yield
    except OSError as error:
        raise NotDone(unwritten_sentence(path, error)) from None


def parse_json(data: bytes, convert: Callable[[Any], T]) -> T:
    """Parse JSON and pass it to `convert`. Raises ValueError if either fails."""
    import json  # imported late: most tables have no such file

    try:
        return convert(json.loads(data))
    except (TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(error) from error


def read_choice(path: Path, max_bytes: int, convert: Callable[[Any], T], error_sentence: Text) -> T | None:
    """What was chosen, by `convert`, from a JSON file of at most `max_bytes` bytes; None if there is no file.

    Raises NotDone with the sentence `error_sentence` if the file has no such choice in it, and OSError if it can't be
    read.
    """
    try:
        return parse_json(files.read_file(path, max_bytes), convert)
    except FileNotFoundError:
        return None
    except ValueError:
        raise NotDone(error_sentence) from None


def write_choice(path: Path, choice: dict[str, Any], *, follow: bool = True) -> None:
    """Write what was chosen to a JSON file, so that it survives a power cut; `follow` as in `atomicfile.replace_file`.
    Raises NotDone, and what was chosen before stays."""
    import json  # imported late: needed only when somebody chooses

    with not_done_if_unwritable(path):
        atomicfile.replace_file(path, f"{json.dumps(choice)}\n".encode(), follow=follow)


@contextmanager
def values_to_change(
    path: Path,
    load: Callable[[], Mapping[str, T]],
    max_bytes: int,
    too_large_sentence: Text,
    to_json: Callable[[dict[str, T]], object] = lambda values: values,
) -> Iterator[dict[str, T]]:
    """A dict of the values in a JSON file, which `load` returns, to change while no other process can change them.

    At the end of the context, what `to_json` makes of them is written, so that it survives a power cut. Raises NotDone,
    and the previous content stays, if the file can't be read or written, or would have more than `max_bytes` bytes.
    """
    import json  # imported late: most tables have no such file

    with not_done_if_unwritable(path), atomicfile.locked_directory(path.parent):
        with not_done_if_unreadable(path):
            values = dict(load())
        yield values
        content = f"{json.dumps(to_json(values), ensure_ascii=False, indent=1)}\n".encode()
        if len(content) > max_bytes:
            raise NotDone(too_large_sentence)
        atomicfile.replace_file(path, content)
