"""The card's root: Debian for arm64 with Tablekeeper installed by `make install`, and additions for a card."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from device import __version__
from tools.emulation.cache import ROOT, cached_folder, key_of
from tools.emulation.commands import CannotEmulate, run
from tools.emulation.rootfs import DOCUMENTS, LEFT_OUT, SOURCES, copy_sources, run_inside
from tools.image import packages
from tools.image.parts_list import parts_list
from tools.image.radio import RADIO_MODULES, RADIO_PACKAGE, remove_unit_links

BUILD = ROOT / "build" / "image"
RELEASE = "trixie"
PI, DESK = "arm64", "amd64"
"""Debian's names for the architectures of the card's Pis, and of the desktop on which it is made."""
EPOCH = "1700000000"
"""The time stamp, in seconds since 1970, of everything that would otherwise have the time of its making."""
PACKAGES = (
    "ca-certificates", "dbus", "dnsmasq-base", "e2fsprogs", "fdisk", "kmod", "make", "network-manager", "polkitd",
    "procps", "python3", "python3-spidev", "python3-venv", "signify-openbsd", "systemd", "systemd-sysv", "tzdata",
    "udev", "util-linux", "wireless-regdb", "wpasupplicant", "zstd",
)  # fmt: skip
PHONE_PACKAGES = ("iproute2", "iw", "udhcpc")
"""Packages for the phones and routers of the emulated box. They are on no card."""
STARTING = ("linux-image-arm64", "raspi-firmware", "busybox-static", RADIO_PACKAGE)
"""The packages for booting, and the radio's firmware. They are only unpacked: none of their scripts runs."""
HERE = Path(__file__).parent
ON_CARD, BOOT = HERE / "on_card", HERE / "boot"
UNITS = (
    "tablekeeper-card.service", "tablekeeper-trouble.service", "tablekeeper-update.path", "tablekeeper-update.service",
)  # fmt: skip
WHEN_ASKED = ("tablekeeper-networks.path", "tablekeeper-networks.service", "tablekeeper-radio.service")
"""The units that load the radio's driver, and that have joined networks on the disk. The page's program starts them,
and no target does."""
PUT = {
    "asking.tmpfiles": "etc/tmpfiles.d/tablekeeper-asking.conf",
    "image.conf": "etc/systemd/system/tablekeeper.service.d/image.conf",
    "journald.conf": "etc/systemd/journald.conf.d/card.conf",
    "manager.conf": "etc/systemd/system/NetworkManager.service.d/card.conf",
    "network-manager.conf": "etc/NetworkManager/conf.d/card.conf",
    "page.conf": "etc/systemd/system/tablekeeper-page.service.d/card.conf",
    "page-path.conf": "etc/systemd/system/tablekeeper-page.path.d/card.conf",
    "watchdog.conf": "etc/systemd/system.conf.d/watchdog.conf",
    **{name: f"etc/systemd/system/{name}" for name in (*UNITS, *WHEN_ASKED)},
}
"""The places of configuration files on the card, by their names in `on_card`."""
MASKED = (
    "apt-daily-upgrade.timer", "apt-daily.timer", "console-getty.service", "cryptsetup.target", "dev-hugepages.mount",
    "dev-mqueue.mount", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer",
    "getty.target", "getty@.service", "integritysetup.target", "ldconfig.service", "modprobe@.service",
    "NetworkManager-dispatcher.service", "proc-sys-fs-binfmt_misc.automount", "serial-getty@.service", "ssh.service",
    "sys-fs-fuse-connections.mount", "sys-kernel-config.mount", "sys-kernel-debug.mount", "sys-kernel-tracing.mount",
    "systemd-ask-password-console.path", "systemd-ask-password-wall.path", "systemd-binfmt.service",
    "systemd-firstboot.service", "systemd-hostnamed.service", "systemd-hostnamed.socket", "systemd-initctl.socket",
    "systemd-journal-flush.service", "systemd-journald-audit.socket", "systemd-localed.service",
    "systemd-logind.service", "systemd-machine-id-commit.service", "systemd-networkd.service",
    "systemd-pcrphase-sysinit.service", "systemd-pcrphase.service", "systemd-pstore.service",
    "systemd-random-seed.service", "systemd-remount-fs.service", "systemd-repart.service", "systemd-resolved.service",
    "systemd-rfkill.service", "systemd-rfkill.socket", "systemd-sysusers.service", "systemd-timedated.service",
    "systemd-timesyncd.service",
    "systemd-tmpfiles-clean.timer", "systemd-update-done.service", "systemd-update-utmp-runlevel.service",
    "systemd-update-utmp.service", "systemd-user-sessions.service", "veritysetup.target",
)  # fmt: skip
"""The systemd units that a table does not need, or that would write to the read-only root."""
GENERATORS = "usr/lib/systemd/system-generators"
"""Systemd's generators of units: on a card they would find nothing."""
UNNEEDED_MODULES = (
    "drivers/bluetooth", "drivers/gpu", "drivers/iio", "drivers/infiniband", "drivers/isdn", "drivers/media",
    "drivers/net", "drivers/nvme", "drivers/staging", "drivers/target", "net", "sound",
)  # fmt: skip
"""Folders of kernel modules that a box does not need. Some modules in them are added again."""
FIRST_MODULES = (
    "virtio_pci", "virtio_mmio", "virtio_blk", "mmc_block", "fixed", "gpio_regulator", "bcm2835", "sdhci-iproc",
    "leds_gpio", "ext4",
)  # fmt: skip
"""Modules for finding the root, on the Pis and in QEMU, and for the light that blinks if it is not found. A Pi 4's slot
needs its two regulators."""
SCREEN_MODULES = ("vc4",)
"""Modules for a screen. They are only loaded to show what is wrong (on_card/trouble)."""
BUSYBOX, MODULES, LICENCE = "usr/bin/busybox", "lib/modules", "usr/share/doc/{}/copyright"
"""Their paths in Debian's packages."""
GONE = (
    "etc/.pwd.lock", "etc/group-", "etc/gshadow-", "etc/passwd-", "etc/shadow-", "etc/subgid-", "etc/subuid-",
    "etc/resolv.conf", "etc/hostname", "root/.cache", "srv/tablekeeper", "var/cache/apt", "var/cache/debconf",
    "var/cache/ldconfig", "var/lib/apt/lists", "var/lib/dpkg/status-old", "var/log",
)  # fmt: skip
"""Files that differ each time, or were only needed while the root was made."""


