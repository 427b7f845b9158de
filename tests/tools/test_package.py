"""What an index of packages shows, and what others may import of an installation."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import device
import tablekeeper

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(!?)\[[^]]*\]\(([^)]+)\)")


@cache
def description() -> str:
    """As setup.py makes it of the README. In a process of its own: setuptools replaces a module that pip uses, too."""
    code = "import runpy; print(runpy.run_path('setup.py', run_name='package_setup')['description'](), end='')"
    made = subprocess.run([sys.executable, "-X", "utf8", "-c", code], check=True, capture_output=True, cwd=ROOT)
    return made.stdout.decode()


def test_links_and_pictures_of_the_description_have_whole_addresses() -> None:
    links = LINK.findall(description())
    assert {kind for kind, _ in links} == {"", "!"}
    assert [link for _, link in links if not link.startswith(("https://", "#"))] == []


def test_the_description_is_otherwise_the_readme() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    made = re.sub(rf"\((?:{urls['Source']}|{urls['Pictures']})/", "(", description())
    assert made == (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_public_package_is_the_command() -> None:
    assert tablekeeper.__version__ == device.__version__
    said = subprocess.run([sys.executable, "-m", "tablekeeper", "--version"], check=True, capture_output=True, cwd=ROOT)
    assert said.stdout.decode() == f"tablekeeper {device.__version__}\n"
