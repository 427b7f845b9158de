"""Builds a card's image from folders, without loop devices or mounts: a FAT partition, the root, and one for games."""

from __future__ import annotations

import hashlib
import lzma
import re
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from device import config
from tools.emulation.commands import CannotEmulate, run
from tools.image.models import MODELS
from tools.image.radio import RADIO_PACKAGE
from tools.image.root import BOOT, BUSYBOX, EPOCH, FIRST_MODULES, LICENCE, ON_CARD, kernel_release, modules_of

MIB = 1 << 20
FAT_MB, ROOT_MB, DATA_MB = 128, 1100, 32
SIGNATURE = "7461626c"
"""The disk identifier in the first sector."""
PARTITIONS = f"""label: dos
label-id: 0x{SIGNATURE}
start=1MiB, size={FAT_MB}MiB, type=c, bootable
start={1 + FAT_MB}MiB, size={ROOT_MB}MiB, type=83
start={1 + FAT_MB + ROOT_MB}MiB, size={DATA_MB}MiB, type=83
"""
ROOT_LABEL = "tablekeeper"
"""The label by which the root is found at the start (boot/cmdline.txt)."""
UUIDS = {ROOT_LABEL: "6c1b2f4e-0f5e-4a35-9d0c-7461626c6501", "data": "6c1b2f4e-0f5e-4a35-9d0c-7461626c6502"}
GROWING = f",resize={1 << 28}"
"""Reserves block group descriptors for growth to a card of 1 TB: the file system grows while it is mounted."""


def boot_files(files: Path, root: Path, place: Path) -> None:
    """Fill a folder with the contents of the FAT partition. Raises CannotEmulate."""
    release = kernel_release(files)
    firmware = files / "usr/lib/raspi-firmware"
    for name in ("bootcode.bin", "fixup.dat", "fixup4.dat", "start.elf", "start4.elf"):
        shutil.copy(firmware / name, place / name)
    shutil.copy(files / f"boot/vmlinuz-{release}", place / "vmlinuz")
    for name in ("config.txt", "cmdline.txt"):
        shutil.copy(BOOT / name, place / name)
    _device_trees(files / f"usr/lib/linux-image-{release}/broadcom", place)
    _initrd(files, root, place / "initrd.zst")
    _licences(files, release, place / "licences")
    (place / config.FILE_NAME).write_bytes(settings())


def settings() -> bytes:
    """The configuration of a new card: the example, with the page for phones at hand."""
    example = config.example_toml()
    found, changed = re.subn(rb'(?m)^#(?=door = "/run/tablekeeper-page/)', b"", example)
    if changed != 1:
        raise CannotEmulate("the example of a configuration has no door for the page.")
    return found