def _mmdebstrap(
    target: Path,
    variant: str,
    included: Sequence[str],
    mirror: str | None,
    components: str,
    architecture: str = PI,
    more: Sequence[str] = (),
) -> None:
    paths = [*(f"path-exclude=/usr/share/{name}/*" for name in LEFT_OUT), f"path-include=/{LICENCE.format('*')}"]
    options = [f"--arch={architecture}", f"--variant={variant}", "--mode=root", f"--components={components}"]
    options += ['--aptopt=Acquire::Languages "none"', *(f"--dpkgopt={path}" for path in paths), *more]
    where = [] if mirror is None else [mirror]
    run(
        ["nice", "-n10", "mmdebstrap", *options, f"--include={','.join(included)}", RELEASE, target, *where],
        env={"SOURCE_DATE_EPOCH": EPOCH},
    )


def starting(mirror: str | None) -> Path:
    """The cached folder with `files`: kernel, firmware and busybox. Raises CannotEmulate."""

    def make(place: Path) -> None:
        noting = packages.recording_options(place, "starting", unpacked_only=True)
        tar, components = place / "starting.tar", "main,non-free-firmware"
        _mmdebstrap(tar, "extract", STARTING, mirror, components, more=noting)
        (place / "files").mkdir()
        run(["tar", "-xpf", tar, "-C", place / "files"])
        tar.unlink()
        # As on an installed Debian, so that modprobe finds them.
        (place / "files/lib").symlink_to("usr/lib")

    return packages.pinned("starting", (RELEASE, *STARTING, *LEFT_OUT), make, BUILD)


def installed(mirror: str | None, architecture: str = PI) -> Path:
    """The cached folder with `root`: Debian with Tablekeeper. Raises CannotEmulate."""

    mark = "" if architecture == PI else f"{architecture}-"
    debian = _debian(f"{mark}debian", mirror, architecture)
    key = key_of(debian.name, EPOCH, *(ROOT / name for name in SOURCES))
    return cached_folder(f"{mark}installed", key, lambda place: _install(place / "root", debian / "debian.tar"), BUILD)


def _debian(name: str, mirror: str | None, architecture: str) -> Path:
    """A folder with `debian.tar`. The desktop's is only for tests and never flashed, so its packages are not pinned."""
    included = PACKAGES if architecture == PI else (*PACKAGES, *PHONE_PACKAGES)
    inputs = (RELEASE, *included, *LEFT_OUT)

    def make(place: Path) -> None:
        noting = packages.recording_options(place, name, unpacked_only=False) if architecture == PI else []
        _mmdebstrap(place / "debian.tar", "minbase", included, mirror, "main", architecture, noting)

    if architecture == PI:
        return packages.pinned(name, inputs, make, BUILD)
    return cached_folder(name, key_of(*inputs), make, BUILD)


