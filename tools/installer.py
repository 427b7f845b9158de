"""Installs Tablekeeper into an environment, for `tools/install`: locked packages by their hashes, and the program.

It runs on the environment's own Python, with only the standard library and pip: `python tools/installer.py SOURCES`.
The variable UNHASHED lists packages, separated by spaces, that are installed in the locked version from this machine's
own index without checking their hash. GAMES is a folder with locks of games by other developers. The installer writes a
bill of materials.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pip._vendor.packaging.requirements import Requirement

NAME = "tablekeeper"
EXTRAS = ("desktop", "pi", "pods", "club")
"""The features of a box: the table itself, pods, a mirror in browsers, a courier to its club."""
BOX = Path("requirements/box.lock")
BUILD = Path("requirements/build.lock")
GAME_LOCKS = Path("requirements/games")
"""The folder with locks of games by other developers, and their wheels, unless GAMES names another one."""
KEPT_GAME_LOCKS = "games"
"""The folder of an installation with these locks, so that the next installation has the same games."""
BILL = "sbom.cdx.json"
"""The software bill of materials, in the environment's directory."""
SOURCES = (
    "pyproject.toml", "setup.py", "README.md", "LICENSE",
    "club", "device", "display", "firmware", "guard", "hal", "tablekeeper", "values",
    "docs/manual",
)  # fmt: skip
"""The files from which the program is built."""
NEVER_BUILT = ("spidev",)
"""Packages that PyPI has only as sources, for any machine."""
UNREACHABLE = "Retrying (Retry("
"""The text in pip's output if the index does not answer."""


class CannotInstall(Exception):
    """A package is not available. The message is a sentence."""


@dataclass(frozen=True)
class Pin:
    """A package of a lock. `name` is normalized; `text` is its part of the file, with version and hashes."""

    name: str
    version: str
    text: str