def _device_trees(trees: Path, place: Path) -> None:
    """Add the device trees of all models, and the overlay, which must fit each of them."""
    overlay = place / "overlays/tablekeeper.dtbo"
    overlay.parent.mkdir()
    run(["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, BOOT / "tablekeeper.dts"])
    for model in MODELS:
        shutil.copy(trees / model.tree, place / model.tree)
        run(["fdtoverlay", "-i", place / model.tree, "-o", "/dev/null", overlay])


def _licences(files: Path, release: str, place: Path) -> None:
    """Add the licences of the boot files, where any laptop can read them."""
    place.mkdir()
    for name in ("raspi-firmware", RADIO_PACKAGE, f"linux-image-{release}", "busybox-static"):
        shutil.copy(files / LICENCE.format(name), place / f"{name}.txt")


def _initrd(files: Path, root: Path, target: Path) -> None:
    place = target.parent / "initrd"
    for name in ("bin", "lib", "proc", "sys", "dev", "root"):
        (place / name).mkdir(parents=True)
    shutil.copy(files / BUSYBOX, place / "bin/busybox")
    for name in ("sh", "sleep"):
        (place / "bin" / name).symlink_to("busybox")
    for source in (BOOT / "init", ON_CARD / "blink"):
        shutil.copy(source, place / source.name)
        (place / source.name).chmod(0o755)
    for number, module in enumerate(modules_of(root, kernel_release(files), FIRST_MODULES)):
        # The names sort in loading order.
        _unpack_module(module, place / "lib" / f"{number:03}-{module.name.removesuffix('.xz')}")
    pack = (
        f"find . -exec touch -h -d @{EPOCH} {{}} + && find . | LC_ALL=C sort | cpio -o -H newc --quiet --reproducible"
    )
    run(["sh", "-euc", f"cd {place}; ({pack}) | zstd -q -T1 -12 -o {target}"])
    shutil.rmtree(place)


def _unpack_module(module: Path, target: Path) -> None:
    # The whole initrd is compressed, and busybox may not support xz.
    content = module.read_bytes()
    target.write_bytes(lzma.decompress(content) if module.suffix == ".xz" else content)


def make_image(boot: Path, root: Path, target: Path) -> None:
    """Write a card's image with the folders of its first two partitions. Raises CannotEmulate."""
    scratch = target.parent
    fat, ext, data = scratch / "fat.img", scratch / "root.img", scratch / "data.img"
    dated = {"SOURCE_DATE_EPOCH": EPOCH, "E2FSPROGS_FAKE_TIME": EPOCH}
    with fat.open("wb") as file:
        file.truncate(FAT_MB * MIB)
    run(["mkfs.vfat", "-F", "32", "-n", "TABLEKEEPER", "-i", SIGNATURE, fat], env=dated)
    run(["mcopy", "-s", "-m", "-i", fat, *sorted(boot.iterdir()), "::/"], env=dated)
    _ext4(ext, ROOT_LABEL, ROOT_MB, dated, "", ["-d", root])
    _ext4(data, "data", DATA_MB, dated, GROWING, ["-b", "4096", "-i", "16384"])
    end = 1 + FAT_MB + ROOT_MB + DATA_MB
    with target.open("wb") as file:
        file.truncate(end * MIB)
    run(["sfdisk", "--quiet", target], given=PARTITIONS.encode())
    for part, place in ((fat, 1), (ext, 1 + FAT_MB), (data, 1 + FAT_MB + ROOT_MB)):
        run(["dd", f"if={part}", f"of={target}", "bs=1M", f"seek={place}", "conv=notrunc,sparse", "status=none"])
        part.unlink()


def _ext4(
    target: Path, label: str, megabytes: int, dated: dict[str, str], extended: str, more: Sequence[str | Path]
) -> None:
    # Without lazy initialisation, nothing is written to the card later.
    extended = f"lazy_itable_init=0,lazy_journal_init=0,hash_seed={UUIDS[label]}{extended}"
    options = ["-q", "-F", "-t", "ext4", "-L", label, "-U", UUIDS[label], "-m", "0", "-E", extended]
    run(["mke2fs", *options, *more, target, f"{megabytes}M"], env=dated)


def manifest(folder: Path) -> Iterator[str]:
    """Yield a line for each entry of a folder: name, mode, owner, and the hash of its content."""
    for path in sorted(folder.rglob("*")):
        found = path.lstat()
        rights = f"{stat.filemode(found.st_mode)} {found.st_uid}:{found.st_gid}"
        yield f"{path.relative_to(folder)} {rights} {_content(path, found.st_mode)}"


def _content(path: Path, mode: int) -> str:
    if stat.S_ISLNK(mode):
        return f"-> {path.readlink()}"
    if not stat.S_ISREG(mode):
        return "-"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_room(root: Path) -> None:
    """Raises CannotEmulate if a root does not fit into its partition."""
    used = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_symlink()) // MIB
    if used > ROOT_MB * 0.9:
        raise CannotEmulate(f"the root has {used} MB, and its partition {ROOT_MB}.")
