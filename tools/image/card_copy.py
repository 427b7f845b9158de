"""A copy of a card's image, with what a person with a laptop can do with it."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

from tools.emulation.commands import run
from tools.image.card import FAT_MB, MIB, ROOT_MB


class CardCopy:
    """A copy of the image, enlarged to the size of a card."""

    def __init__(self, image: Path, place: Path, megabytes: int) -> None:
        place.mkdir(exist_ok=True)
        self.file, self.place = place / "card.img", place
        run(["cp", "--sparse=always", image, self.file])
        with self.file.open("r+b") as file:
            file.truncate(megabytes * MIB)

    def first_partition(self) -> Path:
        """A folder with the current contents of its first partition."""
        folder = self.place / "first"
        folder.mkdir(exist_ok=True)
        run(["mcopy", "-s", "-o", "-n", "-i", self._fat, "::/", folder])
        return folder

    def text(self, name: str) -> str:
        """The text of a file on its first partition; "" if there is none."""
        command = ["mcopy", "-n", "-i", self._fat, f"::/{name}", "-"]
        return subprocess.run(command, capture_output=True, check=False).stdout.decode(errors="replace")

    def remove_from_root(self, name: str) -> None:
        """Remove a file from its root."""
        run(["debugfs", "-w", "-R", f"rm {name}", f"{self.file}?offset={(1 + FAT_MB) * MIB}"])

    @property
    def _fat(self) -> str:
        return f"{self.file}@@1M"

    def put(self, name: str, content: bytes | str | Path) -> None:
        """Write a file to its first partition, as with a laptop."""
        file = self.place / "put"
        if isinstance(content, Path):
            run(["cp", content, file])
        else:
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        run(["mcopy", "-o", "-i", self._fat, file, f"::/{name}"])
        file.unlink()

    def data_mb(self) -> int:
        """The size of its last partition in MiB, from the first sector."""
        with self.file.open("rb") as file:
            entry = file.read(512)[446 + 2 * 16 : 446 + 3 * 16]
        return int.from_bytes(entry[12:16], "little") * 512 // MIB

    def check_data(self) -> bool:
        """Whether the file system of its last partition is sound, after its journal is replayed."""
        # A separate file: e2fsck forgets the offset of a partition within a file after it has replayed a journal.
        part = self.place / "data.img"
        copy_written(self.file, part, (1 + FAT_MB + ROOT_MB) * MIB)
        checked = subprocess.run(["e2fsck", "-fy", part], capture_output=True, check=False).returncode
        part.unlink()
        return checked in (0, 1)


def copy_written(source: Path, target: Path, begin: int) -> None:
    """Copy a file from a byte on, without its holes: a card's file is mostly holes."""
    with source.open("rb") as read, target.open("wb") as written:
        size = source.stat().st_size
        written.truncate(size - begin)
        at = begin
        while at < size:
            try:
                at = os.lseek(read.fileno(), at, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:
                    break
                raise
            end = os.lseek(read.fileno(), at, os.SEEK_HOLE)
            for place in range(at, end, MIB):
                data = os.pread(read.fileno(), min(MIB, end - place), place)
                os.pwrite(written.fileno(), data, place - begin)
            at = end
