"""`make image`: a card to flash, out of Debian's packages; `make update`: a signed file for cards that are in use.

See docs/image.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from device import __version__
from tools.emulation import prerequisites
from tools.emulation.commands import CannotEmulate, run
from tools.emulation.report import RunProgress, RunReport
from tools.image import board_starts, boots, evening, packages, root
from tools.image.card import boot_files, check_room, make_image, manifest
from tools.image.models import QEMU_PI_4
from tools.image.radio import add_firmware
from tools.image.root import BUILD, EPOCH
from tools.interruption import until_interrupted

PROGRAMS = {
    "arch-test": "arch-test", "cpio": "cpio", "depmod": "kmod", "dtc": "device-tree-compiler", "mcopy": "mtools",
    "mke2fs": "e2fsprogs", "mkfs.vfat": "dosfstools", "mmdebstrap": "mmdebstrap",
    "qemu-aarch64-static": "qemu-user-static", "qemu-system-aarch64": "qemu-system-arm", "sfdisk": "fdisk",
    "signify-openbsd": "signify-openbsd", "update-binfmts": "binfmt-support", "zstd": "zstd",
}  # fmt: skip
"""The programs, each with its Debian package."""
NAME = f"tablekeeper-{__version__}"
MAX_MB = 300
"""The maximum size of the compressed image."""
KEYS = Path("/var/lib/tablekeeper-card/keys")
"""The folder of the key pair, outside of all cleaned folders: a card accepts only updates signed with its own key."""
KEYS_BEFORE = BUILD / "keys"
"""The folder of the keys until version 0.4."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what was requested. Returns 0 if all is well, 1 if a check fails, 2 if it can't be made."""
    request = _parser().parse_args(arguments)
    missing = list(lacking(request.what))
    if request.what == "evening":
        missing += prerequisites.missing_prerequisites(BUILD)
    for sentence in missing:
        print(sentence, file=sys.stderr)
    if missing:
        return 2
    progress = RunProgress(1)
    # Signals end running machines and remove unfinished files, too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        with progress.part(request.what) as report:
            _do(request, report)
    except CannotEmulate as error:
        print(f"make image: {error}", file=sys.stderr)
        return 2
    progress.close()
    return 1 if progress.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make image", description=__doc__)
    what = ("card", "update", "boot", "evening", "same")
    parser.add_argument("what", choices=what, help="make one, or look at the one made")
    parser.add_argument("--keys", type=Path, default=KEYS, help="where updates.sec and updates.pub are, or are made")
    parser.add_argument("--new-keys", action="store_true", help="make a pair of keys, where there is none")
    parser.add_argument("--new-packages", action="store_true", help="take Debian's newest packages, and lock those")
    parser.add_argument("--mirror", help="where Debian's packages come from, if not from where this machine's do")
    return parser


def _do(request: argparse.Namespace, report: RunReport) -> None:
    """Make or test what was requested. Raises CannotEmulate."""
    if request.what == "boot":
        _boot(BUILD / f"{NAME}.img", BUILD / f"{NAME}.update", report)
        return
    # The keys are checked before minutes of work.
    folder = keys(request.keys, anew=request.new_keys)
    if request.new_packages:
        packages.forget_locks()
    match request.what:
        case "card":
            _card(folder, request.mirror, report)
        case "update":
            _update(folder, request.mirror, report)
        case "same":
            _same(folder, request.mirror, report)
        case _:
            evening.run(folder / "updates.pub", request.mirror, report)


def _boot(image: Path, update: Path, report: RunReport) -> None:
    """Boot the finished card in emulators. Raises CannotEmulate."""
    for file in (image, update):
        if not file.exists():
            raise CannotEmulate(f"there is no {file}. Type: make image update")
    board_starts.run_all(image, report)
    boots.run_all(image, update, report)


def lacking(what: str) -> Iterator[str]:
    """Yield a sentence for everything that is missing for this request."""
    if os.geteuid() != 0:
        yield "Making a root with its owners needs root. Type: sudo make image"
    missing_packages = sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})
    if missing_packages:
        yield f"Packages are missing. Type: apt-get install --no-install-recommends {' '.join(missing_packages)}"
    elif not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        yield "Programs for arm64 can't be run. Type: update-binfmts --enable qemu-aarch64"
    elif what == "boot" and QEMU_PI_4 not in run(["qemu-system-aarch64", "-M", "help"]):
        yield f"This QEMU has no {QEMU_PI_4}: version 9 has, of Debian 13 or of the backports of Debian 12."


