"""The companion: the games, the record, the journal, the table's session, the command line."""
