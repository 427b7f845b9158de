"""What pyproject.toml cannot say: the description of the package, whose links hold outside the repository, too."""

import re
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent


def description() -> str:
    """The README with whole addresses in place of paths within the repository."""
    urls = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]

    def whole(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        return f"{picture}[{words}]({urls['Pictures' if picture else 'Source']}/{path})"

    return re.sub(r"(!?)\[([^]]*)\]\((?!https?:|#)([^)]+)\)", whole, (HERE / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    setup(long_description=description(), long_description_content_type="text/markdown")
