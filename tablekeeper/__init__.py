"""The public package: what other distributions may import.

The packages beside it (`device`, `display`, `hal`, `club`, `firmware`, `values`) are the program's own. Their names and
contents change without notice.
"""

from device import __version__

__all__ = ["__version__"]
