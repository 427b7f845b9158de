"""Debian's packages on the card are those of the lock, or nothing is made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.emulation.commands import CannotEmulate
from tools.image.packages import LISTS, TAKEN, Package, lock_of, main, pinned, read
from tools.image.parts_list import parts_list

RELEASE = "Origin: Debian\nDate: Sat, 14 Nov 2026 08:24:55 UTC\n"
LATER = "Origin: Debian\nDate: Wed, 25 Nov 2026 02:10:00 UTC\n"
ZLIB = Package("zlib1g", "1:1.3.1-1", "arm64", "a" * 64)
MAKE = Package("make", "4.4.1-2", "arm64", "b" * 64)
NEWER = Package("make", "4.4.1-10", "arm64", "c" * 64)


def stanza(one: Package) -> str:
    return (
        f"Package: {one.name}\nVersion: {one.version}\nArchitecture: {one.architecture}\n"
        f"Description: tools:\n with: a colon\nSHA256: {one.sha256}\n\n"
    )


def archive(place: Path, *offered: Package) -> Path:
    """Indexes as apt keeps them: the distribution's own, and that of its updates."""
    lists = place / LISTS
    lists.mkdir(parents=True)
    for name, release, packages in (("main", RELEASE, offered[:1]), ("updates", LATER, offered[1:])):
        (lists / f"{name}_InRelease").write_text(release)
        (lists / f"{name}_main_binary-arm64_Packages").write_text("".join(map(stanza, packages)))
    return lists


def making(*took: Package) -> Callable[[Path], None]:
    def make(place: Path) -> None:
        archive(place, *took)
        (place / TAKEN).write_text("".join(f"{one.name} {one.version} {one.architecture}\n" for one in took))

    return make


def test_the_first_card_writes_the_lock_and_the_next_is_made_of_the_same(tmp_path: Path) -> None:
    locks, build = tmp_path / "locks", tmp_path / "build"
    first = pinned("debian", ("trixie",), making(ZLIB, MAKE), build, locks)
    assert (locks / "debian.lock").read_text() == (
        f"# 20261125T021000Z\nmake 4.4.1-2 arm64 {'b' * 64}\nzlib1g 1:1.3.1-1 arm64 {'a' * 64}\n"
    )
    assert pinned("debian", ("trixie",), making(ZLIB, NEWER), build, locks) == first
    assert lock_of(first).packages == (MAKE, ZLIB)


def test_a_lock_from_elsewhere_has_the_card_made_anew(tmp_path: Path) -> None:
    locks, build = tmp_path / "locks", tmp_path / "build"
    first = pinned("debian", ("trixie",), making(ZLIB, MAKE), build, locks)
    pinned("debian", ("trixie",), making(ZLIB, NEWER), tmp_path / "another", tmp_path / "theirs")
    second = pinned("debian", ("trixie",), making(ZLIB, NEWER), build, tmp_path / "theirs")
    assert second != first
    assert not first.exists()


@pytest.mark.parametrize(
    ("took", "named"),
    [((ZLIB, NEWER), "make 4.4.1-10"), ((ZLIB,), "make is gone"), ((ZLIB, MAKE._replace(sha256="d" * 64)), "make")],
    ids=["newer", "gone", "another file of that version"],
)
def test_other_packages_than_the_lock_s_are_named_and_nothing_is_kept(
    took: tuple[Package, ...], named: str, tmp_path: Path
) -> None:
    locks, build = tmp_path / "locks", tmp_path / "build"
    pinned("debian", ("trixie",), making(ZLIB, MAKE), tmp_path / "before", locks)
    before = (locks / "debian.lock").read_text()
    with pytest.raises(CannotEmulate, match=re.escape(named)) as raised:
        pinned("debian", ("trixie",), making(*took), build, locks)
    assert "sudo make image NEWPACKAGES=1" in str(raised.value)
    assert "snapshot.debian.org, moment 20261125T021000Z" in str(raised.value)
    assert [one for one in build.glob("debian-*") if one.suffix != ".part"] == []
    assert (locks / "debian.lock").read_text() == before


def test_a_newer_package_is_told_before_anything_is_installed(tmp_path: Path) -> None:
    """mmdebstrap asks this as soon as it has the indexes."""
    locks = tmp_path / "locks"
    pinned("debian", ("trixie",), making(ZLIB, MAKE), tmp_path / "build", locks)
    lock = str(locks / "debian.lock")
    assert main(lock, str(archive(tmp_path / "same", ZLIB, MAKE))) is None
    assert "make 4.4.1-10" in (main(lock, str(archive(tmp_path / "newer", ZLIB, MAKE, NEWER))) or "")
    assert main(lock, str(archive(tmp_path / "older", ZLIB, MAKE, MAKE._replace(version="4.3-1")))) is None
    assert "zlib1g is gone" in (main(lock, str(archive(tmp_path / "gone", MAKE))) or "")


def test_the_locks_of_the_card_pin_kernel_firmware_and_python() -> None:
    from tools.image.packages import LOCKS

    found = {name: read(LOCKS / f"{name}.lock").packages for name in ("starting", "debian")}
    assert {"linux-image-arm64", "raspi-firmware", "busybox-static"} <= {one.name for one in found["starting"]}
    assert {"python3", "systemd", "python3-spidev"} <= {one.name for one in found["debian"]}
    assert all(re.fullmatch(r"[0-9a-f]{64}", one.sha256) for packages in found.values() for one in packages)


def test_the_list_of_parts_has_debian_s_and_python_s(tmp_path: Path) -> None:
    metadata = tmp_path / "lib/python3.13/site-packages/pillow-12.0.0.dist-info/METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.4\nName: pillow\nVersion: 12.0.0\n\nVersion: of the text\n")
    found = json.loads(parts_list("0.5.0", "trixie", [ZLIB], tmp_path))
    assert [part["purl"] for part in found["components"]] == [
        "pkg:deb/debian/zlib1g@1%3A1.3.1-1?arch=arm64&distro=trixie",
        "pkg:pypi/pillow@12.0.0",
    ]
    assert found["components"][0]["hashes"] == [{"alg": "SHA-256", "content": "a" * 64}]