def parts(mirror: str | None) -> str:
    """The bill of materials of a card. Raises CannotEmulate."""
    made_of = {*packages.lock_of(starting(mirror)).packages, *packages.lock_of(_debian("debian", mirror, PI)).packages}
    return parts_list(__version__, RELEASE, sorted(made_of), installed(mirror) / "root/opt/tablekeeper")


def _install(root: Path, tar: Path) -> None:
    root.mkdir()
    run(["tar", "-xpf", tar, "-C", root])
    copy_sources(root, *SOURCES, *DOCUMENTS)
    trusted = root / "etc/ssl/certs/ca-certificates.crt"
    before = trusted.read_bytes()
    shutil.copy2("/etc/ssl/certs/ca-certificates.crt", trusted)
    shutil.copy2("/etc/resolv.conf", root / "etc/resolv.conf")
    settings = [f"SOURCE_DATE_EPOCH={EPOCH}", "PYTHONHASHSEED=0", "INSTALLATION=image"]
    run_inside(root, "env", *settings, "make", "-C", "/srv/tablekeeper", "install")
    trusted.write_bytes(before)


def finish(base: Path, root: Path, public_key: Path) -> None:
    """Turn an installed root into a card's, without kernel modules: units, read-only places. Raises CannotEmulate."""
    run(["cp", "-a", base, root])
    ours = root / "usr/lib/tablekeeper"
    ours.mkdir(parents=True)
    for name in ("blink", "card", "programs.py", "radio", "trouble"):
        shutil.copy(ON_CARD / name, ours / name)
        (ours / name).chmod(0o755)
    shutil.copy(public_key, ours / "updates.pub")
    for name, target in PUT.items():
        _put(root, target, (ON_CARD / name).read_text(encoding="utf-8"))
    # What udev does not load: these are loaded when they are wanted.
    late = (*SCREEN_MODULES, *RADIO_MODULES)
    _put(root, "etc/modprobe.d/late.conf", "".join(f"blacklist {name}\n" for name in late))
    _put(root, "etc/fstab", "# What is mounted is in /usr/lib/tablekeeper/card\n")
    # The settings are edited on a laptop, so they are a file on the first partition.
    settings = root / "etc/tablekeeper/tablekeeper.toml"
    _link(settings, "/boot/firmware/tablekeeper.toml")
    run(["systemctl", "--quiet", f"--root={root}", "enable", *UNITS])
    run(["systemctl", "--quiet", f"--root={root}", "mask", *MASKED])
    remove_unit_links(root)
    for generator in (root / GENERATORS).iterdir():
        _link(root / "etc/systemd/system-generators" / generator.name, "/dev/null")
    for name in GONE:
        _remove(root / name)
    for name in ("data", "boot/firmware", "var/log", "var/lib/systemd"):
        (root / name).mkdir(parents=True, exist_ok=True)
    _put(root, "etc/hostname", "tablekeeper\n")
    # Empty, so that systemd generates one in memory at each start.
    _put(root, "etc/machine-id", "")
    _link(root / "var/lib/dbus/machine-id", "/etc/machine-id")


def add_modules(files: Path, root: Path) -> None:
    """Add the kernel's modules to a card's root. Raises CannotEmulate."""
    release = kernel_release(files)
    left_out = {f"{release}/kernel/{name}" for name in UNNEEDED_MODULES}
    source = files / MODULES

    def unneeded(folder: str, names: list[str]) -> list[str]:
        inside_ = Path(folder).relative_to(source)
        return [name for name in names if str(inside_ / name) in left_out]

    modules = root / "usr/lib/modules"
    shutil.copytree(source, modules, symlinks=True, ignore=unneeded, dirs_exist_ok=True)
    run(["depmod", "-b", files, release])
    for module in modules_of(files, release, (*SCREEN_MODULES, *RADIO_MODULES)):
        target = modules / module.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)
    run(["depmod", "-b", root, release])


def modules_of(root: Path, release: str, names: Iterable[str]) -> list[Path]:
    """The files of these modules, each after its dependencies. Raises CannotEmulate."""
    found: dict[Path, None] = {}
    for name in names:
        shown = run(["modprobe", "-d", root, "-S", release, "--show-depends", name])
        for line in shown.splitlines():
            if line.startswith("insmod"):
                found[Path(line.split()[1])] = None
    return list(found)


def kernel_release(files: Path) -> str:
    """The release of the kernel."""
    found = sorted((files / MODULES).iterdir())
    if len(found) != 1:
        raise CannotEmulate(f"one kernel was expected, and there are {len(found)}.")
    return found[0].name


def _put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")


def _link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