def keys(folder: Path, *, anew: bool) -> Path:
    """The folder with the key pair for signing updates. Raises CannotEmulate.

    If there is no pair, one is made if `anew`, or if somebody at the terminal agrees.
    """
    if not (folder / "updates.pub").exists() and folder == KEYS and (KEYS_BEFORE / "updates.pub").exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name in ("updates.sec", "updates.pub"):  # the one that is looked for comes last
            if (KEYS_BEFORE / name).exists():
                shutil.move(KEYS_BEFORE / name, folder / name)
    if (folder / "updates.pub").exists():
        return folder
    if not (anew or _wants_new_keys(folder)):
        raise CannotEmulate(
            f"there are no keys in {folder}. If you have made cards before, put theirs there: no others can update"
            " those cards. Else type: sudo make image NEWKEYS=1"
        )
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    comment = ["-c", "Tablekeeper's updates"]
    run(["signify-openbsd", "-G", "-n", *comment, "-p", folder / "updates.pub", "-s", folder / "updates.sec"])
    return folder


def _wants_new_keys(folder: Path) -> bool:
    if not sys.stdin.isatty():
        return False
    print(f"There are no keys in {folder}. Cards that were made with others can't be updated with new ones.")
    return input("Make new keys? [y/N] ").strip().casefold() in ("y", "yes")


def _card(key_folder: Path, mirror: str | None, report: RunReport) -> None:
    image = BUILD / f"{NAME}.img"
    lines = _make(image, key_folder, mirror)
    Path(f"{image}.manifest").write_text("\n".join(lines) + "\n", encoding="utf-8")
    Path(f"{image}.cdx.json").write_text(root.parts(mirror), encoding="utf-8")
    archive = Path(f"{image}.zst")
    run(["zstd", "-q", "-f", "-T0", "-12", image, "-o", archive])
    megabytes = archive.stat().st_size / 1e6
    report.figure("the card's image (MB)", f"{image.stat().st_size / 1e6:.0f}")
    report.figure("compressed (MB)", f"{megabytes:.0f}", f"< {MAX_MB}", good=megabytes < MAX_MB)
    report.figure("files, folders and links on it", len(lines))
    report.say(f"{archive}")


def _make(target: Path, key_folder: Path, mirror: str | None) -> list[str]:
    """Make an image. Returns its contents, line by line. Raises CannotEmulate."""
    files = root.starting(mirror) / "files"
    base = root.installed(mirror) / "root"
    with TemporaryDirectory(dir=BUILD) as scratch:
        boot, finished = Path(scratch, "boot"), Path(scratch, "root")
        boot.mkdir()
        root.finish(base, finished, key_folder / "updates.pub")
        root.add_modules(files, finished)
        add_firmware(files, finished)
        check_room(finished)
        boot_files(files, finished, boot)
        part = Path(scratch, "card.img")
        make_image(boot, finished, part)
        part.replace(target)
        return [f"boot/{line}" for line in manifest(boot)] + [f"root/{line}" for line in manifest(finished)]


def _update(key_folder: Path, mirror: str | None, report: RunReport) -> None:
    signed_file = BUILD / f"{NAME}.update"
    base = root.installed(mirror) / "root"
    with TemporaryDirectory(dir=BUILD) as scratch:
        archive = Path(scratch, "program.tgz")
        names = ["--sort=name", f"--mtime=@{EPOCH}", "--owner=0", "--group=0", "--numeric-owner"]
        program = base / "opt/tablekeeper/image"
        pack = 'to=$1; shift; tar "$@" | gzip -n -6 >"$to"'
        run(["sh", "-euc", pack, "sh", archive, "-c", *names, "-C", program, "."])
        secret = key_folder / "updates.sec"
        run(["signify-openbsd", "-Sz", "-s", secret, "-m", archive, "-x", signed_file])
    report.figure("the signed file (MB)", f"{signed_file.stat().st_size / 1e6:.0f}")
    report.say(f"{signed_file}")


def _same(key_folder: Path, mirror: str | None, report: RunReport) -> None:
    """Fetch and install everything again, make another image, and compare the contents of both.

    Raises CannotEmulate.
    """
    earlier_manifest = BUILD / f"{NAME}.img.manifest"
    if not earlier_manifest.exists():
        raise CannotEmulate(f"there is no {earlier_manifest}. Type: make image")
    before = earlier_manifest.read_text(encoding="utf-8").splitlines()
    for folder in (*BUILD.glob("starting-*"), *BUILD.glob("debian-*"), *BUILD.glob("installed-*")):
        shutil.rmtree(folder)
    contents_again = _make(BUILD / "again.img", key_folder, mirror)
    differing_names = sorted({line.split(" ")[0] for line in set(before) ^ set(contents_again)})
    for name in differing_names[:20]:
        report.say(name)
    report.figure("files that are others when it is made again", len(differing_names), "0", good=not differing_names)
    (BUILD / "again.img").unlink()


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
