"""Files that are written whole or not at all. What a power cut leaves is tested in test_power.py."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from device.system import atomicfile
from device.system.atomicfile import make_directory, replace_file, sync_directory
from device.system.error_reasons import unwritten_sentence
from device.system.files import NotAFile
from display.words import ENGLISH
from tests.journal.rights import NoRights


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "settings"
    replace_file(path, b"one")
    replace_file(path, b"two, longer")
    replace_file(path, b"3")
    assert path.read_bytes() == b"3"
    assert names(path.parent) == ["settings"]


def test_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    path.write_bytes(b"one")
    path.chmod(0o640)
    replace_file(path, b"two")
    assert path.stat().st_mode & 0o7777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_owner_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    path.write_bytes(b"one")
    os.chown(path, 1234, 1235)
    replace_file(path, b"two")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


def test_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "settings"
    real.parent.mkdir()
    real.write_bytes(b"one")
    link = tmp_path / "settings"
    link.symlink_to(real)
    replace_file(link, b"two")
    assert link.is_symlink()
    assert real.read_bytes() == b"two"


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


@pytest.mark.parametrize("make", [device, os.mkfifo, Path.mkdir])
def test_what_a_link_leads_to_and_is_no_file_is_not_replaced(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A machine without its /dev/null is no good."""
    target, link = tmp_path / "target", tmp_path / "link"
    make(target)
    link.symlink_to(target)
    before = target.stat()
    with pytest.raises(NotAFile):
        replace_file(link, b"new")
    assert os.path.samestat(target.stat(), before)
    assert link.is_symlink()


def test_device_is_not_replaced(tmp_path: Path) -> None:
    device(tmp_path / "null")
    with pytest.raises(NotAFile):
        replace_file(tmp_path / "null", b"new")
    assert stat.S_ISCHR((tmp_path / "null").stat().st_mode)


def test_device_is_not_replaced_where_links_are_not_followed(tmp_path: Path) -> None:
    device(tmp_path / "null")
    with pytest.raises(NotAFile):
        replace_file(tmp_path / "null", b"new", follow=False)
    assert stat.S_ISCHR((tmp_path / "null").stat().st_mode)
    assert names(tmp_path) == ["null"]


def test_link_that_is_not_to_be_followed_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"another's")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    replace_file(link, b"new", follow=False)
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()
    assert (tmp_path / "file").read_bytes() == b"another's"


def test_link_that_leads_to_itself_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    replace_file(link, b"new")
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()


def test_leftovers_of_a_power_cut_are_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    (tmp_path / ("settings" + atomicfile.TEMPORARY_SUFFIX)).write_bytes(b"half of a much longer fi")
    replace_file(path, b"one")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["settings"]


def test_leftovers_that_nobody_may_write_are_in_nobodys_way(tmp_path: Path) -> None:
    """A temporary file has the mode of the file that it replaces."""
    tmp_path.chmod(0o777)
    leftover = tmp_path / ("settings" + atomicfile.TEMPORARY_SUFFIX)
    leftover.write_bytes(b"half")
    leftover.chmod(0o444)
    with atomicfile.opened_directory(tmp_path) as directory, NoRights(tmp_path, 0o777):
        atomicfile.replace_file_in(directory, "settings", b"one")
    assert names(tmp_path) == ["settings"]


def test_temporary_files_of_others_that_are_in_the_way_are_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    path = tmp_path / "settings"
    with (tmp_path / f"settings.00000000{atomicfile.TEMPORARY_SUFFIX}").open("wb") as being_written:
        fcntl.flock(being_written, fcntl.LOCK_EX)
        with pytest.raises(BlockingIOError) as blocked:
            replace_file(path, b"one")
    assert "Somebody else is changing" in ENGLISH.say(unwritten_sentence(path, blocked.value))


def test_each_damaged_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    for content, name in ((b"1", "settings.damaged"), (b"2", "settings.damaged-2"), (b"3", "settings.damaged-3")):
        path.write_bytes(content)
        assert atomicfile.set_aside(path) == name
        assert (tmp_path / name).read_bytes() == content
    assert len(names(tmp_path)) == 3


def test_a_damaged_file_that_can_not_be_renamed_has_its_old_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*paths: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "replace", refuse)
    assert atomicfile.set_aside(tmp_path / "settings") == "settings"


@pytest.mark.parametrize(("module", "call"), [(os, "fsync"), (os, "replace"), (os, "fchmod")])
def test_old_file_stands_when_the_disk_refuses(
    tmp_path: Path, module: object, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings"
    replace_file(path, b"one")

    def refuse(*arguments: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, call, refuse)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["settings"]


def test_file_is_synced_before_it_is_renamed_and_its_directory_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings"
    seen: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(opened: int) -> None:
        name = Path(os.readlink(f"/proc/self/fd/{opened}")).name
        seen.append("sync " + re.sub(r"\.[0-9a-f]{8}\.new$", ".new", name))
        fsync(opened)

    def noted_replace(old: str, new: str, src_dir_fd: int, dst_dir_fd: int) -> None:
        seen.append("rename")
        replace(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    replace_file(path, b"one")
    assert seen == ["sync settings.new", "rename", f"sync {tmp_path.name}"]


def test_directories_are_synced_where_they_are_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(atomicfile, "sync_directory", seen.append)
    make_directory(tmp_path / "a" / "b")
    make_directory(tmp_path / "a" / "b")
    assert sorted(seen) == [tmp_path, tmp_path / "a"]


def test_file_system_that_cannot_sync_directories_is_put_up_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(opened: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    number = errno.EINVAL
    sync_directory(tmp_path)
    number = errno.EIO
    with pytest.raises(OSError, match="Input/output"):
        sync_directory(tmp_path)


def test_writers_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    contents = [bytes([65 + n]) * 50_000 for n in range(4)]

    def work(content: bytes) -> None:
        for _ in range(10):
            replace_file(path, content)

    threads = [threading.Thread(target=work, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert not path.exists() or path.read_bytes() in contents
    for thread in threads:
        thread.join()
    assert path.read_bytes() in contents
    assert names(tmp_path) == ["settings"]