def pins(lock: str) -> tuple[Pin, ...]:
    """Parse the packages of a lock in the format of pip-compile."""
    parts = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)
    matches = [re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", part) for part in parts]
    return tuple(Pin(normalized(m[1]), m[2], part) for m, part in zip(matches, parts, strict=True) if m is not None)


def normalized(name: str) -> str:
    """The name of a package as an index has it (PEP 503); metadata and locks may spell it otherwise."""
    return re.sub(r"[-_.]+", "-", name).lower()


def install(sources: Path) -> None:
    """Install all locked packages, then the program, and write the bill of materials. Raises CannotInstall."""
    # The directory's name ends up in installed files. It is fixed, so that the same input always gives the same result.
    scratch = Path(sys.prefix) / "installing"
    scratch.mkdir()
    try:
        locked = pins((sources / BOX).read_text(encoding="utf-8"))
        reports = list(_install_locked(locked, scratch))
        _install_program(sources, scratch)
        reports += install_games(games_folder(sources), {pin.name for pin in locked}, scratch)
    finally:
        shutil.rmtree(scratch)
    unmet = sorted({*_unmet_requirements()})
    if unmet:
        raise CannotInstall(f"what is installed does not fit together: {'; '.join(unmet)}.")
    bill = bill_of_materials([component for report in reports for component in _components(report)])
    (Path(sys.prefix) / BILL).write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    print(f"tablekeeper: {len(bill['components'])} packages; the list is {Path(sys.prefix) / BILL}")


def _install_locked(wanted: Sequence[Pin], scratch: Path) -> Iterator[dict[str, Any]]:
    """Install pins, all at once or else one by one. Yields pip's reports."""
    unhashed = os.environ.get("UNHASHED", "").split()
    hashed = [pin for pin in wanted if pin.name not in unhashed and not _only_debian_has(pin)]
    yield from _install_hashed(hashed, scratch)
    for pin in wanted:
        if pin.name in unhashed:
            print(f"tablekeeper: {pin.name} {pin.version} is installed without looking at its hash")
            yield _pip(["--only-binary", ":all:", f"{pin.name}=={pin.version}"], scratch, required=True) or {}


def games_folder(sources: Path) -> Path:
    """The folder with the locks of games: as GAMES says, else beside the sources, else of the last installation."""
    if wanted := os.environ.get("GAMES"):
        return Path(wanted)
    folder = sources / GAME_LOCKS
    return folder if folder.is_dir() else Path(sys.prefix).parent / "current" / KEPT_GAME_LOCKS


def install_games(folder: Path, box: set[str], scratch: Path) -> list[dict[str, Any]]:
    """Install the games of a folder by its locks. Returns pip's reports. Raises CannotInstall.

    If there are wheels beside the locks, no index is used. No lock may have a package that the `box` has itself.
    """
    if not folder.is_dir():
        if os.environ.get("GAMES"):
            raise CannotInstall(f"there is no folder {folder} with locks of games; GAMES names it.")
        return []
    files = [path for path in sorted(folder.iterdir()) if path.suffix in (".lock", ".whl") and path.is_file()]
    locks = _locks(folder, files)
    kept = Path(sys.prefix) / KEPT_GAME_LOCKS
    kept.mkdir()
    for path in files:
        shutil.copy(path, kept)
    return [report for path in locks for report in _install_games_of(kept / path.name, box, scratch)]


def _locks(folder: Path, files: Sequence[Path]) -> list[Path]:
    """The locks among the files of a folder. Raises CannotInstall for wheels without a lock."""
    locks = [path for path in files if path.suffix == ".lock"]
    if files and not locks:
        raise CannotInstall(
            f"{folder} has wheels, and no lock that says which of them to install: a file like games.lock."
        )
    return locks


def _install_games_of(lock: Path, box: set[str], scratch: Path) -> Iterator[dict[str, Any]]:
    wanted = pins(lock.read_text(encoding="utf-8"))
    box_packages = sorted({pin.name for pin in wanted} & {*box, NAME})
    if box_packages:
        raise CannotInstall(
            f"{lock.name} has {' and '.join(box_packages)}, of which the box has its own; leave that out."
        )
    index_options = ["--no-index", "--find-links", str(lock.parent)] if any(lock.parent.glob("*.whl")) else []
    for pin in wanted:
        report = _pip_hashed([pin], scratch, *index_options)
        if report is None:
            raise CannotInstall(
                f"there is no {pin.name} {pin.version} whose hash is in {lock.name}; the lines above say more."
            )
        print(f"tablekeeper: {pin.name} {pin.version} is installed, a game by other hands: it runs as the box does")
        yield report


def _only_debian_has(pin: Pin) -> bool:
    return pin.name in NEVER_BUILT and _is_from_debian(pin)


def _install_hashed(wanted: Sequence[Pin], scratch: Path) -> Iterator[dict[str, Any]]:
    """Install pins by their hashes, all at once or else one by one. Packages that Debian has may be missing."""
    full_report = _pip_hashed(wanted, scratch)
    if full_report is not None:
        yield full_report
        return
    missing = []
    for pin in wanted:
        report = _pip_hashed([pin], scratch)
        if report is not None:
            yield report
        elif not _is_from_debian(pin):
            missing.append(pin)
    if missing:
        names, versions = " ".join(pin.name for pin in missing), (f"{pin.name} {pin.version}" for pin in missing)
        raise CannotInstall(
            f"there is no {' and no '.join(versions)} for this machine whose hash is"
            f" in {BOX}, or the network is not there; the lines above say more. To take"
            f" these versions from this machine's own index, whatever their hash: sudo UNHASHED='{names}' make install"
        )


def _pip_hashed(wanted: Sequence[Pin], scratch: Path, *index_options: str) -> dict[str, Any] | None:
    lock = scratch / "part.lock"
    lock.write_text("".join(pin.text for pin in wanted), encoding="utf-8")
    # Building from sources would run code, and fetch tools, without known hashes.
    return _pip(["--require-hashes", "--only-binary", ":all:", *index_options, "-r", str(lock)], scratch)


def _pip(arguments: Sequence[str], scratch: Path, *, required: bool = False) -> dict[str, Any] | None:
    """Install exactly this with pip. Returns its report, or None if that fails."""
    report = scratch / "report.json"
    # A Debian package of the same version would satisfy pip, but without a checked hash.
    options = ["--no-deps", "--ignore-installed", "--report", str(report)]
    completed = _run_pip("install", *options, *arguments)
    if completed.returncode == 0:
        content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return content
    sys.stderr.write(completed.stderr)
    if UNREACHABLE in completed.stderr:
        raise CannotInstall("the package index can't be reached; the lines above say why.")
    if required:
        raise CannotInstall(f"pip could not install {arguments[-1]}.")
    return None


def _run_pip(command: str, *arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({} if path is None else {"PYTHONPATH": str(path)})
    pip = [sys.executable, "-m", "pip", command, "--quiet", "--disable-pip-version-check", "--no-input"]
    return subprocess.run([*pip, *arguments], check=False, capture_output=True, text=True, env=environment)


def _is_from_debian(pin: Pin) -> bool:
    """Whether Debian's packages include it; `_unmet_requirements` checks whether the version is new enough."""
    version = _version(pin.name)
    if version is None:
        return False
    print(f"tablekeeper: {pin.name} {version} is Debian's: PyPI has no {pin.version} that is built for this machine")
    return True


def _install_program(sources: Path, scratch: Path) -> None:
    """Build the program with locked tools, from a copy, and install it."""
    copy, tools = scratch / "sources", scratch / "tools"
    copy.mkdir()
    for name in SOURCES:
        if (sources / name).is_dir():
            shutil.copytree(sources / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(sources / name, copy / name)
    lock = str(sources / BUILD)
    for command, arguments in (
        ("install", ["--target", str(tools), "--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", lock]),
        ("install", ["--no-deps", "--no-build-isolation", "--ignore-installed", str(copy)]),
    ):
        completed = _run_pip(command, *arguments, path=tools)
        if completed.returncode:
            sys.stderr.write(completed.stderr)
            raise CannotInstall("the program could not be built; the lines above say why.")


def _unmet_requirements() -> Iterator[str]:
    """Yield the unmet requirements of the program and of the packages that it needs."""
    for name, requirement in _requirements():
        version = _version(requirement.name)
        if version is None:
            yield f"{name} needs {requirement.name}, which is missing"
        elif not requirement.specifier.contains(version, prereleases=True):
            yield f"{name} needs {requirement.name}{requirement.specifier}, and {version} is there"


def _requirements() -> Iterator[tuple[str, Requirement]]:
    """Yield all requirements of the program in a box, recursively, each with the package that has it."""
    from pip._vendor.packaging.requirements import Requirement

    waiting: list[tuple[str, tuple[str, ...]]] = [(NAME, ("", *EXTRAS))]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        for line in metadata.requires(name) or ():
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in extras):
                continue
            yield name, requirement
            package = normalized(requirement.name), ("", *sorted(requirement.extras))
            if package not in seen and _version(package[0]) is not None:
                seen.add(package)
                waiting.append(package)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _components(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the packages in pip's report as components of CycloneDX 1.5."""
    for package in report.get("install", ()):
        about, hashes = package["metadata"], package["download_info"].get("archive_info", {}).get("hashes", {})
        yield _component(
            about["name"],
            about["version"],
            f"pkg:pypi/{about['name'].lower()}@{about['version']}",
            hashes=[{"alg": "SHA-256", "content": hashes["sha256"]}] if "sha256" in hashes else [],
            externalReferences=[{"type": "distribution", "url": package["download_info"]["url"]}],
        )


def _component(name: str, version: str, purl: str, **more: Any) -> dict[str, Any]:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl} | more


def bill_of_materials(installed: list[dict[str, Any]]) -> dict[str, Any]:
    """The bill of materials: the packages that pip has installed, and Debian's packages that the program needs."""
    names = {normalized(component["name"]) for component in installed}
    needed_names = {normalized(requirement.name) for _, requirement in _requirements()}
    system = [_debian_component(name) for name in sorted(needed_names - names)]
    version = metadata.version(NAME)
    program = _component(NAME, version, f"pkg:pypi/{NAME}@{version}") | {"type": "application"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": sorted([*installed, *system], key=lambda component: component["name"].lower()),
    }


def _debian_component(name: str) -> dict[str, Any]:
    """The component of a Debian package."""
    package = {"pillow": "python3-pil", "gpiod": "python3-libgpiod"}.get(name, f"python3-{name}")
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    version = subprocess.run(query, check=False, capture_output=True, text=True).stdout
    return _component(name, _version(name) or "unknown", f"pkg:deb/debian/{package}@{version or 'unknown'}")


def main() -> int:
    """Install from the sources given on the command line. Returns the exit status."""
    try:
        install(Path(sys.argv[1]).resolve())
    except CannotInstall as error:
        print(f"tablekeeper: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
