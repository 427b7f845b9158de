"""The companion: the games, the record, the journal, the table's session, the command line."""

__version__ = "0.6.0.dev0"
"""The version of the whole program; the package's metadata have it from here."""
