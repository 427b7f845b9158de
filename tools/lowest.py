"""`make lowest`: runs all tests with the lowest allowed version of each package of a box, a desktop or a hub.

The bounds are in pyproject.toml. Packages for tests, and indirect dependencies, are as in the tests' lock. The versions
have no hashes: only tests run there.
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
"""Packages that PyPI has only as sources; the tests work without them."""
BOUND = re.compile(r"([A-Za-z0-9._-]+)(\[\w+\])?>=([\w.]+)")


def lowest(pyproject: str) -> Iterator[str]:
    """Yield the lowest allowed version of each package, as a requirement for pip.

    Raises ValueError if there is no bound.
    """
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
