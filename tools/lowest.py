"""`make lowest`: all tests with the lowest version of each package that pyproject.toml allows a box, a desk or a hub.

What tests alone need, and what those packages need in turn, is as the tests' lock has it. The versions have no hashes:
nothing but tests runs there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / "build/lowest"
EXTRAS = ("desktop", "pi", "club", "hub", "pods")
NEVER_BUILT = ("spidev",)
"""What PyPI has sources of only; the tests do without it."""
BOUND = re.compile(r"([A-Za-z0-9._-]+)(\[\w+\])?>=([\w.]+)")


def lowest(pyproject: str) -> Iterator[str]:
    """The lowest allowed version of each package, as pip's requirements. Raises ValueError where none is said."""
    project = tomllib.loads(pyproject)["project"]
    bounds = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    for bound in dict.fromkeys(bounds):
        found = BOUND.match(bound)
        if found is None:
            raise ValueError(f"pyproject.toml names {bound} without a lower bound")
        if found[1] not in NEVER_BUILT:
            yield f"{found[1]}=={found[3]}"
        if found[2] == "[binary]":
            yield f"{found[1]}-binary=={found[3]}"


def main() -> int:
    subprocess.run(["tools/environment", "test"], cwd=ROOT, env=os.environ | {"VENV": str(ENVIRONMENT)}, check=True)
    versions = list(lowest((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    print("The lowest versions:", *versions, flush=True)
    python = str(ENVIRONMENT / "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, *versions], cwd=ROOT, check=True)
    tests = [python, "-m", "pytest", "-m", "not locked", *sys.argv[1:]]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
